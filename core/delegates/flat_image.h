// FlatImage: the FlatBuffers part of a payload, copied to aligned memory and verified against its schema. Immutable; any thread.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include "delegates/decoder.h"
#include "flat/aligned_buffer.h"
#include "flat/table_reader.h"

namespace etscope::delegates {

class FlatImage {
public:
    /// Copies [offset, offset + size) of the payload. Errors: `limit-exceeded`, `delegate-truncated`, those of reading.
    static Result<FlatImage> read(const Context& context, std::uint64_t offset, std::uint64_t size);

    /// The root table, or nullptr when the bytes do not verify.
    template <class Root>
    const Root* root() const {
        const auto bytes = m_buffer.bytes();
        if (bytes.size() < kSmallest) return nullptr;
        const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
        flatbuffers::Verifier verifier(data, bytes.size(), flat::verifierOptions(bytes.size()));
        return verifier.VerifyBuffer<Root>(nullptr) ? flatbuffers::GetRoot<Root>(data) : nullptr;
    }
    /// Where a vector of bytes that the image holds lies in the payload.
    ByteRange range(const flatbuffers::Vector<std::uint8_t>* bytes) const;

private:
    static constexpr std::size_t kSmallest = 8;

    flat::AlignedBuffer m_buffer;
    ByteRange m_range;
};

inline std::string_view textOf(const flatbuffers::String* text) noexcept {
    return text == nullptr ? std::string_view{} : std::string_view(text->c_str(), text->size());
}

/// Number of elements; an absent vector has none.
template <class T>
std::size_t countOf(const flatbuffers::Vector<T>* vector) noexcept {
    return vector == nullptr ? 0 : vector->size();
}

Failure damagedFlatbuffer(const Context& context, std::uint64_t at);
Failure tooManyElements(const Context& context);

}  // namespace etscope::delegates
