// What the fuzz targets share: the input as a range, and reading a tensor with a bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/source.h"

namespace etscope::fuzz {

inline ByteRange rangeOf(const std::uint8_t* data, std::size_t size) {
    const auto* first = reinterpret_cast<const std::byte*>(data);
    return ByteRange::whole(Source::fromBytes(std::vector<std::byte>(first, first + size), "input"));
}

}  // namespace etscope::fuzz
