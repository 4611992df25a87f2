// FrontBlock: new tables for a FlatBuffers region, laid out in front of all that it holds. Offsets of the format lead forward only,
// so whatever stands in front can name what is there already: the region keeps its bytes, shifted as a whole, and its new root
// names new tables where something changed and old ones everywhere else. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "base/result.h"
#include "flat/raw_table.h"

namespace etscope::program {

struct NewObject;
/// What an offset leads to: a position in the region as it was, or a new object.
using Target = std::variant<std::size_t, std::shared_ptr<const NewObject>>;

/// A table, by slot: bytes of a number, or what its offset leads to.
struct NewTable {
    std::map<unsigned, std::variant<std::vector<std::byte>, Target>> fields;

    template <class T>
    void setNumber(unsigned slot, T number) {
        const auto bytes = std::as_bytes(std::span(&number, 1));
        fields[slot] = std::vector<std::byte>(bytes.begin(), bytes.end());
    }
    void setTarget(unsigned slot, Target target) { fields[slot] = std::move(target); }
};
struct NewOffsets {
    std::vector<Target> items;
};
/// A vector of numbers, or a string (which has a NUL behind it).
struct NewNumbers {
    std::vector<std::byte> bytes;
    std::uint32_t count = 0;
    std::size_t itemSize = 1;
    bool text = false;
};
struct NewObject {
    std::variant<NewTable, NewOffsets, NewNumbers> content;
};

template <class Content>
std::shared_ptr<const NewObject> newObject(Content content) {
    return std::make_shared<const NewObject>(NewObject{std::move(content)});
}
std::shared_ptr<const NewObject> newText(std::string_view text);
template <class T>
std::shared_ptr<const NewObject> newNumbers(const std::vector<T>& numbers) {
    const auto bytes = std::as_bytes(std::span(numbers));
    return newObject(NewNumbers{{bytes.begin(), bytes.end()}, static_cast<std::uint32_t>(numbers.size()), sizeof(T), false});
}

/// The same table again: its numbers, and offsets to what it has. `sizes`: of its fields by slot, 0 for offsets. Errors:
/// `program-not-editable` for a table with fields that `sizes` does not know, for what they are is not known either.
Result<NewTable> copyOf(const flat::RawTable& table, std::span<const unsigned> sizes);

struct LaidOut {
    std::vector<std::byte> bytes;  ///< a multiple of the alignment long
    std::size_t root = 0;          ///< position of the new root table in the region, which the block is in
};
/// Lays the root and all that it leads to out from position `at` on; what stood there and behind stands `bytes.size()` further on
/// then.
LaidOut layOut(const NewTable& root, std::size_t at, std::size_t alignment);

}  // namespace etscope::program
