// The files of resources/run, built in: what executes a plan on a target. Any thread.
#pragma once

#include <string_view>

namespace etscope::run {

/// The text of the file of that name.
std::string_view resource(std::string_view file) noexcept;

}  // namespace etscope::run
