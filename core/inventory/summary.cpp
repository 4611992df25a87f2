#include "inventory/summary.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/checked_math.h"
#include "graph/data_flow.h"
#include "inventory/roles.h"
#include "inventory/tensor_rows.h"

namespace etscope::inventory {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;
using graph::StageId;
using graph::ValueKind;

std::string literalKind(ArgumentKind kind) {
    switch (kind) {
        case ArgumentKind::None: return "none";
        case ArgumentKind::Int:
        case ArgumentKind::Symbol: return "int";
        case ArgumentKind::Float: return "float";
        case ArgumentKind::Bool: return "bool";
        case ArgumentKind::String: return "string";
        case ArgumentKind::List: return "list";
        default: return "other";
    }
}

std::string valueKind(ValueKind kind) {
    switch (kind) {
        case ValueKind::Tensor: return "tensor";
        case ValueKind::SymInt: return "int";
        case ValueKind::SymFloat: return "float";
        case ValueKind::SymBool: return "bool";
        case ValueKind::List: return "list";
        case ValueKind::None: return "none";
        default: return "other";
    }
}

Port valuePort(const GraphModel& model, graph::ValueId id) {
    const graph::Value& value = model.value(id);
    Port port;
    port.name = model.text(value.id);
    port.kind = valueKind(value.kind);
    if (!value.meta.valid()) return port;
    const graph::TensorMeta& meta = model.meta(value.meta);
    port.valueType = meta.type ? scalarTypeName(*meta.type) : "unknown:" + std::to_string(meta.typeCode);
    auto& shape = port.shape.emplace();
    for (const graph::Dim& dim : model.dims(meta.sizes)) {
        if (dim.expression.valid())
            shape.emplace_back(std::string(model.text(dim.expression)));
        else
            shape.emplace_back(dim.value);
    }
    return port;
}

bool isUserInput(std::string_view kind) { return kind == "user_input" || kind == "constant_input"; }

void addPorts(const GraphModel& model, MethodSummary& summary) {
    for (const graph::GraphInput& input : model.top().inputs) {
        if (!isUserInput(model.text(input.kind))) continue;
        Port port = input.value.valid() ? valuePort(model, input.value) : Port{"", literalKind(input.literal.kind), {}, {}};
        if (!input.value.valid()) port.name = model.text(input.id);
        summary.inputs.push_back(std::move(port));
    }
    for (const graph::GraphOutput& output : model.top().outputs) {
        const std::string_view kind = model.text(output.kind);
        if (kind != "user_output" && kind != "loss_output") continue;
        const bool isValue = output.argument.kind == ArgumentKind::Value;
        summary.outputs.push_back(isValue ? valuePort(model, output.argument.value())
                                          : Port{"", literalKind(output.argument.kind), {}, {}});
    }
}

std::vector<DelegateTotals> totals(const std::map<std::string, std::uint64_t>& calls) {
    std::vector<DelegateTotals> list;
    for (const auto& [backend, count] : calls) list.push_back({backend, count, 0});
    return list;
}

/// Calls by backend in the program's plan, with the bytes of its payloads.
std::vector<DelegateTotals> planDelegates(const session::Session& session, std::string_view method) {
    std::vector<DelegateTotals> list;
    const program::ExecutionPlan* plan = session.plan(method);
    if (plan == nullptr) return list;
    const auto of = [&list](const std::string& backend) -> DelegateTotals& {
        const auto hit = std::find_if(list.begin(), list.end(), [&](const DelegateTotals& one) { return one.backend == backend; });
        return hit != list.end() ? *hit : list.emplace_back(DelegateTotals{backend, 0, 0});
    };
    for (const program::Delegate& delegate : plan->delegates) {
        const auto bytes = session.programFile()->program->delegateBytes(delegate);
        of(delegate.id).bytes += bytes ? bytes->size : 0;
    }
    for (const program::Chain& chain : plan->chains)
        for (const program::Instruction& instruction : chain.instructions)
            if (const auto called = plan->calledDelegate(instruction)) ++of(plan->delegates[*called].id).calls;
    return list;
}

void addTensor(DataTotals& totals, std::optional<std::uint64_t> elements, std::optional<std::uint64_t> bytes) {
    const auto add = [](std::optional<std::uint64_t>& sum, std::optional<std::uint64_t> part) {
        sum = sum && part ? checkedAdd(*sum, *part) : std::nullopt;
    };
    ++totals.count;
    add(totals.elements, elements);
    add(totals.bytes, bytes);
}

std::optional<std::uint64_t> elementsOf(const GraphModel& model, graph::ValueId id) {
    const graph::Value& value = model.value(id);
    if (value.kind != ValueKind::Tensor || !value.meta.valid()) return std::nullopt;
    std::uint64_t elements = 1;
    for (const graph::Dim& dim : model.dims(model.meta(value.meta).sizes)) {
        if (!dim.hasHint || dim.value < 0) return std::nullopt;
        const auto product = checkedMul(elements, static_cast<std::uint64_t>(dim.value));
        if (!product) return std::nullopt;
        elements = *product;
    }
    return elements;
}

/// A parameter of the signature that the graph does not read.
struct UnusedParameter {
    std::string name;
    std::optional<std::uint64_t> elements, bytes;
};

/// Inputs of the graph that are data, by kind, as far as something reads them; `unused` takes the parameters that nothing reads.
MethodData graphData(const GraphModel& model, std::vector<UnusedParameter>& unused) {
    MethodData data{DataTotals{}, DataTotals{}, DataTotals{}, DataTotals{}, {}};
    const graph::DataFlow flow(model);
    for (const graph::GraphInput& input : model.top().inputs) {
        if (!input.value.valid()) continue;
        const std::string_view kind = model.text(input.kind);
        const bool used = !flow.consumers(input.value).empty() || flow.leavesGraph(input.value);
        std::optional<DataTotals>* totals = kind == "parameter"         ? &data.parameters
                                            : !used                     ? nullptr
                                            : kind == "buffer"          ? &data.buffers
                                            : kind == "constant_tensor" ? &data.constants
                                                                        : nullptr;
        if (totals == nullptr) continue;
        const graph::Value& value = model.value(input.value);
        const auto elements = elementsOf(model, input.value);
        const std::size_t size = value.meta.valid() && model.meta(value.meta).type ? itemSize(*model.meta(value.meta).type) : 0;
        const auto bytes = elements && size > 0 ? checkedMul(*elements, std::uint64_t{size}) : std::nullopt;
        addTensor(**totals, elements, bytes);
        if (kind == "parameter" && !used) unused.push_back({std::string(model.text(input.target)), elements, bytes});
    }
    return data;
}

/// A plan does not tell parameters, buffers and constants apart: each data of its own counts once, as a constant.
MethodData planData(const program::ExecutionPlan& plan) {
    MethodData data;
    data.constants.emplace();
    std::set<std::pair<std::uint32_t, std::string_view>> seen;
    for (const program::TensorInfo& tensor : plan.tensors) {
        const bool external = tensor.external();
        if (!external && tensor.kind() != program::TensorKind::Constant) continue;
        if (!seen.emplace(external ? 0 : tensor.dataBufferIndex, external ? tensor.name() : std::string_view{}).second) continue;
        const auto bytes = tensor.byteCount();
        const std::size_t size = itemSize(tensor.scalarType);
        addTensor(*data.constants, bytes && size > 0 ? std::optional(*bytes / size) : std::nullopt, bytes);
    }
    return data;
}

void addTotals(DataTotals& totals, const DataTotals& more) {
    totals.count += more.count;
    totals.elements = totals.elements && more.elements ? checkedAdd(*totals.elements, *more.elements) : std::nullopt;
    totals.bytes = totals.bytes && more.bytes ? checkedAdd(*totals.bytes, *more.bytes) : std::nullopt;
}

std::optional<std::uint64_t> elementsOf(const delegates::Weight& weight) {
    if (!weight.type) return std::nullopt;
    std::uint64_t elements = 1;
    for (const std::int64_t size : weight.shape) {
        const auto product = size < 0 ? std::nullopt : checkedMul(elements, static_cast<std::uint64_t>(size));
        if (!product) return std::nullopt;
        elements = *product;
    }
    return elements;
}

/// Constants of the payloads of a plan; nothing where one of them does not tell. Errors: `cancelled`.
Result<std::optional<DataTotals>> payloadData(const session::Session& session, std::string_view method,
                                              const program::ExecutionPlan& plan, const JobContext& job) {
    DataTotals totals;
    std::set<std::string> keys;
    for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
        const auto decoded = session.delegate(method, i, job);
        if (!decoded && decoded.error().code == "cancelled") return decoded.failure();
        if (!decoded || ((*decoded)->graph == nullptr && (*decoded)->weights.empty())) return std::optional<DataTotals>();
        for (const delegates::Weight& weight : (*decoded)->weights)
            if (weight.key.empty() || keys.insert(weight.key).second) addTensor(totals, elementsOf(weight), weight.size);
    }
    return std::optional(totals);
}

/// Constants of the lowered modules of an edge graph; nothing where one cannot be read. Errors: `cancelled`.
Result<std::optional<DataTotals>> loweredData(const session::Session& session, std::string_view method, std::size_t calls,
                                              const JobContext& job) {
    DataTotals totals;
    for (std::size_t i = 0; i < calls; ++i) {
        const auto graph = session.graph(method, StageId::lowered(static_cast<std::uint32_t>(i)), job);
        if (!graph && graph.error().code == "cancelled") return graph.failure();
        if (!graph) return std::optional<DataTotals>();
        std::vector<UnusedParameter> unused;
        const MethodData data = graphData(**graph, unused);
        for (const auto* part : {&data.parameters, &data.buffers, &data.constants}) addTotals(totals, **part);
    }
    return std::optional(totals);
}

/// Whether the record's delegate_map says so.
bool isWithoutDelegates(const session::Session& session, const std::string& method) {
    const session::SessionFile* file = session.recordFile();
    if (file == nullptr) return false;
    const auto& tables = file->record->sideTables().delegates;
    const auto rows = tables.find(method);
    return rows != tables.end() && rows->second.empty();
}

/// Of two tensors of one place, one is another name of the other.
using Place = std::tuple<const Source*, std::uint64_t, std::int64_t>;
Place placeOf(const tensor::Tensor& tensor) { return {tensor.storage.source.get(), tensor.storage.offset, tensor.storageOffset}; }

/// Counts those that are not another name of a weight that the graph reads (tied weights). Errors: `cancelled`.
Result<void> addUnused(const session::Session& session, const session::Method& method, const std::vector<UnusedParameter>& unused,
                       DataTotals& totals, const JobContext& job) {
    if (unused.empty()) return {};
    const auto rows = tensors(session, job);
    if (!rows) return rows.failure();
    std::set<std::string_view> names;
    for (const UnusedParameter& one : unused) names.insert(one.name);
    std::set<Place> used;
    std::map<std::string_view, Place> places;
    const std::string stage = method.primaryStage().text();
    for (const TensorRow& row : **rows) {
        if (row.method != method.name || row.stage != stage || !row.tensor.storage.hasData()) continue;
        if (row.role != TensorRole::Parameter && row.role != TensorRole::Buffer) continue;
        const Place place = placeOf(row.tensor);
        if (names.contains(row.name))
            places.emplace(row.name, place);
        else
            used.insert(place);
    }
    for (const UnusedParameter& one : unused) {
        const auto place = places.find(one.name);
        if (place == places.end() || !used.contains(place->second)) addTensor(totals, one.elements, one.bytes);
    }
    return {};
}

/// Parameters that the state dict of the primary stage holds and its program does not name: what quantising leaves behind.
Result<void> addLeftovers(const session::Session& session, const session::Method& method, DataTotals& unused,
                          const JobContext& job) {
    const session::SessionFile* file = session.recordFile();
    if (file == nullptr) return {};
    const StageId stage = method.primaryStage();
    const auto named = file->record->stagesNamed(method.name, stage.text());
    const auto stateDictOf = [&](std::uint32_t i) { return file->record->stages()[i].stateDict; };
    const auto entry = std::ranges::find_if(named, [&](std::uint32_t i) { return stateDictOf(i).has_value(); });
    if (entry == named.end()) return {};
    const auto artifact = session.artifact(*stateDictOf(*entry), job);
    const auto program = session.program(method.name, stage, job);
    if (job.cancelled()) return cancelledFailure();
    if (!artifact || !program) return {};
    const RoleMap roles = rolesOf(**program);
    std::set<Place> used;
    std::vector<tensor::Tensor> left;
    (*artifact)->forEachLeaf((*artifact)->root(), pickle::LeafScope::WithInner, [&](const pickle::Path& path, pickle::ValueId id) {
        const bool named = roles.contains(pickle::pathText(path));
        if (const auto tensor = (*artifact)->tensor(id); tensor && named)
            used.insert(placeOf(*tensor));
        else if (tensor && (*artifact)->typeName(id) == "Parameter")
            left.push_back(*tensor);
        return !job.cancelled();
    });
    for (const tensor::Tensor& tensor : left)
        if (!used.contains(placeOf(tensor))) addTensor(unused, tensor.elementCount(), tensor.byteCount());
    if (job.cancelled()) return cancelledFailure();
    return {};
}

Result<MethodSummary> makeSummary(const session::Session& session, const session::Method& method, const JobContext& job) {
    const std::string& name = method.name;
    MethodSummary summary;
    const StageId primary = method.primaryStage();
    std::optional<std::size_t> loweredCalls;
    std::vector<UnusedParameter> unused;
    for (const StageId& stage : method.stages) {
        const auto graph = session.graph(name, stage, job);
        if (!graph && graph.error().code == "cancelled") return graph.failure();
        if (!graph) continue;
        const GraphModel& model = **graph;
        summary.nodeCounts.emplace_back(stage, model.top().nodes.size());
        if (stage == primary) addPorts(model, summary);
        if (stage == primary && !stage.is(StageId::Kind::Program)) summary.data = graphData(model, unused);
        if (!stage.is(StageId::Kind::Edge)) continue;
        loweredCalls = model.delegates().size();
        std::map<std::string, std::uint64_t> calls;
        for (const graph::DelegateCall& call : model.delegates()) ++calls[std::string(model.text(call.backend))];
        summary.delegates = totals(calls);
    }
    const program::ExecutionPlan* plan = session.plan(name);
    if (plan != nullptr) summary.delegates = planDelegates(session, name);
    if (const session::SessionFile* file = session.recordFile(); file != nullptr && plan == nullptr && summary.delegates.empty()) {
        const auto& tables = file->record->sideTables().delegates;
        std::map<std::string, std::uint64_t> calls;
        if (const auto rows = tables.find(method.name); rows != tables.end())
            for (const auto& [instruction, row] : rows->second) ++calls[row.backend];
        summary.delegates = totals(calls);
    }
    if (plan != nullptr && primary.is(StageId::Kind::Program)) summary.data = planData(*plan);
    // An edge graph that was recorded before it was lowered has no calls, though delegate_map knows some.
    const bool allRecorded = loweredCalls && (*loweredCalls > 0 || isWithoutDelegates(session, method.name));
    auto delegateData = plan != nullptr ? payloadData(session, name, *plan, job)
                        : allRecorded   ? loweredData(session, name, *loweredCalls, job)
                                        : Result<std::optional<DataTotals>>(std::nullopt);
    if (!delegateData) return delegateData.failure();
    summary.data.delegateData = *delegateData;
    if (summary.data.unusedParameters)
        if (auto added = addUnused(session, method, unused, *summary.data.unusedParameters, job); !added) return added.failure();
    if (summary.data.unusedParameters)
        if (auto added = addLeftovers(session, method, *summary.data.unusedParameters, job); !added) return added.failure();
    return summary;
}

}  // namespace

Result<std::shared_ptr<const MethodSummary>> summary(const session::Session& session, std::string_view name,
                                                     const JobContext& job) {
    const session::Method* method = session.method(name);
    if (method == nullptr) return fail("no-such-method", "the session has no such method", std::string(name));
    return session.store().get<MethodSummary>(method->name, job, [&]() -> Result<std::shared_ptr<const MethodSummary>> {
        auto made = makeSummary(session, *method, job);
        if (!made) return made.failure();
        return std::make_shared<const MethodSummary>(*std::move(made));
    });
}

}  // namespace etscope::inventory
