#include "program/table_editor.h"

#include <cstdio>
#include <cstdlib>

#include "base/byte_cursor.h"

namespace etscope::test {
namespace {

template <class T>
T load(const std::string& bytes, std::size_t position) {
    if (bytes.size() < sizeof(T) || position > bytes.size() - sizeof(T)) {
        std::fprintf(stderr, "TableEditor: position %zu is outside the file\n", position);
        std::abort();
    }
    return loadLittle<T>(reinterpret_cast<const std::byte*>(bytes.data()) + position);
}

}  // namespace

TableEditor::TableEditor(std::string& bytes) : m_bytes(&bytes), m_position(load<std::uint32_t>(bytes, 0)) {}

std::uint32_t TableEditor::u32At(std::size_t position) const { return load<std::uint32_t>(*m_bytes, position); }

std::size_t TableEditor::vtable() const {
    return static_cast<std::size_t>(static_cast<std::int64_t>(m_position) - load<std::int32_t>(*m_bytes, m_position));
}

std::size_t TableEditor::fieldOrZero(unsigned slot) const {
    const std::size_t entry = 4 + 2 * std::size_t{slot};
    if (entry + 2 > load<std::uint16_t>(*m_bytes, vtable())) return 0;
    const auto offset = load<std::uint16_t>(*m_bytes, vtable() + entry);
    return offset == 0 ? 0 : m_position + offset;
}

std::size_t TableEditor::fieldPosition(unsigned slot) const {
    const std::size_t position = fieldOrZero(slot);
    if (position == 0) {
        std::fprintf(stderr, "TableEditor: field %u is not stored\n", slot);
        std::abort();
    }
    return position;
}

std::size_t TableEditor::target(unsigned slot) const {
    const std::size_t position = fieldPosition(slot);
    return position + u32At(position);
}

TableEditor TableEditor::table(unsigned slot) const { return TableEditor(*m_bytes, target(slot)); }

TableEditor TableEditor::element(unsigned slot, unsigned index) const {
    const std::size_t offsetAt = target(slot) + 4 + 4 * std::size_t{index};
    return TableEditor(*m_bytes, offsetAt + u32At(offsetAt));
}

const TableEditor& TableEditor::drop(unsigned slot) const {
    fieldPosition(slot);
    return poke<std::uint16_t>(vtable() + 4 + 2 * std::size_t{slot}, 0);
}

}  // namespace etscope::test
