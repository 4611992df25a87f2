#include "tensordata/tensor_data.h"

#include "flat/tensor_shape.h"
#include "tensordata/directory.h"

namespace etscope::tensordata {

std::optional<std::uint64_t> TensorLayout::byteCount() const noexcept { return flat::byteCount(scalarType, sizes); }
bool TensorLayout::dimOrderIsPermutation() const { return flat::isPermutation(dimOrder, sizes.size()); }
std::optional<std::vector<std::int64_t>> TensorLayout::strides() const { return flat::stridesOf(sizes, dimOrder); }

Result<std::shared_ptr<const TensorData>> TensorData::open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    auto data = DirectoryReader(file, diagnostics, job).read();
    if (!data) return data.failure();
    (*data)->m_byKey = flat::KeyIndex((*data)->m_entries);
    if ((*data)->directory() != Directory::Unreadable) checkTensorData(**data, diagnostics);
    return std::shared_ptr<const TensorData>(*std::move(data));
}

const Entry* TensorData::entry(std::string_view key) const& noexcept { return m_byKey.find(m_entries, key); }

Result<ByteRange> TensorData::entryBytes(const Entry& entry) const {
    auto segment = m_segments.bytes(entry.segmentIndex);
    if (!segment) return segment;
    if (entry.offset > segment->size)
        return fail("tensor-out-of-range", "the entry starts behind the end of its segment", "\"" + entry.key + "\"");
    return segment->part(entry.offset, segment->size - entry.offset);
}

Result<ByteRange> TensorData::tensorBytes(const Entry& entry) const {
    if (!entry.layout) return fail("tensor-without-layout", "the entry holds opaque bytes, no tensor", "\"" + entry.key + "\"");
    const auto size = entry.layout->byteCount();
    if (!size)
        return fail("tensor-size", "the tensor's size is negative, overflows or has an unknown element type",
                    "\"" + entry.key + "\"");
    auto bytes = entryBytes(entry);
    if (!bytes) return bytes;
    if (*size > bytes->size)
        return fail("tensor-out-of-range",
                    "the tensor needs " + std::to_string(*size) + " bytes, its segment has " + std::to_string(bytes->size),
                    "\"" + entry.key + "\"");
    return bytes->part(0, *size);
}

}  // namespace etscope::tensordata
