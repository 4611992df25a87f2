// The files of resources/survey, built in: what writes tables in the user's Python. Any thread.
#pragma once

#include <string_view>

namespace etscope::survey {

/// The text of the file of that name.
std::string_view resource(std::string_view file) noexcept;

}  // namespace etscope::survey
