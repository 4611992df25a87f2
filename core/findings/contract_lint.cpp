// Rules of lint about what runners call, and about the cache that they rely on. Rules: docs/FORMATS.md "Runner contracts".
#include <algorithm>

#include "base/escaped.h"
#include "findings/program_lint.h"
#include "inventory/metadata.h"
#include "program/metadata.h"
#include "program/runner_contract.h"
#include "tensor/format.h"

namespace etscope::findings {
namespace {

/// "state" of outputs that are kept for the next call: the buffer's name and its value.
struct Mutated {
    std::string name;
    graph::ValueId value;
};

std::vector<Mutated> mutatedBuffers(const graph::GraphModel& model) {
    std::vector<Mutated> found;
    for (const graph::GraphOutput* output : model.bufferMutations())
        if (output->argument.kind == graph::ArgumentKind::Value)
            found.push_back({std::string(model.text(output->target)), output->argument.value()});
    return found;
}

/// Whether any operator is one that updates a cache by itself.
bool hasCacheOperator(const graph::GraphModel& model) {
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i)
        if (model.text(model.node(graph::NodeId(i)).target).find("cache") != std::string_view::npos) return true;
    return false;
}

/// The sizes of a cache, where all of them are numbers.
std::optional<std::vector<std::int64_t>> sizesOf(const graph::GraphModel& model, graph::ValueId id) {
    const graph::Value& value = model.value(id);
    if (value.kind != graph::ValueKind::Tensor || !value.meta.valid()) return std::nullopt;
    std::vector<std::int64_t> sizes;
    for (const graph::Dim& dim : model.dims(model.meta(value.meta).sizes)) {
        if (dim.expression.valid()) return std::nullopt;
        sizes.push_back(dim.value);
    }
    return sizes;
}

void lintCacheSizes(const graph::GraphModel& model, const std::vector<Mutated>& buffers, std::int64_t context,
                    const std::string& method, std::vector<LintFinding>& findings) {
    NameList small;
    for (const Mutated& buffer : buffers) {
        const auto sizes = sizesOf(model, buffer.value);
        if (buffer.name.find("cache") == std::string::npos || !sizes || sizes->size() < 3) continue;
        if (*std::ranges::max_element(*sizes) < context)
            small.add(
                escaped(buffer.name) + " " +
                tensor::typeAndShapeText(model.meta(model.value(buffer.value).meta).type.value_or(ScalarType::Unknown), *sizes));
    }
    if (small.count() > 0)
        tell(findings, "runner-cache-shape", method,
             Sentence::of("the context holds %1 tokens, and no axis of %2 {2:cache|caches} is that long: %3", context,
                          small.count(), small.text()));
}

/// The cache that use_kv_cache announces, in the graph that the record has of the method.
void lintCache(const session::Session& session, const program::MetadataView& metadata, const program::ExecutionPlan& plan,
               std::vector<LintFinding>& findings, const JobContext& job) {
    const session::Method* method = session.method(plan.name);
    if (method == nullptr || !method->has(graph::StageId::edge()) || metadata.integer("use_kv_cache") != 1) return;
    const auto graph = session.graph(plan.name, graph::StageId::edge(), job);
    if (!graph) return;
    const auto buffers = mutatedBuffers(**graph);
    if (buffers.empty() && plan.delegates.empty() && (*graph)->delegates().empty() && !hasCacheOperator(**graph))
        tell(findings, "runner-cache-absent", plan.name,
             Sentence::of("use_kv_cache is set, and the edge graph of %1 updates no buffer", escaped(plan.name)));
    const bool own = metadata.entry("get_max_context_len") != nullptr;
    if (const auto context = metadata.integer(own ? "get_max_context_len" : "get_max_seq_len"))
        lintCacheSizes(**graph, buffers, *context, plan.name, findings);
}

}  // namespace

void lintContracts(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return;
    const auto metadata = inventory::metadata(session);
    for (program::ContractFinding& finding : program::checkContract(metadata->entries, *file->program))
        findings.push_back({finding.severity, std::move(finding.code), std::move(finding.where), std::move(finding.message), {}});
    if (!metadata->runner || metadata->runner->reader != program::KeyReader::LlmRunner) return;
    const program::MetadataView view(metadata->entries);
    for (const std::string_view name : {"text_decoder", "decoder", "forward"})
        if (const program::ExecutionPlan* plan = file->program->plan(name); plan != nullptr && !program::isConstantMethod(*plan))
            return lintCache(session, view, *plan, findings, job);
}

}  // namespace etscope::findings
