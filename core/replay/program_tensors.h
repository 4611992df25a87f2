// The tensors that a program brings with it: constants and initial values, of the `.pte` or of the external file that has them. Any
// thread.
#pragma once

#include "base/result.h"
#include "program/plan.h"
#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::replay {

/// Of the session's program; empty bytes where the tensor is planned without any. Errors: `tensor-without-data`, those of
/// program::Program::tensorBytes(), `named-data-key` (no file of the session has it).
Result<tensor::Tensor> programTensor(const session::Session& session, const program::TensorInfo& info);

}  // namespace etscope::replay
