// TableReader: copies strings and vectors out of a verified FlatBuffers region into owned values, within a memory budget, and
// notes in an ExtentLedger who uses which bytes. After the budget is spent everything reads as empty and `exhausted()` tells.
// Views the region; one thread.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/job_context.h"
#include "flat/extent_ledger.h"
#include "io/source.h"

namespace etscope::flat {

class TableReader {
public:
    /// `file` is the range that the region was copied from, its start being the region's start. When `job` is cancelled the budget
    /// is spent.
    TableReader(std::span<const std::byte> bytes, const ByteRange& file, ExtentLedger& ledger, const JobContext& job = {});

    /// The region's bytes [8, 8 + count) were left out when it was copied: positions behind them are that much higher in the file.
    void setInserted(std::size_t count) noexcept { m_inserted = count; }

    /// Takes memory from the budget; false when there is none left, or when far more tables were read than the region has room for.
    bool take(std::uint64_t bytes) noexcept;
    bool exhausted() const noexcept { return m_exhausted; }
    ExtentLedger& ledger() noexcept { return m_ledger; }

    /// Notes a table and its vtable.
    void table(const void* table);
    /// A text that is shown: valid UTF-8, what is not replaced by U+FFFD.
    std::string text(const flatbuffers::String* text);
    /// A name that is looked up and told from others: nameText().
    std::string name(const flatbuffers::String* text);
    template <class T>
    requires std::is_arithmetic_v<T> std::vector<T> numbers(const flatbuffers::Vector<T>* vector) {
        if (vector == nullptr || !visit(std::uint64_t{vector->size()} * sizeof(T)) ||
            !take(std::uint64_t{vector->size()} * sizeof(T)))
            return {};
        noteVector(vector, vector->size(), sizeof(T));
        // The verifier checks that the count is aligned, not the elements: they are copied as bytes.
        std::vector<T> numbers(vector->size());
        if (!numbers.empty()) std::memcpy(numbers.data(), vector->Data(), numbers.size() * sizeof(T));
        return numbers;
    }
    /// Number of tables of a vector that may be read; 0 when the budget does not allow `each` bytes for all of them.
    template <class T>
    flatbuffers::uoffset_t count(const flatbuffers::Vector<flatbuffers::Offset<T>>* vector, std::size_t each) {
        if (vector == nullptr || !visit(std::uint64_t{vector->size()} * sizeof(flatbuffers::uoffset_t)) ||
            !take(std::uint64_t{vector->size()} * each))
            return 0;
        noteVector(vector, vector->size(), sizeof(flatbuffers::uoffset_t));
        return vector->size();
    }
    /// Bytes that stay in the file; they belong to the owner that is selected.
    ByteRange bytes(const flatbuffers::Vector<std::uint8_t>* vector);

private:
    /// Of tables and vectors, which nothing shares but a file made to: together they are no longer than the region.
    bool visit(std::uint64_t bytes) noexcept;
    std::string_view view(const flatbuffers::String* text);
    std::size_t positionOf(const void* pointer) const noexcept;
    void noteVector(const void* vector, std::size_t count, std::size_t itemSize);
    void note(std::size_t begin, std::size_t size);

    std::span<const std::byte> m_bytes;
    const ByteRange& m_file;
    ExtentLedger& m_ledger;
    std::size_t m_inserted = 0;
    std::array<std::size_t, 64> m_recentVtables{};  ///< tables of one kind share a vtable: it is noted once in a while
    std::uint64_t m_budget, m_unvisited;
    bool m_exhausted = false;
    std::stop_token m_stop;
};

/// Options for verifying a region of this size (flat/limits.h).
flatbuffers::Verifier::Options verifierOptions(std::uint64_t regionSize) noexcept;

}  // namespace etscope::flat
