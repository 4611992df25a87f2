// Value: what operators take and give.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "evaluate/array.h"

namespace etscope::evaluate {

struct Nothing {};
struct Value;
using Values = std::vector<Value>;

/// Numbers are exact: sizes and symbols are int64, Python floats double.
struct Value : std::variant<Nothing, Array, std::int64_t, double, bool, std::string, ScalarType, Values> {
    using variant::variant;
    bool none() const noexcept { return std::holds_alternative<Nothing>(*this); }
    const Array* array() const noexcept { return std::get_if<Array>(&base()); }
    const Values* list() const noexcept { return std::get_if<Values>(&base()); }
    const variant& base() const noexcept { return *this; }
};

}  // namespace etscope::evaluate
