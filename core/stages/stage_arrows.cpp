#include "stages/stage_arrows.h"

#include <algorithm>
#include <map>

#include "base/name_text.h"
#include "compare/output_sources.h"
#include "compare/run_cases.h"
#include "replay/computable_graph.h"
#include "replay/fed_inputs.h"
#include "replay/program_constants.h"
#include "replay/program_differences.h"
#include "session/pt2_stages.h"
#include "stages/arrow_comparison.h"
#include "stages/carried_state.h"
#include "stages/rounding_reach.h"

namespace etscope::stages {

namespace {

using graph::StageId;

/// A graph of the way, computed.
struct Point {
    std::string name;
    StageId stage;
    std::shared_ptr<const StageValues> values;       ///< null: not computed
    Sentence why;                                    ///< then
    std::string quantises;                           ///< the first node that does, delegates' programs included
    std::map<std::string, evaluate::Array> buffers;  ///< that it was computed with, in place of the record's
};

const OutputValues& outputsOf(const Point& point) {
    static const OutputValues kNone;
    return point.values == nullptr ? kNone : point.values->outputs;
}

bool differs(const StageArrow& arrow) {
    return std::ranges::any_of(arrow.outputs,
                               [](const ArrowOutput& output) { return output.verdict == gap::Agreement::NotRounding; });
}

void tellRefusals(const StageValues& values, std::vector<Sentence>& evidence) {
    constexpr std::size_t kTold = 3;
    for (std::size_t i = 0; i < std::min(kTold, values.notComputed.size()); ++i) {
        const NotComputed& row = values.notComputed[i];
        evidence.push_back(row.node.empty() ? Sentence::of("a weight is not known: %1", row.why.message)
                                            : Sentence::of("'%1' is not computed: %2", validName(row.node), row.why.message));
    }
    if (values.notComputed.size() > kTold)
        evidence.push_back(Sentence::of("%1 more {1:node is|nodes are} not computed", values.notComputed.size() - kTold));
}

class ArrowMaker {
public:
    ArrowMaker(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job)
        : m_method(method), m_job(job), m_runs(std::make_shared<const std::vector<join::SessionRun>>()) {
        m_made.method = method.name;
        m_made.run = run;
    }

    Result<StageArrows> make(const std::optional<replay::InputChoice>& wanted) {
        const session::Method* method = m_method.known();
        if (method == nullptr) return fail("no-such-method", "the session has no such method", m_method.name);
        const auto runs = compare::runs(m_method.session, m_job);
        if (!runs) return runs.failure();
        m_runs = *runs;
        if (auto chosen = chooseInputs(wanted); !chosen) return chosen.failure();
        for (const StageId& stage : method->stages) {
            if (stage.is(StageId::Kind::Program) || stage.insideDelegate()) continue;
            if (auto added = addStage(stage); !added) return added.failure();
        }
        if (m_points.empty()) return fail("no-record", "the record has no graph of '" + m_method.name + "'");
        if (auto added = addReferences(); !added) return added.failure();
        pairRun();
        for (std::size_t i = 1; i < m_points.size(); ++i)
            if (auto added = addStageArrow(m_points[i - 1], m_points[i]); !added) return added.failure();
        if (m_method.plan() != nullptr && method->has(StageId::edge()))
            if (auto added = addProgram(); !added) return added.failure();
        if (m_made.run)
            if (auto added = addRun(); !added) return added.failure();
        return std::move(m_made);
    }

private:
    bool isOfMethod(const join::SessionRun& run) const {
        return run.attribution.method == m_method.name && run.kind() == etdump::BlockKind::Execute;
    }

    Result<void> chooseInputs(const std::optional<replay::InputChoice>& wanted) {
        std::vector<replay::InputChoice> choices;
        if (wanted) {
            choices.push_back(*wanted);
        } else {
            for (const join::SessionRun& run : *m_runs)
                if (isOfMethod(run) && run.caseIndex && choices.empty())
                    choices.push_back({replay::InputChoice::Kind::Case, static_cast<std::size_t>(*run.caseIndex), {}});
            choices.push_back({replay::InputChoice::Kind::Case, 0, {}});
            choices.push_back({});
        }
        Result<replay::GraphInputs> inputs = fail("no-example-inputs", "");
        for (const replay::InputChoice& choice : choices) {
            m_choice = choice;
            inputs = replay::graphInputs(m_method, StageId::exported(), choice, m_job);
            if (inputs || inputs.cancelled()) break;
        }
        if (!inputs) return inputs.failure();
        m_inputs = *std::move(inputs);
        m_made.from = m_inputs.from;
        m_made.caseIndex = m_inputs.caseIndex;
        m_made.source = m_inputs.source;
        pairRun();
        return m_made.run || m_made.from != "example" ? Result<void>() : pairOnlyRun();
    }

    /// The first run that the case fed.
    void pairRun() {
        for (const join::SessionRun& run : *m_runs)
            if (!m_made.run && m_made.caseIndex && isOfMethod(run) && run.caseIndex == static_cast<std::int64_t>(*m_made.caseIndex))
                m_made.run = run.index;
    }

    /// Beside example inputs alone: the first run that they fed, as its instructions show, else the method's only one.
    Result<void> pairOnlyRun() {
        const auto fed = replay::fedRuns(m_method, m_job);
        if (fed.cancelled()) return fed.failure();
        std::vector<std::size_t> runs;
        for (const join::SessionRun& run : *m_runs) {
            if (!isOfMethod(run)) continue;
            runs.push_back(run.index);
            const auto known = fed ? (*fed)->find(run.index) : replay::FedRuns::const_iterator();
            const bool shown = fed && known != (*fed)->end() && known->second.trusted() && known->second.inputs.from == "example";
            if (shown && (!m_made.run || m_assumed)) m_made.run = run.index, m_assumed = false;
        }
        if (m_made.run || runs.size() != 1) return {};
        m_made.run = runs.front();
        m_assumed = true;
        return {};
    }

    /// Cases before the chosen one, which may have left something in the buffers.
    std::vector<replay::InputChoice> casesBefore() const {
        std::vector<replay::InputChoice> earlier;
        if (m_choice.kind != replay::InputChoice::Kind::Case) return earlier;
        for (std::size_t i = 0; i < m_choice.caseIndex; ++i) earlier.push_back({replay::InputChoice::Kind::Case, i, {}});
        return earlier;
    }

    /// What those leave.
    Result<void> carry(CarriedState& state, const StageId& stage) const {
        const auto earlier = casesBefore();
        const Sentence who = earlier.size() == 1 ? Sentence::of("case %1", 0) : Sentence::of("cases 0 to %1", earlier.size() - 1);
        return carryThrough(state, earlier, who, m_method, stage, false, m_job);
    }

    Result<void> addStage(const StageId& stage) {
        Point point{stage.text(), stage, nullptr, {}, {}, {}};
        CarriedState state;
        const auto carried = carry(state, stage);
        if (carried.cancelled()) return carried.failure();
        m_carried = m_carried || !state.evidence.empty() || !carried;
        auto values = stageValues(m_method, stage, m_inputs, {.buffers = state.buffers}, m_job);
        if (values.cancelled()) return values.failure();
        if (values)
            point.values = std::make_shared<const StageValues>(*std::move(values));
        else
            point.why = Sentence::of("stage %1 is not computed: %2", validName(point.name), values.error().message);
        if (point.values) point.quantises = quantisingNode(m_method, stage, m_job);
        point.buffers = std::move(state.buffers);
        m_points.push_back(std::move(point));
        return {};
    }

    /// The reference outputs of the method by case.
    Result<std::map<std::int64_t, OutputValues>> references() const {
        std::map<std::int64_t, OutputValues> cases;
        for (const auto& source : compare::referenceSources(m_method.session.shared_from_this())) {
            auto values = source(m_job);
            if (!values) return values.failure();
            std::map<std::int64_t, OutputValues> own;
            for (compare::OutputValue& value : *values) {
                if (value.method != m_method.name || !value.caseIndex || value.output < 0) continue;
                OutputValues& outputs = own[*value.caseIndex];
                if (outputs.size() <= static_cast<std::size_t>(value.output))
                    outputs.resize(static_cast<std::size_t>(value.output) + 1);
                outputs[static_cast<std::size_t>(value.output)] = MeasuredValue{std::move(value.value), 0};
            }
            cases.merge(own);
        }
        return cases;
    }

    /// References may leave out numbers and None: then they are the tensors in order.
    static OutputValues inPlace(OutputValues references, const OutputValues& outputs) {
        if (references.size() == outputs.size()) return references;
        std::erase(references, std::nullopt);
        OutputValues placed(outputs.size());
        std::size_t next = 0;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (!outputs[i]) return OutputValues(outputs.size());
            if (!std::holds_alternative<tensor::Tensor>(outputs[i]->value)) continue;
            if (next < references.size()) placed[i] = references[next];
            ++next;
        }
        return next == references.size() ? placed : OutputValues(outputs.size());
    }

    /// Where terms cancel, results of another order of sums are further off than rounding each value once: `high`, if all values
    /// inside are allowed what their operators may be off. Asked of what differs alone.
    Result<void> forgive(StageArrow& arrow, const Point& computed, const OutputValues& given) const {
        std::set<std::size_t> asked;
        for (const ArrowOutput& output : arrow.outputs)
            if (output.verdict == gap::Agreement::NotRounding && output.closeness && output.closeness->fits)
                asked.insert(output.index);
        if (asked.empty() || !arrow.quantisation.empty() || !computed.values || !computed.values->notComputed.empty()) return {};
        const ReachQuestion question{m_method, computed.stage, m_inputs, computed.buffers};
        const auto reached = withinReach(question, asked, given, m_job);
        if (!reached) return reached.failure();
        for (ArrowOutput& output : arrow.outputs)
            if (reached->contains(output.index)) output.verdict = gap::Agreement::High;
        return {};
    }

    Result<StageArrow> referenceArrow(const OutputValues& references, bool forgiving) const {
        const Point& to = m_points.front();
        StageArrow arrow;
        arrow.from = "reference_outputs";
        arrow.to = to.name;
        arrow.quantisation = to.quantises;
        const OutputValues placed = inPlace(references, outputsOf(to));
        if (auto done = compareOutputs(arrow, placed, outputsOf(to), m_job); !done) return done.failure();
        if (forgiving)
            if (auto done = forgive(arrow, to, placed); !done) return done.failure();
        if (!to.why.empty()) arrow.evidence.push_back(to.why);
        for (const ArrowOutput& output : arrow.outputs) ++(output.closeness ? arrow.compared : arrow.unknown);
        if (to.values) tellRefusals(*to.values, arrow.evidence);
        judge(arrow, nullptr);
        return arrow;
    }

    /// Of the case; of inputs that are no case: those that follow from them, which also tells the case.
    Result<void> addReferences() {
        const auto cases = references();
        if (!cases) return cases.failure();
        if (cases->empty()) return {};
        for (const auto& [number, outputs] : *cases) m_made.cases.push_back(static_cast<std::size_t>(number));
        if (cases->size() > 1) m_made.source += ", one of " + std::to_string(cases->size()) + " cases";
        if (m_made.caseIndex) {
            const auto found = cases->find(static_cast<std::int64_t>(*m_made.caseIndex));
            if (found == cases->end()) return {};
            auto arrow = referenceArrow(found->second, true);
            if (!arrow) return arrow.failure();
            if (arrow->breaks && m_carried) {
                arrow->breaks = false;
                arrow->evidence.push_back(
                    Sentence::of("whether the case goes on from the cases before it is not recorded; it was computed so"));
            }
            m_made.arrows.push_back(*std::move(arrow));
            return {};
        }
        return m_made.from == "example" ? addFollowingReferences(*cases) : Result<void>();
    }

    Result<void> addFollowingReferences(const std::map<std::int64_t, OutputValues>& cases) {
        constexpr std::size_t kTried = 64;
        std::size_t tried = 0;
        for (const auto& [number, outputs] : cases) {
            if (tried++ == kTried) break;
            auto arrow = referenceArrow(outputs, false);
            if (!arrow) return arrow.failure();
            if (arrow->compared == 0 || differs(*arrow)) continue;
            m_made.caseIndex = static_cast<std::size_t>(number);
            arrow->evidence.push_back(
                Sentence::of("the example inputs are those of case %1: its outputs follow from them", number));
            m_made.arrows.push_back(*std::move(arrow));
            return {};
        }
        StageArrow arrow;
        arrow.from = "reference_outputs";
        arrow.to = m_points.front().name;
        arrow.unknown = outputsOf(m_points.front()).size();
        arrow.evidence.push_back(
            Sentence::of("no reference outputs are recorded to be of the example inputs, and none follow from them"));
        m_made.arrows.push_back(std::move(arrow));
        return {};
    }

    Result<void> addStageArrow(const Point& from, const Point& to) {
        StageArrow arrow;
        arrow.from = from.name;
        arrow.to = to.name;
        const bool enters = from.quantises.empty(), leaves = to.quantises.empty();
        if (enters != leaves) arrow.quantisation = enters ? to.quantises : from.quantises;
        for (const Point* point : {&from, &to}) {
            if (!point->why.empty()) arrow.evidence.push_back(point->why);
            if (point->values) tellRefusals(*point->values, arrow.evidence);
        }
        if (auto done = compareOutputs(arrow, outputsOf(from), outputsOf(to), m_job); !done) return done;
        if (from.values && to.values) {
            const auto shared = m_method.session.shared_from_this();
            const auto map = join::StageMap::make({shared, m_method.name, from.stage}, {shared, m_method.name, to.stage}, m_job);
            if (!map) return map.failure();
            if (auto done = compareNodes(arrow, *from.values, *to.values, **map, m_job); !done) return done;
        }
        judge(arrow, to.values ? to.values->model.get() : nullptr);
        if (!enters && !leaves) arrow.breaks = isBeyond(arrow, kStepsDb);
        if (!arrow.quantisation.empty() && !arrow.breaks)
            arrow.evidence.push_back(
                Sentence::of(enters ? Sentence::phrase("quantisation enters at '%1': differences behind it are its doing")
                                    : Sentence::phrase("quantisation is left at '%1': differences behind it are its doing"),
                             validName(arrow.quantisation)));
        m_made.arrows.push_back(std::move(arrow));
        return {};
    }

    /// The last recorded graph with the program's constants and state.
    Result<void> addProgram() {
        const Point edge = m_points.back();
        StageArrow arrow;
        arrow.from = edge.name;
        arrow.to = "program";
        auto constants = replay::programConstants(m_method, m_job);
        if (!constants) return constants.failure();
        auto state = m_made.run ? stateBeforeRun(m_method, StageId::program(), *m_made.run, false, m_job)
                                : programState(m_method, edge.stage, m_job);
        if (state.cancelled()) return state.failure();
        if (state && !m_made.run)
            if (const auto carried = carry(*state, StageId::program()); carried.cancelled()) return carried;
        arrow.evidence = constants->evidence;
        auto overlay = std::move(constants->different);
        if (state) {
            for (auto& [name, array] : state->buffers) overlay.insert_or_assign(name, std::move(array));
            if (!state->evidence.empty()) arrow.evidence.push_back(state->evidence);
        }
        Point program{"program", StageId::program(), edge.values, edge.why, edge.quantises, edge.buffers};
        const auto computable = replay::computableGraph(m_method, program.stage, m_job);
        if (!computable) return computable.failure();
        for (const Sentence& what : (*computable)->otherwise) arrow.evidence.push_back(Sentence::of("in delegates %1", what));
        const auto others = otherInstructions(arrow);
        if (!others) return others.failure();
        if (edge.values && (!overlay.empty() || !(*computable)->otherwise.empty())) {
            auto values = stageValues(m_method, program.stage, m_inputs, {.buffers = overlay}, m_job);
            if (values.cancelled()) return values.failure();
            program.values = values ? std::make_shared<const StageValues>(*std::move(values)) : nullptr;
            program.buffers = std::move(overlay);
            if (!values) program.why = Sentence::of("the program's constants cannot be computed with: %1", values.error().message);
        } else if (edge.values && !*others) {
            const bool same = constants->unknown == 0 && edge.values->notComputed.empty();
            arrow.evidence.push_back(Sentence::list({Sentence::of("nothing of the program is known to differ from the graph"),
                                                     same ? Sentence::of("its values are taken for the graph's") : Sentence()},
                                                    ": "));
        }
        if (*others) program.values = nullptr;
        if (!program.why.empty()) arrow.evidence.push_back(program.why);
        if (auto done = compareOutputs(arrow, outputsOf(edge), outputsOf(program), m_job); !done) return done;
        if (edge.values && program.values)
            if (auto done = compareSameNodes(arrow, *edge.values, *program.values, m_job); !done) return done;
        // Equal values are no statement about constants that nobody has seen.
        for (ArrowOutput& output : arrow.outputs)
            if (output.verdict == gap::Agreement::Exact && constants->unknown > 0) output.verdict = gap::Agreement::Unknown;
        if (differs(arrow) && !(*computable)->otherwise.empty()) {
            const auto alone = isByDelegates(program);
            if (!alone) return alone.failure();
            arrow.ofDelegates = *alone;
            if (*alone) arrow.quantisation = program.quantises;
        }
        judge(arrow, program.values ? program.values->model.get() : nullptr);
        if (*others) arrow.breaks = true;
        if (arrow.ofDelegates) arrow.breaks = isBeyond(arrow, kQuantisedDb);
        m_made.arrows.push_back(std::move(arrow));
        m_points.push_back(std::move(program));
        return {};
    }

    /// Whether the program's instructions are not those of the graph, which it is computed by: nothing is known of its values then.
    Result<bool> otherInstructions(StageArrow& arrow) const {
        constexpr std::size_t kTold = 3;
        const auto differences = replay::programDifferences(m_method, m_job);
        if (!differences) return differences.failure();
        std::size_t count = 0;
        for (const replay::ProgramDifference& one : **differences) {
            if (one.kind == replay::ProgramDifference::Kind::Constant || ++count > kTold) continue;
            arrow.evidence.push_back(
                Sentence::of("the program is not what the graph was lowered to at instruction %1: %2", one.instruction, one.text));
        }
        if (count > kTold) arrow.evidence.push_back(Sentence::of("and %1 more", count - kTold));
        return count > 0;
    }

    /// Whether the outputs are the same with the record's constants and initial state: then the numbers of delegates make what
    /// differs, through the state that the calls before left, too.
    Result<bool> isByDelegates(const Point& program) const {
        CarriedState state;
        const auto carried = carry(state, program.stage);
        if (!carried) return carried.cancelled() ? Result<bool>(carried.failure()) : Result<bool>(false);
        const auto alone = stageValues(m_method, program.stage, m_inputs, {.buffers = state.buffers, .nodes = false}, m_job);
        if (alone.cancelled()) return alone.failure();
        StageArrow beside;
        if (alone)
            if (auto done = compareOutputs(beside, alone->outputs, outputsOf(program), m_job); !done) return done.failure();
        return alone && !differs(beside);
    }

    Result<void> addRun() {
        const Point& from = m_points.back();
        const join::SessionRun& run = (*m_runs)[*m_made.run];
        StageArrow arrow;
        arrow.from = from.name;
        arrow.to = "run";
        arrow.quantisation = from.quantises;
        arrow.evidence.push_back(Sentence::list({Sentence::of("run %1", run.index), run.caseEvidence}, ": "));
        if (m_assumed)
            arrow.evidence.push_back(Sentence::of("nothing tells that the example inputs fed it: what differs is no statement"));
        OutputValues logged;
        for (join::RunOutput& output : join::runOutputs(m_method.session, run)) {
            if (output.position < 0) continue;
            const auto at = static_cast<std::size_t>(output.position);
            if (logged.size() <= at) logged.resize(at + 1);
            logged[at] = MeasuredValue{std::move(output.value), 0};
        }
        if (auto done = compareOutputs(arrow, outputsOf(from), logged, m_job); !done) return done;
        if (auto done = forgive(arrow, from, logged); !done) return done;
        if (from.values) {
            const auto done = compareRun(arrow, *from.values, m_method, run.index, m_job);
            if (done.cancelled()) return done;
            if (!done) arrow.evidence.push_back(Sentence::of("nodes are not compared: %1", done.error().message));
        }
        judge(arrow, nullptr);
        if (!arrow.quantisation.empty()) arrow.breaks = isBeyond(arrow, kStepsDb);
        if (m_assumed) arrow.breaks = false;
        m_made.arrows.push_back(std::move(arrow));
        return {};
    }

    const session::MethodView m_method;
    const JobContext& m_job;
    std::shared_ptr<const std::vector<join::SessionRun>> m_runs;
    replay::InputChoice m_choice;
    replay::GraphInputs m_inputs;
    std::vector<Point> m_points;
    bool m_assumed = false;  ///< nobody knows whether the inputs fed the run
    bool m_carried = false;  ///< the graphs write buffers, and cases before this one may have written them
    StageArrows m_made;
};

}  // namespace

bool StageArrows::breaks() const noexcept { return std::ranges::any_of(arrows, &StageArrow::breaks); }

Result<StageArrows> stageArrows(const session::MethodView& method, const std::optional<replay::InputChoice>& inputs,
                                const JobContext& job, std::optional<std::size_t> run) {
    if (method.session.recordFile() == nullptr && !session::hasPt2Stage(method.session))
        return fail("no-record", "graphs that can be computed are in an ETRecord or a .pt2 archive; the session has none");
    constexpr std::size_t kMostCases = 16;
    auto made = ArrowMaker(method, run, job).make(inputs);
    if (!made || inputs || run || made->breaks() || !made->caseIndex) return made;
    std::size_t computed = 1;
    for (const std::size_t number : made->cases) {
        if (number == made->caseIndex || computed == kMostCases) continue;
        const replay::InputChoice choice{replay::InputChoice::Kind::Case, number, {}};
        auto other = ArrowMaker(method, run, job).make(choice);
        if (other.cancelled() || (other && other->breaks())) return other;
        computed += other ? 1U : 0U;
    }
    if (computed > 1) made->source += "; " + std::to_string(computed) + " were computed, none breaks";
    return made;
}

}  // namespace etscope::stages
