// Values of files as the evaluator takes them. Any thread.
#pragma once

#include <memory>
#include <vector>

#include "evaluate/value.h"
#include "tensor/tensor.h"

namespace etscope::replay {

/// Tensors stay where they are. Errors: those of evaluate::borrowed().
Result<evaluate::Value> evaluatedValue(const tensor::Value& value, const std::shared_ptr<evaluate::Memory>& memory);
Result<evaluate::Values> evaluatedValues(const std::vector<tensor::Value>& values, const std::shared_ptr<evaluate::Memory>& memory);

}  // namespace etscope::replay
