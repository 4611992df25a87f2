#include "tensor/element_reader.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/checked_math.h"
#include "tensor/element_codec.h"
#include "tensor/views.h"

namespace etscope::tensor {
namespace {

/// Largest part of a storage read at once to gather strided elements from.
constexpr std::uint64_t kWindowBytes = 4U << 20;
/// Reading this much more than is used costs about as much as a read of its own.
constexpr std::uint64_t kPageBytes = 4096;
/// Elements of a sequential block of contiguous tensors: fits the second-level cache.
constexpr std::size_t kContiguousBlock = 1U << 15;
/// Of strided ones: long runs for transposed tensors, and not too long between two looks at a stop token when every element
/// costs a read.
constexpr std::size_t kStridedBlock = 1U << 18;

const char* whyNoData(DataState state) noexcept {
    switch (state) {
        case DataState::Meta: return "it has a shape only (meta tensor)";
        case DataState::Sparse: return "it is sparse: its indices and values are tensors of their own";
        case DataState::Opaque: return "it is an object of a class that is not opened";
        default: return "its bytes are missing or do not fit";
    }
}

/// Complaint about parameters that dequantization needs; empty when they fit.
const char* quantizationProblem(const Tensor& tensor) {
    const Quantization& q = *tensor.quantization;
    if (q.scales.empty() || q.zeroPoints.size() != q.scales.size()) return "scales and zero points are missing or differ in number";
    if (!q.axis) return q.scales.size() == 1 ? "" : "several scales, and no axis";
    if (*q.axis < 0 || *q.axis >= static_cast<std::int64_t>(tensor.shape.size())) return "the axis of its scales does not exist";
    if (static_cast<std::uint64_t>(tensor.shape[static_cast<std::size_t>(*q.axis)]) != q.scales.size())
        return "the number of scales is not the size of their axis";
    return "";
}

}  // namespace

Result<ElementReader> ElementReader::open(const Tensor& tensor, QuantizedAs quantizedAs) {
    const std::string where = tensor.storage.where();
    if (tensor.state != DataState::Dense)
        return fail("tensor-has-no-data",
                    "elements cannot be read: " + (tensor.note.empty() ? whyNoData(tensor.state) : tensor.note), where);
    if (auto valid = tensor.validate(); !valid) return valid.failure();
    ElementReader reader;
    reader.m_tensor = tensor;
    reader.m_count = *tensor.elementCount();
    reader.m_itemSize = itemSize(tensor.type);
    reader.m_strides = tensor.effectiveStrides();
    reader.m_contiguous = tensor.contiguous() && bitsPerElement(tensor.type) >= 8;
    reader.m_blockSize = tensor.contiguous() || bitsPerElement(tensor.type) < 8 ? kContiguousBlock : kStridedBlock;
    reader.m_dequantize = quantizedAs == QuantizedAs::Real && isQuantized(tensor.type) && tensor.quantization.has_value();
    if (reader.m_dequantize)
        if (const std::string problem = quantizationProblem(tensor); !problem.empty())
            return fail("tensor-quantization", "cannot be dequantized: " + problem, where);
    return reader;
}

Result<std::span<const std::byte>> ElementReader::items(std::uint64_t first, std::size_t n) {
    if (n > kMaxBlock || !rangeFits(first, n, m_count))
        return fail("tensor-index",
                    std::to_string(n) + " elements from " + std::to_string(first) + " of " + std::to_string(m_count),
                    m_tensor.storage.where());
    if (const auto stored = inPlace(first, n); !stored.empty()) return stored;
    if (m_items.size() < n * m_itemSize) m_items.resize(n * m_itemSize);
    if (n > 0) {
        auto read = bitsPerElement(m_tensor.type) < 8 ? readPacked(first, n)
                    : m_contiguous                    ? readContiguous(first, n)
                                                      : readStrided(first, n);
        if (!read) return read.failure();
    }
    const std::span<std::byte> items(m_items.data(), n * m_itemSize);
    if (m_tensor.bigEndian) swapItems(items, swapSize(m_tensor.type));
    if (m_tensor.negate) negateItems(m_tensor.type, items);
    if (m_tensor.conjugate) conjugateItems(m_tensor.type, items);
    return std::span<const std::byte>(items);
}

/// Items that lie in memory as they are to be given; empty when they have to be read.
std::span<const std::byte> ElementReader::inPlace(std::uint64_t first, std::size_t n) const noexcept {
    if (!m_contiguous || m_tensor.bigEndian || m_tensor.negate || m_tensor.conjugate) return {};
    const auto bytes =
        m_tensor.storage.inMemory((static_cast<std::uint64_t>(m_tensor.storageOffset) + first) * m_itemSize, n * m_itemSize);
    const bool aligned = reinterpret_cast<std::uintptr_t>(bytes.data()) % std::max<std::size_t>(swapSize(m_tensor.type), 1) == 0;
    return aligned ? bytes : std::span<const std::byte>();
}

Result<void> ElementReader::readContiguous(std::uint64_t first, std::size_t n) {
    const std::uint64_t at = (static_cast<std::uint64_t>(m_tensor.storageOffset) + first) * m_itemSize;
    return m_tensor.storage.read(at, std::span(m_items.data(), n * m_itemSize));
}

// A range of row-major places is a sequence of at most 2 · rank boxes: rests of rows, whole planes, a beginning.
Result<void> ElementReader::readStrided(std::uint64_t first, std::size_t n) {
    const auto& shape = m_tensor.shape;
    std::vector<Dimension> dims;
    std::size_t done = 0;
    while (done < n) {
        const auto index = multiIndex(shape, first + done);
        std::uint64_t at = static_cast<std::uint64_t>(m_tensor.storageOffset);
        for (std::size_t i = 0; i < shape.size(); ++i) at += static_cast<std::uint64_t>(index[i] * m_strides[i]);
        std::size_t below = 1;  // elements of one step of axis k
        std::size_t k = shape.size() - 1;
        dims.clear();
        while (k > 0 && index[k] == 0 && static_cast<std::uint64_t>(shape[k]) <= (n - done) / below) {
            dims.push_back({shape[k], m_strides[k], static_cast<std::int64_t>(below)});
            below *= static_cast<std::size_t>(shape[k--]);
        }
        const auto steps =
            std::min(static_cast<std::uint64_t>(shape[k] - index[k]), static_cast<std::uint64_t>((n - done) / below));
        dims.push_back({static_cast<std::int64_t>(steps), m_strides[k], static_cast<std::int64_t>(below)});
        std::erase_if(dims, [](const Dimension& d) { return d.size == 1; });
        std::stable_sort(dims.begin(), dims.end(), [](const Dimension& a, const Dimension& b) { return a.stride > b.stride; });
        if (auto read = readBox(dims, at, done); !read) return read;
        done += static_cast<std::size_t>(steps) * below;
    }
    return {};
}

// `dims` by falling stride. Reads the box through one window when its elements lie close enough together, else splits its
// outermost axis: into groups that fit a window when the gaps between them are small, into single steps when they are not.
Result<void> ElementReader::readBox(std::span<const Dimension> dims, std::uint64_t at, std::size_t out) {
    std::uint64_t last = 0;
    for (const Dimension& d : dims) last += static_cast<std::uint64_t>((d.size - 1) * d.stride);
    const std::uint64_t extent = last + 1;
    if (dims.empty() || dims[0].stride == 0) return readWindow(dims, at, out, extent);
    const Dimension outer = dims[0];
    const std::uint64_t inner = last - static_cast<std::uint64_t>((outer.size - 1) * outer.stride) + 1;
    const std::uint64_t step = static_cast<std::uint64_t>(outer.stride) * m_itemSize;
    const bool close = step <= std::max(kPageBytes, 2 * inner * m_itemSize);
    if (close && extent * m_itemSize <= kWindowBytes) return readWindow(dims, at, out, extent);
    const std::uint64_t group =
        close && inner * m_itemSize < kWindowBytes ? std::max<std::uint64_t>(1, (kWindowBytes - inner * m_itemSize) / step) : 1;
    std::vector<Dimension> part(dims.begin(), dims.end());
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(outer.size); i += group) {
        part[0].size = static_cast<std::int64_t>(std::min(group, static_cast<std::uint64_t>(outer.size) - i));
        const std::span<const Dimension> rest = part[0].size == 1 ? std::span<const Dimension>(part).subspan(1) : part;
        auto read = readBox(rest, at + i * static_cast<std::uint64_t>(outer.stride),
                            out + static_cast<std::size_t>(i) * static_cast<std::size_t>(outer.out));
        if (!read) return read;
    }
    return {};
}

Result<void> ElementReader::readWindow(std::span<const Dimension> dims, std::uint64_t at, std::size_t out, std::uint64_t extent) {
    const auto bytes = static_cast<std::size_t>(extent * m_itemSize);
    if (m_window.size() < bytes) m_window.resize(bytes);
    if (auto read = m_tensor.storage.read(at * m_itemSize, std::span(m_window.data(), bytes)); !read) return read;
    copyBox(dims, m_window.data(), out);
    return {};
}

void ElementReader::copyBox(std::span<const Dimension> dims, const std::byte* from, std::size_t out) {
    if (dims.empty()) {
        std::memcpy(m_items.data() + out * m_itemSize, from, m_itemSize);
        return;
    }
    const Dimension d = dims[0];
    if (dims.size() == 1 && d.stride == 1 && d.out == 1) {
        std::memcpy(m_items.data() + out * m_itemSize, from, static_cast<std::size_t>(d.size) * m_itemSize);
        return;
    }
    for (std::int64_t i = 0; i < d.size; ++i)
        copyBox(dims.subspan(1), from + static_cast<std::size_t>(i * d.stride) * m_itemSize,
                out + static_cast<std::size_t>(i * d.out));
}

// Packed types (several values a byte, the first in the low bits) are rare and small: contiguous ones are unpacked from one
// read, strided ones value by value.
Result<void> ElementReader::readPacked(std::uint64_t first, std::size_t n) {
    const unsigned bits = bitsPerElement(m_tensor.type);
    const std::uint64_t perByte = 8 / bits;
    const auto valueOf = [bits, perByte](std::byte packed, std::uint64_t place) {
        const auto shift = static_cast<unsigned>(place % perByte) * bits;
        return (packed >> shift) & static_cast<std::byte>((1U << bits) - 1U);
    };
    const bool rowMajor = m_tensor.contiguous();
    const std::uint64_t begin = static_cast<std::uint64_t>(m_tensor.storageOffset) + first;
    if (rowMajor) {
        m_window.resize(static_cast<std::size_t>((begin + n - 1) / perByte - begin / perByte + 1));
        if (auto read = m_tensor.storage.read(begin / perByte, std::span(m_window)); !read) return read;
    }
    for (std::size_t i = 0; i < n; ++i) {
        std::uint64_t place = begin + i;
        if (!rowMajor) {
            const auto index = multiIndex(m_tensor.shape, first + i);
            place = static_cast<std::uint64_t>(m_tensor.storageOffset);
            for (std::size_t k = 0; k < index.size(); ++k) place += static_cast<std::uint64_t>(index[k] * m_strides[k]);
            m_window.resize(1);
            if (auto read = m_tensor.storage.read(place / perByte, std::span(m_window)); !read) return read;
        }
        m_items[i] = valueOf(rowMajor ? m_window[static_cast<std::size_t>(place / perByte - begin / perByte)] : m_window[0], place);
    }
    return {};
}

void ElementReader::dequantize(std::uint64_t first, std::span<double> values) const {
    const Quantization& q = *m_tensor.quantization;
    std::uint64_t inner = m_count;
    if (q.axis) {
        inner = 1;
        for (auto i = static_cast<std::size_t>(*q.axis) + 1; i < m_tensor.shape.size(); ++i)
            inner *= static_cast<std::uint64_t>(m_tensor.shape[i]);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto channel = static_cast<std::size_t>((first + i) / inner % q.scales.size());
        values[i] = (values[i] - q.zeroPoints[channel]) * q.scales[channel];
    }
}

Result<std::span<const float>> ElementReader::floats(std::uint64_t first, std::size_t n) {
    const auto stored = items(first, n);
    if (!stored) return stored.failure();
    if (m_tensor.type == ScalarType::F32) return std::span<const float>(reinterpret_cast<const float*>(stored->data()), n);
    m_floats.resize(std::max(m_floats.size(), n));
    const std::span<float> values(m_floats.data(), n);
    floatItems(m_tensor.type, stored->data(), values);
    return std::span<const float>(values);
}

Result<std::span<const double>> ElementReader::doubles(std::uint64_t first, std::size_t n) {
    if (complex()) {
        const auto values = complexes(first, n);
        if (!values) return values.failure();
        m_doubles.resize(std::max(m_doubles.size(), n));
        std::transform(values->begin(), values->end(), m_doubles.begin(),
                       [](const std::complex<double>& z) { return std::abs(z); });
        return std::span<const double>(m_doubles.data(), n);
    }
    const auto stored = items(first, n);
    if (!stored) return stored.failure();
    m_doubles.resize(std::max(m_doubles.size(), n));
    const std::span<double> values(m_doubles.data(), n);
    doubleItems(m_tensor.type, stored->data(), values);
    if (m_dequantize) dequantize(first, values);
    return std::span<const double>(values);
}

Result<std::span<const std::complex<double>>> ElementReader::complexes(std::uint64_t first, std::size_t n) {
    m_complexes.resize(std::max(m_complexes.size(), n));
    const std::span<std::complex<double>> values(m_complexes.data(), n);
    if (!complex()) {
        const auto reals = doubles(first, n);
        if (!reals) return reals.failure();
        std::copy(reals->begin(), reals->end(), values.begin());
        return std::span<const std::complex<double>>(values);
    }
    const auto stored = items(first, n);
    if (!stored) return stored.failure();
    complexItems(m_tensor.type, stored->data(), values);
    return std::span<const std::complex<double>>(values);
}

Result<std::vector<Element>> ElementReader::elements(std::uint64_t first, std::size_t n) {
    std::vector<Element> result(std::min(n, kMaxBlock));
    if (complex()) {
        const auto values = complexes(first, n);
        if (!values) return values.failure();
        std::copy(values->begin(), values->end(), result.begin());
    } else if (m_dequantize) {
        const auto values = doubles(first, n);
        if (!values) return values.failure();
        std::copy(values->begin(), values->end(), result.begin());
    } else {
        const auto stored = items(first, n);
        if (!stored) return stored.failure();
        for (std::size_t i = 0; i < n; ++i) result[i] = exactItem(m_tensor.type, stored->data() + i * m_itemSize);
    }
    return result;
}

Result<Element> elementAt(const Tensor& tensor, std::span<const std::int64_t> index, QuantizedAs quantizedAs) {
    auto reader = ElementReader::open(tensor, quantizedAs);
    if (!reader) return reader.failure();
    const auto flat = flatIndex(tensor.shape, index);
    if (!flat) return flat.failure();
    const auto elements = reader->elements(*flat, 1);
    if (!elements) return elements.failure();
    return elements->front();
}

Result<Tensor> loaded(const Tensor& tensor, std::uint64_t maxBytes) {
    auto reader = ElementReader::open(tensor, QuantizedAs::Raw);
    if (!reader) return reader.failure();
    const auto bytes = checkedMul<std::uint64_t>(reader->count(), itemSize(tensor.type));
    if (!bytes || *bytes > maxBytes || bitsPerElement(tensor.type) < 8)
        return fail("limit-exceeded", "the tensor is too large to be held in memory", tensor.storage.where());
    std::vector<std::byte> copy(static_cast<std::size_t>(*bytes));
    for (std::uint64_t first = 0; first < reader->count(); first += ElementReader::kMaxBlock) {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(ElementReader::kMaxBlock, reader->count() - first));
        const auto items = reader->items(first, n);
        if (!items) return items.failure();
        std::memcpy(copy.data() + static_cast<std::size_t>(first) * itemSize(tensor.type), items->data(), items->size());
    }
    Tensor result = tensor;
    result.storage =
        ByteRange::whole(Source::fromBytes(std::move(copy), tensor.storage.source ? tensor.storage.source->name() : std::string()));
    result.strides.clear();
    result.storageOffset = 0;
    result.bigEndian = result.conjugate = result.negate = false;
    return result;
}

}  // namespace etscope::tensor
