#include "consistency/uses.h"

#include <algorithm>
#include <array>
#include <set>

#include "evaluate/operator_table.h"

namespace etscope::consistency {

using graph::ArgumentKind;
using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

namespace {

constexpr std::size_t kMostUses = 256;

constexpr auto kMoves = std::to_array<std::string_view>({"alias",
                                                         "clone",
                                                         "contiguous",
                                                         "detach",
                                                         "expand",
                                                         "flatten",
                                                         "getitem",
                                                         "lift_fresh",
                                                         "permute",
                                                         "reshape",
                                                         "select",
                                                         "slice",
                                                         "split",
                                                         "split_with_sizes",
                                                         "squeeze",
                                                         "t",
                                                         "to",
                                                         "transpose",
                                                         "type_as",
                                                         "unbind",
                                                         "unsafe_view",
                                                         "unsqueeze",
                                                         "view",
                                                         "chunk",
                                                         "movedim",
                                                         "to_dim_order",
                                                         "clone_dim_order",
                                                         "expand_as",
                                                         "view_as",
                                                         "repeat",
                                                         "convert_element_type",
                                                         "unsafe_split",
                                                         "numpy_T",
                                                         "mT"});

bool dropEnd(std::string& text, std::string_view end) {
    if (!text.ends_with(end) || text.size() == end.size()) return false;
    text.resize(text.size() - end.size());
    return true;
}

}  // namespace

std::string operatorStem(const GraphModel& model, NodeId node) {
    std::string_view name = evaluate::shortTarget(model.text(model.node(node).target));
    if (const auto dot = name.find('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
    std::string stem(name.substr(0, name.find('.')));
    while (stem.size() > 1 && stem.front() == '_') stem.erase(0, 1);
    while (dropEnd(stem, "_")) {
    }
    if (stem != "index_copy") dropEnd(stem, "_copy");  // which is an operator of its own
    return stem;
}

bool isMove(std::string_view stem) noexcept { return std::ranges::find(kMoves, stem) != kMoves.end(); }

std::vector<Use> usesOf(const GraphModel& model, const graph::DataFlow& flow, ValueId value) {
    std::vector<Use> uses;
    std::vector<ValueId> open{value};
    std::set<std::uint32_t> seen{value.index()};
    while (!open.empty() && uses.size() < kMostUses && seen.size() < kMostUses) {
        const ValueId at = open.back();
        open.pop_back();
        for (const NodeId node : flow.consumers(at)) {
            const std::string stem = operatorStem(model, node);
            const auto arguments = model.arguments(model.node(node));
            for (std::size_t i = 0; i < arguments.size(); ++i) {
                const graph::Argument& argument = arguments[i];
                if (argument.kind == ArgumentKind::Value && argument.value() == at) {
                    if (i == 0 && isMove(stem)) {
                        for (const ValueId result : flow.results(node))
                            if (seen.insert(result.index()).second) open.push_back(result);
                    } else {
                        uses.push_back({node, stem, i, -1});
                    }
                }
                if (argument.kind != ArgumentKind::List) continue;
                const auto items = model.listItems(argument);
                for (std::size_t k = 0; k < items.size(); ++k)
                    if (items[k].kind == ArgumentKind::Value && items[k].value() == at)
                        uses.push_back({node, stem, i, static_cast<int>(k)});
            }
        }
    }
    return uses;
}

ValueId valueArgument(const GraphModel& model, NodeId node, std::size_t place) {
    const auto arguments = model.arguments(model.node(node));
    if (place >= arguments.size() || arguments[place].kind != ArgumentKind::Value) return {};
    return arguments[place].value();
}

ValueId sourceOf(const GraphModel& model, ValueId value) {
    for (std::size_t steps = 0; steps < kMostUses; ++steps) {
        const NodeId producer = model.value(value).producer;
        if (!producer.valid() || !isMove(operatorStem(model, producer))) return value;
        const ValueId before = valueArgument(model, producer, 0);
        if (!before.valid()) return value;
        value = before;
    }
    return value;
}

const graph::GraphInput* inputOf(const GraphModel& model, ValueId value) {
    const auto found = std::ranges::find(model.top().inputs, value, &graph::GraphInput::value);
    return found == model.top().inputs.end() ? nullptr : &*found;
}

std::span<const graph::Dim> sizesOf(const GraphModel& model, ValueId value) {
    const graph::MetaId meta = model.value(value).meta;
    return meta.valid() ? model.dims(model.meta(meta).sizes) : std::span<const graph::Dim>();
}

std::optional<ScalarType> typeOf(const GraphModel& model, ValueId value) {
    const graph::MetaId meta = model.value(value).meta;
    return meta.valid() ? model.meta(meta).type : std::nullopt;
}

}  // namespace etscope::consistency
