#include "findings/program_lint.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/escaped.h"
#include "compare/output_sources.h"
#include "compare/test_cases.h"
#include "findings/limits.h"
#include "inventory/quantised_weights.h"
#include "inventory/tensor_rows.h"
#include "join/constants.h"
#include "join/joins.h"
#include "replay/state.h"
#include "tensor/format.h"
#include "tensor/walk.h"

namespace etscope::findings {
namespace {

using Findings = std::vector<LintFinding>;

/// How many weights of the program are the record's, of files that contradict each other: they are two exports of one model then.
std::size_t commonWeights(const session::Session& session, const join::Join& one, const JobContext& job) {
    if (one.to != "etrecord" || one.from == "etdump") return 0;  // a program, alone or in a bundle
    const auto compared = join::constants(session, job);
    return compared ? (*compared)->constants.found() + (*compared)->inside.found() : 0;
}

void lintJoins(const session::Session& session, Findings& findings, const JobContext& job) {
    for (const join::Join& one : join::joins(session, job)) {
        if (one.state != join::JoinState::Mismatched) continue;
        const std::string place = one.from + " with " + one.to;
        const std::size_t common = commonWeights(session, one, job);
        std::vector<Sentence> told{
            common == 0
                ? Sentence::of("they do not belong together")
                : Sentence::of("%1 {1:weight of the program is|weights of the program are} the record's, and yet the record "
                               "is of an earlier or a later export",
                               common)};
        if (!one.evidence.empty()) told.push_back(one.evidence.front());
        tell(findings, common == 0 ? "files-mismatched" : "lint-record-of-another-export", place,
             Sentence::list(std::move(told), ": "));
    }
}

/// Names of symbols in an expression: s0 and s1 of "2*s0 + s1".
void addSymbols(std::string_view expression, std::set<std::string, std::less<>>& symbols) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    for (std::size_t at = 0; (at = expression.find_first_of(kLetters, at)) != std::string_view::npos;) {
        const std::size_t end = std::min(expression.find_first_not_of(kLetters, at), expression.size());
        symbols.emplace(expression.substr(at, end - at));
        at = end;
    }
}

/// Those that sizes of tensors, or numbers that are values, are made of.
std::set<std::string, std::less<>> usedSymbols(const graph::GraphModel& model) {
    std::set<graph::StringId> expressions;
    for (std::uint32_t i = 0; i < model.valueCount(); ++i) {
        const graph::Value& value = model.value(graph::ValueId(i));
        if (value.expression.valid()) expressions.insert(value.expression);
        if (!value.meta.valid()) continue;
        for (const graph::Dim& dim : model.dims(model.meta(value.meta).sizes))
            if (dim.expression.valid()) expressions.insert(dim.expression);
    }
    std::set<std::string, std::less<>> symbols;
    for (const graph::StringId expression : expressions) addSymbols(model.text(expression), symbols);
    return symbols;
}

/// Symbols that the export left open, as far as anything has their size.
void lintSymbols(const graph::GraphModel& model, const std::string& method, Findings& findings) {
    NameList open;
    const auto used = usedSymbols(model);
    for (const graph::SymbolRange& range : model.ranges())
        if (range.maxInfinite && used.contains(model.text(range.symbol))) open.add(std::string(model.text(range.symbol)));
    tell(findings, "lint-symbol-unbounded", method, open,
         Sentence::phrase("%1 {1:symbolic size has|symbolic sizes have} no upper bound: %2"));
}

std::optional<graph::SymbolRange> rangeOf(const graph::GraphModel& model, std::string_view symbol) {
    const auto ranges = model.ranges();
    const auto hit = std::ranges::find(ranges, symbol, [&](const graph::SymbolRange& one) { return model.text(one.symbol); });
    return hit == ranges.end() ? std::nullopt : std::optional(*hit);
}

/// The only size that an axis can have; nothing where it may have several.
std::optional<std::int64_t> onlySize(const graph::GraphModel& model, const graph::Dim& dim) {
    if (!dim.expression.valid()) return dim.value;
    const auto range = rangeOf(model, model.text(dim.expression));
    const bool one = range && !range->minInfinite && !range->maxInfinite && range->min == range->max;
    return one ? std::optional(range->min) : std::nullopt;
}

std::span<const graph::Dim> sizesOfInput(const graph::GraphModel& model, const graph::GraphInput& input) {
    const graph::MetaId meta = input.value.valid() ? model.value(input.value).meta : graph::MetaId();
    return meta.valid() ? model.dims(model.meta(meta).sizes) : std::span<const graph::Dim>();
}

/// "x, axis 1: 1 to 64 when exported, 5 alone when lowered" for each axis of an input that lowering fixed.
void addSpecialised(const graph::GraphModel& exported, const graph::GraphInput& before, const graph::GraphModel& edge,
                    const graph::GraphInput& after, NameList& axes) {
    const auto open = sizesOfInput(exported, before), lowered = sizesOfInput(edge, after);
    for (std::size_t axis = 0; open.size() == lowered.size() && axis < open.size(); ++axis) {
        const auto range = open[axis].expression.valid() ? rangeOf(exported, exported.text(open[axis].expression)) : std::nullopt;
        const auto size = onlySize(edge, lowered[axis]);
        if (!range || !size || onlySize(exported, open[axis])) continue;
        axes.add(Sentence::of(range->maxInfinite ? Sentence::phrase("%1, axis %2: %3 and more when exported, %5 alone when lowered")
                                                 : Sentence::phrase("%1, axis %2: %3 to %4 when exported, %5 alone when lowered"),
                              escaped(exported.text(before.id)), axis, range->minInfinite ? 0 : range->min, range->max, *size));
    }
}

/// Sizes of inputs that the exported program leaves open and the edge program does not.
void lintSpecialised(const graph::GraphModel& exported, const graph::GraphModel& edge, const std::string& method,
                     Findings& findings) {
    NameList axes;
    std::map<std::string_view, const graph::GraphInput*> lowered;
    for (const graph::GraphInput* input : edge.userInputs()) lowered.emplace(edge.text(input->id), input);
    for (const graph::GraphInput& input : exported.top().inputs)
        if (const auto hit = lowered.find(exported.text(input.id)); hit != lowered.end())
            addSpecialised(exported, input, edge, *hit->second, axes);
    tell(findings, "lint-size-specialised", method, axes, Sentence::phrase("lowering fixed %1 {1:dynamic size|dynamic sizes}: %2"));
}

/// Nodes of the edge graph that no instruction can be led back to.
void lintHandles(const graph::GraphModel& model, const std::string& method, Findings& findings) {
    std::uint64_t with = 0;
    NameList without;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const graph::Node& node = model.node(graph::NodeId(i));
        if (node.debugHandle && *node.debugHandle != 0)
            ++with;
        else
            without.add(escaped(model.text(node.id)));
    }
    if (with > 0 && without.count() > 0)
        tell(findings, "lint-handles-absent", method,
             Sentence::of("%1 of %2 edge {2:node|nodes} {1:carries|carry} no debug handle: %3", without.count(), model.nodeCount(),
                          without.text()));
}

/// Whether any element differs from 0; nothing when that cannot be read, or only with more than `budget` bytes.
std::optional<bool> holdsAnything(const tensor::Tensor& tensor, std::uint64_t& budget, const JobContext& job) {
    const auto bytes = tensor.byteCount();
    if (!bytes || *bytes > budget) return std::nullopt;
    budget -= *bytes;
    auto reader = tensor::ElementReader::open(tensor);
    if (!reader) return std::nullopt;
    for (std::uint64_t at = 0; at < reader->count(); at += reader->blockSize()) {
        if (job.cancelled()) return std::nullopt;
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(reader->blockSize(), reader->count() - at));
        const auto block = reader->doubles(at, n);
        if (!block) return std::nullopt;
        if (std::ranges::any_of(*block, [](double value) { return value != 0; })) return true;
    }
    return false;
}

/// State that the record starts from and the program does not hold: the runtime starts from zeros.
Result<void> lintState(const session::Session& session, Findings& findings, const JobContext& job) {
    if (session.programFile() == nullptr || session.recordFile() == nullptr) return {};
    std::uint64_t budget = limits::kMaxValuesRead;
    const auto rows = inventory::tensors(session, job);
    if (!rows) return rows.failure();
    for (const session::Method& method : session.methods()) {
        const program::ExecutionPlan* plan = session.plan(method.name);
        if (plan == nullptr || plan->damaged || !method.has(graph::StageId::edge())) continue;
        const auto state = replay::stateOf({session, method.name}, graph::StageId::edge(), job);
        if (state.cancelled()) return state.failure();
        if (!state) continue;
        std::set<std::string_view> zeros;
        for (const replay::StateBuffer& buffer : **state)
            if (buffer.initial == replay::StateBuffer::Initial::Zeros) zeros.insert(buffer.name);
        NameList lost;
        for (const inventory::TensorRow& row : **rows)
            if (row.role == inventory::TensorRole::Buffer && row.method == method.name && row.stage == "edge" &&
                zeros.contains(row.name) && holdsAnything(row.tensor, budget, job).value_or(false))
                lost.add(escaped(row.name));
        tell(findings, "lint-initial-state-absent", method.name, lost,
             Sentence::phrase(
                 "%1 {1:mutable buffer starts|mutable buffers start} from values in the record that the program does not "
                 "hold: %2"));
    }
    return {};
}

/// "output 0 of case 1 is f32[2], the method gives f32[3]"; empty: it fits. Axes of size 1 may come and go.
Sentence misfit(const compare::OutputValue& value, const program::ExecutionPlan& plan) {
    const std::int64_t number = value.caseIndex.value_or(0);
    if (value.output < 0 || static_cast<std::size_t>(value.output) >= plan.outputs.size())
        return Sentence::of("output %1 of case %2 is there, and the method has %3 {3:output|outputs}", value.output, number,
                            plan.outputs.size());
    const auto* given = std::get_if<tensor::Tensor>(&value.value);
    const program::TensorInfo* tensor = plan.tensor(plan.outputs[static_cast<std::size_t>(value.output)]);
    if (given == nullptr || tensor == nullptr || given->state != tensor::DataState::Dense) return {};
    const auto elements = given->elementCount(), most = tensor->elementCount();
    const bool dynamic = tensor->dynamism != program::Dynamism::Static;
    const bool sizes = !elements || !most || tensor->fits(given->shape) || (dynamic ? *elements <= *most : *elements == *most);
    if (sizes && given->type == tensor->scalarType) return {};
    const std::vector<std::int64_t> planned(tensor->sizes.begin(), tensor->sizes.end());
    const char* words = dynamic ? Sentence::phrase("output %1 of case %2 is %3, the method gives at most %4")
                                : Sentence::phrase("output %1 of case %2 is %3, the method gives %4");
    return Sentence::of(words, value.output, number, tensor::typeAndShapeText(given->type, given->shape),
                        tensor::typeAndShapeText(tensor->scalarType, planned));
}

Result<void> lintReferences(const session::Session& session, Findings& findings, const JobContext& job) {
    if (session.programFile() == nullptr || session.recordFile() == nullptr || !session.recordFile()->record->referenceOutputs())
        return {};
    const auto sources = compare::referenceSources(session.shared_from_this());
    if (sources.empty()) return {};
    const auto values = sources.front()(job);
    if (!values) return values.failure();
    std::map<std::string, NameList> byMethod;
    for (const compare::OutputValue& value : *values) {
        const program::ExecutionPlan* plan = session.plan(value.method);
        if (value.source != "etrecord_reference" || plan == nullptr || plan->damaged) continue;
        if (Sentence text = misfit(value, *plan); !text.empty()) byMethod[value.method].add(std::move(text));
    }
    for (const auto& [method, list] : byMethod)
        tell(findings, "lint-reference-misfit", method, Sentence::of("reference %1", list.text()));
    return {};
}

Result<void> lintInputs(const session::Session& session, Findings& findings, const JobContext& job) {
    const session::SessionFile* record = session.recordFile();
    if (session.programFile() == nullptr || record == nullptr || !record->record->representativeInputs()) return {};
    const auto suites = compare::suitesOfRecord(session, job);
    if (!suites) return suites.cancelled() ? Result<void>(suites.failure()) : Result<void>();
    const auto signatures = compare::signaturesOf(*session.programFile()->program);
    for (const bundle::SuiteContent& suite : *suites) {
        const auto signature = std::ranges::find(signatures, suite.method, &bundle::MethodSignature::method);
        if (signature == signatures.end()) continue;
        for (std::size_t i = 0; i < suite.cases.size(); ++i)
            if (auto fits = bundle::checkCase({suite.cases[i].inputs, {}, false}, *signature, "case " + std::to_string(i)); !fits) {
                tell(findings, "lint-inputs-misfit", suite.method,
                     Sentence::of("representative inputs, %1: %2", fits.error().where, fits.error().message));
                break;
            }
    }
    return {};
}

/// How many scales cannot be: they must be positive and finite.
std::uint64_t impossibleScales(const inventory::Parameters& scales, std::uint64_t& budget, const JobContext& job) {
    const auto impossible = [](double value) { return !(value > 0) || !std::isfinite(value); };
    if (!scales.tensor) return static_cast<std::uint64_t>(std::ranges::count_if(scales.values, impossible));
    const auto bytes = scales.tensor->byteCount();
    if (!bytes || *bytes > budget) return 0;
    budget -= *bytes;
    auto reader = tensor::ElementReader::open(*scales.tensor, tensor::QuantizedAs::Raw);
    std::uint64_t count = 0;
    const auto add = [&](const auto& block, std::uint64_t) {
        count += static_cast<std::uint64_t>(std::ranges::count_if(block, impossible));
    };
    if (reader) static_cast<void>(tensor::forEachValues(*reader, {job.stop, {}}, add));  // what was read counts
    return count;
}

Result<void> lintScales(const session::Session& session, Findings& findings, const JobContext& job) {
    const auto weights = inventory::quantisedWeights(session, job);
    if (!weights) return weights.failure();
    std::uint64_t budget = limits::kMaxValuesRead;
    for (const inventory::QuantisedWeight& weight : *weights)
        if (const std::uint64_t count = impossibleScales(weight.scales, budget, job); count > 0)
            tell(findings, "lint-scale-impossible", weight.method,
                 Sentence::of("%1 {1:scale|scales} of the quantised weight %2 {1:is|are} zero, negative or not finite", count,
                              escaped(weight.name)));
    return {};
}

}  // namespace

Result<void> lintRecordValues(const session::Session& session, Findings& findings, const JobContext& job) {
    lintJoins(session, findings, job);
    for (const session::Method& method : session.methods()) {
        if (job.cancelled()) return cancelledFailure();
        if (const auto primary = session.graph(method.name, method.primaryStage(), job))
            lintSymbols(**primary, method.name, findings);
        if (!method.has(graph::StageId::edge())) continue;
        const auto edge = session.graph(method.name, graph::StageId::edge(), job);
        if (!edge) continue;
        lintHandles(**edge, method.name, findings);
        if (!method.has(graph::StageId::exported())) continue;
        if (const auto exported = session.graph(method.name, graph::StageId::exported(), job))
            lintSpecialised(**exported, **edge, method.name, findings);
    }
    for (const auto rule : {lintState, lintReferences, lintInputs, lintScales})
        if (auto checked = rule(session, findings, job); !checked) return checked;
    return job.cancelled() ? Result<void>(cancelledFailure()) : Result<void>();
}

}  // namespace etscope::findings
