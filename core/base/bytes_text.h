// Amounts of bytes for people.
#pragma once

#include <cstdint>
#include <string>

namespace etscope {

/// "668.4 MiB"; plain bytes below 1 KiB.
std::string bytesText(std::uint64_t bytes);

}  // namespace etscope
