// Reads what a fuzzed file says is a tensor: some elements from both ends.
#pragma once

#include <algorithm>

#include "tensor/element_reader.h"

namespace etscope::fuzz {

inline void readTensor(const tensor::Tensor& tensor) {
    static_cast<void>(tensor.byteCount());
    static_cast<void>(tensor.dataOffset());
    static_cast<void>(tensor.validate());
    auto reader = tensor::ElementReader::open(tensor);
    if (!reader) return;
    const std::uint64_t some = std::min<std::uint64_t>(reader->count(), 64);
    static_cast<void>(reader->doubles(0, static_cast<std::size_t>(some)));
    static_cast<void>(reader->elements(reader->count() - some, static_cast<std::size_t>(some)));
}

}  // namespace etscope::fuzz
