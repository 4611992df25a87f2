#include "delegates/flat_image.h"

#include "base/checked_math.h"

namespace etscope::delegates {

Result<FlatImage> FlatImage::read(const Context& context, std::uint64_t offset, std::uint64_t size) {
    if (!rangeFits(offset, size, context.bytes().size))
        return fail("delegate-truncated", "the graph reaches beyond the end of the payload", context.where(offset));
    if (size > limits::kMaxDelegateGraph)
        return fail("limit-exceeded", "the graph of the payload is larger than 1 GiB", context.where(offset));
    auto range = context.bytes().part(offset, size);
    if (!range) return range.failure();
    FlatImage image;
    image.m_range = *std::move(range);
    auto buffer = flat::AlignedBuffer::read(image.m_range, size);
    if (!buffer) return buffer.failure();
    image.m_buffer = *std::move(buffer);
    return image;
}

ByteRange FlatImage::range(const flatbuffers::Vector<std::uint8_t>* bytes) const {
    if (bytes == nullptr) return {};
    const auto* begin = reinterpret_cast<const std::byte*>(bytes->data());
    const auto at = static_cast<std::uint64_t>(begin - m_buffer.bytes().data());
    auto part = m_range.part(at, bytes->size());
    return part ? *std::move(part) : ByteRange{};
}

Failure damagedFlatbuffer(const Context& context, std::uint64_t at) {
    return fail("delegate-graph-damaged", "the graph's FlatBuffers offsets do not hold together", context.where(at));
}

Failure tooManyElements(const Context& context) {
    return fail("delegate-too-many-elements", "the payload repeats shared lists beyond all proportion to its size",
                context.where());
}

}  // namespace etscope::delegates
