// `shrink`: the smallest program that is still wrong, as a folder. Executes with the Python that it is given.
#include "answer.h"
#include "commands.h"
#include "report/shrink_document.h"
#include "version.h"

namespace etscope::cli {

int runShrink(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    shrink::Options options;
    options.of = o.of;
    if (!o.python.empty()) options.python = o.python;
    options.time = std::chrono::milliseconds(static_cast<std::int64_t>(o.shrinkSeconds * 1000));
    options.memory = o.memoryGib > 0 ? bytesOfGib(o.memoryGib) : 0;
    options.version = ETSCOPE_VERSION;
    if (const auto free = checkOutput(o, *session); !free) return complain(free.error());
    const auto answer = shrink::shrink(*session, options, o.output, job);
    if (!answer) return complain(answer.error());
    const Result<nlohmann::ordered_json> document =
        report::shrinkDocument(*session, *answer, answer->files.empty() ? std::string() : o.output);
    const int printed = printDocument(o, document, answer->outcome == shrink::Outcome::Shrunk);
    if (printed != kDone) return printed;
    return answer->outcome == shrink::Outcome::NotShrunk ? kUnknown : kDone;
}

}  // namespace etscope::cli
