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

}  // namespace

std::string commonModuleStack(const std::vector<std::string_view>& stacks) {
    std::optional<Items> common;
    for (const std::string_view stack : stacks) {
        const Items items = itemsOf(stack);
        if (items.empty() || isNoModule(items.front())) continue;
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
