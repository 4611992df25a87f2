// Module stacks as graphs keep them: items from the outermost module on, with ';' between them. Stateless; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etscope::graph {

/// Whether it is what exporters write in place of a stack or of a path where a node has no module.
constexpr bool isNoModule(std::string_view stackOrPath) noexcept { return stackOrPath.starts_with("_empty_nn_module_stack"); }

/// The items that all stacks begin with. Stacks that are empty, no module, or of the module that the exporter itself wraps around
/// the model say nothing. Empty: none.
std::string commonModuleStack(const std::vector<std::string_view>& stacks);

}  // namespace etscope::graph
