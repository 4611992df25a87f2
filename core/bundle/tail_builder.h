// TailBuilder: the part of a bundled program behind the program, laid out from its end towards its front as the FlatBuffers builder
// of the original writer does, so that files of equal content have equal bytes. Contents of tensors are not held: they are places
// in the layout. One thread. Rules: docs/FORMATS.md "Writing a bundled program".
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tensor/tensor.h"

namespace etscope::bundle {

class TailBuilder {
public:
    /// Distance of an object's start from the end of the file.
    using Place = std::uint64_t;

    /// One piece of the file: bytes, or the elements of a tensor.
    struct Piece {
        std::string bytes;
        const tensor::Tensor* tensor = nullptr;
        bool inStorageOrder = false;  ///< the tensor's bytes as they lie, else its elements in row-major order
        std::uint64_t size = 0;
    };

    Place addText(const std::string& text) {
        align(sizeof(std::uint32_t), text.size() + 1);
        prepend(std::string(1, '\0'));
        prepend(text);
        return endVector(text.size());
    }
    template <class T>
    Place addNumbers(std::span<const T> numbers) {
        startVector(sizeof(T), numbers.size(), sizeof(T));
        for (std::size_t i = numbers.size(); i-- > 0;) put(numbers[i]);
        return endVector(numbers.size());
    }
    /// A vector of bytes, its first at a multiple of 16 from the file's start.
    Place addElements(const tensor::Tensor& tensor, std::uint64_t bytes, bool inStorageOrder) {
        constexpr std::uint64_t kDataAlignment = 16;
        startVector(1, bytes, kDataAlignment);
        if (bytes > 0) m_pieces.push_back({{}, &tensor, inStorageOrder, bytes});
        m_size += bytes;
        return endVector(bytes);
    }
    Place addReferences(const std::vector<Place>& places) {
        startVector(sizeof(std::uint32_t), places.size(), sizeof(std::uint32_t));
        for (std::size_t i = places.size(); i-- > 0;) put(static_cast<std::uint32_t>(m_size - places[i] + sizeof(std::uint32_t)));
        return endVector(places.size());
    }

    void startTable(std::size_t slots) {
        m_fields.assign(slots, 0);
        m_tableStart = m_size;
    }
    /// Left out when it is the default.
    template <class T>
    void addNumber(std::size_t slot, T value, T byDefault) {
        if (value == byDefault) return;
        align(sizeof(T));
        put(value);
        m_fields[slot] = m_size;
    }
    void addReference(std::size_t slot, Place target) {
        align(sizeof(std::uint32_t));
        put(static_cast<std::uint32_t>(m_size - target + sizeof(std::uint32_t)));
        m_fields[slot] = m_size;
    }
    /// The table leads to its vtable, which stands before it, or to an equal one that is there already.
    Place endTable() {
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

    std::uint64_t size() const noexcept { return m_size; }
    /// From the front of the tail to its end.
    std::vector<Piece> finish() && {
        std::ranges::reverse(m_pieces);
        for (Piece& piece : m_pieces) std::ranges::reverse(piece.bytes);
        return std::move(m_pieces);
    }

private:
    template <class T>
    void put(T value) {
        std::string bytes;
        for (std::size_t i = 0; i < sizeof(T); ++i)
            bytes += static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFFU);
        prepend(std::move(bytes));
    }
    /// Small pieces are joined, back to front: one allocation for each table or vector would be many.
    void prepend(std::string bytes) {
        m_size += bytes.size();
        std::ranges::reverse(bytes);
        if (m_pieces.empty() || m_pieces.back().tensor != nullptr) m_pieces.emplace_back();
        m_pieces.back().bytes += bytes;
        m_pieces.back().size = m_pieces.back().bytes.size();
    }
    /// Zeros until `size` more bytes, followed by a multiple of `unit`, end at a multiple of it.
    void align(std::uint64_t unit, std::uint64_t size = 0) {
        const std::uint64_t padding = (~(m_size + size) + 1) & (unit - 1);
        if (padding > 0) prepend(std::string(static_cast<std::size_t>(padding), '\0'));
    }
    void startVector(std::uint64_t itemSize, std::uint64_t count, std::uint64_t unit) {
        align(sizeof(std::uint32_t), itemSize * count);
        align(unit, itemSize * count);
    }
    Place endVector(std::uint64_t count) {
        put(static_cast<std::uint32_t>(count));
        return m_size;
    }
    static void appendU16(std::string& bytes, std::uint64_t value) {
        bytes += static_cast<char>(value & 0xFFU);
        bytes += static_cast<char>((value >> 8U) & 0xFFU);
    }

    std::vector<Piece> m_pieces;  ///< from the end towards the front
    std::uint64_t m_size = 0;
    std::vector<Place> m_fields;  ///< of the table being built; 0: absent
    Place m_tableStart = 0;
    std::map<std::string, Place> m_vtables;
};

}  // namespace etscope::bundle
