// Which type the result of operands of several types has: torch's result_type. Pure functions; any thread.
#pragma once

#include <span>

#include "base/scalar_type.h"
#include "evaluate/value.h"

namespace etscope::evaluate {

/// The type that holds the values of both: f16 and bf16 give f32, unsigned and signed bytes i16. Refuses pairs that torch refuses.
ScalarType promoted(ScalarType a, ScalarType b);

/// Of tensors and numbers: tensors with dimensions decide, tensors without and then numbers only raise the kind (bool, integer,
/// floating). Numbers count as i64, f32 and bool. Refuses what is neither.
ScalarType resultType(std::span<const Value* const> operands);

/// The type that functions over real numbers give: itself when floating, else f32.
constexpr ScalarType floatingOf(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::F64:
        case ScalarType::F32:
        case ScalarType::F16:
        case ScalarType::BF16: return type;
        default: return ScalarType::F32;
    }
}

}  // namespace etscope::evaluate
