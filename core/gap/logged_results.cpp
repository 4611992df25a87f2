#include "gap/logged_results.h"

#include "evaluate/operator_table.h"
#include "gap/call_references.h"
#include "gap/calls.h"

namespace etscope::gap {
namespace {

/// The results of a node that a kernel ran, in their order; those of a kernel that only makes room say nothing.
std::vector<std::string> resultsOf(const graph::GraphModel& edge, graph::NodeId node) {
    std::vector<std::string> paths;
    const evaluate::Operator* op = evaluate::findOperator(edge.text(edge.node(node).target));
    if (op != nullptr && op->row.rule == evaluate::Rule::Shape) return paths;
    for (const graph::OutputSlot& slot : edge.outputs(edge.node(node)))
        for (const graph::ValueId value : edge.values(slot)) paths.push_back(edge.valuePath(value));
    return paths;
}

/// Of a call that runs another operator than any node of its debug handle: the only node that no other call runs.
std::optional<graph::NodeId> onlyOne(const std::set<graph::NodeId>& named, const std::set<graph::NodeId>& claimed) {
    std::optional<graph::NodeId> only;
    for (const graph::NodeId node : named)
        if (!claimed.contains(node)) {
            if (only) return std::nullopt;
            only = node;
        }
    return only;
}

}  // namespace

Result<std::map<std::string, LoggedResult>> loggedResults(const session::MethodView& method, const join::SessionRun& run,
                                                          const ReferenceValues& expected, const JobContext& job) {
    std::map<std::string, LoggedResult> found;
    const auto handles = join::handles(method, job);
    if (!handles) return handles.failure();
    const auto kernels = replay::instructionNodes(method, job);
    if (!kernels) return kernels.failure();
    const graph::GraphModel* edge = (*handles)->graphs.find(graph::StageId::edge());
    if (edge == nullptr) return found;
    std::set<std::int64_t> known;
    for (const auto& [handle, nodes] : (*handles)->edgeByHandle) known.insert(handle);
    CallCollector collector(**handles, known);
    collector.add(run);
    std::set<graph::NodeId> claimed;  // by calls of their operator
    for (const auto& [instruction, nodes] : (*kernels)->all()) claimed.insert(nodes.begin(), nodes.end());
    const CallReferences references(*edge, **kernels, **handles, expected, job);
    for (const Call& call : std::move(collector).finish(false).calls) {
        if (job.cancelled()) return cancelledFailure();
        const auto add = [&](const std::string& path, const tensor::Value& value) {
            if (const auto* tensor = std::get_if<tensor::Tensor>(&value); tensor != nullptr && !path.empty())
                found.insert_or_assign(path, LoggedResult{*tensor, call.instruction, !call.kernel});
        };
        if (call.kernel) {
            auto node = (*kernels)->nodeOf(call.instruction);
            if (!node && (*kernels)->candidates(call.instruction).empty())
                node = onlyOne((*kernels)->named(call.instruction), claimed);
            const auto paths = node ? resultsOf(*edge, *node) : std::vector<std::string>();
            for (std::size_t i = 0; i < paths.size() && paths.size() <= call.values.size(); ++i)
                add(paths[i], call.values[call.values.size() - paths.size() + i]);
        } else if (!call.inside) {
            const auto told = references.of(call);
            if (!told) return told.failure();
            for (std::size_t k = 0; *told && k < (*told)->paths.size(); ++k)
                add((*told)->paths[k], call.values[call.values.size() - 1 - k]);
        }
    }
    return found;
}

}  // namespace etscope::gap
