#include "join/joins.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/base_name.h"
#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "etdump/debug_buffer.h"
#include "etrecord/removed.h"
#include "inventory/delegate_tensors.h"
#include "inventory/summary.h"
#include "join/asked_keys.h"
#include "join/runs.h"
#include "join/same_program.h"
#include "program/metadata.h"
#include "session/damage.h"
#include "session/pt2_stages.h"
#include "tensor/format.h"

namespace etscope::join {
namespace {

/// Collects facts; a contradiction outweighs every agreement and stands before it.
struct Evidence {
    Join join;
    bool agrees = false, contradicts = false, doubtful = false;

    void fact(bool good, Sentence text) {
        (good ? agrees : contradicts) = true;
        join.evidence.insert(good ? join.evidence.end() : join.evidence.begin() + static_cast<std::ptrdiff_t>(join.against),
                             std::move(text));
        join.against += good ? 0U : 1U;
    }
    /// What may be explained, and yet takes the word from everything that agrees.
    void doubt(Sentence text) {
        doubtful = true;
        told(std::move(text));
    }
    /// What is for people to know and decides nothing.
    void told(Sentence text) { join.evidence.push_back(std::move(text)); }
    Join done() {
        join.state = contradicts ? JoinState::Mismatched : agrees && !doubtful ? JoinState::Matched : JoinState::Unknown;
        return std::move(join);
    }
};

unsigned numberOf(const session::Session& session, const session::SessionFile& file) {
    return static_cast<unsigned>(&file - session.files().data());
}

Evidence between(std::string_view from, std::string_view to, std::optional<unsigned> fromFile, std::optional<unsigned> toFile) {
    Evidence evidence;
    evidence.join.from = from;
    evidence.join.to = to;
    evidence.join.fromFile = fromFile;
    evidence.join.toFile = toFile;
    return evidence;
}

/// Whether the delegate calls of the plan are the rows of delegate_map, and the instructions those of debug_handle_map.
void compareInstructions(const etrecord::SideTables& tables, const std::string& method, const program::ExecutionPlan& plan,
                         Evidence& evidence) {
    if (plan.chains.empty()) return;
    const auto& instructions = plan.mainInstructions();
    if (const auto rows = tables.debugHandles.find(method); rows != tables.debugHandles.end() && !rows->second.empty()) {
        const std::int64_t last = rows->second.rbegin()->first;
        const bool inside = last < static_cast<std::int64_t>(instructions.size());
        if (!inside)  // that they are inside says little: most plans are longer than that
            evidence.fact(false, Sentence::of("%1: debug_handle_map names instructions up to %2, the plan has %3", method, last,
                                              instructions.size()));
    }
    const auto rows = tables.delegates.find(method);
    if (rows == tables.delegates.end() || rows->second.empty()) return;
    std::size_t good = 0;
    for (const auto& [instruction, row] : rows->second) {
        const program::Instruction* call = plan.instructionAt(0, instruction);
        const auto delegate = call != nullptr ? plan.calledDelegate(*call) : std::nullopt;
        good += delegate && (row.backend.empty() || plan.delegates[*delegate].id == row.backend) ? 1U : 0U;
    }
    evidence.fact(
        good == rows->second.size(),
        Sentence::of(
            "%1: %2 of %3 delegate {3:call of delegate_map is a call|calls of delegate_map are calls} of that backend in the plan",
            method, good, rows->second.size()));
}

/// "40 of 42 constants of the program are tensors of the record, byte for byte; 2 of one value throughout say nothing".
Sentence weightsText(const WeightsCompared& weights, const char* kind) {
    const bool allRounded = weights.rounded == weights.found() && weights.rounded > 0;
    const bool onlyFolded = weights.found() == 0 && weights.folded > 0;
    const Sentence what = Sentence::of(kind);
    Sentence text =
        weights.looked == 0 ? Sentence::of("no %1 tell of the record", what)
        : onlyFolded        ? Sentence::of("%1 of %2 %3 are the record's with the batch norm behind them folded in", weights.folded,
                                           weights.looked, what)
        : allRounded
            ? Sentence::of("%1 of %2 %3 are the record's, rounded to %4", weights.found(), weights.looked, what, weights.roundedTo)
            : Sentence::of("%1 of %2 %3 are tensors of the record, byte for byte", weights.found(), weights.looked, what);
    if (weights.rounded > 0 && weights.rounded < weights.found())
        text += Sentence::of(", %1 of them rounded to %2", weights.rounded, weights.roundedTo);
    if (weights.moved > 0) text += Sentence::of(", %1 with axes in another order", weights.moved);
    if (weights.packed > 0) text += Sentence::of(", %1 with several integers to a byte", weights.packed);
    if (weights.folded > 0 && !onlyFolded)
        text += Sentence::of("; %1 {1:is|are} the record's with the batch norm behind {1:it|them} folded in", weights.folded);
    if (weights.uniform > 0) text += Sentence::of("; %1 of one value throughout say nothing", weights.uniform);
    if (weights.unread > 0) text += Sentence::of("; %1 could not be looked at", weights.unread);
    return text;
}

constexpr const char* kConstants = Sentence::phrase("constants");
constexpr const char* kInside = Sentence::phrase("weights inside delegates");

/// Whether weights that the record once had may not be in it any more: the file is cut, or was never written to its end.
bool lacksWeights(const etrecord::Record& record) {
    const auto& stages = record.stages();
    return record.zip().recovered() || stages.empty() ||
           std::ranges::any_of(stages, [](const etrecord::StageEntry& stage) { return !stage.stateDict; });
}

/// Whether most weights are none of the record's though it has tensors of their type and sizes: another training of one model,
/// which shares tables of positions, masks and frozen parts.
bool areOthers(const WeightsCompared& weights) {
    const std::size_t found = weights.found(), missed = weights.looked - found;
    return found < missed && 4 * weights.alike >= 3 * missed;
}

/// Most weights are the record's, of one export. Backends fuse and pack theirs: where none is found inside delegates the files may
/// belong together or not, the more so when the record has tensors like them.
void addConstants(const ConstantsCompared& constants, const etrecord::Record& record, Evidence& evidence) {
    const bool removed = etrecord::removedParts(record).weights, lacking = lacksWeights(record);
    if (removed && constants.constants.found() == 0)
        evidence.told(
            Sentence::of("the record's weights were removed on purpose: only constants that are byte for byte the record's can be "
                         "told, and none is"));
    else if (lacking && constants.constants.found() == 0)
        evidence.told(Sentence::of("weights are missing in the record: whether the program's constants are its own is not known"));
    else if (constants.constants.looked >= 2)
        evidence.fact(constants.constants.found() > 0 && !areOthers(constants.constants),
                      weightsText(constants.constants, kConstants) +
                          (areOthers(constants.constants)
                               ? Sentence::of("; the record has others of the type and sizes of %1", constants.constants.alike)
                               : Sentence()));
    else if (constants.constants.looked > constants.constants.found())
        evidence.doubt(weightsText(constants.constants, kConstants));
    else if (constants.constants.all > 0)
        evidence.told(weightsText(constants.constants, kConstants));
    const Sentence inside = weightsText(constants.inside, kInside);
    if (constants.inside.areOthers())
        evidence.fact(false,
                      inside + Sentence::of("; %1 hold other values than the tensors that their operators take in the record",
                                            constants.inside.others));
    else if (constants.inside.found() + constants.inside.folded > 0)
        evidence.fact(true, inside);
    else if (!removed && !lacking && constants.inside.alike >= 2 && constants.constants.found() == 0)
        evidence.doubt(inside +
                       Sentence::of(", though it has tensors of the type and sizes of %1: of another training, or fused by "
                                    "the backend",
                                    constants.inside.alike));
    else if (constants.inside.all > 0)
        evidence.told(inside + Sentence::of("; backends may have fused or packed them"));
    for (const DifferentConstant& one : constants.different) {
        evidence.join.differences.push_back(one);
        evidence.told(std::string("constant-differs: ") + one.text());
    }
}

/// Whether a planned tensor can be the recorded one; sizes that are symbols fit any, and the plan has their bounds.
bool shapeFits(const std::vector<inventory::ShapeDim>& recorded, const program::TensorInfo& planned) {
    if (recorded.size() != planned.sizes.size()) return false;
    for (std::size_t i = 0; i < recorded.size(); ++i)
        if (const auto* size = std::get_if<std::int64_t>(&recorded[i]); size != nullptr && *size != planned.sizes[i]) return false;
    return true;
}

std::string shapeText(const std::vector<inventory::ShapeDim>& shape) {
    const auto dimText = [](const inventory::ShapeDim& dim) {
        const auto* size = std::get_if<std::int64_t>(&dim);
        return size != nullptr ? std::to_string(*size) : escaped(std::get<std::string>(dim));
    };
    return "[" + joined(shape, ",", dimText) + "]";
}

/// Inputs or outputs of a method as its graph and its plan have them. Types may differ: programs are made in a lower precision.
void comparePorts(const Sentence& what, const std::vector<inventory::Port>& recorded,
                  const std::vector<program::ValueIndex>& planned, const program::ExecutionPlan& plan, Evidence& evidence) {
    if (recorded.size() != planned.size())
        return evidence.told(
            Sentence::of("%1: the record has %2, the plan %3; they are not compared", what, recorded.size(), planned.size()));
    std::size_t all = 0, good = 0;
    Sentence first;
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const program::TensorInfo* tensor = plan.tensor(planned[i]);
        if (!recorded[i].shape || tensor == nullptr) continue;
        ++all;
        const bool fits = shapeFits(*recorded[i].shape, *tensor);
        good += fits ? 1U : 0U;
        if (!fits && first.empty())
            first = Sentence::of("; %1 is %2 in the record and %3 in the program", escaped(recorded[i].name),
                                 shapeText(*recorded[i].shape),
                                 tensor::shapeText(std::vector<std::int64_t>(tensor->sizes.begin(), tensor->sizes.end())));
    }
    if (all > 0) evidence.fact(good == all, Sentence::of("%1: %2 of %3 have the record's shapes", what, good, all) + first);
}

void compareSignature(const session::MethodView& method, const program::ExecutionPlan& plan, Evidence& evidence,
                      const JobContext& job) {
    const session::Method* known = method.known();
    if (known == nullptr || known->primaryStage() == graph::StageId::program()) return;
    const auto summary = inventory::summary(method, job);
    if (!summary) return;
    comparePorts(Sentence::of("%1: inputs", method.name), (*summary)->inputs, plan.inputs, plan, evidence);
    comparePorts(Sentence::of("%1: outputs", method.name), (*summary)->outputs, plan.outputs, plan, evidence);
}

Join recordWithProgram(const session::Session& session, const JobContext& job) {
    Evidence evidence = between(fileKindName(session.programFile()->kind), "etrecord", numberOf(session, *session.programFile()),
                                numberOf(session, *session.recordFile()));
    const etrecord::SideTables& tables = session.recordFile()->record->sideTables();
    std::set<std::string> recorded;
    for (const etrecord::StageEntry& stage : session.recordFile()->record->stages()) recorded.insert(stage.method);
    std::size_t both = 0, plans = 0;
    for (const program::ExecutionPlan& plan : session.programFile()->program->plans()) {
        if (program::isConstantMethod(plan)) continue;
        ++plans;
        both += recorded.contains(plan.name) ? 1U : 0U;
    }
    // Names alone are no agreement: every export of every model has a forward.
    const Sentence names = Sentence::of("method names: %1 of %2 plans are methods of the record", both, plans);
    if (!recorded.empty() && plans > 0) both > 0 ? evidence.told(names) : evidence.fact(false, names);
    for (const program::ExecutionPlan& plan : session.programFile()->program->plans()) {
        if (program::isConstantMethod(plan)) continue;
        compareSignature({session, plan.name}, plan, evidence, job);
        compareInstructions(tables, plan.name, plan, evidence);
    }
    if (const auto compared = constants(session, job)) addConstants(**compared, *session.recordFile()->record, evidence);
    return evidence.done();
}

/// What an archive of the exported program tells of the program's constants: all of them are its own, of one export.
void addArchived(const ConstantsCompared& constants, Evidence& evidence) {
    const auto text = [](const WeightsCompared& weights, const char* kind) {
        return Sentence::of("%1 of %2 %3 are tensors of the archive", weights.found() + weights.folded, weights.looked,
                            Sentence::of(kind));
    };
    const WeightsCompared &own = constants.constants, &inside = constants.inside;
    if (own.looked >= 2)
        evidence.fact(own.found() > 0 && !areOthers(own), text(own, kConstants));
    else if (own.looked > 0)
        evidence.told(text(own, kConstants));
    if (inside.areOthers())
        evidence.fact(false,
                      text(inside, kInside) +
                          Sentence::of("; %1 hold other values than the tensors that their operators take there", inside.others));
    else if (inside.found() + inside.folded > 0)
        evidence.fact(true, text(inside, kInside));
    else if (inside.all > 0)
        evidence.told(text(inside, kInside) + Sentence::of("; backends may have fused or packed them"));
    for (const DifferentConstant& one : constants.different) {
        evidence.join.differences.push_back(one);
        evidence.told(std::string("constant-differs: ") + one.text());
    }
}

/// A `.pt2` archive stands for the record that the session lacks.
Join archiveWithProgram(const session::Session& session, const session::SessionFile& archive, const JobContext& job) {
    Evidence evidence = between(fileKindName(session.programFile()->kind), fileKindName(archive.kind),
                                numberOf(session, *session.programFile()), numberOf(session, archive));
    std::size_t both = 0, plans = 0;
    for (const program::ExecutionPlan& plan : session.programFile()->program->plans()) {
        if (program::isConstantMethod(plan)) continue;
        ++plans;
        const auto of = session::pt2Stage(session, plan.name, graph::StageId::exported());
        if (!of || &session.files()[of->file] != &archive) continue;
        ++both;
        compareSignature({session, plan.name}, plan, evidence, job);
    }
    const Sentence names = Sentence::of("method names: %1 of %2 plans are methods of the archive", both, plans);
    const bool named = std::ranges::none_of(archive.pt2->models, &exported::Pt2Model::isUnnamed);
    if (plans > 0) both > 0 || !named ? evidence.told(names) : evidence.fact(false, names);
    if (const auto compared = constants(session, job)) addArchived(**compared, evidence);
    return evidence.done();
}

Join programWithData(const session::Session& session, const session::SessionFile& data, const AskedKeys& asked) {
    Evidence evidence = between("ptd", "pte", numberOf(session, data), numberOf(session, *session.programFile()));
    const DataFit fit = fitData(session, *data.tensorData, asked);
    const std::string name = escaped(baseName(data.path));
    if (fit.tensors > 0) {
        const Sentence has = Sentence::of("%1: it has %2 of %3 external tensors of the program, %4 of its types and shapes", name,
                                          fit.tensors, asked.tensors.size(), fit.fitting);
        evidence.fact(fit.fitting == fit.tensors, Sentence::list({has, fit.misfit}, "; "));
    }
    if (fit.delegates > 0)
        evidence.fact(true,
                      Sentence::of("%1: it has %2 of %3 keys that delegates ask for", name, fit.delegates, asked.delegates.size()));
    if (fit.tensors + fit.delegates == 0 && fit.unanswered > 0)
        evidence.fact(false,
                      Sentence::of("%1: the program asks for %2 keys that no file has, this one neither", name, fit.unanswered));
    else if (fit.tensors + fit.delegates == 0)
        evidence.told(Sentence::of("%1: nothing that was looked at asks for its keys", name));
    if (asked.silentDelegates > 0)
        evidence.told(
            Sentence::of("%1 {1:delegate|delegates} of the program {1:does not tell what it asks|do not tell what they ask} for",
                         asked.silentDelegates));
    return evidence.done();
}

const char* sameProgramText(const ByteRange& program, bool same) {
    if (!same) return Sentence::phrase("%1: the program inside and %2 differ");
    return program.size <= kWholeProgramBytes
               ? Sentence::phrase("%1: the program inside and %2 are the same")
               : Sentence::phrase("%1: the program inside and %2 are of one size and the same wherever it was looked");
}

/// Whether a bundled value can be an input or output of the plan.
bool fitsPlan(const program::ExecutionPlan& plan, program::ValueIndex index, const tensor::Value& value) {
    const auto* planned = plan.tensor(index);
    const auto* given = std::get_if<tensor::Tensor>(&value);
    if (planned == nullptr || given == nullptr) return (planned == nullptr) == (given == nullptr);
    return planned->scalarType == given->type && planned->fits(given->shape);
}

/// Cases whose values have the number, types and shapes of the method's inputs and outputs.
std::size_t fittingCases(const bundle::TestSuite& suite, const program::ExecutionPlan& plan) {
    const auto fits = [&plan](const std::vector<tensor::Value>& values, const std::vector<program::ValueIndex>& ports) {
        if (values.size() != ports.size()) return false;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!fitsPlan(plan, ports[i], values[i])) return false;
        return true;
    };
    return static_cast<std::size_t>(std::ranges::count_if(suite.cases, [&](const bundle::TestCase& one) {
        return fits(one.inputs, plan.inputs) && (one.expected.empty() || fits(one.expected, plan.outputs));
    }));
}

Join bundleWithProgram(const session::SessionFile& file, const session::Session& session) {
    const session::SessionFile& program = *session.programFile();
    Evidence evidence = between("bpte", fileKindName(program.kind), numberOf(session, file), numberOf(session, program));
    if (&file != &program && file.bundle->program().hasData()) {
        const ByteRange bytes = programBytes(program);
        const bool same = sameProgram(file.bundle->program(), bytes);
        evidence.fact(same,
                      Sentence::of(sameProgramText(bytes, same), escaped(baseName(file.path)), escaped(baseName(program.path))));
    }
    for (const bundle::TestSuite& suite : file.bundle->suites()) {
        const program::ExecutionPlan* plan = session.plan(suite.method);
        if (plan == nullptr) {
            evidence.fact(false, Sentence::of("%1: the bundle has cases for it, the program has no such method", suite.method));
            continue;
        }
        const std::size_t fitting = fittingCases(suite, *plan);
        evidence.fact(fitting == suite.cases.size(),
                      Sentence::of("%1: %2 of %3 {3:case fits|cases fit} the method's inputs and outputs", suite.method, fitting,
                                   suite.cases.size()));
    }
    return evidence.done();
}

/// Beside a program that tells the methods: whether what ran has the record's rows and operators.
Join dumpWithRecord(const session::Session& session, unsigned file, const std::vector<SessionRun>& runs, const JobContext& job) {
    Evidence evidence = between("etdump", "etrecord", file, numberOf(session, *session.recordFile()));
    RecordFitter fitter(session, job);
    std::map<std::pair<std::string, RunTrace>, Fit> known;
    std::size_t all = 0, fitting = 0, damaged = 0, ofProgram = 0;
    std::vector<Sentence> against;
    for (const SessionRun& run : runs) {
        if (run.file != file || !run.attribution.method || job.cancelled()) continue;
        const auto [at, fresh] = known.try_emplace({*run.attribution.method, traceOf(*run.dump, run.run())});
        if (fresh) at->second = fitter.fit(at->first.second, at->first.first);
        const Fit& fit = at->second;
        if (fit.agreements == 0 && fit.against.empty()) continue;
        // What is left of a damaged run lacks rows and operators whatever it is of.
        if (!fit.against.empty() && (run.run().damaged || session.files()[file].damage)) {
            ++damaged;
            continue;
        }
        // An export in half precision is made anew: its program has instructions of its own.
        if (!fit.against.empty() && run.dump->rebuilt() && session.programFile() != nullptr) {
            ++ofProgram;
            continue;
        }
        ++all;
        fitting += fit.against.empty() ? 1U : 0U;
        if (against.empty())
            for (const Sentence& text : fit.against) against.push_back(fit.method + ": " + text);
    }
    const std::string name = escaped(baseName(session.files()[file].path));
    if (all > 0)
        evidence.fact(fitting == all,
                      Sentence::of("%1: %2 of %3 {3:run has|runs have} the rows and operators of the record", name, fitting, all));
    if (damaged > 0)
        evidence.told(Sentence::of("%1: %2 {2:run is|runs are} damaged; what {2:it lacks|they lack} says nothing of the record",
                                   name, damaged));
    if (ofProgram > 0)
        evidence.told(Sentence::of("%1: %2 {2:run|runs} executed what the program has and the record has not", name, ofProgram));
    evidence.join.evidence.insert(evidence.join.evidence.end(), against.begin(), against.end());
    return evidence.done();
}

/// Whether a product that a backend ran multiplied integers: "Fully Connected (NC, QS8, QC8W) GEMM #1"; nothing: it is no product.
std::optional<bool> multipliesIntegers(std::string_view name) {
    if (!name.starts_with("Fully Connected") && !name.starts_with("Convolution")) return std::nullopt;
    constexpr std::array<std::string_view, 7> kTypes{"QS8", "QU8", "QC8", "QC4", "QD8", "QP8", "QB4"};
    return std::ranges::any_of(kTypes, [&](std::string_view type) { return name.find(type) != std::string_view::npos; });
}

/// The same of the products inside the method's delegates; none where not all of these are decoded.
std::set<bool> productsInside(const session::MethodView& method, const JobContext& job) {
    constexpr std::array<std::string_view, 3> kProducts{"XNNConv2d", "XNNDepthwiseConv2d", "XNNFullyConnected"};
    const program::ExecutionPlan* plan = method.plan();
    std::set<bool> found;
    for (std::size_t d = 0; plan != nullptr && d < plan->delegates.size(); ++d) {
        const auto graph = method.graph(graph::StageId::payload(static_cast<std::uint32_t>(d)), job);
        if (!graph) return {};
        const graph::GraphModel& model = **graph;
        const auto isQuantised = [&model](const graph::Argument& argument) {
            if (argument.kind != graph::ArgumentKind::Value) return false;
            const graph::MetaId meta = model.value(argument.value()).meta;
            return meta.valid() && model.meta(meta).type && isQuantized(*model.meta(meta).type);
        };
        for (std::uint32_t n = 0; n < model.nodeCount(); ++n)
            if (const graph::Node& node = model.node(graph::NodeId(n));
                std::ranges::find(kProducts, model.text(node.target)) != kProducts.end())
                found.insert(std::ranges::any_of(model.arguments(node), isQuantised));
    }
    return found;
}

/// A product inside a delegate of which the program has none of the kind; empty: there is none.
Sentence foreignProduct(const session::Session& session, const SessionRun& run, const JobContext& job) {
    if (session.programFile() == nullptr || !run.attribution.method) return {};
    std::optional<std::set<bool>> known;
    for (const etdump::Event& event : run.dump->events(run.run())) {
        const std::string_view name = run.dump->text(event.place.delegate.text);  // of numbered steps empty
        const auto integers = multipliesIntegers(name);
        if (!integers) continue;
        if (!known) known = productsInside({session, *run.attribution.method}, job);
        if (!known->empty() && !known->contains(*integers))
            return *integers ? Sentence::of("'%1' ran inside a delegate, and those of the program multiply floating values alone",
                                            escaped(name))
                             : Sentence::of("'%1' ran inside a delegate, and those of the program multiply integers alone",
                                            escaped(name));
    }
    return {};
}

/// A dump belongs to the methods that its runs can have executed.
Join dumpWithMethods(const session::Session& session, unsigned file, const std::vector<SessionRun>& runs, const JobContext& job) {
    const session::SessionFile& methods = session.programFile() != nullptr ? *session.programFile() : *session.recordFile();
    Evidence evidence = between("etdump", fileKindName(methods.kind), file, numberOf(session, methods));
    std::size_t all = 0, known = 0, ambiguous = 0;
    std::vector<Sentence> contradictions;
    Sentence foreign;
    for (const SessionRun& run : runs) {
        if (run.file == file && foreign.empty()) foreign = foreignProduct(session, run, job);
        const bool silent = run.attribution.evidence.empty() && !run.attribution.method;
        if (run.file != file || silent) continue;
        ++all;
        known += run.attribution.method ? 1U : 0U;
        ambiguous += run.attribution.state == MethodState::Ambiguous ? 1U : 0U;
        if (run.attribution.state == MethodState::Unknown && contradictions.empty()) contradictions = run.attribution.evidence;
    }
    const std::string name = escaped(baseName(session.files()[file].path));
    if (all == 0) evidence.told(Sentence::of("%1: nothing that its runs tell could be held against the methods", name));
    if (all > 0)
        evidence.fact(
            known + ambiguous == all,
            Sentence::of("%1: %2 of %3 {3:run is an execution|runs are executions} of a method of the session", name, known, all) +
                (ambiguous > 0 ? Sentence::of(", %1 fit several", ambiguous) : Sentence()));
    if (!foreign.empty()) evidence.fact(false, name + ": " + foreign);
    for (std::size_t i = 0; i < contradictions.size() && i < 4; ++i) evidence.join.evidence.push_back(contradictions[i]);
    Join join = evidence.done();
    if (join.state == JoinState::Matched && known == 0) join.state = JoinState::Ambiguous;
    return join;
}

Join bufferWithDump(const session::Session& session, const session::SessionFile& dump, const ByteRange& buffer) {
    Evidence evidence = between("debug_buffer", "etdump", inventory::fileOf(session, buffer), numberOf(session, dump));
    Diagnostics told;
    const etdump::BufferFit fit = etdump::checkBuffer(*dump.dump, buffer, told);
    if (fit.tensors == 0) {
        const char* words = session::isDamaged(dump) ? Sentence::phrase("what is left of %1 names no tensor")
                                                     : Sentence::phrase("%1 names no tensor: it was written without debug values");
        evidence.told(Sentence::of(words, escaped(baseName(dump.path))));
        return evidence.done();
    }
    const Sentence ends = Sentence::of("values end at byte %1, the buffer at %2: %3 of %4 {4:value|values} can be read", fit.needed,
                                       buffer.size, fit.tensors - fit.unreadable, fit.tensors);
    // A copy that was cut is no sign of another run's buffer, and none against it.
    const bool cut = fit.beyond > 0 && fit.unreadable < fit.tensors;
    cut ? evidence.told(Sentence::of("the buffer is cut: %1", ends)) : evidence.fact(fit.beyond == 0, ends);
    if (fit.allZero) evidence.fact(false, Sentence::of("all values that were looked at are zero"));
    Join join = evidence.done();
    if (join.state == JoinState::Unknown && cut) join.state = JoinState::Ambiguous;
    return join;
}

void addRuns(const session::Session& session, std::vector<Join>& list, const JobContext& job) {
    const auto runs = join::runs(session, job);
    if (!runs) return;
    std::set<unsigned> done;
    for (const SessionRun& run : **runs) {
        if (!done.insert(run.file).second) continue;
        if (session.programFile() != nullptr || session.recordFile() != nullptr)
            list.push_back(dumpWithMethods(session, run.file, **runs, job));
        if (session.programFile() != nullptr && session.recordFile() != nullptr)
            list.push_back(dumpWithRecord(session, run.file, **runs, job));
        if (run.buffer.hasData()) list.push_back(bufferWithDump(session, session.files()[run.file], run.buffer));
    }
}

/// What is missing in a damaged file contradicts nothing.
void leaveOpen(const session::Session& session, Join& join) {
    for (const std::optional<unsigned>& number : {join.fromFile, join.toFile}) {
        if (join.state != JoinState::Mismatched || !number || !session::isDamaged(session.files()[*number])) continue;
        join.state = JoinState::Unknown;
        join.evidence.insert(join.evidence.begin(), Sentence::of("%1 is damaged: whether they belong together cannot be told",
                                                                 escaped(baseName(session.files()[*number].path))));
    }
}

std::vector<Join> joinsOf(const session::Session& session, const JobContext& job) {
    std::vector<Join> list;
    if (session.programFile() != nullptr) {
        if (session.recordFile() != nullptr) list.push_back(recordWithProgram(session, job));
        for (const session::SessionFile& file : session.files())
            if (session.recordFile() == nullptr && file.pt2 != nullptr) list.push_back(archiveWithProgram(session, file, job));
        std::optional<AskedKeys> asked;
        for (const session::SessionFile& file : session.files()) {
            if (file.tensorData != nullptr && !asked) asked = askedKeys(session, job);
            if (file.tensorData != nullptr) list.push_back(programWithData(session, file, *asked));
            if (file.bundle == nullptr) continue;
            Join join = bundleWithProgram(file, session);
            // That a bundle's own cases fit it says nothing of files that belong together.
            if (&file != session.programFile() || join.state == JoinState::Mismatched) list.push_back(std::move(join));
        }
    }
    addRuns(session, list, job);
    for (Join& join : list) leaveOpen(session, join);
    return list;
}

}  // namespace

std::string_view joinStateName(JoinState state) noexcept {
    static constexpr EnumTable<JoinState::Unknown> kNames({"matched", "ambiguous", "mismatched", "unknown"});
    return kNames[state];
}

std::vector<Join> joins(const session::Session& session, const JobContext& job) {
    const auto kept = session.store().get<std::vector<Join>>("join::joins", job, [&] {
        return Result<std::shared_ptr<const std::vector<Join>>>(std::make_shared<const std::vector<Join>>(joinsOf(session, job)));
    });
    return kept ? **kept : std::vector<Join>();
}

void addMismatches(const session::Session& session, const JobContext& job) {
    Diagnostics diagnostics;
    for (const Join& join : joins(session, job)) {
        if (join.state != JoinState::Mismatched || (join.to != "etrecord" && join.from != "etdump")) continue;
        diagnostics.warning("files-mismatched", join.from + " · " + join.to,
                            "they come from different exports, and what is told of both together is wrong" +
                                (join.evidence.empty() ? "" : ": " + join.evidence.front().text()));
    }
    session.addDiagnostics(diagnostics);
}

}  // namespace etscope::join
