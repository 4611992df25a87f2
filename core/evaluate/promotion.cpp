#include "evaluate/promotion.h"

#include <algorithm>
#include <optional>

#include "evaluate/refusal.h"

namespace etscope::evaluate {

namespace {

constexpr int kBits = 8;

bool isSigned(ScalarType type) noexcept {
    return type == ScalarType::I8 || type == ScalarType::I16 || type == ScalarType::I32 || type == ScalarType::I64;
}

ScalarType promotedIntegers(ScalarType a, ScalarType b) {
    if (isSigned(a) == isSigned(b)) return itemSize(a) >= itemSize(b) ? a : b;
    const ScalarType with = isSigned(a) ? a : b, without = isSigned(a) ? b : a;
    if (itemSize(without) * kBits >= 64) refuseArguments(scalarTypeName(a) + " and " + scalarTypeName(b) + " have no common type");
    if (itemSize(with) > itemSize(without)) return with;
    constexpr ScalarType kWider[] = {ScalarType::I16, ScalarType::I32, ScalarType::I64};
    return *std::find_if(std::begin(kWider), std::end(kWider), [&](ScalarType type) { return itemSize(type) > itemSize(without); });
}

/// What stands higher in the order dimensions, none, number decides, unless the lower is of a higher kind.
std::optional<ScalarType> combined(std::optional<ScalarType> higher, std::optional<ScalarType> lower) {
    if (!higher) return lower;
    if (!lower || isFloating(*higher)) return higher;
    if (*higher == ScalarType::Bool || isFloating(*lower)) return promoted(*higher, *lower);
    return higher;
}

}  // namespace

ScalarType promoted(ScalarType a, ScalarType b) {
    if (a == b) return a;
    if (isFloating(a) && isFloating(b)) {
        if (itemSize(a) == itemSize(b)) return ScalarType::F32;
        return itemSize(a) > itemSize(b) ? a : b;
    }
    if (isFloating(a)) return a;
    if (isFloating(b)) return b;
    if (a == ScalarType::Bool) return b;
    if (b == ScalarType::Bool) return a;
    return promotedIntegers(a, b);
}

ScalarType resultType(std::span<const Value* const> operands) {
    std::optional<ScalarType> dimensioned, dimensionless, number;
    const auto raise = [](std::optional<ScalarType>& to, ScalarType type) { to = to ? promoted(*to, type) : type; };
    for (const Value* operand : operands) {
        if (const Array* array = operand->array())
            raise(array->rank() > 0 ? dimensioned : dimensionless, array->type);
        else if (std::holds_alternative<double>(operand->base()))
            raise(number, ScalarType::F32);
        else if (std::holds_alternative<std::int64_t>(operand->base()))
            raise(number, ScalarType::I64);
        else if (std::holds_alternative<bool>(operand->base()))
            raise(number, ScalarType::Bool);
        else
            refuseArguments("an operand is neither a tensor nor a number");
    }
    const auto type = combined(dimensioned, combined(dimensionless, number));
    if (!type) refuseArguments("there are no operands");
    return *type;
}

}  // namespace etscope::evaluate
