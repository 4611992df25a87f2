// Refusal: why a value cannot be computed. Thrown by kernels and what they call, caught where they are called (unlessRefused()):
// a kernel is arithmetic, and every line of it can find a shape that does not fit. Internal to core/evaluate; never leaves it.
#pragma once

#include <string>

#include "base/out_of_memory.h"
#include "base/result.h"

namespace etscope::evaluate {

struct Refusal {
    Error error;
};

[[noreturn]] inline void refuse(std::string code, std::string message) {
    throw Refusal{Error{std::move(code), std::move(message), {}}};
}
/// The arguments of an operator contradict each other or lead outside the data.
[[noreturn]] inline void refuseArguments(std::string message) { refuse("operator-arguments-invalid", std::move(message)); }
/// Right as it stands, and not computed here.
[[noreturn]] inline void refuseUnsupported(std::string message) { refuse("operator-not-supported", std::move(message)); }

/// What `work` gives, a T or a Result of one; what it refuses, and memory that cannot be had, is the error.
template <class T, class Work>
Result<T> unlessRefused(Work&& work) {
    return withinMemory([&]() -> Result<T> {
        try {
            return work();
        } catch (const Refusal& refusal) {
            return Failure{refusal.error};
        }
    });
}

/// The value, or its error as a refusal.
template <class T>
T orRefuse(Result<T> result) {
    if (!result) throw Refusal{result.error()};
    return *std::move(result);
}
inline void orRefuse(const Result<void>& result) {
    if (!result) throw Refusal{result.error()};
}

}  // namespace etscope::evaluate
