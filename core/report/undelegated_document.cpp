// The document of what runs outside delegates.
#include <algorithm>

#include "findings/undelegated.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

/// Why a method has no rows.
std::string reasonOfNone(const session::Session& session, const session::Method& method) {
    const program::ExecutionPlan* plan = session.plan(method.name);
    if (plan != nullptr && plan->damaged) return method.name + ": its plan is damaged";
    if (plan != nullptr && plan->delegates.empty()) return method.name + " has no delegate: all it runs is outside";
    if (plan != nullptr) return "no operator of " + method.name + " was found outside its delegates";
    return method.name + ": no operator was found outside delegates, and no program tells which there are";
}

}  // namespace

Result<Json> undelegatedDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto rows = findings::undelegated({session, selection.method}, job);
    if (!rows) return rows.failure();
    Json document = beginDocument("undelegated", session);
    Json& list = document["operators"] = Json::array();
    for (const findings::UndelegatedOperator& row : *rows)
        list.push_back({{"method", row.method},
                        {"stage", row.stage.text()},
                        {"operator", row.target},
                        {"count", row.nodes.size()},
                        {"share", row.share ? number(*row.share) : Json(nullptr)},
                        {"reason", row.reason},
                        {"evidence", row.evidence},
                        {"nodes", row.nodes}});
    Json& notes = document["notes"] = Json::array();
    for (const session::Method& method : session.methods())
        if ((selection.method.empty() || selection.method == method.name) &&
            std::ranges::none_of(*rows, [&](const auto& row) { return row.method == method.name; }))
            notes.push_back(reasonOfNone(session, method));
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
