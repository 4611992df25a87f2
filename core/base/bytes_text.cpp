#include "base/bytes_text.h"

#include <array>

#include "base/number_text.h"

namespace etscope {

std::string bytesText(std::uint64_t bytes) {
    static constexpr std::array<const char*, 5> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB"};
    if (bytes < 1024) return std::to_string(bytes) + " B";
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    return printed("%.1f ", value) + kUnits[unit];
}

}  // namespace etscope
