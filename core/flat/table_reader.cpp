#include "flat/table_reader.h"

#include <algorithm>
#include <utility>

#include "base/byte_cursor.h"
#include "base/name_text.h"
#include "base/utf8.h"
#include "flat/limits.h"

namespace etscope::flat {
namespace {

/// Start of the part of a region that an inserted header moves.
constexpr std::size_t kInsertionPoint = 8;
/// How much longer than its bytes a text can become that is no UTF-8: `\xNN` for each.
constexpr std::uint64_t kMostGrowth = 4;

}  // namespace

TableReader::TableReader(std::span<const std::byte> bytes, const ByteRange& file, ExtentLedger& ledger, const JobContext& job)
    : m_bytes(bytes),
      m_file(file),
      m_ledger(ledger),
      m_budget(limits::kDecodedMemoryFactor * bytes.size() + limits::kDecodedMemoryFloor),
      m_unvisited(limits::kVisitedFactor * bytes.size() + limits::kVisitedFloor),
      m_stop(job.stop) {}

bool TableReader::visit(std::uint64_t bytes) noexcept {
    if (bytes > m_unvisited) m_exhausted = true;
    m_unvisited -= std::min(m_unvisited, bytes);
    return !m_exhausted;
}

bool TableReader::take(std::uint64_t bytes) noexcept {
    if (m_exhausted || bytes > m_budget || m_stop.stop_requested()) {
        m_exhausted = true;
        return false;
    }
    m_budget -= bytes;
    return true;
}

std::size_t TableReader::positionOf(const void* pointer) const noexcept {
    return static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - m_bytes.data());
}

void TableReader::note(std::size_t begin, std::size_t size) {
    if (take(4 * sizeof(std::size_t))) m_ledger.add(begin >= kInsertionPoint ? begin + m_inserted : begin, size);
}

void TableReader::noteVector(const void* vector, std::size_t count, std::size_t itemSize) {
    note(positionOf(vector), sizeof(flatbuffers::uoffset_t) + count * itemSize);
}

void TableReader::table(const void* table) {
    const std::size_t position = positionOf(table);
    const auto back = loadLittle<std::int32_t>(m_bytes.data() + position);
    const auto vtable = static_cast<std::size_t>(static_cast<std::int64_t>(position) - back);
    const auto vtableSize = loadLittle<std::uint16_t>(m_bytes.data() + vtable);
    if (vtableSize < 2 * sizeof(std::uint16_t)) return note(position, sizeof(back));  // the verifier lets these pass
    const auto tableSize = loadLittle<std::uint16_t>(m_bytes.data() + vtable + sizeof(std::uint16_t));
    if (std::size_t& recent = m_recentVtables[vtable % m_recentVtables.size()]; recent != vtable) {
        note(vtable, vtableSize);
        recent = vtable;
    }
    if (visit(tableSize)) note(position, std::min<std::size_t>(tableSize, m_bytes.size() - position));
}

std::string_view TableReader::view(const flatbuffers::String* text) {
    if (text == nullptr || !take(text->size())) return {};
    noteVector(text, std::size_t{text->size()} + 1, 1);
    return {text->c_str(), text->size()};
}

std::string TableReader::text(const flatbuffers::String* text) {
    const std::string_view bytes = view(text);
    if (isValidUtf8(bytes)) return std::string(bytes);
    return take(kMostGrowth * bytes.size()) ? repairedUtf8(bytes) : std::string();
}

std::string TableReader::name(const flatbuffers::String* text) {
    const std::string_view bytes = view(text);
    return isValidUtf8(bytes) || take(kMostGrowth * bytes.size()) ? nameText(bytes) : std::string();
}

ByteRange TableReader::bytes(const flatbuffers::Vector<std::uint8_t>* vector) {
    if (vector == nullptr) return {};
    noteVector(vector, vector->size(), 1);
    const std::size_t position = positionOf(vector->data());
    const std::size_t inFile = position >= kInsertionPoint ? position + m_inserted : position;
    auto part = m_file.part(inFile, vector->size());
    return part ? *std::move(part) : ByteRange{};
}

flatbuffers::Verifier::Options verifierOptions(std::uint64_t regionSize) noexcept {
    flatbuffers::Verifier::Options options;
    options.max_depth = limits::kMaxTableDepth;
    options.max_tables = static_cast<flatbuffers::uoffset_t>(std::max(limits::kMinMaxTables, regionSize / limits::kBytesPerTable));
    options.check_nested_flatbuffers = false;
    return options;
}

}  // namespace etscope::flat
