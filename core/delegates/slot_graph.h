// SlotGraph: builds a graph model from operators that read and write numbered slots. A slot may be written more than once
// (in place, or memory that is used again): each writing makes a new value, so that the model is acyclic whatever the payload
// says. One thread; used up by finish().
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "delegates/decoder.h"
#include "graph/graph_model.h"

namespace etscope::delegates {

struct SlotSpec {
    std::string name;  ///< id of its first value
    graph::ValueKind kind = graph::ValueKind::Tensor;
    std::optional<ScalarType> type;
    std::int64_t typeCode = 0;
    std::vector<graph::Dim> dims;
};

class SlotGraph {
public:
    using Slot = std::uint64_t;

    explicit SlotGraph(ElementBudget& budget);

    /// Tells type and shape of a slot. A second declaration of a slot is ignored (and false).
    bool declare(Slot slot, SlotSpec spec);
    const SlotSpec* spec(Slot slot) const;
    /// Makes the slot's first value an input. False when the slot is unknown or has a value already.
    bool addInput(Slot slot, graph::InputKind kind = graph::InputKind::User, std::string_view target = {});
    /// The slot's present value, or an unresolved name ("v7") when nothing has written it.
    graph::Argument read(Slot slot);
    /// The same, but a slot without a value becomes a captured input.
    graph::Argument readOrInput(Slot slot);
    /// Whether something has written it.
    bool hasValue(Slot slot) const { return m_current.contains(slot); }

    graph::StringId intern(std::string_view text) { return m_builder.intern(text); }
    static graph::Argument integer(std::int64_t value) { return {graph::ArgumentKind::Int, value}; }
    static graph::Argument number(double value) { return graph::Argument(value); }
    static graph::Argument boolean(bool value) { return {graph::ArgumentKind::Bool, std::int64_t{value}}; }
    graph::Argument text(std::string_view value) { return word(graph::ArgumentKind::String, value); }
    graph::Argument word(graph::ArgumentKind kind, std::string_view value) { return {kind, m_builder.intern(value).index()}; }
    graph::Argument list(std::span<const graph::Argument> items) { return graph::Argument(m_builder.addListItems(items)); }
    graph::Argument named(std::string_view name, graph::Argument argument);

    struct NodeSpec {
        std::string id;
        std::string target;
        std::vector<graph::Argument> arguments;
        std::vector<Slot> writes;
        std::optional<std::int64_t> debugHandle{};
    };
    void addNode(const NodeSpec& node);
    /// An output of the graph: the slot's present value.
    void addOutput(Slot slot);
    /// A constant named and shaped as its slot.
    Weight weight(Slot slot) const;

    std::size_t nodeCount() const { return m_builder.model().nodeCount(); }
    /// Slots that were read before anything wrote them.
    std::size_t unresolved() const noexcept { return m_unresolved; }
    std::shared_ptr<const graph::GraphModel> finish() { return m_builder.finish(); }

private:
    graph::ValueId makeValue(Slot slot);

    struct State {
        SlotSpec spec;
        std::uint32_t versions = 0;
    };
    ElementBudget& m_budget;
    graph::GraphBuilder m_builder;
    std::map<Slot, State> m_slots;
    std::map<Slot, graph::ValueId> m_current;
    std::size_t m_unresolved = 0;
};

/// Fixed sizes as the model's dims; nothing when the budget is spent.
template <class Sizes>
std::vector<graph::Dim> fixedDims(const Sizes* sizes, ElementBudget& budget) {
    std::vector<graph::Dim> dims;
    if (sizes == nullptr || !budget.take(sizes->size())) return dims;
    dims.reserve(sizes->size());
    for (const auto size : *sizes) dims.push_back({static_cast<std::int64_t>(size), {}, true});
    return dims;
}

std::vector<std::int64_t> sizesOf(std::span<const graph::Dim> dims);

/// The bytes as little endian values of `type`, in order; nothing when they are no whole number of such items.
std::optional<std::vector<graph::Argument>> packedValues(SlotGraph& graph, std::optional<ScalarType> type,
                                                         std::span<const std::byte> bytes);

}  // namespace etscope::delegates
