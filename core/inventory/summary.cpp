#include "inventory/summary.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/checked_math.h"
#include "base/enum_table.h"
#include "graph/data_flow.h"
#include "inventory/tensor_rows.h"

namespace etscope::inventory {
namespace {

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
    static constexpr EnumTable<ValueKind::Unknown> kNames(
        {"tensor", "int", "bool", "float", "other", "other", "list", "none", "other", "other"});
    return std::string(kNames[kind]);
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

void addPorts(const GraphModel& model, MethodSummary& summary) {
    for (const graph::GraphInput* input : model.userInputs()) {
        Port port = input->value.valid() ? valuePort(model, input->value) : Port{"", literalKind(input->literal.kind), {}, {}};
        if (!input->value.valid()) port.name = model.text(input->id);
        summary.inputs.push_back(std::move(port));
    }
    for (const graph::GraphOutput* output : model.userOutputs()) {
        const bool isValue = output->argument.kind == ArgumentKind::Value;
        summary.outputs.push_back(isValue ? valuePort(model, output->argument.value())
                                          : Port{"", literalKind(output->argument.kind), {}, {}});
    }
}

std::vector<DelegateTotals> totals(const std::map<std::string, std::uint64_t>& calls) {
    std::vector<DelegateTotals> list;
    for (const auto& [backend, count] : calls) list.push_back({backend, count, 0});
    return list;
}

/// Calls by backend in the program's plan, with the bytes of its payloads.
std::vector<DelegateTotals> planDelegates(const session::MethodView& method) {
    std::vector<DelegateTotals> list;
    const program::ExecutionPlan* plan = method.plan();
    if (plan == nullptr) return list;
    const auto of = [&list](const std::string& backend) -> DelegateTotals& {
        const auto hit = std::find_if(list.begin(), list.end(), [&](const DelegateTotals& one) { return one.backend == backend; });
        return hit != list.end() ? *hit : list.emplace_back(DelegateTotals{backend, 0, 0});
    };
    for (const program::Delegate& delegate : plan->delegates) {
        const auto bytes = method.session.programFile()->program->delegateBytes(delegate);
        of(delegate.id).bytes += bytes ? bytes->size : 0;
    }
    for (const program::Chain& chain : plan->chains)
        for (const program::Instruction& instruction : chain.instructions)
            if (const auto called = plan->calledDelegate(instruction)) ++of(plan->delegates[*called].id).calls;
    return list;
}

void addTotals(DataTotals& totals, const DataTotals& more) {
    totals.count += more.count;
    totals.elements = totals.elements && more.elements ? checkedAdd(*totals.elements, *more.elements) : std::nullopt;
    totals.bytes = totals.bytes && more.bytes ? checkedAdd(*totals.bytes, *more.bytes) : std::nullopt;
}
void addTensor(DataTotals& totals, std::optional<std::uint64_t> elements, std::optional<std::uint64_t> bytes) {
    addTotals(totals, {1, elements, bytes});
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

/// Of a tensor that lies in the graph's signature: elements and bytes, as far as they are known.
void addValue(const GraphModel& model, graph::ValueId id, DataTotals& totals) {
    const graph::Value& value = model.value(id);
    const auto elements = elementsOf(model, id);
    const std::size_t size = value.meta.valid() && model.meta(value.meta).type ? itemSize(*model.meta(value.meta).type) : 0;
    addTensor(totals, elements, elements && size > 0 ? checkedMul(*elements, std::uint64_t{size}) : std::nullopt);
}

bool isRead(const graph::DataFlow& flow, graph::ValueId id) { return !flow.consumers(id).empty() || flow.leavesGraph(id); }

/// Inputs of the graph that are data, by kind, as far as something reads them. Nothing is known of a graph that was cut off before
/// its signature.
MethodData graphData(const GraphModel& model) {
    if (model.top().inputs.empty() && model.top().outputs.empty() && !model.top().nodes.empty()) return {};
    MethodData data{DataTotals{}, DataTotals{}, DataTotals{}, DataTotals{}, {}};
    const graph::DataFlow flow(model);
    for (const graph::GraphInput& input : model.top().inputs) {
        if (!input.value.valid()) continue;
        using Kind = graph::InputKind;
        const bool used = isRead(flow, input.value);
        std::optional<DataTotals>* totals = input.kind == Kind::Parameter        ? &data.parameters
                                            : !used                              ? nullptr
                                            : input.kind == Kind::Buffer         ? &data.buffers
                                            : input.kind == Kind::TensorConstant ? &data.constants
                                                                                 : nullptr;
        if (totals != nullptr) addValue(model, input.value, **totals);
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
Result<std::optional<DataTotals>> payloadData(const session::MethodView& method, const program::ExecutionPlan& plan,
                                              const JobContext& job) {
    DataTotals totals;
    std::set<std::string> keys;
    for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
        const auto decoded = method.delegate(i, job);
        if (decoded.cancelled()) return decoded.failure();
        if (!decoded || ((*decoded)->graph == nullptr && (*decoded)->weights.empty())) return std::optional<DataTotals>();
        for (const delegates::Weight& weight : (*decoded)->weights)
            if (weight.key.empty() || keys.insert(weight.key).second) addTensor(totals, elementsOf(weight), weight.size);
    }
    return std::optional(totals);
}

/// Constants of the lowered modules of an edge graph; nothing where one cannot be read. Errors: `cancelled`.
Result<std::optional<DataTotals>> loweredData(const session::MethodView& method, std::size_t calls, const JobContext& job) {
    DataTotals totals;
    for (std::size_t i = 0; i < calls; ++i) {
        const auto graph = method.graph(StageId::lowered(static_cast<std::uint32_t>(i)), job);
        if (graph.cancelled()) return graph.failure();
        if (!graph) return std::optional<DataTotals>();
        const MethodData data = graphData(**graph);
        if (!data.parameters) return std::optional<DataTotals>();
        for (const auto* part : {&data.parameters, &data.buffers, &data.constants}) addTotals(totals, **part);
    }
    return std::optional(totals);
}

/// Whether the record's delegate_map says so.
bool isWithoutDelegates(const session::MethodView& method) {
    const session::SessionFile* file = method.session.recordFile();
    if (file == nullptr) return false;
    const auto& tables = file->record->sideTables().delegates;
    const auto rows = tables.find(method.name);
    return rows != tables.end() && rows->second.empty();
}

/// The state dict of the primary stage; nothing where the record has none that can be read.
std::shared_ptr<const pickle::Artifact> stateDictOf(const session::Session& session, const session::Method& method,
                                                    const JobContext& job) {
    const session::SessionFile* file = session.recordFile();
    if (file == nullptr) return nullptr;
    for (const std::uint32_t i : file->record->stagesNamed(method.name, method.primaryStage().text()))
        if (const auto& entry = file->record->stages()[i].stateDict) {
            const auto artifact = session.artifact(*entry, job);
            return artifact ? *artifact : nullptr;
        }
    return nullptr;
}

/// Where a tensor of a state dict lies: tied weights are one place under several names.
using TensorPlace = std::tuple<const Source*, std::uint64_t, std::int64_t, std::vector<std::int64_t>>;
TensorPlace placeOf(const tensor::Tensor& tensor) {
    return {tensor.storage.source.get(), tensor.storage.offset, tensor.storageOffset, tensor.shape};
}

/// Parameters that nothing reads: of the signature, and those that the state dict holds beside it, which quantising leaves behind.
/// A second name of a tensor that the graph reads is none.
class Unused {
public:
    Unused(const session::Session& session, const session::Method& method, const JobContext& job)
        : m_session(session), m_method(method), m_job(job) {}

    Result<void> add(DataTotals& unused) {
        const StageId stage = m_method.primaryStage();
        const auto graph = m_session.graph(m_method.name, stage, m_job);
        if (!graph) return graph.cancelled() ? Result<void>(graph.failure()) : Result<void>();
        const auto dict = stateDictOf(m_session, m_method, m_job);
        if (dict != nullptr) readPlaces(*dict);
        if (m_job.cancelled()) return cancelledFailure();
        addInputs(**graph, unused);
        const auto program = m_session.program(m_method.name, stage, m_job);
        if (dict != nullptr && program) addLeftovers(*dict, rolesOf(**program), unused);
        return m_job.cancelled() ? Result<void>(cancelledFailure()) : Result<void>();
    }

private:
    void readPlaces(const pickle::Artifact& dict) {
        dict.forEachLeaf(dict.root(), pickle::LeafScope::WithInner, [&](const pickle::Path& path, pickle::ValueId id) {
            if (const auto tensor = dict.tensor(id)) m_places.emplace(pickle::pathText(path), placeOf(*tensor));
            return !m_job.cancelled();
        });
    }

    void addInputs(const GraphModel& model, DataTotals& unused) {
        const graph::DataFlow flow(model);
        std::vector<const graph::GraphInput*> silent;
        for (const graph::GraphInput& input : model.top().inputs) {
            if (!input.value.valid() || input.kind != graph::InputKind::Parameter) continue;
            if (!isRead(flow, input.value)) {
                silent.push_back(&input);
            } else if (const auto place = m_places.find(model.text(input.target)); place != m_places.end()) {
                m_read.insert(place->second);
            }
        }
        for (const graph::GraphInput* input : silent)
            if (const auto place = m_places.find(model.text(input->target));
                place == m_places.end() || !m_read.contains(place->second))
                addValue(model, input->value, unused);
    }

    void addLeftovers(const pickle::Artifact& dict, const RoleMap& roles, DataTotals& unused) {
        dict.forEachLeaf(dict.root(), pickle::LeafScope::WithInner, [&](const pickle::Path& path, pickle::ValueId id) {
            const auto tensor =
                roles.contains(pickle::pathText(path)) || dict.typeName(id) != "Parameter" ? std::nullopt : dict.tensor(id);
            if (tensor && !m_read.contains(placeOf(*tensor))) addTensor(unused, tensor->elementCount(), tensor->byteCount());
            return !m_job.cancelled();
        });
    }

    const session::Session& m_session;
    const session::Method& m_method;
    const JobContext& m_job;
    std::map<std::string, TensorPlace, std::less<>> m_places;
    std::set<TensorPlace> m_read;
};

Result<MethodSummary> makeSummary(const session::Session& session, const session::Method& method, const JobContext& job) {
    const std::string& name = method.name;
    MethodSummary summary;
    const StageId primary = method.primaryStage();
    std::optional<std::size_t> loweredCalls;
    for (const StageId& stage : method.stages) {
        const auto graph = session.graph(name, stage, job);
        if (graph.cancelled()) return graph.failure();
        if (!graph) continue;
        const GraphModel& model = **graph;
        summary.nodeCounts.emplace_back(stage, model.top().nodes.size());
        if (stage == primary) addPorts(model, summary);
        if (stage == primary && !stage.is(StageId::Kind::Program)) summary.data = graphData(model);
        if (!stage.is(StageId::Kind::Edge)) continue;
        loweredCalls = model.delegates().size();
        std::map<std::string, std::uint64_t> calls;
        for (const graph::DelegateCall& call : model.delegates()) ++calls[std::string(model.text(call.backend))];
        summary.delegates = totals(calls);
    }
    const program::ExecutionPlan* plan = session.plan(name);
    // A plan that can be read knows what it calls, and that it calls none.
    const bool planned = plan != nullptr && !plan->damaged;
    if (auto ofPlan = planDelegates({session, name}); planned || !ofPlan.empty()) summary.delegates = std::move(ofPlan);
    if (const session::SessionFile* file = session.recordFile(); file != nullptr && !planned && summary.delegates.empty()) {
        const auto& tables = file->record->sideTables().delegates;
        std::map<std::string, std::uint64_t> calls;
        if (const auto rows = tables.find(method.name); rows != tables.end())
            for (const auto& [instruction, row] : rows->second) ++calls[row.backend];
        summary.delegates = totals(calls);
    }
    if (plan != nullptr && primary.is(StageId::Kind::Program)) summary.data = planData(*plan);
    // An edge graph that was recorded before it was lowered has no calls, though delegate_map knows some.
    const bool allRecorded = loweredCalls && (*loweredCalls > 0 || isWithoutDelegates({session, method.name}));
    auto delegateData = plan != nullptr ? payloadData({session, name}, *plan, job)
                        : allRecorded   ? loweredData({session, name}, *loweredCalls, job)
                                        : Result<std::optional<DataTotals>>(std::nullopt);
    if (!delegateData) return delegateData.failure();
    summary.data.delegateData = *delegateData;
    if (auto& unused = summary.data.unusedParameters) {
        if (auto added = Unused(session, method, job).add(*unused); !added) return added.failure();
        // What a state dict that is not there holds beside the signature nobody knows.
        if (unused->count == 0 && session.recordFile() != nullptr && stateDictOf(session, method, job) == nullptr) unused.reset();
    }
    return summary;
}

}  // namespace

Result<std::shared_ptr<const MethodSummary>> summary(const session::MethodView& method, const JobContext& job) {
    const session::Method* known = method.known();
    if (known == nullptr) return fail("no-such-method", "the session has no such method", method.name);
    return method.store().get<MethodSummary>(method.name, job, [&]() -> Result<std::shared_ptr<const MethodSummary>> {
        auto made = makeSummary(method.session, *known, job);
        if (!made) return made.failure();
        return std::make_shared<const MethodSummary>(*std::move(made));
    });
}

}  // namespace etscope::inventory
