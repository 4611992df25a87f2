// `mend`: changes of the export tried until its outputs are right, in a process of their own, into a folder.
#include "answer.h"
#include "commands.h"
#include "report/mend_document.h"
#include "version.h"

namespace etscope::cli {

int runMend(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    mend::Request request;
    request.of = o.of;
    request.python = o.python.empty() ? "python3" : o.python;
    request.time = std::chrono::milliseconds(static_cast<std::int64_t>(o.seconds * 1000));
    request.memory = o.memoryGib > 0 ? bytesOfGib(o.memoryGib) : 0;
    request.version = ETSCOPE_VERSION;
    request.onTrial = [](const std::vector<mend::Trial>& trials, std::size_t changed) {
        const auto say = [&](std::size_t at, const std::string& number) {
            standardError() << "etscope-cli: " << number << mend::trialStateName(trials[at].state) << ": "
                            << visible(trials[at].title().text()) << "\n";
        };
        for (std::size_t i = 0; changed == trials.size() && i < trials.size(); ++i) say(i, {});
        if (changed < trials.size()) say(changed, std::to_string(changed + 1) + " of " + std::to_string(trials.size()) + ": ");
    };
    if (const auto free = checkOutput(o, *session); !free) return complain(free.error());
    const auto answer = mend::mend(*session, request, o.output, job);
    if (!answer) return complain(answer.error());
    const bool helped = answer->state == mend::AnswerState::Healthy || answer->state == mend::AnswerState::Mended;
    const bool failed = answer->state == mend::AnswerState::NothingHelped || answer->state == mend::AnswerState::Better;
    const Result<nlohmann::ordered_json> document = report::mendDocument(*session, *answer, o.output);
    const int printed = printDocument(o, document, failed);
    if (printed != kDone || failed) return printed;
    return helped ? kDone : kUnknown;
}

}  // namespace etscope::cli
