#include "base/text_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <random>

namespace etscope {
namespace {

std::uint64_t drawn() {
    std::random_device device;
    return (std::uint64_t{device()} << 32U) | device();
}

}  // namespace

std::size_t textHash(std::string_view text) noexcept {
    static const std::uint64_t seed = drawn();
    return static_cast<std::size_t>(XXH3_64bits_withSeed(text.data(), text.size(), seed));
}

}  // namespace etscope
