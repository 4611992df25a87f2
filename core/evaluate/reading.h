// Elements of arrays for those outside of kernels: what cannot be read is an error. Any thread.
#pragma once

#include <vector>

#include "base/result.h"
#include "evaluate/array.h"
#include "evaluate/context.h"
#include "evaluate/value.h"

namespace etscope::evaluate {

/// All elements, row-major, as doubles. Errors: those of reading, `limit-exceeded`, `out-of-memory`.
Result<std::vector<double>> readDoubles(const Array& array);
Result<std::vector<std::int64_t>> readIntegers(const Array& array);
/// A copy in memory, row-major. Errors: as above.
Result<tensor::Tensor> readTensor(const Array& array);
/// The value with bytes of its own. Errors: as above.
Result<Value> readOwned(const Context& context, const Value& value);

}  // namespace etscope::evaluate
