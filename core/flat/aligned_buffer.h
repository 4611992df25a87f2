// AlignedBuffer: an owned copy of a FlatBuffers region at an address that is a multiple of 16, as its readers and the verifier
// want it, wherever the region lies in its file. Move only; immutable after reading; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "base/result.h"
#include "io/source.h"

namespace etscope::flat {

inline constexpr std::size_t kBufferAlignment = 16;

class AlignedBuffer {
public:
    AlignedBuffer() = default;

    /// Copies [0, size) of the range. Errors: `flatbuffer-too-large` (2 GiB and more), `out-of-memory`, and those of reading.
    static Result<AlignedBuffer> read(const ByteRange& range, std::uint64_t size);
    /// The same without the bytes [skipBegin, skipEnd).
    static Result<AlignedBuffer> readWithout(const ByteRange& range, std::uint64_t size, std::uint64_t skipBegin,
                                             std::uint64_t skipEnd);

    std::span<const std::byte> bytes() const& noexcept { return {m_bytes.get(), m_size}; }
    std::span<const std::byte> bytes() const&& = delete;
    std::span<std::byte> mutableBytes() & noexcept { return {m_bytes.get(), m_size}; }

private:
    struct Free {
        void operator()(std::byte* bytes) const noexcept { ::operator delete (bytes, std::align_val_t{kBufferAlignment}); }
    };
    static Result<AlignedBuffer> allocate(std::uint64_t size, const std::string& where);

    std::unique_ptr<std::byte[], Free> m_bytes;
    std::size_t m_size = 0;
};

}  // namespace etscope::flat
