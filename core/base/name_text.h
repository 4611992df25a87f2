// Names of binary files as text: archives' entries, methods, operators, keys, names in payloads and dumps. No name is lost: the
// bytes can be had back, and two names are the same text only when they are the same bytes. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

namespace etscope {

/// The name as valid UTF-8. What is valid and holds no `\x` stays as it is; else each byte that is not UTF-8 is written as `\xNN`
/// and backslashes are doubled.
std::string nameText(std::string_view bytes);

/// The bytes of a name that nameText() made.
std::string nameBytes(std::string_view text);

/// nameText() of what is not UTF-8, anything else as it is: for texts that may have been names already.
std::string validName(std::string_view text);

}  // namespace etscope
