// The values of double that are not numbers, named once.
#pragma once

#include <limits>

namespace etscope {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace etscope
