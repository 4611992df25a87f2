#include "report/set_metadata_document.h"

#include "base/name_text.h"
#include "program/metadata_edit.h"
#include "report/table_form.h"
#include "report/text_cells.h"

namespace etscope::report {
namespace {

Json valueJson(const program::MetadataValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return *integer;
    if (const auto* real = std::get_if<double>(&value.value)) return number(*real);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag;
    if (const auto* text = std::get_if<std::string>(&value.value)) return validName(*text);
    const auto* list = std::get_if<std::vector<program::MetadataValue>>(&value.value);
    if (list == nullptr) return nullptr;
    Json items = Json::array();
    for (const program::MetadataValue& item : *list) items.push_back(valueJson(item));
    return items;
}

Json changesJson(const std::vector<program::ChangedMetadata>& changes) {
    Json rows = Json::array();
    for (const program::ChangedMetadata& change : changes)
        rows.push_back({{"key", validName(change.key)},
                        {"source", program::metadataSourceName(change.source)},
                        {"type", program::metadataTypeName(change.after)},
                        {"before", change.before ? valueJson(*change.before) : Json(nullptr)},
                        {"after", valueJson(change.after)},
                        {"added", !change.before},
                        {"note", change.note}});
    return rows;
}

}  // namespace

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
    Json document = beginDocument("set-metadata", session);
    document["output"] = validName(path);
    document["bytes_before"] = done->before;
    document["bytes_after"] = done->after;
    document["inserted"] = done->inserted;
    document["appended"] = done->appended;
    document["changes"] = changesJson(done->changes);
    endDocument(document, session);
    return document;
}

std::string setMetadataText(const Json& document) {
    return tableText(document) + "\n" + cell(document["output"]) + ": " + cell(document["bytes_after"]) + " bytes, was " +
           cell(document["bytes_before"]) + "\n";
}

}  // namespace etscope::report
