// What an export costs: time of its runs, memory, bytes of its files. Any thread. Rules: docs/FORMATS.md "Answers".
#pragma once

#include "findings/answers.h"

namespace etscope::findings {

/// The answer to Question::Cost, with those of its views but that of the delegates. Errors: `cancelled`, those of the runs.
Result<Answer> answerOfCost(const session::Session& session, const AnswerOptions& options, const JobContext& job);

}  // namespace etscope::findings
