// MLX payloads: header "MLX0" of 24 bytes and a FlatBuffers graph of instruction chains over numbered slots. Rules:
// docs/FORMATS.md "MLX payload".
#include <map>

#include "base/checked_math.h"
#include "delegates/flat_fields.h"
#include "delegates/flat_image.h"
#include "delegates/slot_graph.h"
#include "schema/mlx_bfbs_generated.h"
#include "schema/mlx_generated.h"

namespace etscope::delegates {
namespace {

namespace mlx_fb = schema::mlx;
using graph::Argument;

constexpr std::uint64_t kHeaderSize = 24;
/// Scalar slots are numbered apart from tensors.
constexpr SlotGraph::Slot kScalars = 1ULL << 32U;

/// Names of slots, which are the keys of their named data: "07ea/head.bias" is shown as "head.bias".
struct SlotName {
    std::string_view key;
    std::string_view shown() const noexcept {
        const auto slash = key.find('/');
        return slash == std::string_view::npos ? key : key.substr(slash + 1);
    }
};
using SlotNames = std::map<SlotGraph::Slot, SlotName>;

SlotGraph::Slot slotOf(const mlx_fb::SlotVariant& slot) noexcept {
    return slot.slot_type() == mlx_fb::SlotType::TensorSlot ? slot.idx() : kScalars + slot.idx();
}

SlotNames readNames(const mlx_fb::MLXGraph& file) {
    SlotNames names;
    if (file.named_slots() == nullptr) return names;
    for (const mlx_fb::NamedSlot* named : *file.named_slots())
        if (const mlx_fb::SlotVariant* slot = named->slot()) names[slotOf(*slot)] = {textOf(named->name())};
    return names;
}

class ChainReader {
public:
    ChainReader(const Context& context, const mlx_fb::MLXGraph& file, const SlotNames& names, const FieldSchema& schema,
                ElementBudget& budget)
        : m_context(context), m_file(file), m_names(names), m_schema(schema), m_budget(budget), m_graph(budget) {}

    /// Inputs, constants and buffers; only the main chain owns them.
    void addInterface(Decoded& decoded) {
        addInputs(m_file.input_map(), graph::InputKind::User);
        addInputs(m_file.mutable_buffer_map(), graph::InputKind::Buffer);
        if (!m_budget.take(m_file.num_constant_tensors())) return;
        for (SlotGraph::Slot slot = 0; slot < m_file.num_constant_tensors(); ++slot) addConstant(slot, decoded);
    }

    bool addChain(const mlx_fb::InstructionChain& chain) {
        if (chain.instructions() == nullptr) return true;
        for (const mlx_fb::Instruction* instruction : *chain.instructions()) {
            if (m_context.job.cancelled()) return false;
            if (!m_budget.spent()) addInstruction(*instruction);
        }
        return true;
    }

    void addOutputs() {
        for (const mlx_fb::SlotVariant* slot : Elements(m_file.output_map(), m_budget)) m_graph.addOutput(slotOf(*slot));
    }

    std::shared_ptr<const graph::GraphModel> finish() { return m_graph.finish(); }
    std::size_t unresolved() const noexcept { return m_graph.unresolved(); }
    std::string operators() const { return m_operators.text(); }

private:
    std::string_view keyOf(SlotGraph::Slot slot) const {
        const auto found = m_names.find(slot);
        return found == m_names.end() ? std::string_view{} : found->second.key;
    }

    void declare(SlotGraph::Slot slot) {
        if (m_graph.spec(slot) != nullptr || !m_budget.take(1)) return;
        SlotSpec spec;
        const bool scalar = slot >= kScalars;
        const auto name = m_names.find(slot);
        spec.name = name != m_names.end() && !name->second.key.empty()
                        ? std::string(name->second.shown())
                        : (scalar ? "s" : "t") + std::to_string(scalar ? slot - kScalars : slot);
        spec.kind = scalar ? graph::ValueKind::SymInt : graph::ValueKind::Tensor;
        if (!scalar && slot < countOf(m_file.tensor_meta()))
            fillMeta(*m_file.tensor_meta()->Get(static_cast<std::uint32_t>(slot)), spec);
        static_cast<void>(m_graph.declare(slot, std::move(spec)));
    }

    void fillMeta(const mlx_fb::TensorMeta& meta, SlotSpec& spec) {
        spec.type = scalarTypeFromC10(meta.scalar_type());
        spec.typeCode = meta.scalar_type();
        for (const mlx_fb::ShapeDim* dim : Elements(meta.shape(), m_budget)) {
            graph::Dim& size = spec.dims.emplace_back();
            size.value = dim->value() >= 0 ? dim->value() : dim->max_value();
            if (dim->value() >= 0) continue;
            const std::string high = dim->max_value() < 0 ? std::string() : std::to_string(dim->max_value());
            size.expression = m_graph.intern(std::to_string(dim->min_value()) + ".." + high);
        }
    }

    void addInputs(const flatbuffers::Vector<flatbuffers::Offset<mlx_fb::SlotVariant>>* slots, graph::InputKind kind) {
        for (const mlx_fb::SlotVariant* entry : Elements(slots, m_budget)) {
            const SlotGraph::Slot slot = slotOf(*entry);
            declare(slot);
            static_cast<void>(m_graph.addInput(slot, kind, kind == graph::InputKind::Buffer ? keyOf(slot) : std::string_view{}));
        }
    }

    void addConstant(SlotGraph::Slot slot, Decoded& decoded) {
        declare(slot);
        const SlotSpec* spec = m_graph.spec(slot);
        if (spec == nullptr) return;
        Weight weight = m_graph.weight(slot);
        weight.key = keyOf(slot);
        weight.type = spec->type;
        weight.bytes = m_context.named(weight.key);
        weight.size = weight.bytes.size;
        static_cast<void>(m_graph.addInput(slot, graph::InputKind::TensorConstant, weight.key));
        decoded.weights.push_back(std::move(weight));
    }

    void addInstruction(const mlx_fb::Instruction& instruction) {
        const auto code = static_cast<std::int64_t>(instruction.op_type());
        const FieldSchema::Member member = m_schema.member("OpNode", code);
        SlotGraph::NodeSpec spec;
        spec.id = std::to_string(m_graph.nodeCount());
        spec.target = member.name.empty() ? "unknown:" + std::to_string(code) : std::string(member.name);
        m_operators.count(spec.target);
        if (member.object == nullptr || instruction.op() == nullptr)
            m_context.diagnostics.warning("delegate-unknown-operator", m_context.where(),
                                          "the operator " + spec.target + " is not known");
        else
            for (const FieldView& field : m_schema.fields(*member.object, instruction.op())) addField(field, spec);
        m_graph.addNode(spec);
    }

    static bool writes(std::string_view field) noexcept { return field == "out" || field == "outs" || field == "outputs"; }

    void addField(const FieldView& field, SlotGraph::NodeSpec& spec) {
        const std::string_view type = field.objectName();
        const bool slots = type == "Tid" || type == "Vid";
        if (!slots || !writes(field.name)) {
            spec.arguments.push_back(m_graph.named(field.name, argument(field)));
            return;
        }
        if (field.data == nullptr) return;
        const SlotGraph::Slot base = type == "Vid" ? kScalars : 0;
        const auto write = [&](std::uint32_t index) {
            declare(base + index);
            spec.writes.push_back(base + index);
        };
        if (field.type != reflection::BaseType::Vector) return write(*field.as<std::uint32_t>());
        for (const std::uint32_t index : Elements(field.as<flatbuffers::Vector<std::uint32_t>>(), m_budget)) write(index);
    }

    Argument slot(SlotGraph::Slot slot) {
        declare(slot);
        return m_graph.readOrInput(slot);
    }

    Argument argument(const FieldView& field) {
        const std::string_view type = field.objectName();
        if (type.empty()) return plainArgument(m_graph, field, m_budget);
        if (field.data == nullptr) return {};
        const SlotGraph::Slot base = type == "Vid" ? kScalars : 0;
        const bool slots = type == "Tid" || type == "Vid";
        if (field.type != reflection::BaseType::Vector)
            return slots ? slot(base + *field.as<std::uint32_t>()) : eitherOf(*field.object, field.data);
        std::vector<Argument> items;
        if (slots) {
            for (const std::uint32_t index : Elements(field.as<flatbuffers::Vector<std::uint32_t>>(), m_budget))
                items.push_back(slot(base + index));
        } else {
            const auto* list = field.as<flatbuffers::Vector<flatbuffers::Offset<flatbuffers::Table>>>();
            for (const flatbuffers::Table* item : Elements(list, m_budget)) items.push_back(eitherOf(*field.object, item));
        }
        return m_graph.list(items);
    }

    /// IntOrVid, FloatOrVid, VidOrTid, IntOrVidOrTid: a literal, a scalar slot or a tensor slot. `is_vid` and `kind` (1 scalar,
    /// 2 tensor) tell which.
    Argument eitherOf(const reflection::Object& object, const void* table) {
        Argument literal;
        const std::uint32_t* vid = nullptr;
        const std::uint32_t* tid = nullptr;
        std::int64_t kind = 0;
        bool hasLiteral = false;
        for (const FieldView& field : m_schema.fields(object, table)) {
            if (field.name == "literal") hasLiteral = true, literal = plainArgument(m_graph, field, m_budget);
            if (field.name == "vid") vid = field.as<std::uint32_t>();
            if (field.name == "tid") tid = field.as<std::uint32_t>();
            if (field.name == "is_vid" || field.name == "kind") kind = field.integer;
        }
        if (kind == 1 && vid != nullptr) return slot(kScalars + *vid);
        if ((kind == 2 || !hasLiteral) && tid != nullptr) return slot(*tid);
        return literal;
    }

    const Context& m_context;
    const mlx_fb::MLXGraph& m_file;
    const SlotNames& m_names;
    const FieldSchema& m_schema;
    ElementBudget& m_budget;
    SlotGraph m_graph;
    Histogram m_operators;
};

std::string chainName(const mlx_fb::MLXGraph& file, std::size_t index) {
    if (file.init_chain_idx() >= 0 && index == static_cast<std::size_t>(file.init_chain_idx())) return "init chain";
    return "chain " + std::to_string(index);
}

Result<void> readChains(const Context& context, const mlx_fb::MLXGraph& file, Decoded& decoded) {
    const FieldSchema schema(mlx_fb::MLXGraphBinarySchema::data());
    ElementBudget budget(context.bytes().size);
    if (!budget.take(countOf(file.named_slots()))) return tooManyElements(context);
    const SlotNames names = readNames(file);
    for (std::size_t i = 0; i < countOf(file.instruction_chains()); ++i) {
        if (!budget.take(1)) break;
        const bool main = i == file.main_chain_idx();
        ChainReader reader(context, file, names, schema, budget);
        if (main) reader.addInterface(decoded);
        if (!reader.addChain(*file.instruction_chains()->Get(static_cast<std::uint32_t>(i)))) return cancelledFailure();
        if (main) reader.addOutputs();
        if (reader.unresolved() != 0)
            context.diagnostics.warning("delegate-unknown-value", context.where(), "an output is never written");
        if (budget.spent()) break;
        const std::string name = main ? "main chain" : chainName(file, i);
        decoded.facts.push_back({"operators of " + name, reader.operators()});
        if (main)
            decoded.graph = reader.finish();
        else
            decoded.otherGraphs.push_back({name, reader.finish()});
    }
    if (budget.spent()) return tooManyElements(context);
    if (decoded.graph == nullptr) decoded.reason = "the graph has no main chain";
    return {};
}

}  // namespace

Result<Decoded> decodeMlx(const Context& context) {
    const auto head = context.head<kHeaderSize>();
    if (!head) return head.failure();
    const auto dataOffset = loadLittle<std::uint64_t>(head->data() + 8), dataSize = loadLittle<std::uint64_t>(head->data() + 16);
    const std::uint64_t size = context.bytes().size;
    // The graph reaches to the data segment; a header without that number leaves it the whole rest.
    if (dataOffset > size)
        context.diagnostics.error("delegate-truncated", context.where(8), "the data segment begins beyond the end of the payload");
    const std::uint64_t end = dataOffset > kHeaderSize && dataOffset <= size ? dataOffset : size;
    if (!rangeFits(end, dataSize, size))
        context.diagnostics.error("delegate-truncated", context.where(end),
                                  "the data segment reaches beyond the end of the payload");
    const auto image = FlatImage::read(context, kHeaderSize, end - kHeaderSize);
    if (!image) return image.failure();
    const auto* file = image->root<mlx_fb::MLXGraph>();
    if (file == nullptr) return damagedFlatbuffer(context, kHeaderSize);
    Decoded decoded;
    decoded.version = textOf(file->version());
    decoded.regions = {{"header", 0, kHeaderSize}, {"graph", kHeaderSize, end - kHeaderSize}, {"data", end, size - end}};
    if (auto read = readChains(context, *file, decoded); !read) return read.failure();
    return decoded;
}

}  // namespace etscope::delegates
