#include "causes/drift.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/enum_table.h"
#include "causes/drift_caches.h"
#include "causes/drift_rows.h"
#include "causes/drift_state.h"
#include "causes/error_limits.h"
#include "gap/closeness.h"
#include "join/stage_graph.h"
#include "modules/operator_family.h"
#include "replay/computable_graph.h"
#include "replay/executed.h"
#include "replay/graph_inputs.h"
#include "stages/computed_references.h"
#include "tokens/vocabulary.h"

namespace etscope::causes {
namespace {

/// Steps of one table, each of which costs as much as computing the method; and its cells, one for each operator and step.
constexpr std::size_t kMostSteps = 256, kMostCells = 1U << 20U;

std::optional<double> ratio(double error, std::optional<double> limit) {
    if (!limit) return std::nullopt;
    return error == 0 ? 0 : error / *limit;
}

DriftState stateOf(const gap::GapRow& row) {
    if (row.compared()) return DriftState::Known;
    if (row.state == gap::GapState::NoRuntimeValue) return DriftState::NotLogged;
    return row.state == gap::GapState::NoReference ? DriftState::NotComputed : DriftState::NotCompared;
}

Sentence reasonOf(const gap::GapRow& row) {
    if (!row.note.empty()) return row.note;
    switch (stateOf(row)) {
        case DriftState::NotLogged: return Sentence::of("no value of it was logged");
        case DriftState::NotComputed: return Sentence::of("it has no reference value");
        case DriftState::NotCompared: return Sentence::of("its values cannot be compared");
        case DriftState::Known: break;
    }
    return {};
}

class DriftMaker {
public:
    DriftMaker(const session::MethodView& method, const DriftOptions& options, std::shared_ptr<const modules::GraphIndex> index,
               const std::vector<const join::SessionRun*>& runs, bool otherNumbers, const JobContext& job)
        : m_method(method),
          m_options(options),
          m_index(std::move(index)),
          m_otherNumbers(otherNumbers),
          m_job(job),
          m_rows(m_index, runs.size()),
          m_caches(method, m_index->model(), runs.size()) {
        findOutputs();
        if (auto kernels = replay::instructionNodes(method, job)) m_kernels = *std::move(kernels);
        for (const join::SessionRun* run : runs) m_drift.steps.push_back({run->index, run->caseIndex, {}, {}, {}, {}});
    }

    Result<gap::GapTable> table(const join::SessionRun& run) {
        m_references = nullptr;
        auto found = m_options.references ? m_options.references(run, m_job) : computed(run);
        if (!found) return without(found.error());
        const gap::ComputedSource* source = (*found)->computed();
        if (source != nullptr && source->inputsOf != gap::InputsOf::Run)
            return without({"no-runs", "what fed run " + std::to_string(run.index) + " is not known", {}});
        gap::GapOptions options;
        options.tolerance = m_options.tolerance;
        options.run = run.index;
        auto table = gap::numericGap(m_method, **found, options, m_job);
        if (!table) return without(table.error());
        m_references = *std::move(found);
        if (m_drift.reference.empty())
            m_drift.reference = source != nullptr ? "computed from the edge graph" : m_references->source();
        return table;
    }

    Result<void> take(const gap::GapTable& table, std::vector<RowParts> parts, const join::SessionRun& run) {
        DriftStep& step = m_drift.steps[m_step];
        if (step.reason.empty()) step.reason = table.doubt;
        if (!step.reason.empty()) {
            m_rows.explain(m_step, step.reason);
            m_caches.skip(m_step, step.reason);
            return next();
        }
        const auto shifted = m_caches.before(run, *m_references, nodesOf(table), m_job);
        if (!shifted) return shifted.failure();
        Begun begun = m_caches.begun(run);
        begun.otherNumbers = m_otherNumbers;
        addLimits(m_index->model(), m_kernels.get(), table, begun, parts);
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            if (m_job.cancelled()) return cancelledFailure();
            const gap::GapRow& row = table.rows[r];
            const auto call = cellOf(row, parts[r], *shifted);
            if (!call) return call.failure();
            const std::size_t at = m_rows.rowOf(row);
            m_rows.add(at, m_step, *call);
            if (call->wrong()) begins({at, m_step}, call->ownWrong || call->constantWrong());
            if (const auto done = addOutput(step, row, *call); !done) return done;
        }
        if (const auto done = m_caches.take(m_step, run, table, parts, m_job); !done) return done;
        m_rows.explain(m_step,
                       Sentence::of("none of its values was logged: its operators run inside a delegate, or as part of other "
                                    "calls"));
        return next();
    }

    double progress() const { return static_cast<double>(m_step) / static_cast<double>(m_drift.steps.size()); }

    Result<Drift> finish() {
        const bool nothing = std::ranges::none_of(m_drift.steps, [](const DriftStep& step) { return step.reason.empty(); });
        if (nothing && m_failure) return Failure{*m_failure};
        m_drift.caches = std::move(m_caches).finish([this](graph::NodeId node) { return m_rows.topOf(node); });
        std::vector<std::size_t> moved;
        m_drift.rows = std::move(m_rows).finish(moved);
        if (m_drift.first) m_drift.first->row = moved[m_drift.first->row];
        for (DriftCache& cache : m_drift.caches)
            if (cache.row) cache.row = moved[*cache.row];
        if (const auto done = countTokens(); !done) return done.failure();
        m_drift.method = m_method.name;
        return std::move(m_drift);
    }

private:
    Result<std::shared_ptr<const gap::ReferenceValues>> computed(const join::SessionRun& run) const {
        return stages::computedReferences(m_method, graph::StageId::edge(), {std::nullopt, run.index, false}, m_job);
    }

    /// In the first step that has something wrong: what is at fault itself, before what only stands earlier and inherits.
    void begins(const Drift::Place& place, bool itself) {
        const bool better = m_drift.first && itself && !m_firstItself && m_drift.first->step == place.step;
        if (m_drift.first && !better) return;
        m_drift.first = place;
        m_firstItself = itself;
    }

    /// The step has no known cell; the others may.
    Result<gap::GapTable> without(const Error& error) {
        if (error.isCancelled()) return Failure{error};
        if (!m_failure) m_failure = error;
        m_drift.steps[m_step].reason = error.message;
        return gap::GapTable();
    }

    Result<void> next() {
        ++m_step;
        return {};
    }

    void findOutputs() {
        const graph::GraphModel& model = m_index->model();
        for (const graph::GraphOutput* output : model.userOutputs()) {
            if (output->argument.kind != graph::ArgumentKind::Value) continue;
            const graph::NodeId producer = model.value(output->argument.value()).producer;
            if (producer.valid()) m_outputs.insert(model.nodePath(producer));
        }
    }

    std::set<std::string> nodesOf(const gap::GapTable& table) const {
        std::set<std::string> nodes;
        for (const gap::GapRow& row : table.rows)
            if (row.compared()) nodes.insert(row.nodes.begin(), row.nodes.end());
        return nodes;
    }

    Result<DriftCell> cellOf(const gap::GapRow& row, const RowParts& parts, const DriftCaches::Before& shifted) const {
        DriftCell cell;
        cell.state = stateOf(row);
        cell.reason = reasonOf(row);
        cell.calls = 1;
        cell.node = cell.ownNode = row.nodes.empty() ? std::string() : row.nodes[modules::namedNode(row.nodes)];
        cell.instruction = cell.ownInstruction = row.instruction;
        if (const evaluate::Judgement* judgement = parts.audit ? parts.audit->judgement() : nullptr) {
            cell.ownWrong = judgement->verdict == evaluate::Verdict::NotRounding;
            cell.own = judgement->normal > 0 ? judgement->units / judgement->normal : judgement->units > 0 ? HUGE_VAL : 0;
        }
        if (!row.compared()) return cell;
        if (!parts.limit) {
            cell.state = DriftState::NotCompared;
            cell.reason = Sentence::of(
                parts.untold
                    ? Sentence::phrase("how far rounding moves it is not known: it follows from memory that nobody wrote, or from "
                                       "a delegate that quantises with numbers of its own")
                    : Sentence::phrase(
                          "how far rounding moves it is not known: the call, or those before it, could not be judged"));
        }
        cell.compared = 1;
        cell.total = ratio(row.error, parts.limit);
        if (parts.constant) cell.constant = ratio(*parts.constant, parts.limit);
        cell.parts = {row.error, parts.introduced, parts.constant, {}, {}, row.result->metrics->maxAbs};
        if (!cell.wrong()) return cell;
        const auto byCache = cacheShare(row, shifted);
        if (!byCache) return byCache.failure();
        cell.parts.byCache = *byCache;
        if (parts.inherited) cell.parts.byInput = std::max(0.0, *parts.inherited - byCache->value_or(0));
        return cell;
    }

    /// How far what was wrong in the caches moves the reference of the row, relative to it; nothing: not known.
    Result<std::optional<double>> cacheShare(const gap::GapRow& row, const DriftCaches::Before& shifted) const {
        if (shifted.exact) return std::optional(0.0);
        for (auto node = row.nodes.rbegin(); node != row.nodes.rend(); ++node) {
            const auto value = shifted.values.find(*node);
            if (value == shifted.values.end() || !row.reference) continue;
            const auto close = gap::closeness(*row.reference, value->second, m_job);
            if (close.cancelled()) return close.failure();
            if (close && close->fits) return std::optional(close->relative());
        }
        return std::optional<double>();
    }

    Result<void> addOutput(DriftStep& step, const gap::GapRow& row, const DriftCell& call) const {
        const auto node = std::ranges::find_if(row.nodes, [this](const std::string& path) { return m_outputs.contains(path); });
        if (row.tap || node == row.nodes.end() || !row.compared() || !row.reference) return {};
        const tensor::Metrics& metrics = *row.result->metrics;
        const auto statistics = tensor::statistics(*row.reference, m_job);
        if (statistics.cancelled()) return statistics.failure();
        const double largest = statistics ? std::max(std::abs(statistics->min), std::abs(statistics->max)) : 0;
        const double allowed = m_options.tolerance.atol + m_options.tolerance.rtol * largest;
        const auto vocabulary = tokens::vocabularyOf(m_method.session, *row.reference, m_job);
        if (!vocabulary) return vocabulary.failure();
        step.outputs.push_back({*node, metrics.maxAbs, row.error, allowed, row.diverges,
                                *vocabulary ? metrics.top1Match : std::optional<double>(), metrics.notFinite});
        if (!row.diverges || row.error == 0 || m_caches.empty() || !call.parts.byCache) return {};
        const double share = std::min(1.0, std::isfinite(row.error) ? *call.parts.byCache / row.error : 0.0);
        step.byCache = std::max(step.byCache.value_or(0), share);
        return {};
    }

    /// Of the first axis of an input that differs between the runs.
    Result<void> countTokens() {
        std::vector<std::vector<std::vector<std::int64_t>>> shapes;
        for (const DriftStep& step : m_drift.steps) {
            auto& ofStep = shapes.emplace_back();
            if (!step.caseIndex || *step.caseIndex < 0) continue;
            const replay::InputChoice choice{replay::InputChoice::Kind::Case, static_cast<std::size_t>(*step.caseIndex), {}};
            const auto inputs = replay::graphInputs(m_method, graph::StageId::edge(), choice, m_job);
            if (inputs.cancelled()) return inputs.failure();
            if (!inputs) continue;
            for (const tensor::Value& value : inputs->values) {
                const auto* tensor = std::get_if<tensor::Tensor>(&value);
                ofStep.push_back(tensor != nullptr ? tensor->shape : std::vector<std::int64_t>());
            }
        }
        const auto known = std::ranges::find_if(shapes, [](const auto& one) { return !one.empty(); });
        if (known == shapes.end()) return {};
        for (std::size_t i = 0; i < known->size(); ++i)
            for (std::size_t axis = 0; axis < (*known)[i].size(); ++axis) {
                const auto sizeOf = [&](const auto& one) {
                    return i < one.size() && axis < one[i].size() ? std::optional(one[i][axis]) : std::nullopt;
                };
                const auto differs = [&](const auto& one) { return sizeOf(one) && sizeOf(one) != sizeOf(*known); };
                if (std::ranges::none_of(shapes, differs)) continue;
                for (std::size_t s = 0; s < shapes.size(); ++s) m_drift.steps[s].tokens = sizeOf(shapes[s]);
                return {};
            }
        return {};
    }

    const session::MethodView m_method;
    const DriftOptions& m_options;
    std::shared_ptr<const modules::GraphIndex> m_index;
    const bool m_otherNumbers;  ///< of Begun
    const JobContext& m_job;
    std::set<std::string> m_outputs;                            ///< nodes that give the graph's outputs
    std::shared_ptr<const replay::InstructionNodes> m_kernels;  ///< null: there is no program
    DriftRows m_rows;
    DriftCaches m_caches;
    std::shared_ptr<const gap::ReferenceValues> m_references;  ///< of the step
    std::size_t m_step = 0;
    bool m_firstItself = false;  ///< what the drift begins with is at fault itself
    std::optional<Error> m_failure;
    Drift m_drift;
};

}  // namespace

std::string_view driftStateName(DriftState state) noexcept {
    static constexpr EnumTable<DriftState::Known> kNames({"not_logged", "not_computed", "not_compared", "known"});
    return kNames[state];
}

std::string_view driftOriginName(DriftOrigin origin) noexcept {
    static constexpr EnumTable<DriftOrigin::Unknown> kNames({"none", "own", "constant", "inherited", "state", "unknown"});
    return kNames[origin];
}

DriftOrigin originOf(const DriftCell& cell) noexcept {
    if (cell.carried) return DriftOrigin::State;
    if (!cell.wrong() && !cell.ownWrong) return DriftOrigin::None;
    if (cell.constantWrong()) return DriftOrigin::Constant;
    if (cell.ownWrong) return DriftOrigin::Own;
    const DriftParts& parts = cell.parts;
    if (!parts.own || !parts.byInput) return DriftOrigin::Unknown;
    return *parts.own > *parts.byInput + parts.byCache.value_or(0) ? DriftOrigin::Own : DriftOrigin::Inherited;
}

std::size_t Drift::topOf(std::size_t row) const {
    while (rows[row].parent) row = *rows[row].parent;
    return row;
}

Result<Drift> drift(const session::MethodView& method, const DriftOptions& options, const JobContext& job) {
    const auto runs = replay::executionsOf(method, job);
    if (!runs) return runs.failure();
    if (method.known() == nullptr) return fail("no-such-method", "the session has no such method", method.name);
    if (runs->empty()) return fail("no-runs", "no run of an ETDump is known to be of this method", method.name);
    auto index = join::graphIndex(method, graph::StageId::edge(), job);
    if (!index) return index.failure();
    const std::size_t rows = (*index)->model().nodeCount() + (*index)->model().top().outputs.size() + 1;
    const std::size_t most = std::clamp<std::size_t>(kMostCells / rows, 1, kMostSteps);
    std::vector<const join::SessionRun*> steps;
    for (const join::SessionRun& run : *runs)
        if (steps.size() < most) steps.push_back(&run);
    const JobContext quiet{job.stop, {}, job.waiting};  // a step is the unit of progress
    const auto otherwise = replay::computesOtherwise(method, quiet);
    if (!otherwise) return otherwise.failure();
    DriftMaker maker(method, options, *std::move(index), steps, *otherwise, quiet);
    const RunTables tables{
        [&](const join::SessionRun& run) { return maker.table(run); },
        [&](const join::SessionRun& run, const gap::GapTable& table, const std::vector<RowParts>& parts) -> Result<void> {
            const auto done = maker.take(table, parts, run);
            if (done) job.report(maker.progress());
            return done;
        }};
    auto culprits = auditRuns(method, steps, tables, quiet);
    if (!culprits) return culprits.failure();
    auto made = maker.finish();
    if (!made) return made;
    addCarriedState(*made, *culprits);
    for (RunCulprits& one : *culprits) made->culprits.insert(made->culprits.end(), one.culprits.begin(), one.culprits.end());
    made->leftOut = runs->size() - steps.size();
    return made;
}

}  // namespace etscope::causes
