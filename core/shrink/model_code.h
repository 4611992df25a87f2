// Code of a sketch: a torch.nn.Module in readable Python with its inputs and partitioners, as driver.py takes it. No pickles: small
// tensors are stated, others are made of a seed or stand in values.npz beside it. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "shrink/sketch.h"
#include "tensor/named_tensor.h"

namespace etscope::shrink {

struct ModelCode {
    std::string text;                         ///< model.py
    std::vector<tensor::NamedTensor> values;  ///< values.npz; empty: there is none
};

/// `head`: what the file is about, for its first lines. Errors: `shrink-no-code` (an operator, argument or type that cannot be
/// written), those of reading.
Result<ModelCode> modelCode(const Sketch& sketch, std::string_view head);

}  // namespace etscope::shrink
