// The files of resources/lowering, built in: what lowers and runs programs in the user's Python. Any thread.
#pragma once

#include <string_view>

namespace etscope::lowering {

/// The text of the file of that name.
std::string_view resource(std::string_view file) noexcept;

}  // namespace etscope::lowering
