// Names of files within paths.
#pragma once

#include <string_view>

namespace etscope {

/// The part behind the last `/`; all of it when there is none.
constexpr std::string_view baseName(std::string_view path) noexcept { return path.substr(path.rfind('/') + 1); }

}  // namespace etscope
