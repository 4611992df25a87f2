// Whether a computed result is right: equal where values are exact, else within so many units of the declared type's last place of
// the result in f64.
#pragma once

#include <string>

#include "evaluate/cases.h"

namespace etscope::tests {

struct Verdict {
    bool passed = false;
    bool strict = false;  ///< as a sum in f64, rounded once, reaches it
    std::string why;      ///< the first element that is wrong
};

/// `other`: the result of the same call where memory between the elements of its operands holds something else; elements that
/// differ by it were read from there and have no right value.
Verdict judged(const OperatorCase& asked, std::string_view target, std::size_t slot, const evaluate::Value& result,
               const evaluate::Value& other);

}  // namespace etscope::tests
