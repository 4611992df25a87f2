// Tensor data files for tests that need no more than keys with bytes.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace etscope::test {

/// A file of opaque entries.
std::string ptdBytes(const std::vector<std::pair<std::string, std::string>>& entries);

}  // namespace etscope::test
