// The files of resources/report, built in: style, script and signs of the HTML report, the script of a repro pack. Any thread.
#pragma once

#include <string_view>

namespace etscope::report {

/// The text of the file of that name.
std::string_view resource(std::string_view file) noexcept;

}  // namespace etscope::report
