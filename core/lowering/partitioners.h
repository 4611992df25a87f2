// Partitioners of ExecuTorch, by the backend that a program's delegate names: where each is, and how it is made. The only list of
// them. Any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace etscope::lowering {

struct Partitioner {
    std::string_view backend;  ///< "XnnpackBackend"
    std::string_view module, name;
    std::string_view made;     ///< an expression
    std::string_view further;  ///< an import that the expression needs, too; may be empty
    std::string import() const { return "from " + std::string(module) + " import " + std::string(name); }
};

/// Those that need nothing of an export that its program does not tell.
std::span<const Partitioner> partitioners() noexcept;
/// Null: it is not known how programs are lowered for that backend.
const Partitioner* partitionerOf(std::string_view backend) noexcept;

}  // namespace etscope::lowering
