// The five questions that a person has of an export, and what its files answer: a sentence or two, where it stands, and what to
// look at next. The one list that the window's rail and answer line, the command line, the report and Python have. Any thread.
// Rules: docs/FORMATS.md "Answers".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/possible_causes.h"
#include "session/session.h"

namespace etscope::findings {

enum class Question : std::uint8_t {
    Verdict,      ///< is it right, and if not, why
    Model,        ///< what is exported, and what is doubtful about it
    Correctness,  ///< do the runs give what the references give
    Cost,         ///< time, memory, bytes
    Changes       ///< against another export
};
/// "verdict", "model", "correctness", "cost", "changes".
std::string_view questionName(Question question) noexcept;

/// Where an answer leads.
enum class Target : std::uint8_t {
    None,
    Summary,
    Files,
    Checks,
    Problems,
    Graph,
    Weights,
    Outputs,
    Operators,
    Quantisation,
    Time,
    Memory,
    Sizes,
    Fallback,
    Delegates,
    AddFiles,
    Run,
    CompareWith,
    Conversation
};
/// "summary", "files", …, "add-files", "run", "compare-with", "conversation"; empty: None.
std::string_view targetName(Target target) noexcept;

struct Lead {
    Target target = Target::None;
    Sentence title;
    std::string address = {};  ///< of what is to be seen there; may be empty
};

/// What a view of a question answers itself, where that is not the question's first sentence. One that shows one method at a time
/// has an answer for each.
struct ViewAnswer {
    Target view = Target::None;
    Sentence text;
    Sentence more = {};                  ///< may be empty
    std::string method = {};             ///< that it is of; empty: of the whole session, or of `runs`
    std::vector<std::size_t> runs = {};  ///< SessionRun::index, that it is of; none: of no runs
};

struct Answer {
    Question question = Question::Verdict;
    std::optional<CauseState> state;  ///< nothing: a fact that nobody judges
    Sentence status;                  ///< in a few words
    Sentence text;                    ///< the answer
    Sentence more;                    ///< a further sentence; may be empty
    std::string address = {};         ///< of what it is about; may be empty
    std::string source = {};          ///< "models.py:252" of the export script; empty: nothing tells
    std::string cause = {};           ///< PossibleCause::kind, where it is one for all that differs; empty: none is known
    Lead evidence, next;
    std::vector<ViewAnswer> views = {};  ///< where there is none, `text` is said
};

struct AnswerOptions {
    std::optional<double> ticksPerSecond = {};  ///< of the runs' times; nothing: ticks
    std::string other = {};                     ///< name of the export that this one is compared with; empty: there is none
    std::shared_ptr<const session::Session> baseline = {};  ///< that export; null: it is taken to be one
};

/// Errors: `cancelled`; those of what the answer is made of are answers themselves.
Result<Answer> answer(const session::Session& session, Question question, const AnswerOptions& options, const JobContext& job);
/// All five, in the order of Question.
Result<std::vector<Answer>> answers(const session::Session& session, const AnswerOptions& options, const JobContext& job);

}  // namespace etscope::findings
