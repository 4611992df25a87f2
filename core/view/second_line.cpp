#include "view/second_line.h"

#include <algorithm>

namespace etscope::view {
namespace {

/// "add_tensor" of "add.Tensor": as names of nodes are made.
std::string asName(std::string_view title) {
    std::string name(title);
    for (char& c : name) c = c == '.' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return name;
}

}  // namespace

std::string secondLine(const ViewGraph& view, const Item& item) {
    if (item.kind == ItemKind::Pattern || item.kind == ItemKind::Module || item.kind == ItemKind::Group) return {};
    if (item.kind != ItemKind::Node) return item.detail;
    if (item.oneLine) return {};
    const graph::GraphModel& model = view.index().model();
    // The name of a call says only that it is one.
    if (model.node(item.node).delegate < 0 && item.detail != asName(item.title)) return item.detail;
    const auto results = view.index().flow().results(item.node);
    return results.empty() ? std::string() : modules::valueText(model, results.front());
}

}  // namespace etscope::view
