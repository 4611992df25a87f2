#include "delegates/slot_graph.h"

#include <limits>

#include "tensor/element_reader.h"

namespace etscope::delegates {
namespace {

graph::Argument argumentOf(SlotGraph& graph, const tensor::Element& element) {
    if (const auto* flag = std::get_if<bool>(&element)) return graph.boolean(*flag);
    if (const auto* integer = std::get_if<std::int64_t>(&element)) return graph.integer(*integer);
    if (const auto* real = std::get_if<double>(&element)) return graph.number(*real);
    const auto* bits = std::get_if<std::uint64_t>(&element);
    if (bits != nullptr && *bits <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return graph.integer(static_cast<std::int64_t>(*bits));
    return graph.word(graph::ArgumentKind::Object, bits != nullptr ? std::to_string(*bits) : "complex");
}

}  // namespace

using graph::Argument;
using graph::ArgumentKind;
using graph::ValueId;

SlotGraph::SlotGraph(ElementBudget& budget) : m_budget(budget) { m_builder.addGraph({}); }

bool SlotGraph::declare(Slot slot, SlotSpec spec) { return m_slots.try_emplace(slot, State{std::move(spec), 0}).second; }

const SlotSpec* SlotGraph::spec(Slot slot) const {
    const auto found = m_slots.find(slot);
    return found == m_slots.end() ? nullptr : &found->second.spec;
}

ValueId SlotGraph::makeValue(Slot slot) {
    auto [found, added] = m_slots.try_emplace(slot);
    State& state = found->second;
    if (added) {
        state.spec.name = "v" + std::to_string(slot);
        state.spec.kind = graph::ValueKind::Unknown;
    }
    graph::Value value;
    const std::uint32_t version = state.versions++;
    value.id = m_builder.intern(version == 0 ? state.spec.name : state.spec.name + "_" + std::to_string(version));
    value.kind = state.spec.kind;
    value.graph = graph::GraphId(0U);
    if (state.spec.kind == graph::ValueKind::Tensor) {
        graph::TensorMeta meta;
        meta.type = state.spec.type;
        meta.typeCode = state.spec.typeCode;
        value.meta = m_builder.internMeta(meta, state.spec.dims, {});
    }
    const ValueId id = m_builder.addValue(value);
    m_current[slot] = id;
    return id;
}

bool SlotGraph::addInput(Slot slot, graph::InputKind kind, std::string_view target) {
    if (hasValue(slot) || spec(slot) == nullptr) return false;
    graph::GraphInput input;
    input.value = makeValue(slot);
    graph::Graph& top = m_builder.graph(graph::GraphId(0U));
    m_builder.value(input.value).output = static_cast<std::uint32_t>(top.inputs.size());
    input.kind = kind;
    if (!target.empty()) input.target = m_builder.intern(target);
    input.id = m_builder.value(input.value).id;
    top.inputs.push_back(input);
    return true;
}

Argument SlotGraph::read(Slot slot) {
    if (const auto found = m_current.find(slot); found != m_current.end()) return Argument(found->second);
    ++m_unresolved;
    const SlotSpec* known = spec(slot);
    return word(ArgumentKind::UnresolvedName, known != nullptr ? known->name : "v" + std::to_string(slot));
}

Argument SlotGraph::readOrInput(Slot slot) {
    if (!hasValue(slot) && m_budget.take(1)) {
        static_cast<void>(declare(slot, {"v" + std::to_string(slot), graph::ValueKind::Unknown}));
        static_cast<void>(addInput(slot, graph::InputKind::Captured));
    }
    return read(slot);
}

Argument SlotGraph::named(std::string_view name, Argument argument) {
    argument.name = m_builder.intern(name);
    return argument;
}

void SlotGraph::addNode(const NodeSpec& spec) {
    if (!m_budget.take(1 + spec.arguments.size() + spec.writes.size())) return;
    graph::Node node;
    node.id = m_builder.intern(spec.id);
    node.target = m_builder.intern(spec.target);
    node.graph = graph::GraphId(0U);
    node.arguments = m_builder.addArguments(spec.arguments);
    node.debugHandle = spec.debugHandle;
    std::vector<graph::OutputSlot> outputs;
    std::vector<ValueId> made;
    for (const Slot slot : spec.writes) {
        const ValueId value = makeValue(slot);
        made.push_back(value);
        outputs.push_back({m_builder.value(value).kind, m_builder.addOutputValues({&value, 1})});
    }
    node.outputs = m_builder.addOutputs(outputs);
    const graph::NodeId id = m_builder.addNode(node);
    for (std::size_t i = 0; i < made.size(); ++i) {
        m_builder.value(made[i]).producer = id;
        m_builder.value(made[i]).output = static_cast<std::uint32_t>(i);
    }
}

void SlotGraph::addOutput(Slot slot) { m_builder.graph(graph::GraphId(0U)).outputs.emplace_back().argument = read(slot); }

Weight SlotGraph::weight(Slot slot) const {
    Weight weight;
    const SlotSpec* known = spec(slot);
    weight.name = known != nullptr ? known->name : "v" + std::to_string(slot);
    if (known != nullptr && m_budget.take(known->dims.size())) weight.shape = sizesOf(known->dims);
    return weight;
}

std::vector<std::int64_t> sizesOf(std::span<const graph::Dim> dims) {
    std::vector<std::int64_t> sizes;
    sizes.reserve(dims.size());
    for (const graph::Dim& dim : dims) sizes.push_back(dim.value);
    return sizes;
}

std::optional<std::vector<graph::Argument>> packedValues(SlotGraph& graph, std::optional<ScalarType> type,
                                                         std::span<const std::byte> bytes) {
    const std::size_t size = type && tensor::bitsPerElement(*type) % 8 == 0 ? itemSize(*type) : 0;
    if (size == 0 || bytes.size() % size != 0 || bytes.size() / size > tensor::ElementReader::kMaxBlock) return std::nullopt;
    tensor::Tensor tensor;
    tensor.type = *type;
    tensor.shape = {static_cast<std::int64_t>(bytes.size() / size)};
    tensor.storage = ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "packed values"));
    auto reader = tensor::ElementReader::open(tensor);
    if (!reader) return std::nullopt;
    const auto elements = reader->elements(0, bytes.size() / size);
    if (!elements) return std::nullopt;
    std::vector<graph::Argument> values;
    values.reserve(elements->size());
    for (const tensor::Element& element : *elements) values.push_back(argumentOf(graph, element));
    return values;
}

}  // namespace etscope::delegates
