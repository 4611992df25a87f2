#include "shrink/shrink.h"

#include <algorithm>
#include <filesystem>

#include "base/enum_table.h"
#include "base/name_text.h"
#include "io/output_folder.h"
#include "shrink/result_files.h"
#include "shrink/target.h"

namespace etscope::shrink {
namespace {

namespace fs = std::filesystem;

class Shrinking {
public:
    Shrinking(const session::Session& session, const Options& options, const JobContext& job)
        : m_session(session), m_options(options), m_job(job) {}

    Result<Answer> run(const std::string& folder) {
        m_began = std::chrono::steady_clock::now();
        auto choice = chooseTarget(m_session, m_options.of, m_job);
        if (!choice) return choice.failure();
        if (!choice->target) {
            m_answer.outcome = choice->open ? Outcome::NotShrunk : Outcome::NothingToShrink;
            m_answer.sentence = choice->why;
            return std::move(m_answer);
        }
        m_target = *std::move(choice->target);
        m_answer.method = m_target.method;
        m_answer.address = m_target.address;
        m_answer.culprit = m_target.culprit;
        if (!m_target.foreign.empty()) {
            m_answer.outcome = Outcome::NotShrunk;
            m_answer.sentence = Sentence::of("how programs are lowered for %1 is not known here, so no candidate can be made",
                                             validName(m_target.foreign));
            return std::move(m_answer);
        }
        auto output = OutputFolder::create(folder);
        if (!output) return output.failure();
        m_folder = output->absolute();
        if (auto searched = search(); !searched) return searched.failure();
        m_answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_began).count();
        if (auto written = writeReport(m_folder, m_answer, m_options.version, {}); !written) return written.failure();
        m_answer.files.emplace_back("report.md");
        m_answer.files.emplace_back("driver.py");
        std::ranges::sort(m_answer.files);
        std::error_code error;
        fs::remove_all(m_folder + "/candidates", error);
        if (auto done = output->commit(); !done) return done.failure();
        return std::move(m_answer);
    }

private:
    Result<void> search() {
        auto driver = lowering::Driver::start({m_options.python, m_folder, m_options.each, m_options.memory}, m_job);
        if (!driver) return driver.failure();
        m_answer.versions = driver->versions();
        if (!keepBackends()) return {};
        std::error_code error;
        fs::create_directories(m_folder + "/candidates", error);
        std::optional<Found> found;
        for (const graph::StageId& stage : {graph::StageId::edge(), graph::StageId::exported()}) {
            if (found || isDecided()) break;
            auto searched = searchIn(stage, *driver);
            if (!searched && searched.error().code != Error::kCancelled && !isOfDriver(searched.error())) {
                m_failed = searched.error();
                continue;
            }
            if (!searched) return searched.failure();
            found = *std::move(searched);
        }
        conclude(found);
        return found ? writeSmallest(*found, m_folder, *driver, m_answer, {}) : Result<void>();
    }

    /// Leaves out backends that the installed runtime lacks. False: one of them is what is at fault, and nothing can be tried.
    bool keepBackends() {
        const auto& known = m_answer.versions.backends;
        const auto isLacking = [&](const std::string& id) { return !known.empty() && std::ranges::find(known, id) == known.end(); };
        const auto lacking = std::ranges::find_if(m_target.backends, isLacking);
        if (lacking == m_target.backends.end()) return true;
        if (m_target.culprit.delegate) {
            m_answer.outcome = Outcome::NotShrunk;
            m_answer.sentence = Sentence::of("the installed runtime (executorch %1) has no %2: nothing can be shown to be wrong here",
                                             m_answer.versions.executorch, validName(*lacking));
            return false;
        }
        std::erase_if(m_target.backends, isLacking);
        return true;
    }

    /// The graph that was cut is what was lowered, and all of it is right: an earlier graph says nothing else.
    bool isDecided() const {
        const causes::Cause cause = m_target.culprit.cause;
        const bool isBehind = cause == causes::Cause::Kernel || cause == causes::Cause::Delegate ||
                              cause == causes::Cause::Constant || cause == causes::Cause::State;
        return isBehind && !m_answer.steps.empty() && m_answer.steps.back().state == TrialState::Right;
    }

    /// The largest part of the graph that was cut out is right, and nothing was left out for time.
    bool isAllRight() const { return !m_late && !m_answer.steps.empty() && m_answer.steps.back().state == TrialState::Right; }

    /// What no other graph would change.
    static bool isOfDriver(const Error& error) { return error.code.starts_with("run-") || error.code == "write-failed"; }

    Result<std::optional<Found>> searchIn(const graph::StageId& stage, lowering::Driver& driver) {
        const session::MethodView method{m_session, m_target.method};
        if (method.known() == nullptr || !method.known()->has(stage)) return std::optional<Found>();
        const auto material = materialOf(method, stage, m_target.culprit.run, m_job);
        if (!material) return material.failure();
        const auto site = siteOf(m_session, m_target, *material, m_job);
        if (!site) return site.failure();
        m_answer.graph = stage.text();
        SearchOptions options;
        options.time = m_options.time;
        options.began = m_began;
        options.backends = m_target.backends;
        options.states = m_target.states;
        options.head = headOf(m_answer, m_options.version);
        options.orders = ordersOf(m_target, *material);
        options.inner = site->inner;
        options.onStep = m_options.onStep;
        Wanted wanted = m_target.wanted;
        wanted.operators = operatorNames(*material->graph, site->seeds);
        wanted.operators.merge(operatorNames(*material->graph, site->inner));
        if (m_target.culprit.delegate) wanted.operators.merge(operatorNames(*material->graph, site->within));
        Bench bench(driver, m_folder + "/candidates/" + stage.text(), wanted);
        Search search(*material, bench, options);
        auto found = search.run(site->seeds, site->within, m_job);
        m_answer.steps.insert(m_answer.steps.end(), search.steps().begin(), search.steps().end());
        m_late = search.isLate() || m_job.cancelled();
        if (!found || !*found) return found;
        if (auto rewritten = writePlainly(bench, **found, options.head); !rewritten) return rewritten.failure();
        return found;
    }

    /// The smallest as a person writes it, where that is still wrong in the same way.
    Result<void> writePlainly(Bench& bench, Found& found, const std::string& head) const {
        Sketch sketch = plain(found.sketch);
        auto trial = bench.tryOut(sketch, head, m_job);
        if (!trial) return trial.error().code == Error::kCancelled ? Result<void>() : trial.failure();
        if (trial->state == TrialState::StillWrong) found = {std::move(sketch), *std::move(trial)};
        return {};
    }

    /// Its inputs are large, and candidates with a part of their elements were right.
    bool needsSize(const Sketch& sketch) const {
        constexpr std::int64_t kLarge = 1024;
        const bool isLarge = std::ranges::any_of(sketch.feeds, [](const Feed& feed) { return feed.array.count() > kLarge; });
        const auto& steps = m_answer.steps;
        const auto last = std::find_if(steps.rbegin(), steps.rend(), [](const Step& step) { return step.phase != Phase::Weights; });
        return isLarge && last != steps.rend() && last->phase == Phase::Sizes && last->state == TrialState::Right;
    }

    void conclude(const std::optional<Found>& found) {
        const auto has = [&](TrialState state) {
            return std::ranges::any_of(m_answer.steps, [&](const Step& step) { return step.state == state; });
        };
        if (found) {
            m_answer.outcome = Outcome::Shrunk;
            m_answer.sentence = m_late ? Sentence::of("the smallest program found in the time, still wrong in the same way")
                                : needsSize(found->sketch)
                                    ? Sentence::of(
                                          "the smallest program that is still wrong in the same way: it needs tensors of "
                                          "this size, with fewer elements it is right")
                                    : Sentence::of("the smallest program that is still wrong in the same way");
        } else if (isAllRight() && !has(TrialState::Otherwise)) {
            m_answer.outcome = Outcome::RuntimeRight;
            m_answer.sentence = whyRight();
        } else {
            m_answer.outcome = Outcome::NotShrunk;
            m_answer.sentence = whyNot();
        }
    }

    Sentence whyRight() const {
        const std::string& version = m_answer.versions.executorch;
        switch (m_target.culprit.cause) {
            case causes::Cause::Constant:
                return Sentence::of(
                    "what the record holds, lowered again with executorch %1, is right: the fault is none of the export, it is of "
                    "this program's file",
                    version);
            case causes::Cause::State:
                return Sentence::of(
                    "the calls, made again with executorch %1 from the initial state, are right: the run began with another state",
                    version);
            default:
                return Sentence::of(
                    "the installed runtime computes this right: executorch %1 is not what is at fault, "
                    "the program or the kernels that ran are others",
                    version);
        }
    }

    Sentence whyNot() const {
        const auto& steps = m_answer.steps;
        const auto isBuilt = [](const Step& step) {
            return step.state != TrialState::NotBuilt && step.state != TrialState::NotDecided;
        };
        const auto other = std::ranges::find(steps, TrialState::Otherwise, &Step::state);
        if (other != steps.end())
            return Sentence::of("no candidate is wrong in the same way; in another way one is: %1", validName(other->message));
        if (!steps.empty() && std::ranges::none_of(steps, isBuilt))
            return Sentence::of("no candidate could be lowered and run with this Python: %1", validName(steps.front().message));
        if (m_late) return Sentence::of("not decided: the time was over before all candidates were tried");
        if (!steps.empty()) return Sentence::of("no candidate is wrong in the same way");
        if (m_failed) return Sentence::of("no program could be cut out of the record: %1", validName(m_failed->message));
        return Sentence::of("there is no recorded graph of '%1' that a program could be cut out of: open its ETRecord, too",
                            validName(m_answer.method));
    }

    const session::Session& m_session;
    const Options& m_options;
    const JobContext& m_job;
    Target m_target;
    std::chrono::steady_clock::time_point m_began;
    bool m_late = false;  ///< the time was over, or it was cancelled
    Answer m_answer;
    std::optional<Error> m_failed;
    std::string m_folder;
};

}  // namespace

std::string_view outcomeName(Outcome outcome) noexcept {
    static constexpr EnumTable<Outcome::NotShrunk> kNames({"shrunk", "nothing_to_shrink", "runtime_right", "not_shrunk"});
    return kNames[outcome];
}

Result<Answer> shrink(const session::Session& session, const Options& options, const std::string& folder, const JobContext& job) {
    return Shrinking(session, options, job).run(folder);
}

}  // namespace etscope::shrink
