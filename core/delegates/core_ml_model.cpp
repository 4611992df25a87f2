#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>

#include "base/checked_math.h"
#include "base/text_hash.h"
#include "delegates/core_ml.h"
#include "delegates/message_cursor.h"
#include "delegates/slot_graph.h"

namespace etscope::delegates {
namespace {

using graph::Argument;
using Bytes = std::span<const std::byte>;

// Field numbers of Model.proto and MIL.proto (coremltools, mlmodel/format).
namespace model_field {
constexpr std::uint32_t kVersion = 1, kDescription = 2, kMlProgram = 502;
}
namespace description_field {
constexpr std::uint32_t kFunctions = 20, kDefaultFunction = 21;
}
namespace program_field {
constexpr std::uint32_t kFunctions = 2;
}
namespace function_field {
constexpr std::uint32_t kInputs = 1, kOpset = 2, kBlocks = 3;
}
namespace block_field {
constexpr std::uint32_t kInputs = 1, kOutputs = 2, kOperations = 3;
}
namespace operation_field {
constexpr std::uint32_t kType = 1, kInputs = 2, kOutputs = 3, kBlocks = 4, kAttributes = 5;
}
namespace value_field {
constexpr std::uint32_t kType = 2, kImmediate = 3, kBlobFile = 5;
}
constexpr std::uint32_t kMapKey = 1, kMapValue = 2;

constexpr std::uint64_t kLargestModel = 256ULL << 20;
/// Literals are decoded where they are used, which real models do once or twice.
constexpr std::uint64_t kUsesOfLiterals = 8;
/// Header of an entry of weight.bin: marker, type, size, offset of the data.
constexpr std::uint32_t kBlobMarker = 0xDEADBEEF;
constexpr std::uint64_t kBlobHeader = 24;

std::optional<ScalarType> scalarType(std::uint64_t code) noexcept {
    using S = ScalarType;
    static constexpr std::pair<std::uint64_t, S> kTypes[] = {{1, S::Bool}, {10, S::F16}, {11, S::F32}, {12, S::F64}, {13, S::BF16},
                                                             {21, S::I8},  {22, S::I16}, {23, S::I32}, {24, S::I64}, {25, S::I4},
                                                             {31, S::U8},  {32, S::U16}, {33, S::U32}, {34, S::U64}, {35, S::U4}};
    return typeOf(kTypes, code);
}

/// The first field of that number.
std::optional<MessageField> find(Bytes message, std::uint32_t number) {
    MessageCursor cursor(message);
    while (const auto field = cursor.next())
        if (field->number == number) return field;
    return std::nullopt;
}

struct MapEntry {
    std::string_view key;
    Bytes value;
};
MapEntry mapEntry(Bytes message) {
    MapEntry entry;
    MessageCursor cursor(message);
    while (const auto field = cursor.next()) {
        if (field->number == kMapKey) entry.key = field->text();
        if (field->number == kMapValue) entry.value = field->bytes;
    }
    return entry;
}

/// One function's blocks as graphs.
class BlockReader {
public:
    /// `prefix` stands before the names of the constants.
    BlockReader(const Context& context, const ByteRange& weights, ElementBudget& budget, Decoded& decoded, std::string name,
                std::string prefix)
        : m_context(context),
          m_weights(weights),
          m_budget(budget),
          m_decoded(decoded),
          m_graph(budget),
          m_name(std::move(name)),
          m_prefix(std::move(prefix)) {}

    void addInput(Bytes namedType) { static_cast<void>(m_graph.addInput(declare(namedType))); }

    void read(Bytes block, int depth) {
        MessageCursor inputs(block);
        while (const auto field = inputs.next())
            if (field->number == block_field::kInputs) addInput(field->bytes);
        MessageCursor operations(block);
        while (const auto field = operations.next()) {
            if (m_context.job.cancelled() || m_budget.spent()) return;
            if (field->number == block_field::kOperations) addOperation(field->bytes, depth);
        }
        MessageCursor outputs(block);
        while (const auto field = outputs.next())
            if (field->number == block_field::kOutputs && m_budget.take(1)) m_graph.addOutput(slot(field->text()));
        if (operations.damaged())
            m_context.diagnostics.error("core-ml-model-damaged", m_context.where(), "a block of the model breaks off");
    }

    std::shared_ptr<const graph::GraphModel> finish() { return m_graph.finish(); }
    std::string operators() const { return m_operators.text(); }

private:
    SlotGraph::Slot slot(std::string_view name) { return m_slots.try_emplace(std::string(name), m_slots.size()).first->second; }

    /// The name and tensor type of a NamedValueType.
    SlotGraph::Slot declare(Bytes namedType) {
        SlotSpec spec;
        spec.kind = graph::ValueKind::Unknown;
        MessageCursor cursor(namedType);
        while (const auto field = cursor.next()) {
            if (field->number == 1) spec.name = field->text();
            if (field->number == 2) readType(field->bytes, spec);
        }
        const SlotGraph::Slot id = slot(spec.name);
        if (m_budget.take(1)) static_cast<void>(m_graph.declare(id, std::move(spec)));
        return id;
    }

    void readType(Bytes valueType, SlotSpec& spec) {
        const auto tensor = find(valueType, 1);
        if (!tensor || !tensor->isBytes) return;
        spec.kind = graph::ValueKind::Tensor;
        MessageCursor cursor(tensor->bytes);
        while (const auto field = cursor.next()) {
            if (field->number == 1) {
                spec.typeCode = static_cast<std::int64_t>(field->integer);
                spec.type = scalarType(field->integer);
            }
            if (field->number == 3 && m_budget.take(1)) spec.dims.push_back(dimension(field->bytes));
        }
    }

    graph::Dim dimension(Bytes message) {
        const auto constant = find(message, 1);
        const auto size = constant && constant->isBytes ? find(constant->bytes, 1) : std::nullopt;
        if (constant) return {size ? static_cast<std::int64_t>(size->integer) : 0, {}, true};
        return {0, m_graph.intern("?"), false};
    }

    void addOperation(Bytes message, int depth) {
        SlotGraph::NodeSpec spec;
        std::vector<Bytes> blocks;
        Bytes constant;
        MessageCursor cursor(message);
        while (const auto field = cursor.next()) {
            if (!m_budget.take(1)) return;
            if (field->number == operation_field::kType) spec.target = field->text();
            if (field->number == operation_field::kInputs) addArgument(mapEntry(field->bytes), spec);
            if (field->number == operation_field::kOutputs) spec.writes.push_back(declare(field->bytes));
            if (field->number == operation_field::kBlocks) blocks.push_back(field->bytes);
            if (field->number == operation_field::kAttributes)
                if (const MapEntry attribute = mapEntry(field->bytes); attribute.key == "val") constant = attribute.value;
        }
        if (spec.target == "const" && spec.writes.size() == 1) return addConstant(spec.writes[0], constant);
        m_operators.count(spec.target);
        spec.id = std::to_string(m_graph.nodeCount());
        m_graph.addNode(spec);
        for (std::size_t i = 0; i < blocks.size() && depth < limits::kMaxMessageDepth; ++i) {
            BlockReader inner(m_context, m_weights, m_budget, m_decoded, m_name + "/" + spec.id + "/" + std::to_string(i),
                              m_prefix);
            inner.read(blocks[i], depth + 1);
            m_decoded.otherGraphs.push_back({inner.m_name, inner.finish()});
        }
    }

    /// Constants of one operation: small ones become literals where they are used, those in weight.bin inputs of the graph.
    void addConstant(SlotGraph::Slot id, Bytes value) {
        const auto blob = find(value, value_field::kBlobFile);
        if (!blob || !blob->isBytes) {
            m_literals[id] = value;
            return;
        }
        const auto offset = find(blob->bytes, 2);
        const SlotSpec* spec = m_graph.spec(id);
        Weight weight;
        if (spec != nullptr) weight.name = m_prefix + spec->name, weight.type = spec->type;
        if (spec != nullptr && m_budget.take(spec->dims.size())) weight.shape = sizesOf(spec->dims);
        weight.bytes = blobBytes(offset ? offset->integer : 0);
        weight.size = weight.bytes.size;
        static_cast<void>(m_graph.addInput(id, graph::InputKind::TensorConstant, weight.name));
        m_decoded.weights.push_back(std::move(weight));
    }

    ByteRange blobBytes(std::uint64_t at) const {
        std::array<std::byte, kBlobHeader> head{};
        if (!rangeFits(at, kBlobHeader, m_weights.size) || !m_weights.read(at, head)) return {};
        const auto size = loadLittle<std::uint64_t>(head.data() + 8), offset = loadLittle<std::uint64_t>(head.data() + 16);
        if (loadLittle<std::uint32_t>(head.data()) != kBlobMarker || !rangeFits(offset, size, m_weights.size)) return {};
        auto part = m_weights.part(offset, size);
        return part ? *std::move(part) : ByteRange{};
    }

    void addArgument(const MapEntry& entry, SlotGraph::NodeSpec& spec) {
        std::vector<Argument> items;
        MessageCursor cursor(entry.value);
        while (const auto binding = cursor.next()) {
            if (binding->number != 1 || !m_budget.take(1)) continue;
            if (const auto name = find(binding->bytes, 1))
                items.push_back(reference(name->text()));
            else if (const auto value = find(binding->bytes, 2))
                items.push_back(literal(value->bytes));
        }
        spec.arguments.push_back(m_graph.named(entry.key, items.size() == 1 ? items.front() : m_graph.list(items)));
    }

    Argument reference(std::string_view name) {
        const SlotGraph::Slot id = slot(name);
        if (const auto found = m_literals.find(id); found != m_literals.end() && m_budget.take(found->second.size()))
            return literal(found->second);
        if (!m_graph.hasValue(id) && m_graph.spec(id) == nullptr && m_budget.take(1))
            static_cast<void>(m_graph.declare(id, {std::string(name), graph::ValueKind::Unknown, {}, 0, {}}));
        return m_graph.readOrInput(id);
    }

    /// A Value with its content inside: numbers and texts of a tensor.
    Argument literal(Bytes value) {
        const auto immediate = find(value, value_field::kImmediate);
        const auto tensor = immediate ? find(immediate->bytes, 1) : std::nullopt;
        if (!tensor) return m_graph.word(graph::ArgumentKind::Object, "value");
        SlotSpec type;
        if (const auto message = find(value, value_field::kType)) readType(message->bytes, type);
        std::vector<Argument> items;
        MessageCursor cursor(tensor->bytes);
        while (const auto kind = cursor.next())
            if (kind->isBytes) addItems(kind->number, kind->bytes, type.type, items);
        if (type.dims.empty() && items.size() == 1) return items.front();
        return m_graph.list(items);
    }

    /// TensorValue: 1 floats, 2 ints, 3 bools, 4 strings, 5 longs, 6 doubles, 7 bytes; each a message with a list as field 1.
    /// Values of types that have no list of their own (float16, small integers) are the bytes.
    void addItems(std::uint32_t kind, Bytes message, std::optional<ScalarType> type, std::vector<Argument>& items) {
        MessageCursor cursor(message);
        while (const auto field = cursor.next()) {
            if (field->number != 1 || !m_budget.take(1 + field->bytes.size())) continue;
            if (kind == 4) items.push_back(m_graph.text(field->text()));
            if (kind == 7) addPacked(field->bytes, type, items);
            if (kind == 1 || kind == 6) addNumbers(kind == 1, *field, items);
            if (kind == 2 || kind == 3 || kind == 5) addIntegers(kind == 3, *field, items);
        }
    }

    void addPacked(Bytes bytes, std::optional<ScalarType> type, std::vector<Argument>& items) {
        if (const auto values = packedValues(m_graph, type, bytes))
            items.insert(items.end(), values->begin(), values->end());
        else
            items.push_back(m_graph.word(graph::ArgumentKind::Object, std::to_string(bytes.size()) + " bytes"));
    }

    void addNumbers(bool single, const MessageField& field, std::vector<Argument>& items) {
        if (!field.isBytes)
            return items.push_back(m_graph.number(single ? double{std::bit_cast<float>(static_cast<std::uint32_t>(field.integer))}
                                                         : std::bit_cast<double>(field.integer)));
        ByteCursor packed(field.bytes);
        if (single)
            while (const auto number = packed.take<float>()) items.push_back(m_graph.number(double{*number}));
        else
            while (const auto number = packed.take<double>()) items.push_back(m_graph.number(*number));
    }

    void addIntegers(bool boolean, const MessageField& field, std::vector<Argument>& items) {
        const auto add = [&](std::uint64_t value) {
            items.push_back(boolean ? m_graph.boolean(value != 0) : m_graph.integer(static_cast<std::int64_t>(value)));
        };
        if (!field.isBytes) return add(field.integer);
        MessageCursor packed(field.bytes);
        while (const auto number = packed.varint()) add(*number);
    }

    const Context& m_context;
    const ByteRange& m_weights;
    ElementBudget& m_budget;
    Decoded& m_decoded;
    SlotGraph m_graph;
    std::string m_name, m_prefix;
    TextMap<SlotGraph::Slot> m_slots;
    std::unordered_map<SlotGraph::Slot, Bytes> m_literals;
    Histogram m_operators;
};

/// The functions of a program: the default one, then those that the description lists, then others as they stand.
class FunctionList {
public:
    FunctionList(Bytes description, Bytes program) {
        if (const auto name = find(description, description_field::kDefaultFunction)) m_rank[std::string(name->text())] = 0;
        MessageCursor described(description);
        while (const auto field = described.next())
            if (field->number == description_field::kFunctions && field->isBytes)
                if (const auto name = find(field->bytes, 1)) m_rank.try_emplace(std::string(name->text()), m_rank.size() + 1);
        MessageCursor cursor(program);
        while (const auto field = cursor.next())
            if (field->number == program_field::kFunctions) functions.push_back(mapEntry(field->bytes));
        damaged = cursor.damaged();
        std::ranges::stable_sort(functions, {}, [this](const MapEntry& one) { return rankOf(one.key); });
    }
    std::vector<MapEntry> functions;
    bool damaged = false;

private:
    std::size_t rankOf(std::string_view name) const {
        const auto found = m_rank.find(name);
        return found == m_rank.end() ? m_rank.size() + 1 : found->second;
    }
    TextMap<std::size_t> m_rank;
};

/// A function: its inputs, and of its blocks (one for each set of operations) that of its own set.
void addFunction(const Context& context, const MapEntry& function, const ByteRange& weights, ElementBudget& budget,
                 Decoded& decoded) {
    const auto opset = find(function.value, function_field::kOpset);
    const bool main = decoded.graph == nullptr;
    BlockReader reader(context, weights, budget, decoded, std::string(function.key),
                       main ? std::string() : std::string(function.key) + "/");
    Bytes block;
    MessageCursor cursor(function.value);
    while (const auto field = cursor.next()) {
        if (field->number == function_field::kInputs && budget.take(1)) reader.addInput(field->bytes);
        if (field->number != function_field::kBlocks) continue;
        const MapEntry entry = mapEntry(field->bytes);
        if (block.empty() || (opset && entry.key == opset->text())) block = entry.value;
    }
    reader.read(block, 0);
    if (opset) decoded.facts.push_back({"opset of " + std::string(function.key), std::string(opset->text())});
    decoded.facts.push_back({"operators of " + std::string(function.key), reader.operators()});
    if (!main) {
        decoded.otherGraphs.push_back({std::string(function.key), reader.finish()});
        return;
    }
    decoded.graph = reader.finish();
    decoded.graphName = function.key;
}

}  // namespace

void readCoreMlModel(const Context& context, const ByteRange& model, const ByteRange& weights, Decoded& decoded) {
    if (model.size > kLargestModel) {
        context.diagnostics.error("limit-exceeded", model.where(), "the model inside the package is larger than 256 MiB");
        return;
    }
    const auto bytes = model.readAll();
    if (!bytes) return context.diagnostics.error(bytes.error());
    if (const auto version = find(*bytes, model_field::kVersion)) decoded.version = std::to_string(version->integer);
    const auto program = find(*bytes, model_field::kMlProgram);
    if (!program || !program->isBytes) return;
    ElementBudget budget(model.size * kUsesOfLiterals);
    const auto description = find(*bytes, model_field::kDescription);
    const FunctionList list(description ? description->bytes : Bytes{}, program->bytes);
    std::string names;
    for (const MapEntry& function : list.functions) {
        if (context.job.cancelled()) return;
        if (!budget.take(1)) break;
        addFunction(context, function, weights, budget, decoded);
        names += (names.empty() ? "" : ", ") + std::string(function.key);
    }
    if (list.functions.size() > 1) decoded.facts.push_back({"functions", names});
    if (list.damaged) context.diagnostics.error("core-ml-model-damaged", model.where(), "the model breaks off");
    if (budget.spent())
        context.diagnostics.error("delegate-too-many-elements", context.where(),
                                  "the model is repeated beyond all proportion to its size");
}

}  // namespace etscope::delegates
