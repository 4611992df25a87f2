// Names and sentences from files made safe to print.
#pragma once

#include <string>
#include <string_view>

namespace etscope {

/// A name as it is printed: control characters (C0, DEL) and bytes that are not UTF-8 are written as `\xNN`, C1 controls, line
/// separators and controls of direction as `\uNNNN`, backslashes doubled. It cannot move the cursor of a terminal, end a line or
/// turn the direction of what follows, and no two names look the same.
std::string escaped(std::string_view text);
/// The same with backslashes as they are: for sentences, which may hold names that are escaped already.
std::string visible(std::string_view text);
/// A JSON text with the same characters as `\uNNNN`: the document is the same, a terminal is safe from it.
std::string terminalJson(std::string_view json);

}  // namespace etscope
