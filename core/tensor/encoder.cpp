#include "tensor/encoder.h"

#include <algorithm>
#include <cstring>

#include "tensor/safetensors.h"
#include "tensor/walk.h"

namespace etscope::tensor {
namespace {

bool inNumpy(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::F16:
        case ScalarType::F32:
        case ScalarType::F64:
        case ScalarType::C64:
        case ScalarType::C128:
        case ScalarType::Bool: return true;
        default: return isInteger(type);
    }
}

/// Stored integers of a quantized type.
ScalarType integerOf(ScalarType type) noexcept {
    if (type == ScalarType::QInt8) return ScalarType::I8;
    return type == ScalarType::QInt32 ? ScalarType::I32 : ScalarType::U8;
}

template <class To, class From>
void appendAs(std::vector<std::byte>& bytes, std::span<const From> values) {
    bytes.resize(values.size() * sizeof(To));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<To>(values[i]);
        std::memcpy(&bytes[i * sizeof(To)], &value, sizeof(To));
    }
}

}  // namespace

std::optional<ScalarType> exportedType(const Tensor& tensor, ExportFormat format) noexcept {
    const ScalarType type = tensor.type;
    if (format == ExportFormat::Bin || format == ExportFormat::Csv) return type;
    const bool numpy = format == ExportFormat::Npy || format == ExportFormat::Npz;
    if (numpy ? inNumpy(type) : !safetensorsTypeName(type).empty()) return type;
    if (isQuantized(type)) return tensor.quantization ? ScalarType::F32 : integerOf(type);
    if (isFloating(type)) return ScalarType::F32;
    if (type == ScalarType::C32) return ScalarType::C64;
    if (isComplex(type)) return std::nullopt;
    return type == ScalarType::Bits16 ? ScalarType::U16 : ScalarType::U8;
}

Result<EncodedElements> EncodedElements::open(const Tensor& tensor, ExportFormat format) {
    const auto type = exportedType(tensor, format);
    if (!type)
        return fail("export-type-unsupported", scalarTypeName(tensor.type) + " cannot be stored in this format; npy or bin can",
                    tensor.storage.where());
    auto reader = ElementReader::open(tensor, isFloating(*type) ? QuantizedAs::Real : QuantizedAs::Raw);
    if (!reader) return reader.failure();
    if (auto allowed = checkVisits(reader->count(), tensor.storage.where()); !allowed) return allowed.failure();
    return EncodedElements(std::move(*reader), *type);
}

std::uint64_t EncodedElements::byteCount() const noexcept { return m_reader.count() * itemSize(m_type); }

Result<std::span<const std::byte>> EncodedElements::next(std::size_t most) {
    if (m_pending.empty() && m_first < m_reader.count())
        if (auto encoded = encodeBlock(); !encoded) return encoded.failure();
    const auto part = m_pending.first(std::min(most, m_pending.size()));
    m_pending = m_pending.subspan(part.size());
    return part;
}

Result<void> EncodedElements::encodeBlock() {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(m_reader.blockSize(), m_reader.count() - m_first));
    const std::uint64_t first = m_first;
    m_first += n;
    if (m_type == ScalarType::F32 && m_reader.tensor().type != ScalarType::F32) {
        const auto values = m_reader.doubles(first, n);
        if (!values) return values.failure();
        appendAs<float>(m_bytes, *values);
        m_pending = m_bytes;
    } else if (m_type == ScalarType::C64 && m_reader.tensor().type == ScalarType::C32) {
        const auto values = m_reader.complexes(first, n);
        if (!values) return values.failure();
        appendAs<std::complex<float>>(m_bytes, *values);
        m_pending = m_bytes;
    } else {
        const auto items = m_reader.items(first, n);
        if (!items) return items.failure();
        m_pending = *items;
    }
    return {};
}

}  // namespace etscope::tensor
