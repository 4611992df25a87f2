// FlatImage: the FlatBuffers part of a payload, copied to aligned memory and verified against its schema. Immutable; any thread.
#pragma once

#include <flatbuffers/flatbuffers.h>
#include <cstdint>
#include <string_view>

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

/// The elements of a list, counted against the budget: none of one that is absent or beyond it.
template <class T>
class Elements {
public:
    Elements(const flatbuffers::Vector<T>* list, ElementBudget& budget)
        : m_list(list != nullptr && budget.take(list->size()) ? list : nullptr) {}
    auto begin() const { return m_list == nullptr ? typename flatbuffers::Vector<T>::const_iterator() : m_list->begin(); }
    auto end() const { return m_list == nullptr ? typename flatbuffers::Vector<T>::const_iterator() : m_list->end(); }

private:
    const flatbuffers::Vector<T>* m_list;
};

Failure damagedFlatbuffer(const Context& context, std::uint64_t at);
Failure tooManyElements(const Context& context);

/// The 30 bytes that stand before the graph of XNNPACK and Vulkan payloads; without them the whole payload is the graph. Format:
/// docs/FORMATS.md "XNNPACK payload".
struct FlatHeader {
    static constexpr std::uint64_t kSize = 30;

    std::uint64_t graphOffset = 0, graphSize = 0;
    std::uint64_t dataOffset = 0, dataSize = 0;  ///< raw bytes of constants; size 0 when they do not fit
    bool present = false;
};

/// `magic`: the word at byte 4. Errors: `delegate-truncated`, those of reading.
Result<FlatHeader> readFlatHeader(const Context& context, std::string_view magic);

}  // namespace etscope::delegates
