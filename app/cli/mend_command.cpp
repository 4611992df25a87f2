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
    request.onTrial = [](const mend::Trial& trial, std::size_t done, std::size_t all) {
        standardError() << "etscope-cli: " << done << " of " << all << ": " << mend::trialStateName(trial.state) << ": "
                        << visible(trial.title().text()) << "\n";
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
