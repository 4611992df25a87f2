// `run`: executes the session's program on a target, into a folder; then the session with what it gave, and its verdict.
#include <algorithm>
#include <filesystem>

#include "answer.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "commands.h"
#include "join/family.h"
#include "report/run_document.h"
#include "run/execute.h"
#include "run/run_plan.h"
#include "version.h"

namespace etscope::cli {
namespace {

Result<run::PlanOptions> planOptions(const Options& o) {
    auto sizes = run::parseSizes(o.sizes);
    if (!sizes) return sizes.failure();
    run::PlanOptions options;
    options.methods = o.methods;
    options.cases = o.cases;
    options.sizes = *std::move(sizes);
    options.repeat = o.repeat;
    options.values = o.keep == "all" ? run::Values::All : o.keep == "outputs" ? run::Values::Outputs : run::Values::None;
    options.modules = o.modules == "fresh" ? run::Modules::Fresh : run::Modules::One;
    options.streams = run::streamsValues(targetOf(o).kind);
    options.mostBuffer = std::min(options.mostBuffer, o.memoryGib > 0 ? bytesOfGib(o.memoryGib) / 2 : UINT64_MAX);
    return options;
}

/// The session again, with the folder of the run.
Result<std::shared_ptr<const session::Session>> joined(const session::Session& session, const Options& o, const JobContext& job) {
    const session::Session& whole = session.whole();
    std::vector<std::string> paths;
    for (const session::SessionFile& file : whole.files()) {
        const auto& buffers = whole.options().debugBuffers;
        const bool known =
            std::ranges::find(paths, file.path) != paths.end() || std::ranges::find(buffers, file.path) != buffers.end();
        if (!known) paths.push_back(file.path);
    }
    paths.push_back(o.output);
    session::OpenOptions options = whole.options();
    options.part = nullptr;
    const auto opened = session::Session::open(paths, options, job);
    return opened ? join::programInView(*opened, o.member, job) : opened;
}

}  // namespace

Result<void> checkOutput(const Options& o, const session::Session& session) {
    std::error_code error;
    for (const session::SessionFile& file : session.whole().files())
        if (std::filesystem::equivalent(file.path, o.output, error))
            return fail("output-is-input", "this is a file that is open: a run is written into a folder of its own",
                        escaped(o.output));
    return {};
}

run::TargetChoice targetOf(const Options& o) {
    if (!o.adb.empty()) return {run::TargetKind::Adb, o.runner, o.adb, o.adbProgram};
    if (!o.runner.empty()) return {run::TargetKind::Runner, o.runner, {}, {}};
    return {run::TargetKind::Python, o.python.empty() ? "python3" : o.python, {}, {}};
}

std::uint64_t bytesOfGib(double gib) noexcept { return static_cast<std::uint64_t>(gib * static_cast<double>(1ULL << 30U)); }

int runRun(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    const auto options = planOptions(o);
    if (!options) return complain(options.error());
    if (o.keep == "none" && o.repeat == 0) return usage("--values none with --repeat 0 keeps nothing");
    if (!o.adb.empty() && o.runner.empty()) return usage("--adb wants --runner PROGRAM, too: the etscope-runner for the device");
    if (const auto free = checkOutput(o, *session); !free) return complain(free.error());
    auto plan = run::makePlan(*session, *options, job);
    if (!plan) return complain(plan.error());
    run::RunRequest request;
    request.target = targetOf(o);
    request.time = std::chrono::milliseconds(static_cast<std::int64_t>(o.seconds * 1000));
    request.memory = o.memoryGib > 0 ? bytesOfGib(o.memoryGib) : 0;
    request.version = ETSCOPE_VERSION;
    const auto outcome = run::execute(*std::move(plan), request, o.output, job);
    if (!outcome) return complain(outcome.error());
    const auto after = joined(*session, o, job);
    if (!after) return complain(after.error());
    findings::Verdict state = findings::Verdict::Unknown;
    const auto document = report::runDocument(**after, *outcome, state, job);
    const bool whole = outcome->record.state == runrecord::RunState::Done;
    const int printed = printDocument(o, document, state == findings::Verdict::Differ);
    if (printed != kDone) return printed;
    if (!whole) return kUnreadable;
    return state == findings::Verdict::Match ? kDone : kUnknown;
}

}  // namespace etscope::cli
