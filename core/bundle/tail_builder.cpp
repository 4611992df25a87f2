#include "bundle/tail_builder.h"

#include <algorithm>

namespace etscope::bundle {
namespace {

void appendU16(std::string& bytes, std::uint64_t value) {
    bytes += static_cast<char>(value & 0xFFU);
    bytes += static_cast<char>((value >> 8U) & 0xFFU);
}

}  // namespace

/// Small pieces are joined, back to front: one allocation for each table or vector would be many.
void TailBuilder::prepend(std::string bytes) {
    m_size += bytes.size();
    std::ranges::reverse(bytes);
    if (m_pieces.empty() || m_pieces.back().tensor != nullptr) m_pieces.emplace_back();
    m_pieces.back().bytes += bytes;
    m_pieces.back().size = m_pieces.back().bytes.size();
}

void TailBuilder::align(std::uint64_t unit, std::uint64_t size) {
    const std::uint64_t padding = (~(m_size + size) + 1) & (unit - 1);
    if (padding > 0) prepend(std::string(static_cast<std::size_t>(padding), '\0'));
}

void TailBuilder::startVector(std::uint64_t itemSize, std::uint64_t count, std::uint64_t unit) {
    align(sizeof(std::uint32_t), itemSize * count);
    align(unit, itemSize * count);
}

TailBuilder::Place TailBuilder::endVector(std::uint64_t count) {
    put(static_cast<std::uint32_t>(count));
    return m_size;
}

TailBuilder::Place TailBuilder::addText(const std::string& text) {
    align(sizeof(std::uint32_t), text.size() + 1);
    prepend(std::string(1, '\0'));
    prepend(text);
    return endVector(text.size());
}

TailBuilder::Place TailBuilder::addElements(const tensor::Tensor& tensor, std::uint64_t bytes, bool inStorageOrder) {
    constexpr std::uint64_t kDataAlignment = 16;
    startVector(1, bytes, kDataAlignment);
    if (bytes > 0) m_pieces.push_back({{}, &tensor, inStorageOrder, bytes});
    m_size += bytes;
    return endVector(bytes);
}

TailBuilder::Place TailBuilder::addReferences(const std::vector<Place>& places) {
    startVector(sizeof(std::uint32_t), places.size(), sizeof(std::uint32_t));
    for (std::size_t i = places.size(); i-- > 0;) put(static_cast<std::uint32_t>(m_size - places[i] + sizeof(std::uint32_t)));
    return endVector(places.size());
}

void TailBuilder::startTable(std::size_t slots) {
    m_fields.assign(slots, 0);
    m_tableStart = m_size;
}

void TailBuilder::addReference(std::size_t slot, Place target) {
    align(sizeof(std::uint32_t));
    put(static_cast<std::uint32_t>(m_size - target + sizeof(std::uint32_t)));
    m_fields[slot] = m_size;
}

/// The table leads to its vtable, which stands before it, or to an equal one that is there already.
TailBuilder::Place TailBuilder::endTable() {
    constexpr std::uint64_t kOffset = sizeof(std::int32_t);
    align(kOffset);
    const Place table = m_size + kOffset;
    while (!m_fields.empty() && m_fields.back() == 0) m_fields.pop_back();
    std::string vtable;
    appendU16(vtable, 4 + 2 * m_fields.size());
    appendU16(vtable, table - m_tableStart);
    for (const Place field : m_fields) appendU16(vtable, field == 0 ? 0 : table - field);
    const auto [known, fresh] = m_vtables.try_emplace(vtable, 0);
    if (!fresh) {
        put(static_cast<std::uint32_t>(static_cast<std::int64_t>(known->second) - static_cast<std::int64_t>(table)));
        return table;
    }
    put(static_cast<std::uint32_t>(vtable.size()));
    prepend(vtable);
    known->second = m_size;
    return table;
}

std::vector<TailBuilder::Piece> TailBuilder::finish() && {
    std::ranges::reverse(m_pieces);
    for (Piece& piece : m_pieces) std::ranges::reverse(piece.bytes);
    return std::move(m_pieces);
}

}  // namespace etscope::bundle
