#include "join/record_fit.h"

namespace etscope::join {
namespace {

std::optional<RecordedMethod::Shape> shapeOf(const graph::GraphModel& model, graph::ValueId id) {
    const graph::Value& value = model.value(id);
    if (value.kind != graph::ValueKind::Tensor || !value.meta.valid()) return std::nullopt;
    RecordedMethod::Shape shape;
    for (const graph::Dim& dim : model.dims(model.meta(value.meta).sizes))
        shape.push_back(dim.expression.valid() ? std::nullopt : std::optional(dim.value));
    return shape;
}

void addNode(const graph::GraphModel& model, const graph::Node& node, RecordedMethod& method) {
    if (!node.debugHandle || *node.debugHandle == 0) return;
    RecordedMethod::Nodes& nodes = method.byHandle[*node.debugHandle];
    nodes.operators.emplace_back(model.text(node.target));
    for (const graph::OutputSlot& slot : model.outputs(node))
        for (const graph::ValueId value : model.values(slot))
            if (auto shape = shapeOf(model, value)) nodes.results.push_back(*std::move(shape));
}

void addOutputs(const graph::GraphModel& model, RecordedMethod& method) {
    for (const graph::GraphOutput* output : model.userOutputs()) {
        RecordedMethod::Output& added = method.outputs.emplace_back();
        if (output->argument.kind != graph::ArgumentKind::Value) continue;
        const graph::Value& value = model.value(output->argument.value());
        added.shape = shapeOf(model, output->argument.value());
        if (value.kind == graph::ValueKind::Tensor)
            added.type = value.meta.valid() ? model.meta(value.meta).type.value_or(ScalarType::Unknown) : ScalarType::Unknown;
    }
}

}  // namespace

Fit RecordFitter::fit(const RunTrace& run, const std::string& method) {
    return fitSideTables(run, method, m_session.recordFile()->record->sideTables(), recorded(method));
}

const RecordedMethod& RecordFitter::recorded(const std::string& method) {
    const auto [at, fresh] = m_methods.try_emplace(method);
    if (!fresh) return at->second;
    const auto graph = m_session.graph(method, graph::StageId::edge(), m_job);
    if (!graph) return at->second;
    const graph::GraphModel& model = **graph;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) addNode(model, model.node(graph::NodeId(i)), at->second);
    addOutputs(model, at->second);
    return at->second;
}

}  // namespace etscope::join
