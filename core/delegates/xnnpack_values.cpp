#include "delegates/xnnpack_values.h"

#include <array>

namespace etscope::delegates {
namespace {

namespace xnnpack_fb = schema::xnnpack;
using xnnpack_fb::XNNDatatype;

std::string_view datatypeName(XNNDatatype type) noexcept {
    static constexpr std::array<std::string_view, 15> kNames{"invalid", "fp32",   "fp16",    "qint8",  "quint8",
                                                             "qint32",  "qcint8", "qcint32", "qcint4", "qdint8",
                                                             "qbint4",  "qpint8", "int32",   "pfp32",  "bf16"};
    const auto code = static_cast<std::size_t>(type);
    return code < kNames.size() ? kNames[code] : "unknown";
}

std::optional<ScalarType> scalarType(XNNDatatype type) noexcept {
    switch (type) {
        case XNNDatatype::xnn_datatype_fp32:
        case XNNDatatype::xnn_datatype_pfp32: return ScalarType::F32;
        case XNNDatatype::xnn_datatype_fp16: return ScalarType::F16;
        case XNNDatatype::xnn_datatype_bf16: return ScalarType::BF16;
        case XNNDatatype::xnn_datatype_qint8:
        case XNNDatatype::xnn_datatype_qcint8:
        case XNNDatatype::xnn_datatype_qdint8:
        case XNNDatatype::xnn_datatype_qpint8: return ScalarType::QInt8;
        case XNNDatatype::xnn_datatype_quint8: return ScalarType::QUInt8;
        case XNNDatatype::xnn_datatype_qint32:
        case XNNDatatype::xnn_datatype_qcint32: return ScalarType::QInt32;
        case XNNDatatype::xnn_datatype_qcint4:
        case XNNDatatype::xnn_datatype_qbint4: return ScalarType::I4;
        case XNNDatatype::xnn_datatype_int32: return ScalarType::I32;
        default: return std::nullopt;
    }
}

/// The tensor inside either kind of value.
const xnnpack_fb::XNNTensorValue* tensorOf(const xnnpack_fb::XValue& value) noexcept {
    if (const auto* plain = value.xvalue_union_as_XNNTensorValue()) return plain;
    const auto* quantized = value.xvalue_union_as_XNNQuantizedTensorValue();
    return quantized == nullptr ? nullptr : quantized->tensor_value();
}

}  // namespace

void XnnpackValues::declareAll() {
    if (m_file.xvalues() == nullptr || !m_budget.take(m_file.xvalues()->size())) return;
    for (const xnnpack_fb::XValue* value : *m_file.xvalues()) {
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
    Weight weight;
    weight.name = "v" + std::to_string(value.id_out());
    weight.type = scalarType(value.datatype());
    if (const SlotSpec* spec = m_graph.spec(value.id_out()); spec != nullptr && m_budget.take(spec->dims.size()))
        weight.shape = sizesOf(spec->dims);
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

}  // namespace etscope::delegates
