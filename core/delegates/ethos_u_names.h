// Names of the commands that Ethos-U processors take. Constant data.
#pragma once

#include <cstdint>
#include <string_view>

namespace etscope::delegates {

/// The processor that a stream is for, as its configuration says: some codes have a meaning of their own on each.
enum class EthosUProduct : std::uint8_t { U55, U65, U85, Unknown };

/// "NPU_SET_IFM_REGION"; empty: no command of this code is known for the product. `code` is the lower half of the first word.
std::string_view ethosUCommandName(std::uint16_t code, EthosUProduct product) noexcept;

}  // namespace etscope::delegates
