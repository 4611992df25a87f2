// Session::summary(): what a method looks like from outside, from its decoded graphs.
#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "session/session_state.h"

namespace etscope::session {
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
        if (dim.expression.valid()) shape.emplace_back(repairedUtf8(model.text(dim.expression)));
        else shape.emplace_back(dim.value);
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
        summary.outputs.push_back(isValue ? valuePort(model, output.argument.value()) : Port{"", literalKind(output.argument.kind), {}, {}});
    }
}

}  // namespace

Result<MethodSummary> Session::summary(std::string_view name, const JobContext& job) const {
    const Method* method = this->method(name);
    if (method == nullptr) return fail("no-such-method", "the session has no such method", std::string(name));
    MethodSummary summary;
    for (const std::string& stage : method->stages) {
        const auto program = this->program(name, stage, job);
        if (!program && program.error().code == "cancelled") return program.failure();
        if (!program) continue;
        const GraphModel& model = *(*program)->graph;
        summary.nodeCounts.emplace_back(stage, model.top().nodes.size());
        if (stage == method->primaryStage()) addPorts(model, summary);
        if (stage != "edge") continue;
        std::map<std::string, std::uint64_t> calls;
        for (const graph::DelegateCall& call : model.delegates()) ++calls[repairedUtf8(model.text(call.backend))];
        summary.delegates.assign(calls.begin(), calls.end());
    }
    if (const SessionFile* file = recordFile(); file != nullptr && summary.delegates.empty()) {
        const auto& tables = file->record->sideTables().delegates;
        std::map<std::string, std::uint64_t> calls;
        if (const auto rows = tables.find(method->name); rows != tables.end())
            for (const auto& [instruction, row] : rows->second) ++calls[repairedUtf8(row.backend)];
        summary.delegates.assign(calls.begin(), calls.end());
    }
    if (auto parameters = parameterTotals(*this, *method, job)) summary.parameters = *parameters;
    else if (parameters.error().code == "cancelled") return parameters.failure();
    return summary;
}

}  // namespace etscope::session
