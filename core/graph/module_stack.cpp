#include "graph/module_stack.h"

#include <algorithm>
#include <optional>

namespace etscope::graph {
namespace {

using Items = std::vector<std::string_view>;

Items itemsOf(std::string_view stack) {
    Items items;
    while (!stack.empty()) {
        const std::size_t end = std::min(stack.find(';'), stack.size());
        items.push_back(stack.substr(0, end));
        stack.remove_prefix(std::min(end + 1, stack.size()));
    }
    return items;
}

/// Nodes that passes put in (quantize, dequantize) have the exporter's own wrapper for a module, and nothing inside it.
bool saysNothing(const Items& items) {
    return items.empty() || isNoModule(items.front()) ||
           (items.size() == 1 && items.front().find("torch.export._trace.") != std::string_view::npos);
}

}  // namespace

std::string commonModuleStack(const std::vector<std::string_view>& stacks) {
    std::optional<Items> common;
    for (const std::string_view stack : stacks) {
        const Items items = itemsOf(stack);
        if (saysNothing(items)) continue;
        if (!common) common = items;
        std::size_t same = 0;
        while (same < common->size() && same < items.size() && (*common)[same] == items[same]) ++same;
        common->resize(same);
    }
    std::string text;
    for (const std::string_view item : common.value_or(Items())) text.append(text.empty() ? "" : ";").append(item);
    return text;
}

}  // namespace etscope::graph
