// TableEditor: walks to a table of a FlatBuffers file and changes its bytes in place, right or wrong. For whole files only: what
// it walks over must be sound. Field numbers are those of schema/*.fbs (a union takes two).
#pragma once

#include <cstdint>
#include <string>

#include "support/bytes.h"

namespace etscope::test {

class TableEditor {
public:
    /// The root table of the file.
    explicit TableEditor(std::string& bytes);

    /// The table that a field leads to, or that element `index` of its vector leads to. Fails the process when absent.
    TableEditor table(unsigned slot) const;
    TableEditor element(unsigned slot, unsigned index) const;

    bool has(unsigned slot) const { return fieldOrZero(slot) != 0; }
    std::size_t position() const { return m_position; }
    std::size_t fieldPosition(unsigned slot) const;
    /// Where the field's vector or string starts (its count).
    std::size_t target(unsigned slot) const;
    std::uint32_t u32At(std::size_t position) const;

    /// Overwrites a number of the table. The field must be stored.
    template <class T>
    const TableEditor& set(unsigned slot, T value) const {
        return poke(fieldPosition(slot), value);
    }
    /// Overwrites element `index` of a vector of numbers.
    template <class T>
    const TableEditor& setItem(unsigned slot, std::size_t index, T value) const {
        return poke(target(slot) + 4 + index * sizeof(T), value);
    }
    const TableEditor& setCount(unsigned slot, std::uint32_t count) const { return poke(target(slot), count); }
    /// Makes the field absent, in every table that shares the vtable.
    const TableEditor& drop(unsigned slot) const;
    template <class T>
    const TableEditor& poke(std::size_t position, T value) const {
        const std::string raw = little(value);
        m_bytes->replace(position, raw.size(), raw);
        return *this;
    }

private:
    TableEditor(std::string& bytes, std::size_t position) : m_bytes(&bytes), m_position(position) {}
    std::size_t vtable() const;
    std::size_t fieldOrZero(unsigned slot) const;

    std::string* m_bytes;
    std::size_t m_position;
};

}  // namespace etscope::test
