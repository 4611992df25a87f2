#include "findings/verify.h"
#include "report/documents.h"

namespace etscope::report {

Result<Json> verifyDocument(const session::Session& session, bool& failed, const JobContext& job) {
    const auto seen = findings::verify(session, job);
    if (!seen) return seen.failure();
    failed = !seen->sound;
    Json document = beginDocument("verify", session);
    document["checked"] = {
        {"zip_entries", seen->zipEntries}, {"graphs", seen->graphs}, {"nodes", seen->nodes}, {"tensors", seen->tensors}};
    document["ok"] = seen->sound;
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
