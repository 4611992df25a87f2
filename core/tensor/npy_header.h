// The header of an .npy file to be written. Internal to core/tensor.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/scalar_type.h"

namespace etscope::tensor {

/// Magic, version 1.0, description, padded to a multiple of 64 bytes as numpy does. `type` is one that numpy has.
std::string npyHeader(ScalarType type, std::span<const std::int64_t> shape);

}  // namespace etscope::tensor
