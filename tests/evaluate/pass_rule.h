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

Verdict judged(const OperatorCase& asked, std::string_view target, std::size_t slot, const evaluate::Value& result);

}  // namespace etscope::tests
