// Data files that users add to the product's own, in their configuration folder. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace etscope {

struct UserFile {
    std::string path, text;
};

/// "etscope/<name>" in the user's configuration folder (XDG_CONFIG_HOME, else ~/.config), up to limits::kMaxDomJson bytes; nothing:
/// there is none. Errors: those of reading.
Result<std::optional<UserFile>> userFile(std::string_view name);

}  // namespace etscope
