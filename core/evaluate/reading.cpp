#include "evaluate/reading.h"

#include "evaluate/elements.h"
#include "evaluate/interpreter.h"
#include "evaluate/refusal.h"

namespace etscope::evaluate {

Result<std::vector<double>> readDoubles(const Array& array) {
    return unlessRefused<std::vector<double>>([&] { return doublesOf(array); });
}

Result<std::vector<std::int64_t>> readIntegers(const Array& array) {
    return unlessRefused<std::vector<std::int64_t>>([&] { return intsOf(array); });
}

Result<Value> readOwned(const Context& context, const Value& value) {
    return unlessRefused<Value>([&] { return detached(context, value); });
}

Result<tensor::Tensor> readTensor(const Array& array) {
    return unlessRefused<tensor::Tensor>([&] { return tensorOf(array); });
}

}  // namespace etscope::evaluate
