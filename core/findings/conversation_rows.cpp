#include "findings/conversation_rows.h"

#include <algorithm>

#include "conversation/conversation.h"
#include "findings/limits.h"

namespace etscope::findings {

Result<void> addConversation(const session::Session& session, SessionVerdict& made, const JobContext& job) {
    const auto hasTrace = [](const session::SessionFile& file) { return file.trace != nullptr; };
    if (std::ranges::none_of(session.files(), hasTrace)) return {};
    const auto answer = conversation::conversation(session, job, {.look = true});
    if (answer.cancelled()) return answer.failure();
    if (!answer) return {};
    std::vector<PossibleCause> causes;
    for (const conversation::Finding& finding : (*answer)->findings) {
        if (finding.check == conversation::Check::Program) continue;  // the runs and the program themselves tell it
        causes.push_back({CauseState::Differs,
                          std::string(kConversationKind).append(conversation::checkName(finding.check)),
                          finding.sentence,
                          {Sentence(conversation::placeText(finding.place))},
                          {},
                          finding.place.method,
                          {},
                          {}});
    }
    for (std::size_t i = 0; i < std::min(causes.size(), limits::kMaxNamesTold); ++i)
        made.sentences.push_back(
            {CauseState::Differs, Sentence::of("conversation, %1: %2", causes[i].evidence.front(), causes[i].title), {}});
    if (causes.size() > limits::kMaxNamesTold)
        made.sentences.push_back(
            {CauseState::Differs, Sentence::of("conversation: %1 more findings", causes.size() - limits::kMaxNamesTold), {}});
    const auto values = std::ranges::find((*answer)->checks, conversation::Check::Values,
                                          [](const conversation::CheckRow& row) { return row.check; });
    if (values != (*answer)->checks.end() && values->open > 0)
        made.causes.push_back({CauseState::Missing,
                               "conversation-values-open",
                               Sentence::of("%1 of %2 calls of the conversation were not computed: %3", values->open,
                                            (*answer)->calls, values->reason),
                               {},
                               {},
                               {},
                               {},
                               Sentence::of("ask the conversation itself, which takes longer")});
    if (!causes.empty()) made.state = Verdict::Differ;
    const auto end = std::ranges::find_if(made.causes, [](const PossibleCause& one) { return one.state != CauseState::Differs; });
    made.causes.insert(end, causes.begin(), causes.end());
    return {};
}

}  // namespace etscope::findings
