#include "mend/trial.h"

#include <algorithm>
#include <filesystem>

#include "base/enum_table.h"
#include "compare/run_cases.h"
#include "findings/undelegated.h"
#include "io/output_file.h"
#include "io/sha256.h"
#include "profile/run_sets.h"
#include "run/execute.h"

namespace etscope::mend {
namespace {

namespace fs = std::filesystem;

Score::Method scoreOf(const findings::MethodOutcome& outcome, causes::Cause mended) {
    Score::Method score;
    score.differ = outcome.outputs.differ + outcome.outputs.incomparable;
    score.compared = outcome.outputs.match + outcome.outputs.differ;
    score.wrong = outcome.wrong;
    score.judged = outcome.right + outcome.wrong;
    score.faulty = outcome.culprit.has_value();
    if (score.differ > 0) score.maxAbs = outcome.maxAbs.value_or(0);
    if (!outcome.culprit) return score;
    score.why = outcome.culprit->sentence.text();
    const bool rounds = outcome.culprit->cause == causes::Cause::Quantisation && mended != causes::Cause::Quantisation;
    score.rounds = rounds && score.wrong == 0 && outcome.outputs.incomparable == 0;
    return score;
}

/// The culprit's sentence, else how many outputs differ.
std::string whatIsWrong(const Score& score) {
    for (const auto& [name, method] : score.methods)
        if (!method.right() || method.rounds)
            return name + ": " +
                   (method.why.empty()
                        ? (method.differ == 1 ? "1 output differs" : std::to_string(method.differ) + " outputs differ")
                        : method.why);
    return score.right() ? std::string() : "nothing of it could be judged";
}

Result<std::string> printOf(const std::string& path, const JobContext& job) {
    const auto file = Source::open(path);
    return file ? sha256(ByteRange::whole(*file), job) : file.failure();
}

class Attempt {
public:
    Attempt(const Bench& bench, const Lowered& lowered, std::vector<Measure> measures, const JobContext& job)
        : m_bench(bench), m_lowered(lowered), m_job(job) {
        m_trial.measures = std::move(measures);
        m_folder = bench.folder + "/" + m_trial.name();
    }

    Result<Trial> run(const Score* before) {
        const auto began = std::chrono::steady_clock::now();
        auto done = steps();
        if (!done && (done.error().code == Error::kCancelled || done.error().code == "write-failed")) return done.failure();
        if (!done) refuse(TrialState::Refused, done.error().message);
        if (done && *done) judge(before);
        m_trial.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        return std::move(m_trial);
    }

private:
    void refuse(TrialState state, std::string message) {
        m_trial.state = state;
        m_trial.message = std::move(message);
        std::ranges::replace(m_trial.message, '\n', ' ');
    }

    void tell(TrialState state) const {
        if (m_bench.onState) m_bench.onState(state);
    }

    /// False: it cannot be judged; the trial says why.
    Result<bool> steps() {
        std::error_code error;
        fs::remove_all(m_folder, error);  // of another way to lower the same
        fs::create_directories(m_folder, error);
        m_trial.patch = patchText(m_trial.measures, m_lowered, "Mend: " + m_trial.title().text() + ".");
        const std::string path = m_folder + "/export_patch.py";
        if (auto written = writeFile(path, std::as_bytes(std::span(m_trial.patch)), m_job); !written) return written.failure();
        tell(TrialState::Lowering);
        lowering::BuildRequest request{m_folder, {"export_patch.py"}, m_bench.record, m_lowered.graph, m_lowered.methods};
        const auto answer = m_bench.driver->build(request, m_job);
        if (!answer) return answer.failure();
        if (!answer->done()) {
            const bool failed = answer->state == lowering::Answer::State::Failed;
            refuse(failed ? TrialState::Refused : TrialState::NotDecided,
                   (answer->step.empty() ? "" : answer->step + ": ") + answer->message);
            return false;
        }
        const auto print = printOf(m_folder + "/model.pte", m_job);
        if (!print) return print.failure();
        m_trial.print = *print;
        if (m_trial.print == m_bench.print && !restarts()) {
            m_trial.state = TrialState::Same;
            m_trial.reason = Sentence::of("the program stays the same: there is nothing that this changes");
            m_trial.message = m_trial.reason.text();
            return false;
        }
        if (auto written = writeCases(*m_bench.cases, m_folder + "/model.pte", m_folder + "/cases.bpte", m_job); !written)
            return written.failure();
        tell(TrialState::Running);
        if (auto executed = execute(); !executed) return executed.failure();
        return open();
    }

    Result<bool> open() {
        auto opened =
            session::Session::open({m_folder + "/model.etrecord", m_folder + "/cases.bpte", m_folder + "/run"}, {}, m_job);
        if (!opened) return opened.failure();
        auto score = mend::scoreOf(**opened, m_bench.cause, m_job);
        if (!score) return score.failure();
        m_trial.score = *std::move(score);
        m_trial.costs = costsOf(**opened, m_job);
        m_trial.costs.bytes = fs::file_size(m_folder + "/model.pte");
        return true;
    }

    Result<void> execute() {
        auto plannedOf = session::Session::open({m_folder + "/cases.bpte", m_folder + "/model.etrecord"}, {}, m_job);
        if (!plannedOf) return plannedOf.failure();
        run::PlanOptions options;
        options.repeat = 5;
        auto plan = run::makePlan(**plannedOf, options, m_job);
        if (!plan) return plan.failure();
        if (restarts()) loadAnew(*plan);
        run::RunRequest request;
        request.target = {run::TargetKind::Python, m_bench.python, {}, {}};
        request.version = m_bench.version;
        request.by = m_bench.driver->executor();
        const auto outcome = run::execute(*std::move(plan), request, m_folder + "/run", m_job);
        if (!outcome) return outcome.failure();
        if (outcome->record.state != runrecord::RunState::Done && outcome->record.error) return Failure{*outcome->record.error};
        return {};
    }

    /// Whether it changes how the program is run.
    bool restarts() const {
        return std::ranges::any_of(m_trial.measures, [](const Measure& one) { return one.remedy->freshModules; });
    }
    /// A module of its own from the first case of each method on that is wrong.
    void loadAnew(run::RunPlan& plan) const {
        std::vector<run::PlannedModule> modules;
        for (const run::PlannedModule& module : plan.modules) {
            modules.push_back({module.pass, {}, module.bufferBytes});
            for (const std::size_t call : module.calls) {
                const auto& facts = plan.calls[call].facts;
                const auto first = m_bench.firstWrong.find(facts.method);
                const bool anew = first != m_bench.firstWrong.end() && facts.caseIndex == static_cast<std::int64_t>(first->second);
                if (anew && !modules.back().calls.empty()) modules.push_back({module.pass, {}, module.bufferBytes});
                modules.back().calls.push_back(call);
            }
        }
        plan.modules = std::move(modules);
    }

    void judge(const Score* before) {
        const Score& now = m_trial.score;
        m_trial.message = whatIsWrong(now);
        m_trial.state = now.right()               ? TrialState::Right
                        : before == nullptr       ? TrialState::Same
                        : now.worseThan(*before)  ? TrialState::Worse
                        : now.betterThan(*before) ? TrialState::Better
                                                  : TrialState::Same;
    }

    const Bench& m_bench;
    const Lowered& m_lowered;
    const JobContext& m_job;
    Trial m_trial;
    std::string m_folder;
};

}  // namespace

bool Score::right() const noexcept {
    const auto looked = [](const auto& one) { return one.second.looked() > 0; };
    return std::ranges::all_of(methods, [](const auto& one) { return one.second.right(); }) && std::ranges::any_of(methods, looked);
}

bool Score::worseThan(const Score& before) const noexcept {
    return std::ranges::any_of(methods, [&](const auto& one) {
        const auto found = before.methods.find(one.first);
        if (found == before.methods.end()) return !one.second.right();
        const Method &now = one.second, &then = found->second;
        return now.looked() < then.looked() || now.differ > then.differ || (then.right() && !now.right()) ||
               now.maxAbs > 2 * then.maxAbs + 1e-12;
    });
}

bool Score::betterThan(const Score& before) const noexcept {
    return !worseThan(before) && std::ranges::any_of(methods, [&](const auto& one) {
        const auto found = before.methods.find(one.first);
        if (found == before.methods.end()) return false;
        const Method &now = one.second, &then = found->second;
        if (now.looked() < then.looked()) return false;
        return now.differ < then.differ || now.wrong < then.wrong || (now.right() && !then.right()) || now.maxAbs < then.maxAbs / 2;
    });
}

Result<Score> scoreOf(const session::Session& session, causes::Cause mended, const JobContext& job) {
    const auto verdict = findings::verdict(session, job);
    if (!verdict) return verdict.failure();
    Score score;
    for (const findings::MethodOutcome& one : (*verdict)->methods) score.methods[one.method] = scoreOf(one, mended);
    return score;
}

Costs costsOf(const session::Session& session, const JobContext& job) {
    Costs costs;
    const session::SessionFile* file = session.programFile();
    if (file != nullptr && file->program != nullptr) {
        costs.bytes = file->program->file().size;
        for (const program::ExecutionPlan& plan : file->program->plans()) {
            costs.kernels += findings::operatorCalls(plan);
            for (const program::Chain& chain : plan.chains)
                costs.delegateCalls += static_cast<std::size_t>(std::ranges::count_if(
                    chain.instructions, [](const auto& one) { return std::holds_alternative<program::DelegateCall>(one); }));
        }
    }
    const auto runs = compare::runs(session, job);
    if (!runs) return costs;
    std::vector<join::SessionRun> timed;
    for (const join::SessionRun& run : **runs)
        if (fs::path(session.files()[run.file].path).filename().generic_string().starts_with("times")) timed.push_back(run);
    const profile::RunSets sets = profile::runSets(timed);
    for (const etdump::DurationStatistics& one : profile::setTimes(sets.sets, timed))
        if (one.count > 0) costs.p50 = costs.p50.value_or(0) + one.p50;
    return costs;
}

std::string_view trialStateName(TrialState state) noexcept {
    static constexpr EnumTable<TrialState::Running> kNames(
        {"right", "better", "same", "worse", "refused", "not_decided", "not_here", "waiting", "lowering", "running"});
    return kNames[state];
}

std::string Trial::name() const {
    std::string name;
    for (const Measure& one : measures) {
        (name += name.empty() ? "" : "+") += one.remedy->id;
        if (!one.subject.empty()) name += "-" + one.subject;
    }
    const std::string whole = name;
    for (char& c : name) {
        const bool plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
        if (!plain) c = '_';
    }
    // What is cut, or has other letters, is told apart by what it was.
    if (name == whole && name.size() <= 120) return name;
    Sha256 hash;
    hash.add(std::as_bytes(std::span(whole)));
    return name.substr(0, 120) + "-" + hash.hex().valueOr("0").substr(0, 8);
}

Sentence Trial::title() const {
    std::vector<Sentence> titles;
    for (const Measure& one : measures) titles.push_back(one.title());
    return Sentence::list(std::move(titles), "; ");
}

std::size_t Trial::touches() const noexcept {
    std::size_t sum = 0;
    for (const Measure& one : measures) sum += one.touches;
    return sum;
}

Result<Trial> tryOut(const Bench& bench, const Lowered& lowered, std::vector<Measure> measures, const Score* before,
                     const JobContext& job) {
    return Attempt(bench, lowered, std::move(measures), job).run(before);
}

}  // namespace etscope::mend
