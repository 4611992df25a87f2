// The document of what runs outside delegates.
#include "findings/undelegated.h"
#include "report/documents.h"

namespace etscope::report {

Result<Json> undelegatedDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto rows = findings::undelegated(session, selection.method, job);
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
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
