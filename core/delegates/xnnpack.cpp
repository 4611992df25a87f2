// XNNPACK payloads: header "XH00" and a FlatBuffers graph, or, before the header existed, the graph alone with its weights
// inside. Rules: docs/FORMATS.md "XNNPACK payload".
#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/checked_math.h"
#include "delegates/flat_fields.h"
#include "delegates/flat_image.h"
#include "delegates/slot_graph.h"
#include "schema/xnnpack_bfbs_generated.h"
#include "schema/xnnpack_generated.h"

namespace etscope::delegates {
namespace {

namespace xnnpack_fb = schema::xnnpack;
using graph::Argument;
using xnnpack_fb::XNNDatatype;

constexpr std::uint32_t kNoValue = 0xFFFF'FFFF;
/// Debug handle of nodes that the exporter put in (changes of memory format).
constexpr std::uint32_t kNoHandle = 65'535;

/// Fields that name values end in "_id"; those that are written begin with "output".
bool namesValue(std::string_view field) noexcept { return field.ends_with("_id"); }

std::string_view datatypeName(XNNDatatype type) noexcept {
    static constexpr std::array<std::string_view, 15> kNames{"invalid", "fp32",   "fp16",    "qint8",  "quint8",
                                                             "qint32",  "qcint8", "qcint32", "qcint4", "qdint8",
                                                             "qbint4",  "qpint8", "int32",   "pfp32",  "bf16"};
    const auto code = static_cast<std::size_t>(type);
    return code < kNames.size() ? kNames[code] : "unknown";
}

std::optional<ScalarType> scalarType(XNNDatatype type) noexcept {
    using D = XNNDatatype;
    using S = ScalarType;
    static constexpr std::pair<D, S> kTypes[] = {
        {D::xnn_datatype_fp32, S::F32},      {D::xnn_datatype_pfp32, S::F32},      {D::xnn_datatype_fp16, S::F16},
        {D::xnn_datatype_bf16, S::BF16},     {D::xnn_datatype_qint8, S::QInt8},    {D::xnn_datatype_qcint8, S::QInt8},
        {D::xnn_datatype_qdint8, S::QInt8},  {D::xnn_datatype_qpint8, S::QInt8},   {D::xnn_datatype_quint8, S::QUInt8},
        {D::xnn_datatype_qint32, S::QInt32}, {D::xnn_datatype_qcint32, S::QInt32}, {D::xnn_datatype_qcint4, S::I4},
        {D::xnn_datatype_qbint4, S::I4},     {D::xnn_datatype_int32, S::I32}};
    return typeOf(kTypes, type);
}

/// The tensor inside either kind of value.
const xnnpack_fb::XNNTensorValue* tensorOf(const xnnpack_fb::XValue& value) noexcept {
    if (const auto* plain = value.xvalue_union_as_XNNTensorValue()) return plain;
    const auto* quantized = value.xvalue_union_as_XNNQuantizedTensorValue();
    return quantized == nullptr ? nullptr : quantized->tensor_value();
}

/// Where constants inside the payload lie: in the graph's own buffers, or in the region behind the graph.
struct XnnpackConstants {
    const FlatImage& image;
    std::uint64_t dataOffset = 0;
    std::uint64_t dataSize = 0;
};

/// The values of a graph: types, shapes, quantization, and where constants lie.
class XnnpackValues {
public:
    XnnpackValues(const Context& context, const xnnpack_fb::XNNGraph& file, const XnnpackConstants& constants, SlotGraph& graph,
                  ElementBudget& budget, Decoded& decoded)
        : m_context(context), m_file(file), m_constants(constants), m_graph(graph), m_budget(budget), m_decoded(decoded) {}

    /// Tells the graph every value, and notes the quantization of those that are not constant.
    void declareAll();
    /// Makes the constants inputs of the graph and weights of the result.
    void addConstants();

private:
    struct Stored {
        std::string key;
        ByteRange bytes;
        std::uint64_t size = 0;
    };
    std::optional<Stored> stored(std::uint32_t index) const;
    std::optional<Quantization> quantization(const xnnpack_fb::XNNQuantizedTensorValue& value) const;
    void addConstant(const xnnpack_fb::XNNTensorValue& value, std::optional<Quantization> quantization);
    void takeScales(Quantization& quantization, const flatbuffers::Vector<float>* inlineScales, std::uint32_t index,
                    ScalarType type) const;

    const Context& m_context;
    const xnnpack_fb::XNNGraph& m_file;
    const XnnpackConstants& m_constants;
    SlotGraph& m_graph;
    ElementBudget& m_budget;
    Decoded& m_decoded;
};

void XnnpackValues::declareAll() {
    for (const xnnpack_fb::XValue* value : Elements(m_file.xvalues(), m_budget)) {
        const xnnpack_fb::XNNTensorValue* tensor = tensorOf(*value);
        if (tensor == nullptr) {
            m_context.diagnostics.warning("delegate-unknown-value", m_context.where(), "a value is of a kind that is not known");
            continue;
        }
        SlotSpec spec;
        spec.name = "v" + std::to_string(tensor->id_out());
        spec.type = scalarType(tensor->datatype());
        spec.typeCode = static_cast<std::int64_t>(tensor->datatype());
        spec.dims = fixedDims(tensor->dims(), m_budget);
        if (!m_graph.declare(tensor->id_out(), std::move(spec)))
            m_context.diagnostics.warning("delegate-duplicate-value", m_context.where(), "two values have the same id");
        const auto* quantized = value->xvalue_union_as_XNNQuantizedTensorValue();
        if (quantized == nullptr || tensor->constant_buffer_idx() != 0) continue;
        if (auto how = quantization(*quantized))
            m_decoded.quantization.push_back({"v" + std::to_string(tensor->id_out()), *std::move(how)});
    }
}

void XnnpackValues::addConstants() {
    if (m_file.xvalues() == nullptr) return;
    for (const xnnpack_fb::XValue* value : *m_file.xvalues()) {
        const xnnpack_fb::XNNTensorValue* tensor = tensorOf(*value);
        if (tensor == nullptr || tensor->constant_buffer_idx() == 0) continue;
        const auto* quantized = value->xvalue_union_as_XNNQuantizedTensorValue();
        addConstant(*tensor, quantized == nullptr ? std::nullopt : quantization(*quantized));
    }
}

void XnnpackValues::addConstant(const xnnpack_fb::XNNTensorValue& value, std::optional<Quantization> quantization) {
    Weight weight = m_graph.weight(value.id_out());
    weight.type = scalarType(value.datatype());
    weight.quantization = std::move(quantization);
    if (auto found = stored(value.constant_buffer_idx())) {
        weight.key = std::move(found->key);
        weight.bytes = std::move(found->bytes);
        weight.size = found->size;
    } else {
        m_context.diagnostics.error("delegate-constant-missing", m_context.where(),
                                    "a value names a constant that the payload does not have");
    }
    static_cast<void>(m_graph.addInput(value.id_out(), graph::InputKind::TensorConstant, weight.key));
    m_decoded.weights.push_back(std::move(weight));
}

std::optional<XnnpackValues::Stored> XnnpackValues::stored(std::uint32_t index) const {
    if (index < countOf(m_file.constant_data())) {
        const xnnpack_fb::ConstantDataOffset* place = m_file.constant_data()->Get(index);
        Stored out{std::string(textOf(place->named_key())), {}, place->size()};
        if (!out.key.empty()) {
            out.bytes = m_context.named(out.key);
            return out;
        }
        if (!rangeFits(place->offset(), place->size(), m_constants.dataSize)) return std::nullopt;
        auto part = m_context.bytes().part(m_constants.dataOffset + place->offset(), place->size());
        if (!part) return std::nullopt;
        out.bytes = *std::move(part);
        return out;
    }
    if (index >= countOf(m_file.constant_buffer())) return std::nullopt;
    const auto* storage = m_file.constant_buffer()->Get(index)->storage();
    return Stored{{}, m_constants.image.range(storage), countOf(storage)};
}

void XnnpackValues::takeScales(Quantization& quantization, const flatbuffers::Vector<float>* inlineScales, std::uint32_t index,
                               ScalarType type) const {
    if (inlineScales != nullptr && m_budget.take(inlineScales->size()))
        quantization.scaleValues.assign(inlineScales->begin(), inlineScales->end());
    if (index == 0) return;
    quantization.scaleType = type;
    if (auto found = stored(index)) {
        quantization.scaleKey = std::move(found->key);
        quantization.scales = std::move(found->bytes);
    }
}

std::optional<Quantization> XnnpackValues::quantization(const xnnpack_fb::XNNQuantizedTensorValue& value) const {
    Quantization out;
    if (value.tensor_value() != nullptr) out.format = datatypeName(value.tensor_value()->datatype());
    if (const auto* tensor = value.quant_params_as_PerTensorQuant()) {
        out.scheme = "per_tensor";
        out.scale = double{tensor->scale()};
        out.zeroPoint = tensor->zero_point();
    } else if (const auto* channel = value.quant_params_as_PerChannelQuant()) {
        out.scheme = "per_channel";
        out.axis = channel->channel_dim();
        takeScales(out, channel->scale(), channel->scale_buffer_idx(), ScalarType::F32);
    } else if (const auto* token = value.quant_params_as_PerTokenDynamicQuant()) {
        out.scheme = "per_token_dynamic";
        out.tokenDims = token->num_nonbatch_dims();
    } else if (const auto* group = value.quant_params_as_PerChannelGroupQuant()) {
        out.scheme = "per_channel_group";
        out.axis = group->channel_dim();
        out.groupSize = group->group_size();
        takeScales(out, group->scale(), group->scale_buffer_idx(), ScalarType::BF16);
    } else {
        return std::nullopt;
    }
    return out;
}

class GraphReader {
public:
    GraphReader(const Context& context, const xnnpack_fb::XNNGraph& file, const XnnpackConstants& constants, Decoded& decoded)
        : m_context(context),
          m_file(file),
          m_decoded(decoded),
          m_budget(context.bytes().size),
          m_graph(m_budget),
          m_values(context, file, constants, m_graph, m_budget, decoded),
          m_schema(xnnpack_fb::XNNGraphBinarySchema::data()) {}

    Result<void> read() {
        m_values.declareAll();
        readArguments();
        for (const std::uint32_t id : inArgumentOrder(m_file.input_ids())) addInput(id);
        m_values.addConstants();
        if (m_file.xnodes() != nullptr)
            for (const xnnpack_fb::XNode* node : *m_file.xnodes()) {
                if (m_context.job.cancelled()) return cancelledFailure();
                addNode(*node);
            }
        for (const std::uint32_t id : inArgumentOrder(m_file.output_ids())) m_graph.addOutput(id);
        if (m_budget.spent()) return tooManyElements(m_context);
        if (m_graph.unresolved() != 0)
            m_context.diagnostics.warning("delegate-unknown-value", m_context.where(), "operators read values that nothing writes");
        m_decoded.facts.push_back({"operators", m_operators.text()});
        m_decoded.graph = m_graph.finish();
        return {};
    }

private:
    /// The ids as the call's arguments are: by the external id, which is the number of the argument. The payload lists them in the
    /// order in which its operators name them.
    std::vector<std::uint32_t> inArgumentOrder(const flatbuffers::Vector<std::uint32_t>* ids) {
        std::vector<std::uint32_t> order;
        for (const std::uint32_t id : Elements(ids, m_budget)) order.push_back(id);
        std::stable_sort(order.begin(), order.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return argumentOf(a) < argumentOf(b); });
        return order;
    }
    void readArguments() {
        for (const xnnpack_fb::XValue* value : Elements(m_file.xvalues(), m_budget))
            if (const xnnpack_fb::XNNTensorValue* tensor = tensorOf(*value))
                m_arguments.try_emplace(tensor->id_out(), tensor->external_id());
    }
    std::uint32_t argumentOf(std::uint32_t id) const {
        const auto found = m_arguments.find(id);
        return found == m_arguments.end() ? kNoValue : found->second;
    }
    void addInput(std::uint32_t id) {
        if (m_budget.take(1) && !m_graph.addInput(id))
            m_context.diagnostics.warning("delegate-unknown-value", m_context.where(), "an input id is not among the values");
    }

    void addNode(const xnnpack_fb::XNode& node) {
        const auto code = static_cast<std::int64_t>(node.xnode_union_type());
        const FieldSchema::Member member = m_schema.member("XNodeUnion", code);
        SlotGraph::NodeSpec spec;
        spec.id = std::to_string(m_graph.nodeCount());
        spec.target = member.name.empty() ? "unknown:" + std::to_string(code) : std::string(member.name);
        if (node.debug_handle() != kNoHandle) spec.debugHandle = node.debug_handle();
        m_operators.count(spec.target);
        if (member.object != nullptr && node.xnode_union() != nullptr)
            for (const FieldView& field : m_schema.fields(*member.object, node.xnode_union())) addField(field, spec);
        else
            m_context.diagnostics.warning("delegate-unknown-operator", m_context.where(),
                                          "the operator " + spec.target + " is not known");
        if (const xnnpack_fb::OutputMinMax* bounds = node.output_min_max()) {
            spec.arguments.push_back(m_graph.named("output_min", m_graph.number(double{bounds->output_min()})));
            spec.arguments.push_back(m_graph.named("output_max", m_graph.number(double{bounds->output_max()})));
        }
        m_graph.addNode(spec);
    }

    void addField(const FieldView& field, SlotGraph::NodeSpec& spec) {
        if (!namesValue(field.name)) {
            spec.arguments.push_back(m_graph.named(field.name, plainArgument(m_graph, field, m_budget)));
            return;
        }
        const auto id = static_cast<std::uint32_t>(field.integer);
        if (field.name.starts_with("output")) {
            if (id != kNoValue) spec.writes.push_back(id);
            return;
        }
        // The concatenations have five inputs and say how many of them count only by their kind.
        const std::string_view name = field.name.substr(0, field.name.size() - 3);
        if (!takesInput(spec.target, name)) return;
        spec.arguments.push_back(m_graph.named(name, id == kNoValue ? Argument{} : m_graph.read(id)));
    }

    /// Whether an operator has this input: "XNNConcatenate2" has input1 and input2 of the five that its table holds.
    static bool takesInput(std::string_view target, std::string_view input) noexcept {
        static constexpr std::string_view kConcatenate = "XNNConcatenate";
        if (!target.starts_with(kConcatenate) || target.size() != kConcatenate.size() + 1) return true;
        return !input.starts_with("input") || input.back() <= target.back();
    }

    const Context& m_context;
    const xnnpack_fb::XNNGraph& m_file;
    Decoded& m_decoded;
    ElementBudget m_budget;
    SlotGraph m_graph;
    XnnpackValues m_values;
    FieldSchema m_schema;
    Histogram m_operators;
    std::unordered_map<std::uint32_t, std::uint32_t> m_arguments;  ///< external ids of the values
};

void addRegions(const FlatHeader& layout, Decoded& decoded) {
    if (layout.present) decoded.regions.push_back({"header", 0, FlatHeader::kSize});
    decoded.regions.push_back({"graph", layout.graphOffset, layout.graphSize});
    if (layout.dataSize != 0) decoded.regions.push_back({"constants", layout.dataOffset, layout.dataSize});
}

}  // namespace

Result<Decoded> decodeXnnpack(const Context& context) {
    const auto layout = readFlatHeader(context, "XH00");
    if (!layout) return layout.failure();
    const auto image = FlatImage::read(context, layout->graphOffset, layout->graphSize);
    if (!image) return image.failure();
    const auto* file = image->root<xnnpack_fb::XNNGraph>();
    if (file == nullptr) return damagedFlatbuffer(context, layout->graphOffset);
    Decoded decoded;
    decoded.version = textOf(file->version());
    addRegions(*layout, decoded);
    const XnnpackConstants constants{*image, layout->present ? layout->dataOffset : 0, layout->dataSize};
    if (auto read = GraphReader(context, *file, constants, decoded).read(); !read) return read.failure();
    return decoded;
}

}  // namespace etscope::delegates
