#include "replay/constant_views.h"

#include "evaluate/operator_table.h"

namespace etscope::replay {
namespace {

using graph::ArgumentKind;

/// In a row; more are no constant that anybody merged.
constexpr std::size_t kMostPermutations = 8;

bool isAny(std::string_view target, std::initializer_list<std::string_view> operators) {
    for (const std::string_view one : operators)
        if (target.starts_with(one)) return true;
    return false;
}

}  // namespace

ConstantViews::ConstantViews(const graph::GraphModel& model) : m_model(model) {
    for (const graph::GraphInput& input : model.top().inputs)
        if (!graph::isUser(input.kind) && input.target.valid()) m_targets[input.value] = model.text(input.target);
}

std::optional<std::vector<std::size_t>> ConstantViews::axesOf(graph::NodeId node) const {
    const std::string_view target = evaluate::shortTarget(m_model.text(m_model.node(node).target));
    if (isAny(target, {"aten.t_copy.", "aten.t."})) return std::vector<std::size_t>{1, 0};
    if (!isAny(target, {"aten.permute_copy.", "aten.permute."})) return std::nullopt;
    const auto arguments = m_model.arguments(m_model.node(node));
    if (arguments.size() < 2 || arguments[1].kind != ArgumentKind::List) return std::nullopt;
    const auto items = m_model.listItems(arguments[1]);
    const auto rank = static_cast<std::int64_t>(items.size());
    std::vector<std::size_t> axes;
    for (const graph::Argument& item : items) {
        if (item.kind != ArgumentKind::Int || item.integer < -rank || item.integer >= rank) return std::nullopt;
        axes.push_back(static_cast<std::size_t>(item.integer < 0 ? item.integer + rank : item.integer));
    }
    return axes;
}

/// From the value back to the constant, and the axes of each step seen through those behind it.
std::optional<ConstantView> ConstantViews::of(graph::ValueId value) const {
    std::optional<std::vector<std::size_t>> seen;
    for (std::size_t step = 0; step <= kMostPermutations; ++step) {
        if (const auto target = m_targets.find(value); target != m_targets.end()) return ConstantView{target->second, seen};
        const graph::NodeId maker = m_model.value(value).producer;
        const auto axes = maker.valid() ? axesOf(maker) : std::nullopt;
        const auto arguments = axes ? m_model.arguments(m_model.node(maker)) : std::span<const graph::Argument>();
        if (arguments.empty() || arguments.front().kind != ArgumentKind::Value) return std::nullopt;
        if (seen && seen->size() != axes->size()) return std::nullopt;
        std::vector<std::size_t> through = *axes;
        for (std::size_t i = 0; seen && i < through.size(); ++i) through[i] = (*axes)[(*seen)[i]];
        seen = std::move(through);
        value = arguments.front().value();
    }
    return std::nullopt;
}

}  // namespace etscope::replay
