// The document of what a thing of the session is elsewhere.
#include "findings/related.h"
#include "report/documents.h"

namespace etscope::report {

Result<Json> relatedDocument(const session::Session& session, const std::string& address, const JobContext& job) {
    std::vector<std::string> methods;
    for (const session::Method& method : session.methods()) methods.push_back(method.name);
    const session::Entity entity = session::Entity::parse(address, methods);
    if (!entity.valid()) return fail("no-such-address", "this names nothing of the session: " + address);
    const auto found = findings::related(session, entity, job);
    if (!found) return found.failure();
    Json document = beginDocument("related", session);
    document["address"] = entity.text();
    document["more"] = found->cut;
    Json& rows = document["related"] = Json::array();
    for (const findings::Related& one : found->things)
        rows.push_back({{"relation", findings::relationName(one.relation)},
                        {"address", one.entity.text()},
                        {"by", one.by ? Json(join::sameByName(*one.by)) : Json(nullptr)}});
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
