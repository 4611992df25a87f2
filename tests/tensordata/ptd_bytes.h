// Tensor data files for tests that need no more than keys.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace etscope::test {

/// A file of opaque entries.
std::string ptdBytes(const std::vector<std::pair<std::string, std::string>>& entries);
/// `a` and `b`: float tensors [2,2]; `blob`: opaque.
std::string ptdTensors();

}  // namespace etscope::test
