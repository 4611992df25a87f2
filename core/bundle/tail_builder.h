// TailBuilder: the part of a bundled program behind the program, laid out from its end towards its front as the FlatBuffers builder
// of the original writer does, so that files of equal content have equal bytes. Contents of tensors are not held: they are places
// in the layout. One thread. Rules: docs/FORMATS.md "Writing a bundled program".
#pragma once

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

    Place addText(const std::string& text);
    template <class T>
    Place addNumbers(std::span<const T> numbers) {
        startVector(sizeof(T), numbers.size(), sizeof(T));
        for (std::size_t i = numbers.size(); i-- > 0;) put(numbers[i]);
        return endVector(numbers.size());
    }
    /// A vector of bytes, its first at a multiple of 16 from the file's start.
    Place addElements(const tensor::Tensor& tensor, std::uint64_t bytes, bool inStorageOrder);
    Place addReferences(const std::vector<Place>& places);

    void startTable(std::size_t slots);
    /// Left out when it is the default.
    template <class T>
    void addNumber(std::size_t slot, T value, T byDefault) {
        if (value == byDefault) return;
        align(sizeof(T));
        put(value);
        m_fields[slot] = m_size;
    }
    void addReference(std::size_t slot, Place target);
    Place endTable();

    std::uint64_t size() const noexcept { return m_size; }
    /// From the front of the tail to its end.
    std::vector<Piece> finish() &&;

private:
    template <class T>
    void put(T value) {
        std::string bytes;
        for (std::size_t i = 0; i < sizeof(T); ++i)
            bytes += static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFFU);
        prepend(std::move(bytes));
    }
    void prepend(std::string bytes);
    /// Zeros until `size` more bytes, followed by a multiple of `unit`, end at a multiple of it.
    void align(std::uint64_t unit, std::uint64_t size = 0);
    void startVector(std::uint64_t itemSize, std::uint64_t count, std::uint64_t unit);
    Place endVector(std::uint64_t count);

    std::vector<Piece> m_pieces;  ///< from the end towards the front
    std::uint64_t m_size = 0;
    std::vector<Place> m_fields;  ///< of the table being built; 0: absent
    Place m_tableStart = 0;
    std::map<std::string, Place> m_vtables;
};

}  // namespace etscope::bundle
