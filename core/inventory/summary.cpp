#include "inventory/summary.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "inventory/roles.h"

namespace etscope::inventory {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;
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
    port.name = repairedUtf8(model.text(value.id));
    port.kind = valueKind(value.kind);
    if (!value.meta.valid()) return port;
    const graph::TensorMeta& meta = model.meta(value.meta);
    port.valueType = meta.type ? scalarTypeName(*meta.type) : "unknown:" + std::to_string(meta.typeCode);
    auto& shape = port.shape.emplace();
    for (const graph::Dim& dim : model.dims(meta.sizes)) {
        if (dim.expression.valid())
            shape.emplace_back(repairedUtf8(model.text(dim.expression)));
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
        if (!input.value.valid()) port.name = repairedUtf8(model.text(input.id));
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
        of(repairedUtf8(delegate.id)).bytes += bytes ? bytes->size : 0;
    }
    for (const program::Chain& chain : plan->chains)
        for (const program::Instruction& instruction : chain.instructions) {
            const auto* call = std::get_if<program::DelegateCall>(&instruction);
            if (call != nullptr && call->delegateIndex >= 0 &&
                static_cast<std::size_t>(call->delegateIndex) < plan->delegates.size())
                ++of(repairedUtf8(plan->delegates[static_cast<std::size_t>(call->delegateIndex)].id)).calls;
        }
    return list;
}

/// Parameters in the state dict of the method's primary stage: number, elements, bytes of the values.
Result<ParameterTotals> parameterTotals(const session::Session& session, const session::Method& method, const JobContext& job) {
    const session::SessionFile* file = session.recordFile();
    ParameterTotals totals;
    if (file == nullptr) return totals;
    const std::string_view stage = method.primaryStage();
    const auto named = file->record->stagesNamed(method.name, stage);
    const auto stateDictOf = [&](std::uint32_t i) { return file->record->stages()[i].stateDict; };
    const auto entry = std::ranges::find_if(named, [&](std::uint32_t i) { return stateDictOf(i).has_value(); });
    if (entry == named.end()) return totals;
    const auto artifact = session.artifact(*stateDictOf(*entry), job);
    if (!artifact) return artifact.failure();
    const auto program = session.program(method.name, stage, job);
    const RoleMap roles = program ? rolesOf(**program) : RoleMap{};
    (*artifact)->forEachLeaf((*artifact)->root(), pickle::LeafScope::WithInner, [&](const pickle::Path& path, pickle::ValueId id) {
        const auto role = roles.find(pickle::pathText(path));
        const bool parameter =
            role != roles.end() ? role->second == TensorRole::Parameter : (*artifact)->typeName(id) == "Parameter";
        const auto tensor = parameter ? (*artifact)->tensor(id) : std::nullopt;
        if (tensor) {
            ++totals.count;
            totals.elements += tensor->elementCount().value_or(0);
            totals.bytes += tensor->byteCount().value_or(0);
        }
        return !job.cancelled();
    });
    if (job.cancelled()) return cancelledFailure();
    return totals;
}

}  // namespace

Result<MethodSummary> summary(const session::Session& session, std::string_view name, const JobContext& job) {
    const session::Method* method = session.method(name);
    if (method == nullptr) return fail("no-such-method", "the session has no such method", std::string(name));
    MethodSummary summary;
    for (const std::string& stage : method->stages) {
        const auto graph = session.graph(name, stage, job);
        if (!graph && graph.error().code == "cancelled") return graph.failure();
        if (!graph) continue;
        const GraphModel& model = **graph;
        summary.nodeCounts.emplace_back(stage, model.top().nodes.size());
        if (stage == method->primaryStage()) addPorts(model, summary);
        if (stage != "edge") continue;
        std::map<std::string, std::uint64_t> calls;
        for (const graph::DelegateCall& call : model.delegates()) ++calls[repairedUtf8(model.text(call.backend))];
        summary.delegates = totals(calls);
    }
    if (auto ofPlan = planDelegates(session, name); !ofPlan.empty()) summary.delegates = std::move(ofPlan);
    if (const session::SessionFile* file = session.recordFile(); file != nullptr && summary.delegates.empty()) {
        const auto& tables = file->record->sideTables().delegates;
        std::map<std::string, std::uint64_t> calls;
        if (const auto rows = tables.find(method->name); rows != tables.end())
            for (const auto& [instruction, row] : rows->second) ++calls[repairedUtf8(row.backend)];
        summary.delegates = totals(calls);
    }
    if (auto parameters = parameterTotals(session, *method, job))
        summary.parameters = *parameters;
    else if (parameters.error().code == "cancelled")
        return parameters.failure();
    return summary;
}

}  // namespace etscope::inventory
