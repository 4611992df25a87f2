// NamedTensor: a tensor and its name in the file that holds it.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace etscope::tensor {

struct NamedTensor {
    std::string name;  ///< as stored: untrusted text
    Tensor tensor;
};

}  // namespace etscope::tensor
