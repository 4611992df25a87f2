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
#include "join/constants.h"
#include "join/runs.h"
#include "program/metadata.h"
#include "tensor/format.h"

namespace etscope::join {
namespace {

std::string count(std::size_t part, std::size_t all, const std::string& what) {
    return std::to_string(part) + " of " + std::to_string(all) + " " + what;
}

/// Collects facts; a contradiction outweighs every agreement and stands before it.
struct Evidence {
    Join join;
    bool agrees = false, contradicts = false, doubtful = false;

    void fact(bool good, std::string text) {
        (good ? agrees : contradicts) = true;
        join.evidence.insert(good ? join.evidence.end() : join.evidence.begin() + static_cast<std::ptrdiff_t>(join.against),
                             std::move(text));
        join.against += good ? 0U : 1U;
    }
    /// What may be explained, and yet takes the word from everything that agrees.
    void doubt(std::string text) {
        doubtful = true;
        told(std::move(text));
    }
    /// What is for people to know and decides nothing.
    void told(std::string text) { join.evidence.push_back(std::move(text)); }
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
            evidence.fact(false, method + ": debug_handle_map names instructions up to " + std::to_string(last) +
                                     ", the plan has " + std::to_string(instructions.size()));
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
        method + ": " + count(good, rows->second.size(), "delegate calls of delegate_map are calls of that backend in the plan"));
}

/// "40 of 42 constants of the program are tensors of the record, byte for byte; 2 of one value throughout say nothing".
std::string weightsText(const WeightsCompared& weights, const std::string& what) {
    const bool allRounded = weights.rounded == weights.found() && weights.rounded > 0;
    std::string text = weights.looked == 0 ? "no " + what + " tell of the record"
                                           : count(weights.found(), weights.looked,
                                                   what + (allRounded ? " are the record's, rounded to " + weights.roundedTo
                                                                      : " are tensors of the record, byte for byte"));
    if (weights.rounded > 0 && weights.rounded < weights.found())
        text += ", " + std::to_string(weights.rounded) + " of them rounded to " + weights.roundedTo;
    if (weights.moved > 0) text += ", " + std::to_string(weights.moved) + " with axes in another order";
    if (weights.packed > 0) text += ", " + std::to_string(weights.packed) + " with several integers to a byte";
    if (weights.folded > 0)
        text += "; " + std::to_string(weights.folded) + " are the record's with the batch norm behind them folded in";
    if (weights.uniform > 0) text += "; " + std::to_string(weights.uniform) + " of one value throughout say nothing";
    if (weights.unread > 0) text += "; " + std::to_string(weights.unread) + " could not be looked at";
    return text;
}

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
            "the record's weights were removed on purpose: only constants that are byte for byte the record's can be told, and "
            "none is");
    else if (lacking && constants.constants.found() == 0)
        evidence.told("weights are missing in the record: whether the program's constants are its own is not known");
    else if (constants.constants.looked >= 2)
        evidence.fact(constants.constants.found() > 0 && !areOthers(constants.constants),
                      weightsText(constants.constants, "constants") +
                          (areOthers(constants.constants)
                               ? "; the record has others of the type and sizes of " + std::to_string(constants.constants.alike)
                               : std::string()));
    else if (constants.constants.looked > constants.constants.found())
        evidence.doubt(weightsText(constants.constants, "constants"));
    else if (constants.constants.all > 0)
        evidence.told(weightsText(constants.constants, "constants"));
    if (constants.inside.areOthers())
        evidence.fact(false, weightsText(constants.inside, "weights inside delegates") + "; " +
                                 std::to_string(constants.inside.others) +
                                 " hold other values than the tensors that their operators take in the record");
    else if (constants.inside.found() + constants.inside.folded > 0)
        evidence.fact(true, weightsText(constants.inside, "weights inside delegates"));
    else if (!removed && !lacking && constants.inside.alike >= 2 && constants.constants.found() == 0)
        evidence.doubt(weightsText(constants.inside, "weights inside delegates") +
                       ", though it has tensors of the type and sizes of " + std::to_string(constants.inside.alike) +
                       ": of another training, or fused by the backend");
    else if (constants.inside.all > 0)
        evidence.told(weightsText(constants.inside, "weights inside delegates") + "; backends may have fused or packed them");
    for (const std::string& text : constants.different) evidence.told("constant-differs: " + text);
    evidence.join.differences = constants.different;
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
void comparePorts(const std::string& what, const std::vector<inventory::Port>& recorded,
                  const std::vector<program::ValueIndex>& planned, const program::ExecutionPlan& plan, Evidence& evidence) {
    if (recorded.size() != planned.size())
        return evidence.told(what + ": the record has " + std::to_string(recorded.size()) + ", the plan " +
                             std::to_string(planned.size()) + "; they are not compared");
    std::size_t all = 0, good = 0;
    std::string first;
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const program::TensorInfo* tensor = plan.tensor(planned[i]);
        if (!recorded[i].shape || tensor == nullptr) continue;
        ++all;
        const bool fits = shapeFits(*recorded[i].shape, *tensor);
        good += fits ? 1U : 0U;
        if (!fits && first.empty())
            first = "; " + escaped(recorded[i].name) + " is " + shapeText(*recorded[i].shape) + " in the record and " +
                    tensor::shapeText(std::vector<std::int64_t>(tensor->sizes.begin(), tensor->sizes.end())) + " in the program";
    }
    if (all > 0) evidence.fact(good == all, what + ": " + count(good, all, "have the record's shapes") + first);
}

void compareSignature(const session::MethodView& method, const program::ExecutionPlan& plan, Evidence& evidence,
                      const JobContext& job) {
    const session::Method* known = method.known();
    if (known == nullptr || known->primaryStage() == graph::StageId::program()) return;
    const auto summary = inventory::summary(method, job);
    if (!summary) return;
    comparePorts(method.name + ": inputs", (*summary)->inputs, plan.inputs, plan, evidence);
    comparePorts(method.name + ": outputs", (*summary)->outputs, plan.outputs, plan, evidence);
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
    const std::string names = "method names: " + count(both, plans, "plans are methods of the record");
    if (!recorded.empty() && plans > 0) both > 0 ? evidence.told(names) : evidence.fact(false, names);
    for (const program::ExecutionPlan& plan : session.programFile()->program->plans()) {
        if (program::isConstantMethod(plan)) continue;
        compareSignature({session, plan.name}, plan, evidence, job);
        compareInstructions(tables, plan.name, plan, evidence);
    }
    if (const auto compared = constants(session, job)) addConstants(**compared, *session.recordFile()->record, evidence);
    return evidence.done();
}

Join programWithData(const session::Session& session, const session::SessionFile& data, const AskedKeys& asked) {
    Evidence evidence = between("ptd", "pte", numberOf(session, data), numberOf(session, *session.programFile()));
    const DataFit fit = fitData(session, *data.tensorData, asked);
    const std::string name = escaped(baseName(data.path)) + ": ";
    if (fit.tensors > 0)
        evidence.fact(fit.fitting == fit.tensors, name + "it has " + count(fit.tensors, asked.tensors.size(), "external tensors") +
                                                      " of the program, " + std::to_string(fit.fitting) +
                                                      " of its types and shapes" + (fit.misfit.empty() ? "" : "; " + fit.misfit));
    if (fit.delegates > 0)
        evidence.fact(true, name + "it has " + count(fit.delegates, asked.delegates.size(), "keys that delegates ask for"));
    if (fit.tensors + fit.delegates == 0 && fit.unanswered > 0)
        evidence.fact(false,
                      name + "the program asks for " + std::to_string(fit.unanswered) + " keys that no file has, this one neither");
    else if (fit.tensors + fit.delegates == 0)
        evidence.told(name + "nothing that was looked at asks for its keys");
    if (asked.silentDelegates > 0)
        evidence.told(std::to_string(asked.silentDelegates) + " delegates of the program do not tell what they ask for");
    return evidence.done();
}

/// Bytes of two programs that are compared; of larger ones, pieces all over the file.
constexpr std::uint64_t kWholeProgram = 64U << 20U, kPiece = 1U << 20U;

bool sameProgram(const ByteRange& a, const ByteRange& b) {
    if (a.size != b.size) return false;
    const std::uint64_t step = a.size <= kWholeProgram ? kPiece : std::max(kPiece, a.size / (kWholeProgram / kPiece));
    std::vector<std::byte> left(kPiece), right(kPiece);
    for (std::uint64_t at = 0; at < a.size; at += step) {
        const auto length = static_cast<std::size_t>(std::min(kPiece, a.size - at));
        const auto x = std::span(left).first(length), y = std::span(right).first(length);
        if (!a.read(at, x) || !b.read(at, y) || !std::ranges::equal(x, y)) return false;
    }
    return true;
}

std::string sameProgramText(const ByteRange& program, bool same) {
    if (!same) return " differ";
    return program.size <= kWholeProgram ? " are the same" : " are of one size and the same wherever it was looked";
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
        const bool same = sameProgram(file.bundle->program(), program.bytes);
        evidence.fact(same, escaped(baseName(file.path)) + ": the program inside and " + escaped(baseName(program.path)) +
                                sameProgramText(program.bytes, same));
    }
    for (const bundle::TestSuite& suite : file.bundle->suites()) {
        const program::ExecutionPlan* plan = session.plan(suite.method);
        const std::string name = suite.method;
        if (plan == nullptr) {
            evidence.fact(false, name + ": the bundle has cases for it, the program has no such method");
            continue;
        }
        const std::size_t fitting = fittingCases(suite, *plan);
        evidence.fact(fitting == suite.cases.size(),
                      name + ": " + count(fitting, suite.cases.size(), "cases fit the method's inputs and outputs"));
    }
    return evidence.done();
}

/// Beside a program that tells the methods: whether what ran has the record's rows and operators.
Join dumpWithRecord(const session::Session& session, unsigned file, const std::vector<SessionRun>& runs, const JobContext& job) {
    Evidence evidence = between("etdump", "etrecord", file, numberOf(session, *session.recordFile()));
    RecordFitter fitter(session, job);
    std::map<std::pair<std::string, RunTrace>, Fit> known;
    std::size_t all = 0, fitting = 0, damaged = 0;
    std::vector<std::string> against;
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
        ++all;
        fitting += fit.against.empty() ? 1U : 0U;
        if (against.empty())
            for (const std::string& text : fit.against) against.push_back(fit.method + ": " + text);
    }
    if (all > 0)
        evidence.fact(fitting == all, escaped(baseName(session.files()[file].path)) + ": " +
                                          count(fitting, all, "runs have the rows and operators of the record"));
    if (damaged > 0)
        evidence.told(escaped(baseName(session.files()[file].path)) + ": " + std::to_string(damaged) +
                      " runs are damaged; what they lack says nothing of the record");
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
std::string foreignProduct(const session::Session& session, const SessionRun& run, const JobContext& job) {
    if (session.programFile() == nullptr || !run.attribution.method) return {};
    std::optional<std::set<bool>> known;
    for (const etdump::Event& event : run.dump->events(run.run())) {
        const std::string_view name = run.dump->text(event.place.delegate.text);  // of numbered steps empty
        const auto integers = multipliesIntegers(name);
        if (!integers) continue;
        if (!known) known = productsInside({session, *run.attribution.method}, job);
        if (!known->empty() && !known->contains(*integers))
            return "'" + escaped(name) + "' ran inside a delegate, and those of the program multiply " +
                   (*integers ? "floating values" : "integers") + " alone";
    }
    return {};
}

/// A dump belongs to the methods that its runs can have executed.
Join dumpWithMethods(const session::Session& session, unsigned file, const std::vector<SessionRun>& runs, const JobContext& job) {
    const session::SessionFile& methods = session.programFile() != nullptr ? *session.programFile() : *session.recordFile();
    Evidence evidence = between("etdump", fileKindName(methods.kind), file, numberOf(session, methods));
    std::size_t all = 0, known = 0, ambiguous = 0;
    std::vector<std::string> contradictions;
    std::string foreign;
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
    if (all == 0) evidence.join.evidence.push_back(name + ": nothing that its runs tell could be held against the methods");
    if (all > 0)
        evidence.fact(known + ambiguous == all, name + ": " + count(known, all, "runs are executions of a method of the session") +
                                                    (ambiguous > 0 ? ", " + std::to_string(ambiguous) + " fit several" : ""));
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
        evidence.join.evidence.push_back(escaped(baseName(dump.path)) + " names no tensor: it was written without debug values");
        return evidence.done();
    }
    const std::string ends = "values end at byte " + std::to_string(fit.needed) + ", the buffer at " + std::to_string(buffer.size) +
                             ": " + count(fit.tensors - fit.unreadable, fit.tensors, "values can be read");
    // A copy that was cut is no sign of another run's buffer, and none against it.
    const bool cut = fit.beyond > 0 && fit.unreadable < fit.tensors;
    cut ? evidence.told("the buffer is cut: " + ends) : evidence.fact(fit.beyond == 0, ends);
    if (fit.allZero) evidence.fact(false, "all values that were looked at are zero");
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

std::vector<Join> joinsOf(const session::Session& session, const JobContext& job) {
    std::vector<Join> list;
    if (session.programFile() != nullptr) {
        if (session.recordFile() != nullptr) list.push_back(recordWithProgram(session, job));
        std::optional<AskedKeys> asked;
        for (const session::SessionFile& file : session.files()) {
            if (file.tensorData != nullptr && !asked) asked = askedKeys(session, job);
            if (file.tensorData != nullptr) list.push_back(programWithData(session, file, *asked));
            if (file.bundle != nullptr) list.push_back(bundleWithProgram(file, session));
        }
    }
    addRuns(session, list, job);
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
                                (join.evidence.empty() ? "" : ": " + join.evidence.front()));
    }
    session.addDiagnostics(diagnostics);
}

}  // namespace etscope::join
