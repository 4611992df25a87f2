// The `evaluate` document: what computing a graph takes, or what it gave.
#include <optional>
#include <set>

#include "base/escaped.h"
#include "etrecord/removed.h"
#include "evaluate/plan.h"
#include "evaluate/reading.h"
#include "report/documents.h"
#include "stages/computed_graph.h"
#include "tensor/npz_writer.h"

namespace etscope::report {

namespace {

Json unsupportedJson(const auto& row, const std::string& reason) {
    return object(F("node", row.node), F("target", row.target), F("reason", reason));
}

Json outputJson(std::size_t index, const std::optional<evaluate::Value>& output) {
    const evaluate::Array* array = output ? output->array() : nullptr;
    return object(F("index", index), F("state", output ? "computed" : "unknown"),
                  F("value_type", array != nullptr ? Json(scalarTypeName(array->type)) : Json(nullptr)),
                  F("shape", array != nullptr ? Json(array->shape) : Json(nullptr)));
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
    const session::SessionFile* file = method.session.recordFile();
    const auto removed =
        file != nullptr && file->record != nullptr ? etrecord::removedParts(*file->record) : etrecord::RemovedParts{};
    const auto known = [&plan](std::uint64_t size) { return plan.sizesKnown ? Json(size) : Json(nullptr); };
    return documentOf("evaluate", method.session, F("method", method.name), F("stage", stage.text()), F("nodes", plan.nodes),
                      F("delegate_calls", plan.delegateCalls), F("flops", known(plan.operations)),
                      F("peak_bytes", known(plan.peakBytes)), F("weight_bytes", plan.weightBytes), F("removed", removed.words()),
                      F("unsupported", listOf(plan.unsupported, [](const auto& row) { return unsupportedJson(row, row.reason); })));
}

Result<Json> evaluateDocument(const session::Session& session, const EvaluateOptions& options, const JobContext& job) {
    const auto inputs = replay::graphInputs({session, options.method}, options.stage, options.inputs, job);
    if (!inputs) return inputs.failure();
    auto file = Export::create(options, job);
    if (!file) return file.failure();
    const auto computed = report::computed(session, options, *inputs, *file, job);
    if (!computed) return computed.failure();
    if (const auto written = file->finish(computed->userOutputs); !written) return written.failure();
    const auto output = [index = std::size_t{0}](const auto& one) mutable { return outputJson(index++, one); };
    const auto unsupported = [](const stages::NotComputed& row) { return unsupportedJson(row, row.why.message); };
    return documentOf(
        "evaluate", session, F("method", options.method), F("stage", options.stage.text()),
        F("mode", options.wide ? "wide" : "declared"),
        F("inputs", object(F("from", inputs->from), F("case", orNull(inputs->caseIndex)), F("source", inputs->source))),
        F("outputs", listOf(computed->userOutputs, output)), F("unsupported", listOf(computed->notComputed, unsupported)),
        F("unknown_nodes", computed->unknown), F("values", file->values()), F("peak_bytes", computed->peakBytes),
        F("exported", textOrNull(options.exportTo)));
}

}  // namespace etscope::report
