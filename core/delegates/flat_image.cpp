#include "delegates/flat_image.h"

#include <algorithm>

#include "base/byte_cursor.h"
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

Result<FlatHeader> readFlatHeader(const Context& context, std::string_view magic) {
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(context.bytes().size, FlatHeader::kSize)));
    if (auto read = context.bytes().read(0, head); !read) return read.failure();
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    if (text.substr(std::min<std::size_t>(4, text.size()), 4) != magic) return FlatHeader{0, context.bytes().size, 0, 0, false};
    if (head.size() < FlatHeader::kSize) return fail("delegate-truncated", "the payload ends inside its header", context.where());
    FlatHeader header{loadLittle<std::uint32_t>(head.data() + 10), loadLittle<std::uint32_t>(head.data() + 14),
                      loadLittle<std::uint32_t>(head.data() + 18), loadLittle<std::uint64_t>(head.data() + 22), true};
    if (!rangeFits(header.dataOffset, header.dataSize, context.bytes().size)) {
        context.diagnostics.error("delegate-truncated", context.where(header.dataOffset),
                                  "the constants reach beyond the end of the payload");
        header.dataSize = 0;
    } else if (header.dataSize != 0 && header.dataOffset < header.graphOffset + header.graphSize) {
        context.diagnostics.error("delegate-header-damaged", context.where(18), "the constants begin inside the graph");
    }
    return header;
}

}  // namespace etscope::delegates
