#include "gap/gap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_set>

#include "base/base_name.h"
#include "base/enum_table.h"
#include "base/escaped.h"
#include "compare/outputs.h"
#include "compare/run_cases.h"
#include "compare/tap_statistics.h"
#include "gap/call_references.h"
#include "gap/calls.h"
#include "gap/inherited.h"
#include "gap/matching.h"
#include "gap/node_references.h"
#include "gap/shapes.h"
#include "gap/tap_rows.h"
#include "gap/upstream_metric.h"
#include "join/joins.h"
#include "replay/executed.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::gap {
namespace {

using gap::Handles;

/// ‖runtime − reference‖ / ‖reference‖; infinite where NaN or infinity stands on one side only, whatever the finite values say.
double relativeError(const tensor::Metrics& metrics) {
    if (std::isinf(metrics.requiredAtol)) return metrics.requiredAtol;
    return metrics.maxAbs == 0 ? 0 : std::pow(10.0, -metrics.snrDb / 20);
}

void addNote(Sentence& note, Sentence more) { note = Sentence::list({note, std::move(more)}, "; "); }

class GapMaker {
public:
    GapMaker(const NodeNames& nodes, const ReferenceValues& source, std::map<std::int64_t, Reference> references,
             const GapOptions& options, const JobContext& job)
        : m_nodes(nodes), m_source(source), m_references(std::move(references)), m_options(options), m_job(job) {
        for (const auto& [handle, value] : m_references) m_known.insert(handle);
    }

    /// As its nodes tell it.
    Result<GapRow> row(const CallReference& told, const Call& call) {
        GapRow row = rowOf(call, call.handles);
        row.nodes = told.nodes;
        for (std::size_t k = 0; k < told.outputs.size(); ++k) {
            if (told.outputs[k].empty()) continue;
            const auto compared = compareAny(told.outputs[k], call, k, row);
            if (!compared) return compared.failure();
        }
        addNote(row.note, told.note);
        return row;
    }

    /// Of an output that is a tap.
    Result<GapRow> row(const TapCall& tap) {
        GapRow row = rowOf(tap.call, tap.call.handles);
        if (!tap.node.empty()) row.nodes = {tap.node};
        row.tap = tap.tap;
        row.note = tap.note;
        if (!tap.reference) return row;
        if (const auto compared = compareOne(*tap.reference, tap.call, 0, row); !compared) return compared.failure();
        if (tap.tap.reducer != join::TapReducer::Statistics || !row.compared()) return row;
        tensor::Tolerance tolerance = m_options.tolerance;
        tolerance.equalNan = true;
        const auto told = compare::compareTapStatistics(*row.reference, *row.value, tolerance, tap.tap, m_job);
        if (!told) return told.failure();
        if (!*told) return row;
        row.diverges = (*told)->differs();
        row.error = (*told)->error;
        row.note = (*told)->text();
        return row;
    }

    /// As its debug handles tell it.
    Result<GapRow> row(const gap::RuntimeEntry& entry, const Call& call) {
        GapRow row = rowOf(call, entry.handles);
        addNodes(row);
        for (std::size_t k = 0; k < std::min(call.outputs, entry.handles.size()); ++k) {
            const auto handle = gap::referenceHandle(entry.handles, k, m_known);
            if (!handle) continue;
            if (const auto compared = compareAny(m_references.at(*handle), call, k, row); !compared) return compared.failure();
        }
        return row;
    }

private:
    static GapRow rowOf(const Call& call, const Handles& handles) {
        GapRow row;
        row.debugHandles = handles;
        row.runtime = call.name;
        row.instruction = call.instruction;
        row.run = call.run;
        if (call.values.empty()) row.state = GapState::NoRuntimeValue;
        return row;
    }

    Result<void> compareAny(const Reference& reference, const Call& call, std::size_t k, GapRow& row) {
        return reference.size() > 1 ? compareList(reference, call, k, row) : compareOne(*reference.front(), call, k, row);
    }

    Result<void> compareOne(const tensor::Value& reference, const Call& call, std::size_t k, GapRow& row) {
        const auto which = gap::runtimeValue(reference, call.values, k, call.outputs);
        if (which) return compare(reference, call, *which, row);
        row.state = GapState::NoRuntimeValue;
        row.note = Sentence::of("it has %1 {1:output|outputs} and logged %2 {2:value|values}", call.outputs, call.values.size());
        return {};
    }

    /// A kernel logs its results in their order. Of a delegate's outputs each is the only result of its shape, or nothing tells.
    Result<void> compareList(const Reference& reference, const Call& call, std::size_t k, GapRow& row) {
        if (call.outputs > 1) return compareOnlyFitting(reference, call, k, row);
        if (call.values.size() < reference.size()) {
            row.state = GapState::NoRuntimeValue;
            row.note = Sentence::of("it has %1 results and logged %2", reference.size(), call.values.size());
            return {};
        }
        const std::size_t first = call.values.size() - reference.size();
        for (std::size_t i = 0; i < reference.size(); ++i)
            if (reference[i])
                if (auto compared = compare(*reference[i], call, first + i, row); !compared) return compared;
        return {};
    }

    Result<void> compareOnlyFitting(const Reference& reference, const Call& call, std::size_t k, GapRow& row) {
        if (k >= call.values.size()) return {};
        const std::size_t which = call.values.size() - 1 - k;
        const tensor::Value& logged = call.values[which];
        const auto* value = std::get_if<tensor::Tensor>(&logged);
        const auto fits = [&](const std::optional<tensor::Value>& one) {
            const auto* tensor = one ? std::get_if<tensor::Tensor>(&*one) : nullptr;
            return tensor != nullptr && value != nullptr && tensor->shape == value->shape;
        };
        if (std::ranges::count_if(reference, fits) != 1) return {};
        return compare(**std::ranges::find_if(reference, fits), call, which, row);
    }

    void addNodes(GapRow& row) const {
        for (const std::int64_t handle : std::set(row.debugHandles.begin(), row.debugHandles.end()))
            if (const auto hit = m_nodes.find(handle); hit != m_nodes.end())
                for (const NodeName& node : hit->second)
                    if (!holdsPart(node.path)) row.nodes.push_back(node.path);
        std::ranges::sort(row.nodes);
    }

    /// `which`: of the values that the call logged.
    Result<void> compare(const tensor::Value& reference, const Call& call, std::size_t which, GapRow& row) {
        const tensor::Value& runtime = call.values[which];
        if (!row.result) row.fromEnd = call.values.size() - 1 - which;
        const compare::OutputPair pair{"", 0, 0, compare::OutputValue{.value = reference}, compare::OutputValue{.value = runtime}};
        auto sides = compare::comparableSides(pair);
        if (!sides) {
            row.state = GapState::Incomparable;
            row.note = sides.error().message;
            return {};
        }
        if (auto aligned = tensor::withSingletonAxes(sides->runtime, sides->reference.shape)) sides->runtime = *std::move(aligned);
        const auto* logged = std::get_if<tensor::Tensor>(&runtime);
        const bool both = logged != nullptr && std::holds_alternative<tensor::Tensor>(reference);
        if (both && logged->shape != sides->runtime.shape)
            row.note = Sentence::of("aligned: the reference is %1, the run logged %2", tensor::shapeText(sides->reference.shape),
                                    tensor::shapeText(logged->shape));
        auto result = judge(*sides);
        if (result.cancelled()) return result.failure();
        if (!result) {
            row.state = GapState::Incomparable;
            row.note = result.error().message;
            return {};
        }
        if (result->state == tensor::ComparisonState::ShapeMismatch) return compareOtherShape(*sides, *std::move(result), row);
        auto number = gapNumber(*sides, *result);
        if (!number) return number.failure();
        row.state = GapState::Ok;
        row.gap.push_back(*number);
        if (std::isnan(*number) && result->metrics && result->metrics->mismatched == 0 && result->metrics->infReference > 0)
            addNote(row.note,
                    Sentence::of("both sides hold the same infinities, of which the original makes NaN; all elements agree"));
        if (!sides->runtime.contiguous())
            addNote(row.note, Sentence::of("the value is not row-major; the original takes it so, and so does `gap`. The metrics "
                                           "respect the strides"));
        take(*sides, *std::move(result), row);
        return {};
    }

    Result<tensor::ComparisonResult> judge(const compare::ComparableSides& sides) const {
        tensor::ComparisonOptions options;
        options.tolerance = m_options.tolerance;
        options.tolerance.equalNan = true;  // what the model gives, the runtime may give
        options.findAxisOrder = false;
        options.rowMetrics = m_options.rowMetrics || tensor::metricColumn(m_options.metric)->rowWise;
        return tensor::compare(sides.reference, sides.runtime, options, m_job);
    }

    /// What was compared says whether the row diverges; its first output is kept.
    static void take(const compare::ComparableSides& sides, tensor::ComparisonResult result, GapRow& row) {
        row.diverges = row.diverges || (result.metrics && result.metrics->mismatched > 0);
        if (row.result) return;
        if (result.metrics) row.error = relativeError(*result.metrics);
        row.reference = sides.reference;
        row.value = sides.runtime;
        row.result = std::move(result);
    }

    /// The state stays a mismatch of shapes, for no number of the original's exists; what the call did is judged all the same, by
    /// the value that it stands for.
    Result<void> compareOtherShape(const compare::ComparableSides& sides, tensor::ComparisonResult mismatch, GapRow& row) {
        if (row.gap.empty()) row.state = GapState::ShapeMismatch;
        row.note = Sentence::of("the reference is %1, the run logged %2",
                                tensor::typeAndShapeText(sides.reference.type, sides.reference.shape),
                                tensor::typeAndShapeText(sides.runtime.type, sides.runtime.shape));
        const bool oneHandle = std::ranges::all_of(row.debugHandles, [&](std::int64_t h) { return h == row.debugHandles.front(); });
        const auto fitting = fittingReference(m_source, row.nodes, row.runtime, oneHandle, sides);
        auto result = fitting ? judge(fitting->sides) : Result<tensor::ComparisonResult>(std::move(mismatch));
        if (result.cancelled()) return result.failure();
        if (!result) return {};
        if (fitting) addNote(row.note, Sentence::of("judged by %1", fitting->by));
        take(fitting ? fitting->sides : sides, *std::move(result), row);
        return {};
    }

    /// The original takes a value's bytes as row-major, whatever the strides that are logged with them.
    static tensor::Tensor asRowMajor(tensor::Tensor value) {
        value.strides.clear();
        return value;
    }

    /// MSE, L1 and SNR as the original computes them; the others as `compare` does.
    Result<double> gapNumber(const compare::ComparableSides& sides, const tensor::ComparisonResult& result) const {
        if (m_options.metric == "mse" || m_options.metric == "l1" || m_options.metric == "snr_db") {
            const auto numbers = gap::upstreamNumbers(sides.reference, asRowMajor(sides.runtime), m_job);
            if (!numbers) return numbers.failure();
            return m_options.metric == "mse" ? numbers->mse : m_options.metric == "l1" ? numbers->l1 : numbers->snrDb;
        }
        const auto value = tensor::metricColumn(m_options.metric)->value(*result.metrics);
        return value.value_or(std::nan(""));
    }

    const NodeNames& m_nodes;
    const ReferenceValues& m_source;
    std::map<std::int64_t, Reference> m_references;
    std::set<std::int64_t> m_known;
    const GapOptions& m_options;
    const JobContext& m_job;
};

/// The runs to look at; `apart`: the run that is the reference, which is not compared with itself.
Result<std::vector<join::SessionRun>> runsOf(const session::MethodView& method, const GapOptions& options,
                                             std::optional<std::size_t> apart, const JobContext& job) {
    const auto all = compare::runs(method.session, job);
    if (!all) return all.failure();
    std::vector<join::SessionRun> runs;
    if (options.run && *options.run >= (*all)->size())
        return fail("no-such-run", "there are " + std::to_string((*all)->size()) + " runs", "run " + std::to_string(*options.run));
    const std::string place = options.run ? "run " + std::to_string(*options.run) : "";
    if (options.run && options.run == apart) return fail("run-with-itself", "it is the reference: choose another --run", place);
    if (options.run && (**all)[*options.run].kind() != etdump::BlockKind::Execute)
        return fail("run-not-execution", "this block of the ETDump records no execution of a method", place);
    for (const join::SessionRun& run : **all)
        if (run.index != apart && (options.run ? run.index == *options.run : run.attribution.method == method.name))
            runs.push_back(run);
    if (options.run && runs.front().attribution.method && *runs.front().attribution.method != method.name)
        return fail("run-of-another-method", "this run is of " + *runs.front().attribution.method + ", not of " + method.name,
                    place);
    if (runs.empty())
        return fail(
            "no-runs",
            apart ? "no other run of an ETDump is known to be of this method" : "no run of an ETDump is known to be of this method",
            method.name);
    return runs;
}

/// Values that cannot be had without the buffer of their dump.
void checkBuffers(const session::Session& session, const std::vector<join::SessionRun>& runs) {
    Diagnostics diagnostics;
    std::unordered_set<unsigned> done;
    for (const join::SessionRun& run : runs)
        if (!run.buffer.hasData() && done.insert(run.file).second)
            diagnostics.warning("debug-buffer-absent", escaped(baseName(session.files()[run.file].path)),
                                run.dump->highestByte() > 0
                                    ? "the values that it logged are not here: add the debug buffer of the ETDump"
                                    : "it logged no values: record the run with a debug buffer");
    session.addDiagnostics(diagnostics);
}

/// Why record, program and dumps of the runs do not belong together; empty: nothing says so.
Sentence strangers(const session::Session& session, const std::vector<join::SessionRun>& runs, const JobContext& job) {
    for (const join::Join& one : join::joins(session, job)) {
        const auto isOfDump = [&](const join::SessionRun& run) { return one.fromFile == run.file; };
        const bool concerns = one.from == "etdump" ? std::ranges::any_of(runs, isOfDump) : one.to == "etrecord";
        if (!concerns || one.state != join::JoinState::Mismatched) continue;
        const char* words =
            one.from != "etdump"
                ? Sentence::phrase("program and record do not belong together, and what differs says nothing of the calls")
            : one.to == "etrecord"
                ? Sentence::phrase("dump and record do not belong together, and what differs says nothing of the calls")
                : Sentence::phrase("dump and program do not belong together, and what differs says nothing of the calls");
        const Sentence told = Sentence::of(words);
        return one.evidence.empty() ? told : Sentence::list({told, one.evidence.front()}, ": ");
    }
    return {};
}

/// Handles of the nodes of a stage.
std::set<std::int64_t> handlesOf(const join::NodesByHandle& nodes) {
    std::set<std::int64_t> known;
    for (const auto& [handle, paths] : nodes) known.insert(handle);
    return known;
}

Result<std::shared_ptr<const join::MethodHandles>> handlesOfMethod(const session::MethodView& method, const JobContext& job) {
    if (method.known() == nullptr) return fail("no-such-method", "the session has no such method", method.name);
    return join::handles(method, job);
}

/// What another run logged, by handle.
class RunReferences : public ReferenceValues {
public:
    RunReferences(std::size_t run, std::map<std::int64_t, tensor::Value> values) : m_run(run), m_values(std::move(values)) {}
    std::optional<tensor::Value> ofNode(const std::string&) const override { return std::nullopt; }
    std::optional<tensor::Value> ofHandle(std::int64_t handle) const override {
        const auto hit = m_values.find(handle);
        return hit == m_values.end() ? std::nullopt : std::optional(hit->second);
    }
    std::vector<std::int64_t> handles() const override {
        std::vector<std::int64_t> list;
        for (const auto& [handle, value] : m_values) list.push_back(handle);
        return list;
    }
    std::string source() const override { return "run " + std::to_string(m_run); }
    std::optional<std::size_t> run() const override { return m_run; }

private:
    std::size_t m_run;
    std::map<std::int64_t, tensor::Value> m_values;
};

}  // namespace

std::string_view gapStateName(GapState state) noexcept {
    static constexpr EnumTable<GapState::Incomparable> kNames(
        {"ok", "shape_mismatch", "no_reference", "no_runtime_value", "incomparable"});
    return kNames[state];
}

Result<std::shared_ptr<const ReferenceValues>> runReferences(const session::MethodView& method, std::size_t run,
                                                             const graph::StageId& stage, const JobContext& job) {
    const auto mine = handlesOfMethod(method, job);
    if (!mine) return mine.failure();
    const auto runs = runsOf(method, {.run = run}, std::nullopt, job);
    if (!runs) return runs.failure();
    const auto known = handlesOf(nodesOf(**mine, stage));
    CallCollector collector(**mine, known);
    collector.add(runs->front());
    std::map<std::int64_t, tensor::Value> values;
    for (const Call& call : std::move(collector).finish().calls)
        for (std::size_t k = 0; k < std::min(call.outputs, call.values.size()); ++k)
            if (const auto handle = gap::referenceHandle(call.handles, k, known))
                values.insert_or_assign(*handle, call.values[call.values.size() - 1 - k]);
    if (values.empty())
        return fail("no-runs", "it logged no values of calls of " + method.name + "; choose an execution with a debug buffer",
                    "run " + std::to_string(run));
    return std::shared_ptr<const ReferenceValues>(std::make_shared<RunReferences>(run, std::move(values)));
}

std::vector<std::string> valueFiles(const session::Session& session) {
    constexpr std::array kKinds{FileKind::Npz, FileKind::Safetensors, FileKind::TorchSave};
    std::vector<std::string> paths;
    for (const session::SessionFile& file : session.files())
        if (std::ranges::find(kKinds, file.kind) != kKinds.end() && file.source != nullptr) paths.push_back(file.path);
    return paths;
}

Result<std::shared_ptr<const ReferenceValues>> sessionReferences(const session::MethodView& method, const JobContext& job) {
    const auto mine = handlesOfMethod(method, job);
    if (mine.cancelled()) return mine.failure();
    if (!mine) return std::shared_ptr<const ReferenceValues>();
    for (const std::string& path : valueFiles(method.session)) {
        Diagnostics diagnostics;
        auto references = fileReferences(path, diagnostics, job);
        method.session.addDiagnostics(diagnostics);
        if (references.cancelled()) return references;
        if (references && !referenceByHandle(namesOf(**mine, graph::StageId::edge()), **references).empty()) return references;
    }
    return std::shared_ptr<const ReferenceValues>();
}

namespace {

std::optional<std::int64_t> stopOf(const session::MethodView& method, const join::SessionRun& run) {
    const program::ExecutionPlan* plan = method.plan();
    const auto stopped = plan == nullptr ? std::map<std::size_t, std::int64_t>() : replay::stoppedRuns({&run}, *plan);
    return stopped.empty() ? std::nullopt : std::optional(stopped.begin()->second);
}

}  // namespace

Result<GapTable> numericGap(const session::MethodView& method, const ReferenceValues& references, const GapOptions& options,
                            const JobContext& job) {
    if (tensor::metricColumn(options.metric) == nullptr) return fail("no-such-metric", "there is no such metric", options.metric);
    const auto mine = handlesOfMethod(method, job);
    if (!mine) return mine.failure();
    const auto graph = method.graph(options.stage, job);
    if (!graph) return graph.failure();
    const join::NodesByHandle nodes = nodesOf(**mine, options.stage);
    GapOptions ofRun = options;
    if (const ComputedSource* computed = references.computed(); computed != nullptr && !options.run) ofRun.run = computed->run;
    const auto runs = runsOf(method, ofRun, references.run(), job);
    if (!runs) return runs.failure();
    checkBuffers(method.session, *runs);

    const NodeNames names = namesOf(**mine, options.stage);
    auto values = referenceByHandle(names, references);
    if (values.empty() && !references.none()) {
        Diagnostics diagnostics;
        diagnostics.warning("reference-values-unmatched", references.source(),
                            "no key of it is a node or debug handle of " + method.name + " in the stage " + options.stage.text());
        method.session.addDiagnostics(diagnostics);
    }
    auto known = handlesOf(nodes);
    for (const auto& [handle, value] : values) known.insert(handle);
    CallCollector collector(**mine, known);
    for (const join::SessionRun& run : *runs) collector.add(run, stopOf(method, run));
    // What is computed is known by node; what stands in files is matched by debug handles, as the original does.
    const auto kernels =
        references.computed() != nullptr && method.plan() != nullptr && homeOf(options.stage) == graph::StageId::edge()
            ? replay::instructionNodes(method, job)
            : Result<std::shared_ptr<const replay::InstructionNodes>>(fail("no-program", ""));
    if (kernels.cancelled()) return kernels.failure();
    std::optional<CallReferences> byNode;
    if (const graph::GraphModel* edge = (*mine)->graphs.find(graph::StageId::edge()); kernels && edge != nullptr)
        byNode.emplace(*edge, **kernels, **mine, references, job);
    const auto [calls, leftOut] = std::move(collector).finish(!byNode);
    std::vector<gap::RuntimeEntry> entries;
    for (std::size_t i = 0; i < calls.size(); ++i) entries.push_back({calls[i].handles, calls[i].instruction, i});
    GapTable table;
    table.leftOut = leftOut;
    GapMaker maker(names, references, std::move(values), options, job);
    auto joined =
        byNode ? Result<std::vector<gap::RuntimeEntry>>(std::move(entries)) : gap::mergeOverlapping(std::move(entries), job);
    if (!joined) return joined.failure();
    const auto merged = *std::move(joined);
    for (const gap::RuntimeEntry& entry : merged) {
        if (job.cancelled()) return cancelledFailure();
        const auto wanted = [&options](std::int64_t handle) { return options.only.contains(handle); };
        if (!options.only.empty() && std::ranges::none_of(entry.handles, wanted)) continue;
        const auto told = byNode ? byNode->of(calls[entry.id]) : Result<std::optional<CallReference>>(std::nullopt);
        if (!told) return told.failure();
        auto row = *told ? maker.row(**told, calls[entry.id]) : maker.row(entry, calls[entry.id]);
        if (!row) return row.failure();
        if ((row->restarts = row->state == GapState::NoReference && references.restarted(row->nodes)))
            addNote(row->note, Sentence::of("its value could not be computed: what follows goes on from the run's"));
        table.rows.push_back(std::move(*row));
        job.report(static_cast<double>(table.rows.size()) / static_cast<double>(merged.size()));
    }
    const auto taps = tapCalls(method, *runs, options.stage, **mine, references, job);
    if (!taps) return taps.failure();
    for (const TapCall& tap : *taps) {
        const auto wanted = [&options](std::int64_t handle) { return options.only.contains(handle); };
        if (!options.only.empty() && std::ranges::none_of(tap.call.handles, wanted)) continue;
        auto row = maker.row(tap);
        if (!row) return row.failure();
        table.rows.push_back(*std::move(row));
    }
    std::ranges::stable_sort(table.rows, {}, [](const GapRow& row) { return std::pair(row.run, row.instruction); });
    const graph::StageId home = homeOf(options.stage);
    if (const graph::GraphModel* model = (*mine)->graphs.find(home)) addInherited(*model, table.rows);
    const ComputedSource* computed = references.computed();
    table.sameInputs = computed != nullptr && computed->inputsOf == InputsOf::Run && !computed->contradicted;
    table.doubt = strangers(method.session, *runs, job);
    if (table.doubt.empty() && computed != nullptr && computed->run && computed->inputsOf == InputsOf::Assumed)
        table.doubt = Sentence::of(
            "the reference is computed on %1, and nothing tells that these fed run %2: what differs is no fault of its calls",
            computed->inputsText, *computed->run);
    for (GapRow& row : table.rows) {
        row.assumed = !table.doubt.empty() && row.compared();
        row.diverges = row.diverges && table.doubt.empty();
    }
    const auto first = std::ranges::find_if(table.rows, &GapRow::diverges);
    if (first != table.rows.end()) table.firstDivergence = static_cast<std::size_t>(first - table.rows.begin());
    return table;
}

Result<FittingGap> fittingGap(const session::MethodView& method, const ReferenceValues& references, const GapOptions& options,
                              const JobContext& job) {
    /// Of more runs than these the first ones are tried.
    constexpr std::size_t kTried = 16;
    auto folded = numericGap(method, references, options, job);
    if (!folded) return folded.failure();
    FittingGap best{*std::move(folded), options.run};
    const auto fit = [](const GapTable& table) {
        const auto agrees = [](const GapRow& row) { return row.state == GapState::Ok && !row.diverges; };
        return std::pair(std::ranges::count(table.rows, GapState::Ok, &GapRow::state), std::ranges::count_if(table.rows, agrees));
    };
    if (options.run || std::ranges::find(best.table.rows, GapState::ShapeMismatch, &GapRow::state) == best.table.rows.end())
        return best;
    const auto runs = runsOf(method, options, references.run(), job);
    if (!runs) return runs.failure();
    for (std::size_t i = 0; i < std::min(kTried, runs->size()); ++i) {
        GapOptions one = options;
        one.run = (*runs)[i].index;
        auto table = numericGap(method, references, one, job);
        if (!table) return table.failure();
        if (fit(*table) > fit(best.table)) best = {*std::move(table), one.run};
    }
    return best;
}

}  // namespace etscope::gap
