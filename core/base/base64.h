// Base64 as JSON texts and logs carry it, by OpenSSL behind checks of our own. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace etscope {

/// The bytes of a text in the standard alphabet, padded or not; blanks and line ends may stand between the digits. Nothing when the
/// text is anything else: another character, padding that does not fit or is not at the end, a digit too many.
std::optional<std::vector<std::byte>> decodeBase64(std::string_view text);

/// In the standard alphabet, padded, in one line.
std::string encodeBase64(std::span<const std::byte> bytes);

}  // namespace etscope
