// The `evaluate` document: what computing a graph takes, or what it gave.
#include <set>

#include "evaluate/plan.h"
#include "evaluate/reading.h"
#include "gap/computed_graph.h"
#include "report/documents.h"
#include "tensor/export.h"

namespace etscope::report {

namespace {

Json unsupportedJson(const std::vector<evaluate::Unsupported>& rows) {
    Json out = Json::array();
    for (const evaluate::Unsupported& row : rows) out.push_back({{"node", row.node}, {"target", row.target}, {"reason", row.reason}});
    return out;
}

Json outputJson(std::size_t index, const std::optional<evaluate::Value>& output) {
    const evaluate::Array* array = output ? output->array() : nullptr;
    return {{"index", index},
            {"state", output ? "computed" : "unknown"},
            {"value_type", array != nullptr ? Json(scalarTypeName(array->type)) : Json(nullptr)},
            {"shape", array != nullptr ? Json(array->shape) : Json(nullptr)}};
}

/// Values of nodes by path, outputs also by number.
Result<std::vector<tensor::NamedTensor>> tensorsOf(const gap::ComputedGraph& computed) {
    std::vector<tensor::NamedTensor> tensors;
    const auto add = [&tensors](const std::string& name, const evaluate::Array& array) -> Result<void> {
        auto tensor = evaluate::readTensor(array);
        if (!tensor) return tensor.failure();
        tensors.push_back({name, *std::move(tensor)});
        return {};
    };
    for (const auto& [path, value] : computed.values)
        if (const evaluate::Array* array = value.array())
            if (const auto added = add(path, *array); !added) return added.failure();
    for (std::size_t i = 0; i < computed.userOutputs.size(); ++i)
        if (const evaluate::Array* array = computed.userOutputs[i] ? computed.userOutputs[i]->array() : nullptr)
            if (const auto added = add("output_" + std::to_string(i), *array); !added) return added.failure();
    return tensors;
}

}  // namespace

Result<Json> planDocument(const session::Session& session, const std::string& method, const graph::StageId& stage, const JobContext& job) {
    const auto program = session.program(method, stage, job);
    if (!program) return program.failure();
    const evaluate::Plan plan = evaluate::planOf(*(*program)->graph);
    Json document = beginDocument("evaluate", session);
    document["method"] = method;
    document["stage"] = stage.text();
    document["nodes"] = plan.nodes;
    document["delegate_calls"] = plan.delegateCalls;
    document["flops"] = plan.sizesKnown ? Json(plan.operations) : Json(nullptr);
    document["peak_bytes"] = plan.sizesKnown ? Json(plan.peakBytes) : Json(nullptr);
    document["weight_bytes"] = plan.weightBytes;
    document["unsupported"] = unsupportedJson(plan.unsupported);
    endDocument(document, session);
    return document;
}

Result<Json> evaluateDocument(const session::Session& session, const EvaluateOptions& options, const JobContext& job) {
    const auto inputs = gap::graphInputs(session, options.method, options.stage, options.inputs, job);
    if (!inputs) return inputs.failure();
    gap::ComputeOptions compute;
    compute.wide = options.wide;
    const std::set<std::string> wanted(options.nodes.begin(), options.nodes.end());
    const bool exports = !options.exportTo.empty();
    compute.keep = [&](const std::string& path) { return exports && (wanted.empty() || wanted.contains(path)); };
    const auto computed = gap::computeGraph(session, options.method, options.stage, *inputs, compute, job);
    if (!computed) return computed.failure();
    if (exports) {
        const auto tensors = tensorsOf(*computed);
        if (!tensors) return tensors.failure();
        if (const auto written = tensor::exportTensors(*tensors, options.exportTo, tensor::ExportFormat::Npz, job); !written)
            return written.failure();
    }
    Json document = beginDocument("evaluate", session);
    document["method"] = options.method;
    document["stage"] = options.stage.text();
    document["mode"] = options.wide ? "wide" : "declared";
    document["inputs"] = {{"from", inputs->from}, {"case", inputs->caseIndex ? Json(*inputs->caseIndex) : Json(nullptr)}, {"source", inputs->source}};
    Json outputs = Json::array(), unsupported = Json::array();
    for (std::size_t i = 0; i < computed->userOutputs.size(); ++i) outputs.push_back(outputJson(i, computed->userOutputs[i]));
    for (const gap::NotComputed& row : computed->notComputed)
        unsupported.push_back({{"node", row.node}, {"target", row.target}, {"reason", row.why.message}});
    document["outputs"] = std::move(outputs);
    document["unsupported"] = std::move(unsupported);
    document["unknown_nodes"] = computed->unknown;
    document["values"] = computed->values.size();
    document["peak_bytes"] = computed->peakBytes;
    document["exported"] = exports ? Json(options.exportTo) : Json(nullptr);
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
