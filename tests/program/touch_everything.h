// Uses everything that a reader offers, so that a damaged file has every chance to do harm.
#pragma once

#include <string>

#include "base/diagnostics.h"

namespace etscope::test {

struct ProgramTouch {
    bool opened = false;
    Diagnostics diagnostics;  ///< with the error that kept it from opening
    std::string trouble;      ///< a broken promise; empty when there is none
};
ProgramTouch touchProgram(const std::string& bytes);

}  // namespace etscope::test
