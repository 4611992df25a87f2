// The documents of commands that write a record or a program anew.
#include "base/name_text.h"
#include "program/metadata_edit.h"
#include "report/audit_json.h"
#include "report/documents.h"
#include "slim/slim.h"

namespace etscope::report {
namespace {

Json changeJson(const program::ChangedMetadata& change) {
    return object(F("key", validName(change.key)), F("source", program::metadataSourceName(change.source)),
                  F("type", program::metadataTypeName(change.after)),
                  F("before", change.before ? metadataValueJson(*change.before) : Json(nullptr)),
                  F("after", metadataValueJson(change.after)), F("added", !change.before), F("note", change.note));
}

}  // namespace

Result<Json> slimDocument(const session::Session& session, const slim::Drop& drop, const std::string& path, const JobContext& job) {
    const session::SessionFile* file = session.recordFile();
    if (file == nullptr || file->record == nullptr)
        return fail("no-record", "slim wants an ETRecord", session.files().front().path);
    const auto done = slim::slim(*file->record, drop, path, job);
    if (!done) return done.failure();
    const auto entry = [](const slim::SlimEntry& one) {
        return object(F("name", one.name), F("role", etrecord::roleName(one.role)), F("bytes_before", one.before),
                      F("bytes_after", one.after));
    };
    return documentOf("slim", session, F("output", validName(path)), F("removed", drop.words()), F("bytes_before", done->before),
                      F("bytes_after", done->after), F("tensors", done->counts.tensors),
                      F("tensor_bytes", done->counts.tensorBytes), F("payloads", done->counts.payloads),
                      F("payload_bytes", done->counts.payloadBytes), F("stack_traces", done->counts.traces),
                      F("names", done->counts.names), F("entries", listOf(done->entries, entry)), F("left_out", done->leftOut));
}

Result<Json> setMetadataDocument(const session::Session& session, const std::vector<std::string>& changes, bool add,
                                 const std::string& path, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr || file->program == nullptr)
        return fail("no-program", "set-metadata wants a program (.pte)", session.files().front().path);
    const ByteRange& bytes = file->program->file();
    if (bytes.offset != 0 || bytes.source != file->source || bytes.size != bytes.source->size())
        return fail("program-not-editable", "the program lies inside another file: `extract` it first", file->path);
    std::vector<program::MetadataChange> parsed;
    for (const std::string& text : changes) {
        auto change = program::parseMetadataChange(text);
        if (!change) return change.failure();
        parsed.push_back(*std::move(change));
    }
    const auto done = program::setMetadata(*file->program, parsed, add, path, job);
    if (!done) return done.failure();
    return documentOf("set-metadata", session, F("output", validName(path)), F("bytes_before", done->before),
                      F("bytes_after", done->after), F("inserted", done->inserted), F("appended", done->appended),
                      F("changes", listOf(done->changes, changeJson)));
}

}  // namespace etscope::report
