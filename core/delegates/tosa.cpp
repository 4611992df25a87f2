// TOSA payloads (identifier "TOSA", versions 1.x): regions of blocks of operators, linked by names. Rules: docs/FORMATS.md
// "TOSA payload".

#include "base/text_hash.h"
#include "delegates/flat_fields.h"
#include "delegates/flat_image.h"
#include "delegates/slot_graph.h"
#include "schema/tosa_bfbs_generated.h"
#include "schema/tosa_generated.h"

namespace etscope::delegates {
namespace {

namespace tosa_fb = schema::tosa;

std::optional<ScalarType> scalarType(tosa_fb::DType type) noexcept {
    using D = tosa_fb::DType;
    using S = ScalarType;
    static constexpr std::pair<D, S> kTypes[] = {{D::BOOL, S::Bool},        {D::INT4, S::I4},        {D::INT8, S::I8},
                                                 {D::INT16, S::I16},        {D::INT32, S::I32},      {D::INT64, S::I64},
                                                 {D::FP32, S::F32},         {D::FP16, S::F16},       {D::BF16, S::BF16},
                                                 {D::FP8E4M3, S::F8E4M3FN}, {D::FP8E5M2, S::F8E5M2}, {D::FP8UE8M0, S::F8E8M0FNU}};
    return typeOf(kTypes, type);
}

class TosaBlockReader {
public:
    TosaBlockReader(const Context& context, const FlatImage& image, const FieldSchema& schema, ElementBudget& budget,
                    Decoded& decoded)
        : m_context(context), m_image(image), m_schema(schema), m_budget(budget), m_decoded(decoded), m_graph(budget) {}

    /// False when the job is cancelled.
    bool read(const tosa_fb::TosaBasicBlock& block) {
        declareTensors(block);
        for (const flatbuffers::String* name : Elements(block.inputs(), m_budget))
            static_cast<void>(m_graph.addInput(slot(textOf(name))));
        for (const tosa_fb::TosaOperator* op : Elements(block.operators(), m_budget)) {
            if (m_context.job.cancelled()) return false;
            addOperator(*op);
        }
        for (const flatbuffers::String* name : Elements(block.outputs(), m_budget)) m_graph.addOutput(slot(textOf(name)));
        if (m_graph.unresolved() != 0)
            m_context.diagnostics.warning("delegate-unknown-value", m_context.where(), "operators read values that nothing writes");
        return true;
    }

    std::shared_ptr<const graph::GraphModel> finish() { return m_graph.finish(); }
    std::string operators() const { return m_operators.text(); }

private:
    SlotGraph::Slot slot(std::string_view name) {
        const auto [found, added] = m_slots.try_emplace(name, m_slots.size());
        if (added && m_budget.take(1)) {
            SlotSpec spec;
            spec.name = name;
            static_cast<void>(m_graph.declare(found->second, std::move(spec)));
        }
        return found->second;
    }

    void declareTensors(const tosa_fb::TosaBasicBlock& block) {
        for (const tosa_fb::TosaTensor* tensor : Elements(block.tensors(), m_budget)) declareTensor(*tensor);
        for (const tosa_fb::TosaShape* shape : Elements(block.shapes(), m_budget)) {
            SlotSpec spec;
            spec.name = textOf(shape->name());
            spec.type = ScalarType::I64;
            spec.dims = {{static_cast<std::int64_t>(shape->rank()), {}, true}};
            addWeight(spec, shape->data());
            declare(textOf(shape->name()), std::move(spec));
        }
    }

    void declareTensor(const tosa_fb::TosaTensor& tensor) {
        SlotSpec spec;
        spec.name = textOf(tensor.name());
        spec.type = scalarType(tensor.type());
        spec.typeCode = static_cast<std::int64_t>(tensor.type());
        spec.dims = fixedDims(tensor.shape(), m_budget);
        addWeight(spec, tensor.data());
        const bool variable = tensor.variable();
        declare(textOf(tensor.name()), std::move(spec));
        if (variable)
            static_cast<void>(
                m_graph.addInput(slot(textOf(tensor.name())), graph::InputKind::Buffer, textOf(tensor.variable_name())));
    }

    void declare(std::string_view name, SlotSpec spec) {
        const auto [found, added] = m_slots.try_emplace(name, m_slots.size());
        if (!added || !m_graph.declare(found->second, std::move(spec)))
            m_context.diagnostics.warning("delegate-duplicate-value", m_context.where(), "two values have the same name");
    }

    void addWeight(const SlotSpec& spec, const flatbuffers::Vector<std::uint8_t>* data) {
        if (countOf(data) == 0) return;
        Weight weight{spec.name, {}, m_image.range(data), countOf(data), spec.type, {}, std::nullopt};
        if (m_budget.take(spec.dims.size())) weight.shape = sizesOf(spec.dims);
        m_decoded.weights.push_back(std::move(weight));
    }

    void addOperator(const tosa_fb::TosaOperator& op) {
        const auto code = static_cast<std::int64_t>(op.op());
        SlotGraph::NodeSpec spec;
        spec.id = std::to_string(m_graph.nodeCount());
        spec.target = tosa_fb::EnumNameOp(op.op());
        if (spec.target.empty()) spec.target = "unknown:" + std::to_string(code);
        m_operators.count(spec.target);
        for (const flatbuffers::String* name : Elements(op.inputs(), m_budget))
            spec.arguments.push_back(
                m_graph.named("input" + std::to_string(spec.arguments.size()), m_graph.read(slot(textOf(name)))));
        const FieldSchema::Member member = m_schema.member("Attribute", static_cast<std::int64_t>(op.attribute_type()));
        if (member.object != nullptr && op.attribute() != nullptr)
            for (const FieldView& field : m_schema.fields(*member.object, op.attribute()))
                spec.arguments.push_back(m_graph.named(field.name, attribute(op, field)));
        for (const flatbuffers::String* name : Elements(op.outputs(), m_budget)) spec.writes.push_back(slot(textOf(name)));
        m_graph.addNode(spec);
    }

    /// Bounds of a clamp are bytes of one value of the input's type.
    graph::Argument attribute(const tosa_fb::TosaOperator& op, const FieldView& field) {
        if (op.op() == tosa_fb::Op::CLAMP && field.data != nullptr && field.element == reflection::BaseType::UByte &&
            countOf(op.inputs()) > 0 && m_budget.take(1)) {
            const SlotSpec* input = m_graph.spec(slot(textOf(op.inputs()->Get(0))));
            const auto& bytes = *field.as<flatbuffers::Vector<std::uint8_t>>();
            const auto values = packedValues(m_graph, input == nullptr ? std::nullopt : input->type,
                                             std::as_bytes(std::span(bytes.data(), bytes.size())));
            if (values && values->size() == 1) return values->front();
        }
        return plainArgument(m_graph, field, m_budget);
    }

    const Context& m_context;
    const FlatImage& m_image;
    const FieldSchema& m_schema;
    ElementBudget& m_budget;
    Decoded& m_decoded;
    SlotGraph m_graph;
    TextViewMap<SlotGraph::Slot> m_slots;
    Histogram m_operators;
};

Result<void> readBlocks(const Context& context, const FlatImage& image, const tosa_fb::TosaGraph& file, Decoded& decoded) {
    const FieldSchema schema(tosa_fb::TosaGraphBinarySchema::data());
    ElementBudget budget(context.bytes().size);
    for (const tosa_fb::TosaRegion* region : Elements(file.regions(), budget)) {
        for (const tosa_fb::TosaBasicBlock* block : Elements(region->blocks(), budget)) {
            TosaBlockReader reader(context, image, schema, budget, decoded);
            if (!reader.read(*block)) return cancelledFailure();
            if (budget.spent()) return tooManyElements(context);
            const std::string name = std::string(textOf(region->name())) + "/" + std::string(textOf(block->name()));
            decoded.facts.push_back({"operators of " + name, reader.operators()});
            if (decoded.graph == nullptr)
                decoded.graph = reader.finish();
            else
                decoded.otherGraphs.push_back({name, reader.finish()});
        }
    }
    return {};
}

}  // namespace

Result<Decoded> decodeTosa(const Context& context) {
    const auto image = FlatImage::read(context, 0, context.bytes().size);
    if (!image) return image.failure();
    const auto* file = image->root<tosa_fb::TosaGraph>();
    if (file == nullptr) return damagedFlatbuffer(context, 0);
    Decoded decoded;
    decoded.regions.push_back({"graph", 0, context.bytes().size});
    if (const tosa_fb::Version* version = file->version()) {
        decoded.version = std::to_string(version->major_number()) + "." + std::to_string(version->minor_number()) + "." +
                          std::to_string(version->patch()) + (version->draft() ? " draft" : "");
        if (version->major_number() != 1)
            return fail("delegate-version-unknown", "TOSA " + decoded.version + " has another layout than the 1.x read here",
                        context.where());
    }
    if (auto read = readBlocks(context, *image, *file, decoded); !read) return read.failure();
    if (decoded.graph == nullptr) decoded.reason = "the graph has no block";
    return decoded;
}

}  // namespace etscope::delegates
