// MPS payloads: header "MP00" of 24 bytes, a FlatBuffers graph, constants. Which operator a node is can be read, not what it
// reads and writes. Rules: docs/FORMATS.md "MPS payload".
#include <array>

#include "base/checked_math.h"
#include "delegates/flat_fields.h"
#include "delegates/flat_image.h"
#include "delegates/slot_graph.h"
#include "schema/mps_bfbs_generated.h"
#include "schema/mps_generated.h"

namespace etscope::delegates {
namespace {

namespace mps_fb = schema::mps;

constexpr std::uint64_t kMpsHeaderSize = 24;

std::optional<ScalarType> scalarType(mps_fb::MPSDataType type) noexcept {
    static constexpr std::array kTypes{ScalarType::F16, ScalarType::F32, ScalarType::F64, ScalarType::BF16, ScalarType::I4,
                                       ScalarType::I8,  ScalarType::I16, ScalarType::I32, ScalarType::I64,  ScalarType::U4,
                                       ScalarType::U8,  ScalarType::U16, ScalarType::U32, ScalarType::U64,  ScalarType::Bool,
                                       ScalarType::C32, ScalarType::C64};
    const auto code = static_cast<std::size_t>(type);
    return code >= 1 && code <= kTypes.size() ? std::optional(kTypes[code - 1]) : std::nullopt;
}

struct Constants {
    std::uint64_t offset = 0, size = 0;
};

class MpsGraphReader {
public:
    MpsGraphReader(const Context& context, const mps_fb::MPSGraph& file, const Constants& constants, Decoded& decoded)
        : m_context(context),
          m_file(file),
          m_constants(constants),
          m_decoded(decoded),
          m_budget(context.bytes().size),
          m_graph(m_budget) {}

    Result<void> read() {
        declareValues();
        for (const std::int32_t id : Elements(m_file.input_ids(), m_budget))
            if (id < 0 || !m_graph.addInput(static_cast<SlotGraph::Slot>(id)))
                m_context.diagnostics.warning("delegate-unknown-value", m_context.where(), "an input id is not among the values");
        for (const std::int32_t id : Elements(m_file.constant_ids(), m_budget)) addConstant(id);
        const FieldSchema schema(mps_fb::MPSGraphBinarySchema::data());
        Histogram operators;
        if (m_file.mps_nodes() != nullptr)
            for (const mps_fb::MPSNode* node : *m_file.mps_nodes()) {
                if (m_context.job.cancelled()) return cancelledFailure();
                const auto code = static_cast<std::int64_t>(node->mpsnode_union_type());
                const std::string_view name = schema.member("MPSNodeUnion", code).name;
                SlotGraph::NodeSpec spec{std::to_string(m_graph.nodeCount()),
                                         name.empty() ? "unknown:" + std::to_string(code) : std::string(name),
                                         {},
                                         {}};
                operators.count(spec.target);
                m_graph.addNode(spec);
            }
        if (m_budget.spent()) return tooManyElements(m_context);
        m_decoded.facts.push_back({"operators", operators.text()});
        m_decoded.facts.push_back({"outputs", std::to_string(countOf(m_file.output_ids()))});
        m_decoded.graph = m_graph.finish();
        return {};
    }

private:
    void declareValues() {
        const std::size_t count = countOf(m_file.mps_values());
        if (!m_budget.take(count)) return;
        for (std::size_t i = 0; i < count; ++i) {
            const mps_fb::MPSTensor* tensor = m_file.mps_values()->Get(static_cast<std::uint32_t>(i));
            SlotSpec spec;
            spec.name = "v" + std::to_string(i);
            spec.type = scalarType(tensor->datatype());
            spec.typeCode = static_cast<std::int64_t>(tensor->datatype());
            spec.dims = fixedDims(tensor->dims(), m_budget);
            static_cast<void>(m_graph.declare(i, std::move(spec)));
        }
    }

    void addConstant(std::int32_t id) {
        if (id < 0 || static_cast<std::uint64_t>(id) >= countOf(m_file.mps_values())) return;
        const mps_fb::MPSTensor* tensor = m_file.mps_values()->Get(static_cast<std::uint32_t>(id));
        const auto slot = static_cast<SlotGraph::Slot>(id);
        Weight weight = m_graph.weight(slot);
        weight.type = scalarType(tensor->datatype());
        weight.size = tensor->constant_buffer_size();
        if (rangeFits(tensor->segment_offset(), weight.size, m_constants.size)) {
            if (auto part = m_context.bytes().part(m_constants.offset + tensor->segment_offset(), weight.size))
                weight.bytes = *std::move(part);
        } else {
            m_context.diagnostics.error("delegate-constant-missing", m_context.where(),
                                        "a constant lies outside the constant segment");
        }
        static_cast<void>(m_graph.addInput(slot, graph::InputKind::TensorConstant));
        m_decoded.weights.push_back(std::move(weight));
    }

    const Context& m_context;
    const mps_fb::MPSGraph& m_file;
    const Constants& m_constants;
    Decoded& m_decoded;
    ElementBudget m_budget;
    SlotGraph m_graph;
};

}  // namespace

Result<Decoded> decodeMps(const Context& context) {
    const std::uint64_t size = context.bytes().size;
    const auto head = context.head<kMpsHeaderSize>();
    if (!head) return head.failure();
    Constants constants{loadLittle<std::uint64_t>(head->data() + 8), loadLittle<std::uint64_t>(head->data() + 16)};
    if (!rangeFits(constants.offset, constants.size, size) || constants.offset < kMpsHeaderSize) {
        context.diagnostics.error("delegate-truncated", context.where(8), "the constants do not lie inside the payload");
        constants = {size, 0};
    }
    const std::uint64_t graphSize = (constants.size == 0 ? size : constants.offset) - kMpsHeaderSize;
    const auto image = FlatImage::read(context, kMpsHeaderSize, graphSize);
    if (!image) return image.failure();
    const auto* file = image->root<mps_fb::MPSGraph>();
    if (file == nullptr) return damagedFlatbuffer(context, kMpsHeaderSize);
    Decoded decoded;
    decoded.version = textOf(file->version());
    decoded.regions = {
        {"header", 0, kMpsHeaderSize}, {"graph", kMpsHeaderSize, graphSize}, {"constants", constants.offset, constants.size}};
    if (auto read = MpsGraphReader(context, *file, constants, decoded).read(); !read) return read.failure();
    return decoded;
}

}  // namespace etscope::delegates
