#include "causes/run_culprits.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/escaped.h"
#include "base/name_text.h"
#include "causes/culprit_of_case.h"
#include "causes/inside_delegates.h"
#include "causes/run_evidence.h"
#include "causes/tap_evidence.h"
#include "compare/outputs.h"
#include "compare/run_cases.h"
#include "etdump/debug_buffer.h"
#include "join/joins.h"
#include "join/links.h"
#include "modules/operator_family.h"
#include "replay/delegate_arguments.h"
#include "replay/delegate_weights.h"
#include "replay/executed.h"
#include "replay/fed_inputs.h"
#include "replay/instruction_nodes.h"
#include "replay/program_differences.h"

namespace etscope::causes {
namespace {

using Kind = replay::ProgramDifference::Kind;

/// Nodes that are named for one culprit.
constexpr std::size_t kMostNodes = 32;
/// Culprits that are named for one run.
constexpr std::size_t kMostCulprits = 64;
/// Wrong calls of a run, and different operators among them, from which on it is not the calls that are wrong, where they are most
/// of those that were judged: no fault of a runtime reaches so far, for each is judged on what it read itself.
constexpr std::size_t kForeignCalls = 8, kForeignOperators = 3;
/// Runs whose cases' stages are computed to explain outputs.
constexpr std::size_t kMostCases = 16;

class Judge {
public:
    Judge(const session::MethodView& method, const std::vector<replay::AuditRow>& rows, const ForeignDumps& foreign,
          const JobContext& job)
        : m_method(method), m_rows(rows), m_foreign(foreign), m_job(job) {}

    Result<std::vector<RunCulprits>> all(const std::vector<const join::SessionRun*>& runs, const std::set<std::size_t>& only) {
        if (const auto read = load(); !read) return read.failure();
        if (const program::ExecutionPlan* plan = m_method.plan()) m_stopped = replay::stoppedRuns(runs, *plan);
        std::size_t ofCases = 0;
        for (const join::SessionRun* run : runs)
            if (run->caseIndex || fedTo(*run).provenCase()) ++ofCases;
        m_allOfCases = ofCases == runs.size();
        m_mostOfCases = 2 * ofCases > runs.size();
        std::vector<RunCulprits> made;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (m_job.cancelled()) return cancelledFailure();
            if (!only.empty() && !only.contains(runs[i]->index)) continue;
            RunCulprits one{runs[i]->index, {}};
            if (const auto done = judge(*runs[i], fedTo(*runs[i]), i, runs.size(), one.culprits); !done) return done.failure();
            for (Culprit& culprit : one.culprits) addNodes(culprit);
            made.push_back(std::move(one));
        }
        return made;
    }

    /// What of the program is not the record's: types first, in the order of instructions.
    Result<std::vector<Culprit>> ofProgram() {
        if (const auto read = load(); !read) return read.failure();
        std::vector<Culprit> found;
        if (m_otherExport) return found;
        for (const replay::ProgramDifference& difference : *m_differences)
            if (found.size() < kMostCulprits) addNodes(found.emplace_back(culpritOf(difference, std::nullopt)));
        std::stable_partition(found.begin(), found.end(), [](const Culprit& one) { return one.cause == Cause::Precision; });
        return found;
    }

private:
    Result<void> load() {
        const auto fed = replay::fedRuns(m_method, m_job);
        if (!fed) return fed.failure();
        m_fed = *fed;
        const auto differences = replay::programDifferences(m_method, m_job);
        if (!differences) return differences.failure();
        m_differences = *differences;
        const auto links = join::links(m_method, m_job);
        if (links.cancelled()) return links.failure();
        if (links) m_links = *links;
        const auto nodes = replay::instructionNodes(m_method, m_job);
        if (nodes.cancelled()) return nodes.failure();
        if (nodes) m_nodes = *nodes;
        const auto taps = join::taps(m_method, m_job);
        if (!taps) return taps.failure();
        m_taps = *taps;
        const auto pairs = compare::pairOutputs(m_method.session.shared_from_this(), m_job);
        if (pairs.cancelled()) return pairs.failure();
        if (pairs) m_pairs = *pairs;
        for (const join::Join& one : join::joins(m_method.session, m_job)) {
            if (one.state != join::JoinState::Mismatched || one.evidence.empty()) continue;
            if (one.from == "pte" && one.to == "etrecord") m_otherExport = one.evidence.front();
            if (one.from == "etdump" && one.to != "etrecord" && one.fromFile)
                m_otherDumps.emplace(*one.fromFile, one.evidence.front());
        }
        for (const compare::OutputPair& pair : m_pairs)
            if (pair.method == m_method.name && pair.caseIndex && pair.reference) m_cases.insert(*pair.caseIndex);
        return {};
    }

    const replay::Fed& fedTo(const join::SessionRun& run) const {
        static const replay::Fed nothing;
        const auto known = m_fed->find(run.index);
        return known == m_fed->end() ? nothing : known->second;
    }

    Result<void> judge(const join::SessionRun& run, const replay::Fed& fed, std::size_t place, std::size_t runs,
                       std::vector<Culprit>& found) {
        if (!isUsable(run)) return {};
        if (const auto other = m_otherDumps.find(run.file); other != m_otherDumps.end()) {
            found.push_back(foreign(
                run, Sentence::of("the dump is not of this program, so that its values say nothing about it: %1", other->second)));
            return {};
        }
        if (m_otherExport)
            found.push_back(foreign(
                run, Sentence::of("the program is not an export of this record, so that its values say nothing about it: %1",
                                  *m_otherExport)));
        const auto others = foreignValues(run);
        if (others) found.push_back(*others);
        if (!others) addInputs(run, fed, found);
        if (const auto done = addCalls(run, fed, !others, found); !done) return done;
        if (const auto stop = m_stopped.find(run.index); stop != m_stopped.end()) found.push_back(stopped(run, stop->second));
        if (found.empty()) addPairing(run, fed, place, runs, found);
        if (m_otherExport) return {};
        const bool ofCalls = std::ranges::all_of(found, [](const Culprit& one) {
            return one.cause == Cause::Kernel || one.cause == Cause::Delegate || one.cause == Cause::Precision;
        });
        const auto expected = ofCalls ? caseOf(run, fed) : std::nullopt;
        if (!expected || !outputsDiffer(run, *expected)) return {};
        if (!found.empty()) return addByStages(run, fed, found);
        auto inside = m_inside.weights(run.index);
        if (!inside) return inside.failure();
        found = *std::move(inside);
        if (found.empty())
            if (const auto done = m_inside.addOpen(run.index, found); !done) return done;
        if (!found.empty()) return {};
        if (const auto done = addByStages(run, fed, found); !done) return done;
        if (std::ranges::all_of(found, [](const Culprit& one) { return one.cause == Cause::Unknown; }))
            addByTaps(run, fed, *expected, found);
        return {};
    }

    /// What taps show of a run that logged nothing else of its calls.
    void addByTaps(const join::SessionRun& run, const replay::Fed& fed, std::int64_t expected, std::vector<Culprit>& found) const {
        if (m_taps->taps.empty() || m_links == nullptr || edgeGraph() == nullptr) return;
        std::vector<TapEvidence> seen;
        for (const compare::OutputPair& pair : m_pairs) {
            if (pair.method != m_method.name || !pair.runtime || pair.runtime->run != run.index || pair.caseIndex != expected)
                continue;
            const join::Tap* tap = m_taps->ofOutput(pair.output);
            if (tap == nullptr || !pair.reference) continue;
            compare::OutputCompareOptions options;
            options.tolerance.equalNan = true;
            const compare::PairState state = compare::compareOutput(pair, options, m_job).state;
            if (state == compare::PairState::Match || state == compare::PairState::Differ)
                seen.push_back({tap, state == compare::PairState::Differ});
        }
        auto culprit = culpritOfTaps(*edgeGraph(), *m_links, m_method.plan(), seen, fed.provenCase().has_value());
        if (!culprit) return;
        culprit->run = run.index;
        if (culprit->cause != Cause::Unknown) found.clear();  // all that they said is that nothing is known
        found.insert(found.begin(), *std::move(culprit));
    }

    /// A buffer of zeros is no run's: nothing is known of what it gave.
    static bool isUsable(const join::SessionRun& run) {
        Diagnostics ignored;  // the session has them
        return !etdump::checkBuffer(*run.dump, run.buffer, ignored).allZero;
    }

    Culprit stopped(const join::SessionRun& run, std::int64_t instruction) const {
        Culprit culprit = foreign(run, Sentence::of("the run stopped at instruction %1", instruction));
        culprit.instruction = instruction;
        culprit.stopped = true;
        const program::Instruction* last = m_method.plan()->instructionAt(0, instruction);
        if (const program::Operator* op = last != nullptr ? m_method.plan()->calledOperator(*last) : nullptr)
            culprit.sentence += Sentence::of(" (kernel '%1')", op->fullName());
        culprit.sentence +=
            Sentence::of(": no call behind it ran, and the method gave nothing; the runtime's own message says why it refused");
        culprit.action = Sentence::of("read what the runner logged when it stopped, and look at what the call was given");
        return culprit;
    }

    static Culprit foreign(const join::SessionRun& run, Sentence sentence) {
        Culprit culprit;
        culprit.run = run.index;
        culprit.sentence = std::move(sentence);
        return culprit;
    }

    static Culprit foreignDump(const join::SessionRun& run, Sentence sentence) {
        Culprit culprit = foreign(run, std::move(sentence));
        culprit.foreignDump = run.file;
        return culprit;
    }

    /// Values that the run did not log: a debug buffer of another one, of the same size or larger.
    std::optional<Culprit> foreignValues(const join::SessionRun& run) const {
        if (const auto known = m_foreign.find(run.file); known != m_foreign.end()) return foreignDump(run, known->second);
        if (const MovedConstants moved = movedConstants(m_rows, run.index); moved.areOthers() && moved.own.empty())
            return foreignDump(run, escaped(m_method.name) + ": " + otherWeightsText(moved));
        std::size_t judged = 0, wrong = 0;
        std::set<std::string> operators;
        for (const replay::AuditRow& row : m_rows) {
            if (row.run != run.index || row.judgement() == nullptr) continue;
            ++judged;
            if (!row.wrong() || row.judgement()->accumulator) continue;
            ++wrong;
            operators.insert(row.op);
        }
        if (wrong < kForeignCalls || operators.size() < kForeignOperators || 4 * wrong < 3 * judged) return std::nullopt;
        return foreignDump(
            run, escaped(m_method.name) + ": " +
                     Sentence::of("%1 of %2 calls, of %3 operators, give what they cannot give on what they read: the values "
                                  "are not those of this run; the debug buffer may be of another one",
                                  wrong, judged, operators.size()));
    }

    /// Calls of which nothing could be said.
    std::ptrdiff_t openCalls(const join::SessionRun& run) const {
        return std::ranges::count_if(
            m_rows, [&](const replay::AuditRow& row) { return row.run == run.index && row.judgement() == nullptr; });
    }

    /// What the audit says of a run without a wrong call, and no more.
    Sentence innocence(const join::SessionRun& run) const {
        const auto open = openCalls(run);
        const bool any = std::ranges::any_of(
            m_rows, [&](const replay::AuditRow& row) { return row.run == run.index && row.judgement() != nullptr; });
        if (any && open == 0) return Sentence::of("every operator is correct for its inputs");
        return Sentence::of("no operator that could be checked is wrong (%1 could not be checked)", open);
    }

    /// Inputs that were not those of the run's case.
    void addInputs(const join::SessionRun& run, const replay::Fed& fed, std::vector<Culprit>& found) const {
        for (const replay::OtherInput& other : fed.others) {
            if (!other.axes && !other.paired) continue;
            const Sentence shown = other.readers == 0   ? Sentence::of("as the delegate that reads it logged")
                                   : other.readers == 1 ? Sentence::of("as the instruction that reads it alone shows")
                                                        : Sentence::of("as %1 instructions that read it show", other.readers);
            found.push_back(ofInput(run, other.index, Sentence::of("was fed %1, %2", other.text, shown)));
            if (other.axes) found.back().cause = Cause::Layout;
        }
        for (std::size_t i = 0; fed.paired && fed.paired == fed.inputs.caseIndex && i < fed.each.size(); ++i)
            if (fed.each[i].evidence == replay::InputEvidence::Refuted)
                if (const auto said = refutedText(*m_method.plan(), m_rows, run.index, fed, i))
                    found.push_back(ofInput(run, i, *said));
    }

    Culprit ofInput(const join::SessionRun& run, std::size_t index, const Sentence& what) const {
        Culprit culprit;
        culprit.cause = Cause::Input;
        culprit.run = run.index;
        Sentence name = Sentence::of("input %1", index);
        if (const auto* edge = edgeGraph())
            if (const auto inputs = edge->userInputs(); index < inputs.size())
                culprit.nodes = {std::string(edge->text(inputs[index]->id))};
        if (!culprit.nodes.empty()) name += " ('" + validName(culprit.nodes.front()) + "')";
        culprit.sentence = Sentence::list({Sentence::list({name, what}, " "), innocence(run)}, "; ");
        return culprit;
    }

    /// Types first: where a program computes in another type, its instructions are not those of the record. Of a record that is not
    /// the program's nothing is held against it: kernels alone are judged. `audited`: what the run gave says something.
    Result<void> addCalls(const join::SessionRun& run, const replay::Fed& fed, bool audited, std::vector<Culprit>& found) {
        std::multimap<std::pair<int, std::int64_t>, Culprit> ordered;
        for (std::size_t i = 0; !m_otherExport && i < m_differences->size(); ++i) {
            const replay::ProgramDifference& difference = (*m_differences)[i];
            if (isContradicted(difference, run)) continue;
            ordered.emplace(std::pair(difference.kind == Kind::Type ? 0 : 1, difference.instruction),
                            culpritOf(difference, run.index));
        }
        const bool others = audited && movedConstants(m_rows, run.index).areOthers();
        for (const replay::AuditRow& row : m_rows) {
            if (row.run != run.index || !audited) continue;
            auto culprit = causes::culpritOf(row);
            if (culprit && others && row.otherElements) {  // of the run, not of the files: these may be right
                culprit->cause = Cause::Constant;
                culprit->sentence = otherConstantText(*m_method.plan(), row);
            }
            if (!culprit || (m_otherExport && culprit->cause == Cause::Delegate)) continue;
            const auto same = [&](const auto& one) {
                return one.second.instruction == culprit->instruction &&
                       (one.second.cause == culprit->cause || culprit->cause == Cause::Delegate);
            };
            if (std::ranges::any_of(ordered, same)) continue;  // another turn of a loop, or its payload is not the record's
            if (culprit->cause == Cause::Delegate)
                if (const auto told = explainDelegate(run, fed, *culprit); !told) return told;
            if (culprit->cause == Cause::Delegate && edgeGraph() != nullptr && !m_taps->taps.empty()) {
                addNodes(*culprit);
                nameFirstWrong(*edgeGraph(), *m_taps, row, *culprit);
            }
            ordered.emplace(std::pair(1, row.instruction), *std::move(culprit));
        }
        for (auto& [place, culprit] : ordered)
            if (found.size() < kMostCulprits) found.push_back(std::move(culprit));
        return {};
    }

    /// An operator inside a delegate whose call gave what the record's nodes give.
    bool isContradicted(const replay::ProgramDifference& difference, const join::SessionRun& run) const {
        return std::ranges::any_of(m_rows, [&](const replay::AuditRow& row) {
            return row.run == run.index && row.instruction == difference.instruction && row.delegate &&
                   row.judgement() != nullptr && !row.wrong();
        });
    }

    /// What is wrong may be what the delegate was given when it was made.
    Result<void> explainDelegate(const join::SessionRun& run, const replay::Fed& fed, Culprit& culprit) {
        const auto weights = replay::delegateWeights(m_method, *culprit.delegate, m_job);
        if (weights.cancelled()) return weights.failure();
        if (!weights || weights->empty()) {
            if (const auto told = explainByContents(culprit); !told) return told;
            return culprit.cause == Cause::Delegate ? explainByPasses(run, fed, culprit) : Result<void>();
        }
        const auto differs = std::ranges::find(*weights, replay::DelegateWeight::Kind::Differs, &replay::DelegateWeight::kind);
        const replay::DelegateWeight& weight = differs != weights->end() ? *differs : weights->front();
        culprit.nodes = weight.nodes;
        culprit.constant = weight.name;
        culprit.cause = differs != weights->end() ? Cause::Constant : Cause::Lowering;
        culprit.sentence = differs != weights->end()
                               ? InsideDelegates::text(culprit, weight.text)
                               : Sentence::of("delegate %1 at instruction %2 holds wrong weights for '%3': %4", *culprit.delegate,
                                              *culprit.instruction, validName(weight.name), weight.text);
        return {};
    }

    Result<void> explainByContents(Culprit& culprit) const {
        auto inside = m_inside.weights(culprit.run, culprit.delegate);
        if (!inside) return inside.failure();
        if (inside->empty()) return explainByArguments(culprit);
        culprit = std::move(inside->front());
        return {};
    }

    Result<void> explainByArguments(Culprit& culprit) const {
        const auto argument = replay::delegateArgument(m_method, *culprit.instruction, m_job);
        if (argument.cancelled()) return argument.failure();
        if (argument && *argument) culprit = culpritOf(**argument, culprit.run);
        return {};
    }

    /// A pass behind the graph that delegates are judged by may have changed what they were made from: the recorded stages tell.
    Result<void> explainByPasses(const join::SessionRun& run, const replay::Fed& fed, Culprit& culprit) {
        const auto& stages = m_method.known()->stages;
        const auto edge = std::ranges::find(stages, graph::StageId::edge());
        if (edge == stages.end() || std::next(edge) == stages.end() || std::next(edge)->is(graph::StageId::Kind::Program))
            return {};
        const auto way = stages::stageArrows(m_method, fed.choice(), m_job, run.index);
        if (way.cancelled()) return way.failure();
        if (!way) return {};
        auto arrow = std::ranges::find(way->arrows, graph::StageId::edge().text(), &stages::StageArrow::from);
        while (arrow != way->arrows.end() && arrow->to != "program" && !arrow->breaks) ++arrow;
        if (arrow == way->arrows.end() || !arrow->breaks || arrow->to == "program") return {};
        culprit = culpritOfArrow(*arrow);
        culprit.run = run.index;
        return {};
    }

    /// As many runs as cases are taken to be these in order, by everything that does not look; where there are more or fewer, a run
    /// whose outputs no case expects may go on from a call that was left out.
    void addPairing(const join::SessionRun& run, const replay::Fed& fed, std::size_t place, std::size_t runs,
                    std::vector<Culprit>& found) const {
        if (m_method.session.options().runCases.contains(run.index) || m_cases.empty()) return;
        const auto proven = fed.provenCase();
        const auto actual = proven ? std::optional(static_cast<std::int64_t>(*proven)) : run.caseIndex;
        Culprit culprit;
        culprit.cause = Cause::Pairing;
        culprit.run = run.index;
        if (m_cases.size() == runs) {
            const auto byOrder = *std::next(m_cases.begin(), static_cast<std::ptrdiff_t>(place));
            if (!actual || *actual == byOrder) return;
            culprit.sentence = Sentence::of("run %1 was fed with case %2, by order it would be case %3: %4; %5", run.index, *actual,
                                            byOrder, proven ? fed.evidence : run.caseEvidence, innocence(run));
        } else {
            if (actual || !run.ofNoCase) return;
            culprit.ofNoCase = true;
            culprit.sentence = Sentence::of(
                "the outputs of run %1 are those of no case, and there {2:is|are} %2 {2:case|cases} for %3 {3:run|runs}: a call "
                "may have been left out or made again, or its inputs are those of no case; %4",
                run.index, m_cases.size(), runs, innocence(run));
        }
        found.push_back(std::move(culprit));
    }

    /// The case that the run was of. Where its outputs are those of no case, what it was fed tells, if every run was fed with a
    /// case, or most of them, and this one is proven.
    std::optional<std::int64_t> caseOf(const join::SessionRun& run, const replay::Fed& fed) const {
        if (run.caseIndex || !fed.inputs.caseIndex || !fed.trusted() || !(m_allOfCases || (m_mostOfCases && fed.provenCase())))
            return run.caseIndex;
        for (const std::int64_t other : m_cases)
            if (!outputsDiffer(run, other)) return std::nullopt;  // as that case expects
        return static_cast<std::int64_t>(*fed.inputs.caseIndex);
    }

    bool outputsDiffer(const join::SessionRun& run, std::int64_t expected) const {
        std::map<std::int64_t, const compare::OutputPair*> given;
        for (const compare::OutputPair& pair : m_pairs)
            if (pair.method == m_method.name && pair.runtime && pair.runtime->run == run.index) given.emplace(pair.output, &pair);
        std::set<std::int64_t> told;
        for (const compare::OutputPair& pair : m_pairs) {
            const auto own = given.find(pair.output);
            if (pair.method != m_method.name || pair.caseIndex != expected || !pair.reference || own == given.end() ||
                !told.insert(pair.output).second)
                continue;
            compare::OutputPair both = pair;
            both.runtime = own->second->runtime;
            compare::OutputCompareOptions options;
            options.tolerance.equalNan = true;
            const compare::PairState state = compare::compareOutput(both, options, m_job).state;
            if (state == compare::PairState::Differ || state == compare::PairState::ShapeMismatch) return true;
        }
        return false;
    }

    /// The outputs are not the expected ones: the arrow on the way that changes them, if every instruction is right; else
    /// quantisation, if that changes them by more than what is wrong.
    Result<void> addByStages(const join::SessionRun& run, const replay::Fed& fed, std::vector<Culprit>& found) {
        const auto own = fed.inputs.caseIndex ? std::optional(static_cast<std::int64_t>(*fed.inputs.caseIndex)) : std::nullopt;
        const bool assumed = !fed.provenCase() && run.caseIndex && run.caseIndex != own;  // inputs of another case
        if (!own || assumed || m_explained++ >= kMostCases) return {};
        const bool wrong = !found.empty(), proven = fed.provenCase().has_value();
        auto made = culpritOfCase({m_method, m_pairs, edgeGraph(), run.index, wrong, openCalls(run) == 0, proven},
                                  *fed.inputs.caseIndex, m_job);
        if (!made) return made.failure();
        std::optional<Culprit> culprit = *std::move(made);
        if (!culprit) return {};
        if (!run.caseIndex)
            culprit->sentence = Sentence::of("by what it was fed it is case %1: %2", *fed.inputs.caseIndex, culprit->sentence);
        if (culprit->cause == Cause::State) m_state = {run.file, *culprit};
        const bool other = culprit->cause == Cause::Unknown || culprit->cause == Cause::OtherReference;
        // A run before it left the wrong state; each dump is a process of its own.
        if (other && m_state && m_state->first == run.file) {
            culprit = m_state->second;
            culprit->state.clear();
        }
        culprit->run = run.index;
        if (!wrong) culprit->sentence = Sentence::list({culprit->sentence, innocence(run)}, "; ");
        found.insert(found.begin(), *std::move(culprit));
        return {};
    }

    const graph::GraphModel* edgeGraph() const {
        return m_links == nullptr ? nullptr : m_links->graphs().find(graph::StageId::edge());
    }

    /// The nodes of its instruction. What gave the argument that is at fault comes first, else the one that they are named after.
    void addNodes(Culprit& culprit) const {
        if (m_links == nullptr || !culprit.instruction || !culprit.nodes.empty()) return;
        const auto nodes = m_links->ofInstruction(*culprit.instruction).edge;
        for (const graph::NodeRef& node : nodes)
            if (const auto giver = giverOf(node, culprit.argument); giver && !culprit.argument.empty()) addNode(culprit, *giver);
        const std::size_t givers = culprit.nodes.size();
        if (const auto own = m_nodes != nullptr ? m_nodes->nodeOf(*culprit.instruction) : std::nullopt)
            addNode(culprit, m_links->graphs().path({graph::StageId::edge(), *own}));
        const bool told = culprit.nodes.size() > givers;
        for (const graph::NodeRef& node : nodes) addNode(culprit, m_links->graphs().path(node));
        if (givers > 0 || told || culprit.nodes.empty()) return;
        const auto named = culprit.nodes.begin() + static_cast<std::ptrdiff_t>(modules::namedNode(culprit.nodes));
        std::rotate(culprit.nodes.begin(), named, named + 1);
    }
    static void addNode(Culprit& culprit, const std::string& path) {
        if (culprit.nodes.size() < kMostNodes && std::ranges::find(culprit.nodes, path) == culprit.nodes.end())
            culprit.nodes.push_back(path);
    }

    std::optional<std::string> giverOf(const graph::NodeRef& ref, std::string_view argument) const {
        const graph::GraphModel* model = m_links->graphs().find(ref.stage);
        if (model == nullptr) return std::nullopt;
        const graph::Node& node = model->node(ref.node);
        const evaluate::Operator* op = evaluate::findOperator(model->text(node.target));
        const auto arguments = model->arguments(node);
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            std::string_view name = model->text(arguments[i].name);
            if (name.empty() && op != nullptr && i < op->signature.parameters().size()) name = op->signature.parameters()[i].name;
            if (name != argument || arguments[i].kind != graph::ArgumentKind::Value) continue;
            const graph::NodeId producer = model->value(arguments[i].value()).producer;
            if (producer.valid()) return model->nodePath(producer);
        }
        return std::nullopt;
    }

    const session::MethodView m_method;
    const std::vector<replay::AuditRow>& m_rows;
    const ForeignDumps& m_foreign;
    const JobContext& m_job;
    const InsideDelegates m_inside{m_method, m_rows, m_job};
    std::shared_ptr<const replay::FedRuns> m_fed;
    std::shared_ptr<const std::vector<replay::ProgramDifference>> m_differences;
    std::shared_ptr<const join::MethodLinks> m_links;         ///< null: without a record
    std::shared_ptr<const replay::InstructionNodes> m_nodes;  ///< the same
    std::shared_ptr<const join::MethodTaps> m_taps;           ///< never null
    std::vector<compare::OutputPair> m_pairs;
    std::set<std::int64_t> m_cases;                       ///< with expected outputs
    std::optional<std::pair<unsigned, Culprit>> m_state;  ///< of a run before, and the file of its dump
    std::size_t m_explained = 0;                          ///< runs of which the stages of the model's way were asked
    bool m_allOfCases = false, m_mostOfCases = false;     ///< runs were fed with cases, as their first instructions prove
    std::optional<Sentence> m_otherExport;                ///< why program and record do not belong together
    std::map<std::size_t, std::int64_t> m_stopped;        ///< by run: the instruction at which it ended
    std::map<unsigned, Sentence> m_otherDumps;            ///< by file: why it is not of the program
};

}  // namespace

Result<std::vector<RunCulprits>> culpritsOf(const session::MethodView& method, const std::vector<const join::SessionRun*>& runs,
                                            const std::vector<replay::AuditRow>& rows, const JobContext& job,
                                            const std::set<std::size_t>& only, const ForeignDumps& foreign) {
    return Judge(method, rows, foreign, job).all(runs, only);
}

Result<std::vector<Culprit>> culpritsOfProgram(const session::MethodView& method, const JobContext& job) {
    const std::vector<replay::AuditRow> none;
    const ForeignDumps noDumps;
    return Judge(method, none, noDumps, job).ofProgram();
}

}  // namespace etscope::causes
