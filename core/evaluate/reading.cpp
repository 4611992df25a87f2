#include "evaluate/reading.h"

#include "base/out_of_memory.h"
#include "evaluate/elements.h"
#include "evaluate/interpreter.h"
#include "evaluate/refusal.h"

namespace etscope::evaluate {
namespace {

template <class T, class Read>
Result<T> safely(Read&& read) {
    return withinMemory([&]() -> Result<T> {
        try {
            return read();
        } catch (const Refusal& refusal) {
            return Failure{refusal.error};
        }
    });
}

}  // namespace

Result<std::vector<double>> readDoubles(const Array& array) {
    return safely<std::vector<double>>([&] { return doublesOf(array); });
}

Result<std::vector<std::int64_t>> readIntegers(const Array& array) {
    return safely<std::vector<std::int64_t>>([&] { return intsOf(array); });
}

Result<Value> readOwned(const Context& context, const Value& value) {
    return safely<Value>([&] { return detached(context, value); });
}

Result<tensor::Tensor> readTensor(const Array& array) {
    return safely<tensor::Tensor>([&] { return tensorOf(array); });
}

}  // namespace etscope::evaluate
