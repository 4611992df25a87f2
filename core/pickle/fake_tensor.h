// The description of a tensor without data that torch.export writes: JSON of its type, sizes and strides.
#pragma once

#include <string_view>

#include "tensor/tensor.h"

namespace etscope::pickle {

/// `json` is a TensorMeta (docs/FORMATS.md "Program JSON"). Symbolic sizes take their hint, or -1 without one.
tensor::Tensor fakeTensor(std::string_view json);

}  // namespace etscope::pickle
