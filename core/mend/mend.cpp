#include <algorithm>
#include <filesystem>

#include "compare/run_cases.h"
#include "findings/conflict_alone.h"
#include "graph/data_flow.h"
#include "io/output_file.h"
#include "io/output_folder.h"
#include "lowering/partitioners.h"
#include "mend/answer.h"
#include "mend/same_delegate.h"

namespace etscope::mend {
namespace {

namespace fs = std::filesystem;
using causes::Cause;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostMeasures = 3;  ///< that are put together

/// What to do where the same export, lowered and run again, is right. `sameDelegate`: of a delegate at fault, whether it is the one
/// that ran; nothing: it is not known.
Sentence adviceOfSame(Cause cause, std::optional<bool> sameDelegate, const lowering::Versions& versions) {
    if (sameDelegate && !*sameDelegate)
        return Sentence::of(
            "export again: the delegate that ran is not the one that the export gives; the fault is none of the export, it is of this "
            "program's file");
    if (sameDelegate)
        return Sentence::of(
            "the delegate that ran is the one that the export gives, and executorch %1 as it is installed computes it right: run it "
            "with this runtime, what ran it was another",
            versions.executorch);
    switch (cause) {
        case Cause::Constant:
            return Sentence::of(
                "export again: what the record holds gives a program that is right; the fault is none of the export, it is of this "
                "program's file");
        case Cause::Layout:
            return Sentence::of(
                "feed the inputs in the order of axes that the method was exported with: x.contiguous() before the call");
        case Cause::Input: return Sentence::of("feed the method with the inputs of the case: with them it is right");
        case Cause::State: return Sentence::of("load the method anew before each conversation: with fresh state it is right");
        default:
            return Sentence::of(
                "executorch %1 as it is installed computes this right: what ran had other kernels or was another program",
                versions.executorch);
    }
}

Sentence adviceOfConflict(const compare::SourceConflict& conflict) {
    return conflict.reference ? Sentence::of("take the expected outputs of one model: record, bundle and files made together")
                              : Sentence::of("have the runner write the outputs of a call before it makes the next one");
}

Sentence adviceOfOther(const Fault& fault) {
    if (!fault.culprit.action.empty()) return fault.culprit.action;
    if (fault.culprit.cause == Cause::Pairing) return Sentence::of("pair each run with the case that fed it (--pair RUN=CASE)");
    return Sentence::of("hold the outputs against references of this model");
}

/// What the graph has that rows of the table are about.
void addSurroundings(const graph::GraphModel& edge, Surroundings& around) {
    const graph::DataFlow flow(edge);
    around.flow = around.flow || edge.graphCount() > 1;
    for (std::uint32_t i = 0; i < edge.nodeCount(); ++i) {
        const graph::NodeId id(i);
        const std::string_view target = edge.text(edge.node(id).target);
        bool rounded = false;
        for (const graph::ValueId value : flow.inputs(id)) {
            const graph::Value& one = edge.value(value);
            if (one.meta.valid()) {
                const auto type = edge.meta(one.meta).type;
                around.halves = around.halves || type == ScalarType::F16 || type == ScalarType::BF16;
            }
            rounded =
                rounded || (one.producer.valid() &&
                            edge.text(edge.node(one.producer).target).find(".dequantize_per_tensor") != std::string_view::npos);
        }
        if (!rounded || target.find("quantized_decomposed") != std::string_view::npos) continue;
        if (std::string op = edgeOperator(target); !op.empty()) ++around.rounded[std::move(op)];
    }
}

/// Whether two measures are ways to do one thing: they cannot be put together.
bool standsFor(const Measure& a, const Measure& b) {
    const bool sameOperator = !a.op.empty() && a.op == b.op && !a.remedy->pass.empty() && !b.remedy->pass.empty();
    const bool bothWhole = a.remedy->over == Over::Export && b.remedy->over == Over::Export && !a.remedy->change.empty();
    const bool bothReplace = !a.remedy->replace.empty() && !b.remedy->replace.empty();
    // Delegates of what is lowered already are not wrapped, and one call takes one plan of memory.
    const auto wraps = [](const Measure& one) { return !one.remedy->wrap.empty() || !one.remedy->add.empty(); };
    const bool afterWrapped = (!a.remedy->after.empty() && wraps(b)) || (!b.remedy->after.empty() && wraps(a));
    const auto plans = [](const Measure& one) {
        return one.remedy->config.find("memory_planning_pass=") != std::string_view::npos;
    };
    return sameOperator || (bothWhole && !b.remedy->change.empty()) || bothReplace || afterWrapped || (plans(a) && plans(b));
}

/// The first number of its own order is better.
auto rankOf(const Trial& trial) {
    std::size_t wrong = 0;
    double off = 0;
    for (const auto& [name, method] : trial.score.methods)
        wrong += method.differ + method.wrong, off = std::max(off, method.maxAbs);
    const bool better = trial.state == TrialState::Better;  // the less is wrong, the better; of those that are right it is nothing
    return std::tuple(trial.state, better ? wrong : 0, better ? off : 0.0, trial.touches(),
                      trial.measures.front().remedy - remedies().data());
}

class Mender {
public:
    Mender(const session::Session& session, const Request& request, const std::string& folder, const JobContext& job)
        : m_session(session), m_request(request), m_folder(folder), m_job(job) {}

    Result<Answer> run() {
        auto faults = faultsOf(m_session, m_request.of, m_job);
        if (!faults) return faults.failure();
        m_answer.faults = *std::move(faults);
        if (auto early = withoutTrials(); !early || *early) return early ? Result<Answer>(std::move(m_answer)) : early.failure();
        auto driver = lowering::Driver::start({m_request.python, m_folder, m_request.oneTime, m_request.memory}, m_job);
        if (!driver) return driver.failure();
        m_answer.versions = driver->versions();
        if (!knowsBackends()) return std::move(m_answer);
        auto cases = casesOf(m_session, m_job);
        if (!cases) return cases.failure();
        const auto isLowered = [this](const bundle::SuiteContent& suite) {
            const auto& methods = m_answer.lowered.methods;
            return std::ranges::find(methods, suite.method) != methods.end();
        };
        std::erase_if(cases->suites, [&](const auto& suite) { return !isLowered(suite); });
        takeCases(*cases);
        prepare(*driver, *cases);
        if (auto tried = tryAll(); !tried) return tried.failure();
        finish();
        return std::move(m_answer);
    }

private:
    bool end(AnswerState state, Sentence summary, Sentence advice = {}) {
        m_answer.state = state;
        m_answer.summary = std::move(summary);
        m_answer.advice = std::move(advice);
        return true;
    }

    /// Whether the answer is known before anything is executed.
    Result<bool> withoutTrials() {
        auto score = scoreOf(m_session, m_answer.faults.empty() ? Cause::Unknown : m_answer.faults.front().culprit.cause, m_job);
        if (!score) return score.failure();
        m_before = *std::move(score);
        if (m_answer.faults.empty()) return withoutFaults();
        const Fault& first = m_answer.faults.front();
        if (first.culprit.cause == Cause::Pairing || first.culprit.cause == Cause::OtherReference)
            return end(AnswerState::NotOfTheExport,
                       Sentence::of("there is nothing to mend in the export: %1", first.culprit.sentence), adviceOfOther(first));
        if (m_session.recordFile() == nullptr)
            return end(AnswerState::CannotTry, Sentence::of("the session has no ETRecord: nothing can be lowered again"),
                       Sentence::of("export with generate_etrecord=True and save the record beside the program"));
        return readLowered();
    }

    /// What was asked for is of a method that was looked at, and nothing of it differs.
    bool isRight(const findings::SessionVerdict& verdict) const {
        if (m_request.of.empty()) return false;
        const std::string method = session::Entity::parse(m_request.of, m_session.methodNames()).method;
        const auto of = std::ranges::find(verdict.methods, method, &findings::MethodOutcome::method);
        return of != verdict.methods.end() && of->outputs.match + of->right > 0 && of->outputs.differ == 0 && !of->culprit;
    }

    Result<bool> withoutFaults() {
        const auto verdict = findings::verdict(m_session, m_job);
        if (!verdict) return verdict.failure();
        const bool differs = (*verdict)->state == findings::Verdict::Differ;
        if (const auto* conflict = differs ? findings::conflictAlone(**verdict) : nullptr)
            return end(AnswerState::NotOfTheExport, Sentence::of("there is nothing to mend in the export: %1", conflict->text),
                       adviceOfConflict(*conflict));
        if (differs && isRight(**verdict))
            return end(AnswerState::Healthy, Sentence::of("nothing is at fault in what was asked for"));
        if (differs)
            return end(AnswerState::CannotTry,
                       Sentence::of("nothing tells what is at fault: %1", (*verdict)->sentences.front().text),
                       Sentence::of("log the values of a run (`etscope-cli run`), which tell the operator"));
        if (m_before.right()) return end(AnswerState::Healthy, Sentence::of("nothing is wrong: there is nothing to mend"));
        return end(AnswerState::CannotTry, Sentence::of("nothing was compared: there is nothing to mend"),
                   Sentence::of("run the program first (`etscope-cli run`)"));
    }

    Result<bool> readLowered() {
        const session::SessionFile* file = m_session.programFile();
        if (file == nullptr || file->program == nullptr)
            return end(AnswerState::CannotTry, Sentence::of("the session has no program: nothing tells how it was lowered"));
        Lowered& lowered = m_answer.lowered;
        bool exported = true;
        for (const session::Method& method : m_session.methods()) {
            const bool edge = method.has(graph::StageId::edge());
            exported = exported && method.has(graph::StageId::exported());
            if (!edge && !method.has(graph::StageId::exported())) continue;
            lowered.methods.push_back(method.name);
            const program::ExecutionPlan* plan = m_session.plan(method.name);
            for (const program::Delegate& one : plan == nullptr ? std::vector<program::Delegate>() : plan->delegates)
                if (std::ranges::find(lowered.backends, one.id) == lowered.backends.end()) lowered.backends.push_back(one.id);
        }
        if (lowered.methods.empty())
            return end(AnswerState::CannotTry, Sentence::of("the record has no program that could be lowered again"),
                       Sentence::of("generate the record with the exported program"));
        m_exported = exported && lowered.methods.size() == 1;
        for (const std::string& id : lowered.backends)
            if (lowering::partitionerOf(id) == nullptr)
                return end(AnswerState::CannotTry,
                           Sentence::of("the partitioner of %1 is not known: the export cannot be lowered again", id));
        return false;
    }

    bool knowsBackends() {
        for (const std::string& id : m_answer.lowered.backends) {
            const auto& known = m_answer.versions.backends;
            if (!known.empty() && std::ranges::find(known, id) == known.end())
                return !end(AnswerState::CannotTry,
                            Sentence::of("the installed runtime (executorch %1) has no %2: nothing can be shown to work here",
                                         m_answer.versions.executorch, id));
        }
        return true;
    }

    void takeCases(const Cases& cases) {
        m_answer.cases = cases.count();
        m_answer.expected = cases.expected;
        for (const std::string& note : cases.notes) m_answer.notes.emplace_back(note);
        if (cases.expected == 0)
            m_answer.notes.push_back(
                Sentence::of("no case has outputs that it should give: each call is judged by its own inputs"));
    }

    void prepare(lowering::Driver& driver, const Cases& cases) {
        m_bench = {&driver, &cases, m_session.recordFile()->path, m_folder + "/tried", m_request.python, m_request.version};
        m_bench.cause = m_answer.faults.front().culprit.cause;
        const auto runs = compareRuns();
        for (const Fault& fault : m_answer.faults) {
            const std::size_t first = fault.culprit.run && *fault.culprit.run < runs.size() ? runs[*fault.culprit.run] : 0;
            const auto [found, isNew] = m_bench.firstWrong.emplace(fault.method, first);
            if (!isNew) found->second = std::min(found->second, first);
        }
    }
    /// The case of each run, else its number.
    std::vector<std::size_t> compareRuns() const;

    void tell(std::size_t changed) {
        const auto& trials = m_answer.trials;
        if (m_request.onTrial) m_request.onTrial(trials, changed);
        m_job.report(static_cast<double>(decidedOf(trials)) / static_cast<double>(std::max<std::size_t>(trials.size(), 1)));
    }
    /// Tries the trial at that place. Nothing: it was cancelled, and it waits again.
    Result<bool> tryAt(std::size_t at, const Score& before) {
        m_bench.onState = [this, at](TrialState state) {
            m_answer.trials[at].state = state;
            tell(at);
        };
        auto trial = tryOut(m_bench, m_answer.lowered, m_answer.trials[at].measures, &before, m_job);
        m_bench.onState = {};
        if (!trial) {
            m_answer.trials[at].state = TrialState::Waiting;
            if (trial.error().code != Error::kCancelled) return trial.failure();
            m_answer.cancelled = true;
            return false;
        }
        if (trial->state == TrialState::Same && trial->print == m_bench.print) {  // what was found of that program is known
            trial->score = m_answer.trials.front().score;
            trial->costs = m_answer.trials.front().costs;
        }
        m_answer.trials[at] = *std::move(trial);
        clean(m_answer.trials[at]);
        tell(at);
        return true;
    }
    /// Of a trial that does not help the patch alone is kept.
    void clean(const Trial& trial) const {
        std::error_code error;
        const std::string folder = m_bench.folder + "/" + trial.name();
        for (const char* name : {"cases.bpte", "run"}) fs::remove_all(folder + "/" + name, error);
        if (trial.state == TrialState::Right || trial.state == TrialState::Better) return;
        for (const char* name : {"model.pte", "model.etrecord"}) fs::remove_all(folder + "/" + name, error);
    }
    bool isLate() const { return m_request.time.count() > 0 && Clock::now() - m_began > m_request.time; }

    /// The export as it is, in the ways that it may have been lowered; the first that shows the fault is the one.
    Result<void> lowerAsItIs(const Measure& same) {
        std::vector<Lowered> ways;
        for (const char* graph : {"exported", "edge"})
            for (const bool each : {false, true}) {
                Lowered way = m_answer.lowered;
                way.graph = graph;
                way.each = each;
                const bool possible = std::string_view(graph) == "edge" || m_exported;
                if (possible && (!each || std::ranges::find(way.backends, "XnnpackBackend") != way.backends.end()))
                    ways.push_back(std::move(way));
            }
        std::optional<Trial> kept;
        const Costs recorded = costsOf(m_session, m_job);
        m_bench.onState = [this](TrialState state) {
            m_answer.trials.front().state = state;
            tell(0);
        };
        for (const Lowered& way : ways) {
            auto trial = tryOut(m_bench, way, {same}, &m_before, m_job);
            if (!trial) return trial.failure();
            const bool lowers = trial->state != TrialState::Refused && trial->state != TrialState::NotDecided;
            const bool alike = trial->costs.delegateCalls == recorded.delegateCalls && trial->costs.kernels == recorded.kernels;
            const bool first = !kept || kept->state == TrialState::Refused || kept->state == TrialState::NotDecided;
            if (first || (lowers && alike && trial->state != TrialState::Right)) {
                m_answer.lowered = way;
                kept = *std::move(trial);
                if (lowers && alike) break;
            }
        }
        if (kept->ran()) m_answer.before = kept->costs;
        m_same = kept->state;
        m_bench.print = kept->print;
        m_answer.trials.front() = *std::move(kept);
        clean(m_answer.trials.front());
        tell(0);
        return {};
    }

    Surroundings around() const {
        Surroundings around;
        around.backends = m_answer.versions.backends;
        for (const std::string& name : m_answer.lowered.methods)
            if (const auto edge = session::MethodView(m_session, name).graph(graph::StageId::edge(), m_job); edge && *edge)
                addSurroundings(**edge, around);
        return around;
    }

    void plan(std::vector<Measure> measures) {
        for (Measure& one : measures) {
            Trial trial;
            trial.state = one.remedy->notHere == nullptr ? TrialState::Waiting : TrialState::NotHere;
            trial.reason = one.notHere();
            trial.message = trial.reason.text();
            trial.measures.push_back(std::move(one));
            m_answer.trials.push_back(std::move(trial));
        }
        if (!m_exported)
            withoutExported(m_answer.lowered.methods.size() > 1
                                ? Sentence::of("it changes an exported program; of several methods the edge programs are lowered")
                                : Sentence::of("it changes the exported program, which the record does not have: export with "
                                               "to_edge_transform_and_lower(…, generate_etrecord=True)"));
        tell(m_answer.trials.size());
    }
    void withoutExported(const Sentence& why) {
        for (Trial& one : m_answer.trials) {
            if (!one.measures.front().remedy->exported || one.state != TrialState::Waiting) continue;
            one.state = TrialState::NotHere;
            one.reason = why;
            one.message = why.text();
        }
    }

    Result<void> tryAll() {
        std::vector<Measure> measures = measuresFor(m_answer.faults, around());
        if (measures.empty()) return {};
        const Measure same = measures.front();
        plan(std::move(measures));
        if (auto lowered = lowerAsItIs(same); !lowered) return lowered;
        if (m_same == TrialState::Right || m_same == TrialState::Refused || m_same == TrialState::NotDecided) {
            m_answer.trials.resize(1);
            return {};
        }
        if (m_answer.lowered.graph != "exported")
            withoutExported(Sentence::of("it changes the exported program; the edge program gives the one that ran"));
        const Score shown = m_answer.trials.front().score;
        for (std::size_t at = 1; at < m_answer.trials.size();) {
            if (isNeedless(m_answer.trials[at])) {
                m_answer.trials.erase(m_answer.trials.begin() + static_cast<std::ptrdiff_t>(at));
                continue;
            }
            if (m_answer.trials[at].state == TrialState::Waiting) {
                if (isLate()) return {};
                if (auto tried = tryAt(at, shown); !tried || !*tried) return tried ? Result<void>() : tried.failure();
            }
            ++at;
        }
        return combine(shown);
    }
    /// The row makes everything right already, or that which stands for it, or it is known that another operator is at fault, or it
    /// is for where nothing else helps.
    bool isNeedless(const Trial& trial) const {
        const Measure& measure = trial.measures.front();
        if (trial.state != TrialState::Waiting) return false;
        return std::ranges::any_of(m_answer.trials, [&](const Trial& one) {
            if (one.state != TrialState::Right) return false;
            const Measure& proven = one.measures.front();
            const bool other = !proven.op.empty() && !measure.op.empty() && proven.op != measure.op;
            return measure.remedy->late || proven.remedy == measure.remedy || (other && proven.remedy->over == Over::Operator) ||
                   (proven.remedy->id == measure.remedy->unless && proven.op == measure.op);
        });
    }

    /// Where none makes all right, those that help are put together.
    Result<void> combine(Score best) {
        std::vector<Measure> helping, together;
        for (const Trial& one : m_answer.trials) {
            if (one.state == TrialState::Right) return {};
            if (one.state == TrialState::Better) helping.push_back(one.measures.front());
        }
        for (const Measure& one : helping) {
            if (together.size() == kMostMeasures || isLate()) break;
            if (std::ranges::any_of(together, [&](const Measure& other) { return standsFor(one, other); })) continue;
            std::vector<Measure> more = together;
            more.push_back(one);
            if (more.size() == 1) {
                together = std::move(more);
                continue;
            }
            Trial trial;
            trial.state = TrialState::Waiting;
            trial.measures = more;
            m_answer.trials.push_back(std::move(trial));
            tell(m_answer.trials.size() - 1);
            if (auto tried = tryAt(m_answer.trials.size() - 1, best); !tried || !*tried)
                return tried ? Result<void>() : tried.failure();
            const Trial& last = m_answer.trials.back();
            if (last.state == TrialState::Right) return {};
            if (last.state != TrialState::Better) continue;
            best = last.score;
            together = std::move(more);
        }
        return {};
    }

    void finish() {
        auto& trials = m_answer.trials;
        std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return rankOf(a) < rankOf(b); });
        m_answer.left = trials.size() - decidedOf(trials);
        if (m_answer.cancelled) m_answer.notes.push_back(Sentence::of("cancelled: what waits was not tried"));
        const Trial* best = m_answer.best();
        const auto rounds = [](const auto& one) { return one.second.rounds; };
        if (best != nullptr && std::ranges::any_of(best->score.methods, rounds))
            m_answer.notes.push_back(Sentence::of(
                "what still differs from the references is rounding to integers, which the graph itself does: %1", best->message));
        if (m_same == TrialState::Refused || m_same == TrialState::NotDecided) {
            end(AnswerState::CannotTry, Sentence::of("the recorded program cannot be lowered again here: %1",
                                                     trials.empty() ? std::string() : trials.front().message));
        } else if (best == nullptr) {
            end(AnswerState::NothingHelped, m_answer.left > 0 ? Sentence::of("nothing of what was tried so far makes it right")
                                                              : Sentence::of("nothing of what was tried makes it right"));
        } else if (best->state == TrialState::Better) {
            end(AnswerState::Better,
                m_answer.left > 0
                    ? Sentence::of("%1 makes less wrong, nothing of what was tried so far makes all right", best->title())
                    : Sentence::of("%1 makes less wrong, nothing makes all right", best->title()));
        } else if (best->measures.front().remedy->id == "as-it-is") {
            const bool isOwn = m_answer.faults.front().culprit.cause == Cause::Constant;
            end(isOwn ? AnswerState::Mended : AnswerState::NotOfTheExport,
                Sentence::of("the recorded program, lowered and run again, is right"),
                adviceOfSame(m_answer.faults.front().culprit.cause, sameDelegate(*best), m_answer.versions));
        } else {
            end(AnswerState::Mended, Sentence::of("all outputs are right with this: %1", best->title()));
        }
    }

    /// Of a delegate at fault, whether the trial has the one that ran.
    std::optional<bool> sameDelegate(const Trial& trial) const {
        const Fault& fault = m_answer.faults.front();
        if (!fault.culprit.delegate) return std::nullopt;
        const std::string path = m_bench.folder + "/" + trial.name() + "/model.pte";
        return isSameDelegate(m_session, path, fault.method, *fault.culprit.delegate, m_job);
    }

    const session::Session& m_session;
    const Request& m_request;
    const std::string& m_folder;
    const JobContext& m_job;
    const Clock::time_point m_began = Clock::now();
    Answer m_answer;
    Score m_before;
    Bench m_bench;
    bool m_exported = false;
    TrialState m_same = TrialState::Same;
};

std::vector<std::size_t> Mender::compareRuns() const {
    std::vector<std::size_t> cases;
    const auto runs = compare::runs(m_session, m_job);
    if (!runs) return cases;
    for (const join::SessionRun& run : **runs)
        cases.push_back(run.caseIndex && *run.caseIndex >= 0 ? static_cast<std::size_t>(*run.caseIndex) : 0);
    return cases;
}

/// What is to be found at the top of the folder.
Result<void> writeResult(const Answer& answer, const std::string& folder, const JobContext& job) {
    const auto write = [&](const std::string& name, const std::string& text) {
        return writeFile(folder + "/" + name, std::as_bytes(std::span(text)), job);
    };
    if (auto written = write("report.md", reportText(answer)); !written) return written;
    const Trial* best = answer.best();
    if (best == nullptr) return {};
    std::error_code error;
    const std::string from = folder + "/tried/" + best->name();
    fs::rename(from + "/model.pte", folder + "/mended.pte", error);
    fs::rename(from + "/model.etrecord", folder + "/mended.etrecord", error);
    for (const Trial& one : answer.trials)
        for (const char* name : {"model.pte", "model.etrecord"}) fs::remove(folder + "/tried/" + one.name() + "/" + name, error);
    return write("export_patch.py", best->patch);
}

}  // namespace

Result<Answer> mend(const session::Session& session, const Request& request, const std::string& folder, const JobContext& job) {
    const auto began = Clock::now();
    auto output = OutputFolder::create(folder);
    if (!output) return output.failure();
    const std::string place = output->absolute();
    auto answer = Mender(session, request, place, job).run();
    if (!answer) return answer;
    answer->seconds = std::chrono::duration<double>(Clock::now() - began).count();
    const JobContext writing = answer->cancelled ? JobContext() : job;  // what is known is kept
    if (auto written = writeResult(*answer, place, writing); !written) return written.failure();
    if (auto done = output->commit(); !done) return done.failure();
    return answer;
}

}  // namespace etscope::mend
