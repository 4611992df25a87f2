#include "report/slim_document.h"

#include "base/name_text.h"
#include "report/table_form.h"
#include "report/text_cells.h"
#include "report/text_table.h"
#include "slim/slim.h"

namespace etscope::report {
namespace {

Json entriesJson(const std::vector<slim::SlimEntry>& entries) {
    Json rows = Json::array();
    for (const slim::SlimEntry& entry : entries)
        rows.push_back({{"name", entry.name},
                        {"role", etrecord::roleName(entry.role)},
                        {"bytes_before", entry.before},
                        {"bytes_after", entry.after}});
    return rows;
}

}  // namespace

Result<Json> slimDocument(const session::Session& session, const slim::Drop& drop, const std::string& path, const JobContext& job) {
    const session::SessionFile* file = session.recordFile();
    if (file == nullptr || file->record == nullptr)
        return fail("no-record", "slim wants an ETRecord", session.files().front().path);
    const auto done = slim::slim(*file->record, drop, path, job);
    if (!done) return done.failure();
    Json document = beginDocument("slim", session);
    document["output"] = validName(path);
    document["removed"] = drop.words();
    document["bytes_before"] = done->before;
    document["bytes_after"] = done->after;
    document["tensors"] = done->counts.tensors;
    document["tensor_bytes"] = done->counts.tensorBytes;
    document["payloads"] = done->counts.payloads;
    document["payload_bytes"] = done->counts.payloadBytes;
    document["stack_traces"] = done->counts.traces;
    document["names"] = done->counts.names;
    document["entries"] = entriesJson(done->entries);
    document["left_out"] = done->leftOut;
    endDocument(document, session);
    return document;
}

std::string slimText(const Json& document) {
    const auto bytes = [&document](const char* key) { return bytesText(document[key].get<std::uint64_t>()); };
    std::string removed;
    for (const Json& word : document["removed"]) removed += (removed.empty() ? "" : ", ") + cell(word);
    std::string text = cell(document["output"]) + ": " + bytes("bytes_after") + ", was " + bytes("bytes_before") +
                       "\n  removed: " + removed + "\n";
    text += "  " + cell(document["tensors"]) + " tensors of " + bytes("tensor_bytes") + ", their hashes are kept\n";
    text += "  " + cell(document["payloads"]) + " payloads of delegates, " + bytes("payload_bytes") + "\n";
    text += "  " + cell(document["stack_traces"]) + " stack traces, " + cell(document["names"]) + " names\n";
    for (const Json& sentence : document["left_out"]) text += "  left out: " + cell(sentence) + "\n";
    return text + "\n" + tableText(document);
}

}  // namespace etscope::report
