// What advice says of an export that is quantised already, as a part of its document.
#pragma once

#include "advisor/advice.h"
#include "report/documents.h"

namespace etscope::report {

Json effectJson(const advisor::Advice& advice, const advisor::Effect& effect);
/// Null: nothing of it is narrow.
Json todayJson(const advisor::Advice& advice);

}  // namespace etscope::report
