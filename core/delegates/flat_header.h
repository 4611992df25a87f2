// FlatHeader: the header of 30 bytes that stands before the FlatBuffers graph of XNNPACK and Vulkan payloads. Without it the whole
// payload is the graph. Value type. Format: docs/FORMATS.md "XNNPACK payload".
#pragma once

#include <cstdint>
#include <string_view>

#include "delegates/decoder.h"

namespace etscope::delegates {

struct FlatHeader {
    static constexpr std::uint64_t kSize = 30;

    std::uint64_t graphOffset = 0, graphSize = 0;
    std::uint64_t dataOffset = 0, dataSize = 0;  ///< raw bytes of constants; size 0 when they do not fit
    bool present = false;
};

/// `magic`: the word at byte 4. Errors: `delegate-truncated`, those of reading.
Result<FlatHeader> readFlatHeader(const Context& context, std::string_view magic);

}  // namespace etscope::delegates
