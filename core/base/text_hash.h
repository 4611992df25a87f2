// TextHash: hashes of texts that files bring. They depend on a number drawn once a process, so that no file can hold texts that
// fall on one place of a hash table and make each look-up walk through all of them. The order of a table's elements is therefore
// another in each process: what is shown is never taken in it. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace etscope {

std::size_t textHash(std::string_view text) noexcept;

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return textHash(text); }
};

template <class Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;
/// Keys are views of texts that somebody else keeps.
template <class Value>
using TextViewMap = std::unordered_map<std::string_view, Value, TextHash, std::equal_to<>>;
using TextSet = std::unordered_set<std::string, TextHash, std::equal_to<>>;
using TextViewSet = std::unordered_set<std::string_view, TextHash, std::equal_to<>>;

}  // namespace etscope
