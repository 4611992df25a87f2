#include <set>

#include "join/handles.h"
#include "join/joins.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

Json delegateJson(const join::HandleRow& row) {
    if (!row.isDelegate) return nullptr;
    // The map's keys are texts; whether a backend counts or names its operators, only a run tells.
    Json handles = listOf(row.delegateHandles, [](const join::DelegateHandleRow& inner) {
        return object(F("delegate_debug_id", inner.delegateDebugId), F("debug_handles", inner.debugHandles));
    });
    return object(F("name", row.backend), F("delegate_handles", std::move(handles)));
}

/// Nodes of the edge graph by their paths; those inside its lowered modules with the stage before.
struct EdgeNames {
    Json edge = Json::array(), lowered = Json::array();
    /// With the taps that carry one of the handles, as the original has them.
    EdgeNames(const join::MethodHandles& method, const std::vector<graph::NodeRef>& nodes,
              const std::vector<std::int64_t>& handles) {
        for (const graph::NodeRef& ref : nodes) add(method, ref);
        for (const std::int64_t handle : std::set<std::int64_t>(handles.begin(), handles.end()))
            if (const auto taps = method.edgeTaps.find(handle); taps != method.edgeTaps.end())
                for (const graph::NodeRef& ref : taps->second) add(method, ref);
    }
    void add(const join::MethodHandles& method, const graph::NodeRef& ref) {
        const std::string path = method.graphs.path(ref);
        if (ref.stage.is(graph::StageId::Kind::Edge))
            edge.push_back(path);
        else
            lowered.push_back(ref.stage.text() + "/" + path);
    }
};

Json rowJson(const join::MethodHandles& method, const join::HandleRow& row) {
    EdgeNames names(method, row.edgeNodes, row.debugHandles);
    const bool unknown = row.shared && row.edgeNodes.empty();
    Json out = object(F("instruction", row.instruction), F("debug_handles", row.debugHandles), F("outputs", row.outputs),
                      F("kind", row.kind), F("operator", textOrNull(row.op)),
                      F("edge_nodes", unknown ? Json(nullptr) : std::move(names.edge)),
                      F("exported_nodes", row.shared ? Json(nullptr) : Json(method.graphs.paths(row.exportedNodes))),
                      F("delegate", delegateJson(row)));
    if (!names.lowered.empty()) out["lowered_nodes"] = std::move(names.lowered);
    if (row.shared) out["shared"] = *row.shared;
    return out;
}

Json sharedJson(const join::MethodHandles& method, const join::SharedHandles& shared) {
    EdgeNames names(method, shared.edgeNodes, shared.debugHandles);
    Json out = object(F("debug_handles", shared.debugHandles), F("instructions", shared.instructions),
                      F("edge_nodes", std::move(names.edge)), F("exported_nodes", method.graphs.paths(shared.exportedNodes)));
    if (!names.lowered.empty()) out["lowered_nodes"] = std::move(names.lowered);
    return out;
}

}  // namespace

Result<Json> handlesDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto methods = join::methodsWithHandles(session);
    if (!methods) return methods.failure();
    join::addMismatches(session, job);
    Json list = Json::array();
    for (const std::string& name : *methods) {
        if (!selection.method.empty() && selection.method != name) continue;
        const auto method = join::handles({session, name}, job);
        if (!method) return method.failure();
        const auto row = [&](const join::HandleRow& one) { return rowJson(**method, one); };
        list.push_back(object(F("method", name), F("instructions", listOf((*method)->rows, row))));
        if (!(*method)->shared.empty())
            list.back()["shared"] = listOf((*method)->shared, [&](const auto& one) { return sharedJson(**method, one); });
    }
    return documentOf("handles", session, F("methods", std::move(list)));
}

}  // namespace etscope::report
