// The files of resources/mend, built in: the parts that patches of exports are put together of. Any thread.
#pragma once

#include <string_view>

namespace etscope::mend {

/// The text of the file of that name.
std::string_view resource(std::string_view file) noexcept;

}  // namespace etscope::mend
