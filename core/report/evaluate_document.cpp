// The `evaluate` document: what computing a graph takes, or what it gave.
#include <optional>
#include <set>

#include "base/text.h"
#include "etrecord/removed.h"
#include "evaluate/plan.h"
#include "evaluate/reading.h"
#include "report/documents.h"
#include "stages/computed_graph.h"
#include "tensor/npz_writer.h"

namespace etscope::report {

namespace {

Json unsupportedJson(const std::vector<evaluate::Unsupported>& rows) {
    Json out = Json::array();
    for (const evaluate::Unsupported& row : rows)
        out.push_back({{"node", row.node}, {"target", row.target}, {"reason", row.reason}});
    return out;
}

Json outputJson(std::size_t index, const std::optional<evaluate::Value>& output) {
    const evaluate::Array* array = output ? output->array() : nullptr;
    return {{"index", index},
            {"state", output ? "computed" : "unknown"},
            {"value_type", array != nullptr ? Json(scalarTypeName(array->type)) : Json(nullptr)},
            {"shape", array != nullptr ? Json(array->shape) : Json(nullptr)}};
}

/// Writes values of nodes by path while they are made, outputs also by number when all are: none is kept for the file's sake.
class Export {
public:
    /// `path`: empty: nothing is written. Errors: those of tensor::NpzWriter::create().
    static Result<Export> create(const EvaluateOptions& options, const JobContext& job) {
        Export made;
        made.m_wanted.insert(options.nodes.begin(), options.nodes.end());
        if (options.exportTo.empty()) return made;
        auto file = tensor::NpzWriter::create(options.exportTo, job);
        if (!file) return file.failure();
        made.m_path = options.exportTo;
        made.m_file.emplace(*std::move(file));
        return made;
    }

    /// Of the first value that could not be written.
    const Result<void>& state() const& noexcept { return m_state; }
    std::size_t values() const noexcept { return m_values; }

    void addNode(const std::string& path, const evaluate::Value& value) {
        if (!m_file || !m_state || (!m_wanted.empty() && !m_wanted.contains(path))) return;
        ++m_values;
        add(path, value);
    }
    /// Errors: those of writing; `export-nothing`.
    Result<void> finish(const std::vector<std::optional<evaluate::Value>>& outputs) {
        if (!m_file) return {};
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i]) add("output_" + std::to_string(i), *outputs[i]);
        if (!m_state) return m_state;
        if (m_file->count() == 0) return fail("export-nothing", "there is no tensor to export", escaped(m_path));
        return m_file->commit();
    }

private:
    Export() = default;
    void add(const std::string& name, const evaluate::Value& value) {
        const evaluate::Array* array = value.array();
        if (array == nullptr || !m_state) return;
        const auto tensor = evaluate::readTensor(*array);
        m_state = tensor ? m_file->add(name, *tensor) : Result<void>(tensor.failure());
    }

    std::set<std::string> m_wanted;  ///< empty: all
    std::string m_path;
    std::optional<tensor::NpzWriter> m_file;
    std::size_t m_values = 0;
    Result<void> m_state;
};

/// Computes and writes; what cannot be written ends the computation.
Result<stages::ComputedGraph> computed(const session::Session& session, const EvaluateOptions& options,
                                       const replay::GraphInputs& inputs, Export& file, const JobContext& job) {
    std::stop_source stop;
    const std::stop_callback forward(job.stop, [&stop] { stop.request_stop(); });
    stages::ComputeOptions compute;
    compute.wide = options.wide;
    compute.keep = [](const std::string&) { return false; };
    compute.look = [&](const std::string& path, const evaluate::Value& value) {
        file.addNode(path, value);
        if (!file.state()) stop.request_stop();
    };
    auto graph = stages::computeGraph({session, options.method}, options.stage, inputs, compute, {stop.get_token(), job.progress});
    if (!file.state()) return file.state().failure();
    return graph;
}

}  // namespace

Result<Json> planDocument(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    const auto program = method.program(stage, job);
    if (!program) return program.failure();
    const evaluate::Plan plan = evaluate::planOf(*(*program)->graph);
    Json document = beginDocument("evaluate", method.session);
    document["method"] = method.name;
    document["stage"] = stage.text();
    document["nodes"] = plan.nodes;
    document["delegate_calls"] = plan.delegateCalls;
    document["flops"] = plan.sizesKnown ? Json(plan.operations) : Json(nullptr);
    document["peak_bytes"] = plan.sizesKnown ? Json(plan.peakBytes) : Json(nullptr);
    document["weight_bytes"] = plan.weightBytes;
    const session::SessionFile* file = method.session.recordFile();
    const auto removed =
        file != nullptr && file->record != nullptr ? etrecord::removedParts(*file->record) : etrecord::RemovedParts{};
    document["removed"] = removed.words();
    document["unsupported"] = unsupportedJson(plan.unsupported);
    endDocument(document, method.session);
    return document;
}

Result<Json> evaluateDocument(const session::Session& session, const EvaluateOptions& options, const JobContext& job) {
    const auto inputs = replay::graphInputs({session, options.method}, options.stage, options.inputs, job);
    if (!inputs) return inputs.failure();
    auto file = Export::create(options, job);
    if (!file) return file.failure();
    const auto computed = report::computed(session, options, *inputs, *file, job);
    if (!computed) return computed.failure();
    if (const auto written = file->finish(computed->userOutputs); !written) return written.failure();
    Json document = beginDocument("evaluate", session);
    document["method"] = options.method;
    document["stage"] = options.stage.text();
    document["mode"] = options.wide ? "wide" : "declared";
    document["inputs"] = {
        {"from", inputs->from}, {"case", inputs->caseIndex ? Json(*inputs->caseIndex) : Json(nullptr)}, {"source", inputs->source}};
    Json outputs = Json::array(), unsupported = Json::array();
    for (std::size_t i = 0; i < computed->userOutputs.size(); ++i) outputs.push_back(outputJson(i, computed->userOutputs[i]));
    for (const stages::NotComputed& row : computed->notComputed)
        unsupported.push_back({{"node", row.node}, {"target", row.target}, {"reason", row.why.message}});
    document["outputs"] = std::move(outputs);
    document["unsupported"] = std::move(unsupported);
    document["unknown_nodes"] = computed->unknown;
    document["values"] = file->values();
    document["peak_bytes"] = computed->peakBytes;
    document["exported"] = options.exportTo.empty() ? Json(nullptr) : Json(options.exportTo);
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
