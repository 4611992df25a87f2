#include "gap/node_values.h"

#include <algorithm>

#include "base/name_text.h"
#include "compare/run_cases.h"
#include "etdump/debug_buffer.h"
#include "join/links.h"
#include "join/taps.h"
#include "replay/instruction_nodes.h"

namespace etscope::gap {
namespace {

using NodeReferences = std::shared_ptr<const ReferenceValues>;

/// The first run of the method that logged values, where there is another to hold against it.
Result<NodeReferences> referencesOfRuns(const session::MethodView& method, const JobContext& job) {
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    std::vector<std::size_t> mine;
    for (const join::SessionRun& run : **runs)
        if (run.kind() == etdump::BlockKind::Execute && run.attribution.method == method.name) mine.push_back(run.index);
    if (mine.size() < 2) return NodeReferences();
    auto references = runReferences(method, mine.front(), graph::StageId::edge(), job);
    if (references.cancelled()) return references;
    return references ? *std::move(references) : NodeReferences();
}

/// Of the calls that carry a handle of the node: that of its own instruction if there is one, and one that was compared.
std::optional<GapRow> bestRow(std::vector<GapRow> rows, const std::vector<std::int64_t>& instructions) {
    const auto rank = [&](const GapRow& row) {
        return std::pair(std::ranges::find(instructions, row.instruction) != instructions.end(), row.compared());
    };
    const auto best = std::ranges::max_element(rows, {}, rank);
    return best == rows.end() ? std::nullopt : std::optional(std::move(*best));
}

/// Taps of the node's values, and those that the node is.
Result<std::vector<join::Tap>> tapsOf(const session::MethodView& method, const graph::NodeRef& node, const JobContext& job) {
    const auto known = join::taps(method, job);
    if (!known) return known.failure();
    std::vector<join::Tap> taps;
    if ((*known)->taps.empty()) return taps;
    const auto graph = method.graph(node.stage, job);
    if (graph.cancelled()) return graph.failure();
    if (!graph || node.node.index() >= (*graph)->nodeCount()) return taps;
    const std::string path = (*graph)->nodePath(node.node);
    const bool exported = node.stage.is(graph::StageId::Kind::Exported);
    for (const join::Tap& tap : (*known)->taps) {
        const bool own = tap.stage == node.stage && (tap.node == path || tap.tapNode == path);
        const bool before = exported && !tap.exportedNode.empty() && tap.exportedNode == path;
        const bool planned = node.stage.is(graph::StageId::Kind::Program) && path == "0/" + std::to_string(tap.instruction);
        if (own || before || planned) taps.push_back(tap);
    }
    return taps;
}

/// What the run gave as these outputs; false: there are `most` values.
bool addTapped(const session::Session& session, const join::SessionRun& run, const std::vector<join::Tap>& taps, std::size_t most,
               std::vector<LoggedNodeValue>& values) {
    if (taps.empty()) return true;
    for (const join::RunOutput& output : join::runOutputs(session, run)) {
        const auto tap = std::ranges::find(taps, output.position, &join::Tap::output);
        const auto* tensor = std::get_if<tensor::Tensor>(&output.value);
        if (tap == taps.end() || tensor == nullptr) continue;
        if (values.size() == most) return false;
        values.push_back({run.index, tap->reducerName.empty() ? "tap" : "tap " + tap->reducerName, *tensor});
    }
    return true;
}

}  // namespace

Result<NodeReference> nodeReference(const session::MethodView& method, const graph::NodeRef& node, const JobContext& job) {
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    const auto own = replay::nodeLinks(method, node, job);
    if (!own) return own.failure();
    auto references = sessionReferences(method, job);
    if (!references) return references.failure();
    if (*references == nullptr) references = referencesOfRuns(method, job);
    if (!references) return references.failure();
    NodeReference found;
    if (*references == nullptr) return found;
    found.source = (*references)->source();
    found.ofRun = (*references)->run();
    const join::NodeLinks of = (*links)->of(node);
    const bool recorded = node.stage.is(graph::StageId::Kind::Edge) || node.stage.is(graph::StageId::Kind::Exported);
    if (recorded && !found.ofRun) {
        found.own = (*references)->ofNode((*links)->graphs().path(node));
        // What stands under a handle is the value of its last node.
        const bool last = node.stage.is(graph::StageId::Kind::Exported) || (!of.edge.empty() && of.edge.back() == node);
        if (!found.own && last && !of.debugHandles.empty()) found.own = (*references)->ofHandle(of.debugHandles.front());
    }
    if (of.debugHandles.empty()) return found;
    GapOptions options;
    options.only = {of.debugHandles.begin(), of.debugHandles.end()};
    auto gap = fittingGap(method, **references, options, job);
    if (gap.cancelled()) return gap.failure();
    if (!gap) return found;
    const std::vector<std::int64_t>& calls = own->instructions;
    if (calls.size() < of.instructions.size())  // another call of its handle is no value of the node
        std::erase_if(gap->table.rows, [&](const GapRow& row) { return std::ranges::find(calls, row.instruction) == calls.end(); });
    found.call = bestRow(std::move(gap->table.rows), calls);
    return found;
}

Result<std::vector<LoggedNodeValue>> loggedValues(const session::MethodView& method, const graph::NodeRef& node, std::size_t most,
                                                  const JobContext& job) {
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    const auto own = replay::nodeLinks(method, node, job);
    if (!own) return own.failure();
    const std::vector<std::int64_t>& instructions = own->instructions;
    const auto taps = tapsOf(method, node, job);
    if (!taps) return taps.failure();
    std::vector<LoggedNodeValue> values;
    for (const join::SessionRun& run : **runs) {
        if (job.cancelled()) return cancelledFailure();
        if (run.attribution.method != method.name) continue;
        if (!addTapped(method.session, run, *taps, most, values)) return values;
        for (const etdump::Event& event : run.dump->events(run.run())) {
            if (event.place.chain != 0 || std::ranges::find(instructions, event.place.instruction) == instructions.end()) continue;
            for (const std::uint32_t value : run.dump->valuesOf(event))
                for (const etdump::LoggedTensor& tensor : run.dump->tensors(run.dump->values(run.run())[value])) {
                    if (values.size() == most) return values;
                    values.push_back(
                        {run.index, nameText(run.dump->text(event.name)), etdump::debugTensor(*run.dump, tensor, run.buffer)});
                }
        }
    }
    return values;
}

}  // namespace etscope::gap
