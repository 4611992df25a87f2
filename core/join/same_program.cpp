#include "join/same_program.h"

#include <algorithm>
#include <span>
#include <vector>

namespace etscope::join {

ByteRange programBytes(const session::SessionFile& file) { return file.bundle != nullptr ? file.bundle->program() : file.bytes; }

bool sameProgram(const ByteRange& a, const ByteRange& b) {
    constexpr std::uint64_t kPiece = 1U << 20U;
    if (a.size != b.size) return false;
    const std::uint64_t step = a.size <= kWholeProgramBytes ? kPiece : std::max(kPiece, a.size / (kWholeProgramBytes / kPiece));
    const auto most = static_cast<std::size_t>(std::min(kPiece, a.size));
    std::vector<std::byte> left(most), right(most);
    for (std::uint64_t at = 0; at < a.size; at += step) {
        const auto length = static_cast<std::size_t>(std::min(kPiece, a.size - at));
        const auto x = std::span(left).first(length), y = std::span(right).first(length);
        if (!a.read(at, x) || !b.read(at, y) || !std::ranges::equal(x, y)) return false;
    }
    return true;
}

}  // namespace etscope::join
