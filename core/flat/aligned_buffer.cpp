#include "flat/aligned_buffer.h"

#include "flat/limits.h"

namespace etscope::flat {

Result<AlignedBuffer> AlignedBuffer::allocate(std::uint64_t size, const std::string& where) {
    if (size > limits::kMaxFlatbuffer) return fail("flatbuffer-too-large", "the FlatBuffers region is 2 GiB or larger", where);
    AlignedBuffer buffer;
    buffer.m_size = static_cast<std::size_t>(size);
    void* memory = ::operator new (buffer.m_size + 1, std::align_val_t{kBufferAlignment}, std::nothrow);
    if (memory == nullptr) return fail("out-of-memory", "no memory for the FlatBuffers region", where);
    buffer.m_bytes.reset(static_cast<std::byte*>(memory));
    return buffer;
}

Result<AlignedBuffer> AlignedBuffer::read(const ByteRange& range, std::uint64_t size) {
    return readWithout(range, size, size, size);
}

Result<AlignedBuffer> AlignedBuffer::readWithout(const ByteRange& range, std::uint64_t size, std::uint64_t skipBegin,
                                                 std::uint64_t skipEnd) {
    if (size > range.size || skipEnd > size || skipBegin > skipEnd)
        return fail("range-beyond-end", "the FlatBuffers region reaches beyond the file", range.where(range.size));
    auto buffer = allocate(size - (skipEnd - skipBegin), range.where());
    if (!buffer) return buffer;
    const auto bytes = buffer->mutableBytes();
    if (auto head = range.read(0, bytes.first(static_cast<std::size_t>(skipBegin))); !head) return head.failure();
    if (skipEnd == size) return buffer;
    if (auto tail = range.read(skipEnd, bytes.subspan(static_cast<std::size_t>(skipBegin))); !tail) return tail.failure();
    return buffer;
}

}  // namespace etscope::flat
