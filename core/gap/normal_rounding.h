// What rounding alone may have led to, call after call: the normal error of each, which are independent of each other. One thread.
// Rules: docs/FORMATS.md "Normal rounding".
#pragma once

#include <optional>

#include "gap/audited_gap.h"

namespace etscope::gap {

class NormalRounding {
public:
    /// Up to this call and with it, relative to the norm of its reference; nothing: nothing is known yet. `parts`: null, or without
    /// a judgement, where the call was not judged.
    std::optional<double> with(const RowParts* parts);

private:
    double m_squares = 0;
    bool m_known = false;
};

}  // namespace etscope::gap
