#include "join/handles.h"
#include "join/joins.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

Json delegateJson(const join::HandleRow& row) {
    if (!row.isDelegate) return nullptr;
    Json handles = Json::array();
    for (const join::DelegateHandleRow& inner : row.delegateHandles) {
        // The map's keys are texts; whether a backend counts or names its operators, only a run tells.
        handles.push_back({{"delegate_debug_id", inner.delegateDebugId}, {"debug_handles", inner.debugHandles}});
    }
    return {{"name", row.backend}, {"delegate_handles", std::move(handles)}};
}

}  // namespace

Result<Json> handlesDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto methods = join::handles(session, job);
    if (!methods) return methods.failure();
    join::addMismatches(session, job);
    Json document = beginDocument("handles", session);
    Json& list = document["methods"] = Json::array();
    for (const join::MethodHandles& method : *methods) {
        if (!selection.method.empty() && selection.method != method.method) continue;
        Json rows = Json::array();
        for (const join::HandleRow& row : method.rows)
            rows.push_back({{"instruction", row.instruction},
                            {"debug_handles", row.debugHandles},
                            {"outputs", row.outputs},
                            {"kind", row.kind},
                            {"operator", row.op.empty() ? Json(nullptr) : Json(row.op)},
                            {"edge_nodes", method.graphs.paths(row.edgeNodes)},
                            {"exported_nodes", method.graphs.paths(row.exportedNodes)},
                            {"delegate", delegateJson(row)}});
        list.push_back({{"method", method.method}, {"instructions", std::move(rows)}});
    }
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
