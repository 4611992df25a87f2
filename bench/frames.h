// Goals of etscope-bench-frames that live in files of their own.
#pragma once

#include <string>
#include <vector>

namespace etscope::bench {

/// The counters of first views: of a decoder of thirty layers, or of every stage of a session of these files (first_view_goals.cpp).
bool lookAtFirst(const std::vector<std::string>& files);

}  // namespace etscope::bench
