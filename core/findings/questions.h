// What the files of a session answer, and which file would answer the rest: what a person asks of an export, in the order in which
// it is asked. Any thread. Rules: docs/FORMATS.md "Answers".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "findings/answers.h"

namespace etscope::findings {

struct FileQuestion {
    std::string id;         ///< "contents", "memory", "fallback", "time", "correctness", "weights", "source"
    Sentence title;         ///< "How much memory is planned?"
    bool answered = false;  ///< false: `detail` says what it needs
    Sentence detail;
    Target page = Target::None;  ///< that shows the answer, or takes the file
};

/// Says what can be looked at, not whether it is right. Errors: `cancelled`.
Result<std::vector<FileQuestion>> fileQuestions(const session::Session& session, const JobContext& job);

/// Whether a finding of that kind says no more than that a question has no answer.
bool isQuestion(const session::Session& session, std::string_view kind);

}  // namespace etscope::findings
