// An answer to one of the five questions as documents have it. Internal to core/report. Any thread.
#pragma once

#include "findings/answers.h"
#include "report/documents.h"

namespace etscope::report {

/// Schema: "answer" of docs/schema/verdict.json.
Json answerJson(const findings::Answer& answer);

}  // namespace etscope::report
