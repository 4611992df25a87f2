#include "report/survey_document.h"

#include "base/lists.h"

namespace etscope::report {
namespace {

using survey::Row;

/// Of each column what a row has there; all rows have all columns.
struct SurveyColumn {
    const char* key;
    Json (*of)(const Row& row);
};
Json surveyText(const std::string& value) { return textOrNull(value); }
/// Bytes and counts are integers.
Json surveyWhole(const std::optional<double>& value) { return value ? Json(static_cast<std::int64_t>(*value)) : Json(nullptr); }

constexpr SurveyColumn kSurveyFields[] = {
    {"program", [](const Row& row) { return surveyText(row.program); }},
    {"method", [](const Row& row) { return surveyText(row.method); }},
    {"run", [](const Row& row) { return orNull(row.run); }},
    {"case", [](const Row& row) { return orNull(row.caseIndex); }},
    {"dump", [](const Row& row) { return surveyText(row.dump); }},
    {"started", [](const Row& row) { return surveyText(row.started); }},
    {"state", [](const Row& row) { return Json(findings::verdictName(row.state)); }},
    {"cause", [](const Row& row) { return surveyText(row.cause); }},
    {"node", [](const Row& row) { return surveyText(row.node); }},
    {"source", [](const Row& row) { return surveyText(row.source); }},
    {"sentence", [](const Row& row) { return surveyText(row.sentence); }},
    {"outputs_match", [](const Row& row) { return Json(row.match); }},
    {"outputs_differ", [](const Row& row) { return Json(row.differ); }},
    {"outputs_open", [](const Row& row) { return Json(row.open); }},
    {"max_abs", [](const Row& row) { return orNull(row.maxAbs); }},
    {"snr_db", [](const Row& row) { return orNull(row.snrDb); }},
    {"kl", [](const Row& row) { return orNull(row.kl); }},
    {"tokens", [](const Row& row) { return orNull(row.tokens); }},
    {"tokens_stay", [](const Row& row) { return orNull(row.stay); }},
    {"calls_right", [](const Row& row) { return Json(row.callsRight); }},
    {"calls_open", [](const Row& row) { return Json(row.callsOpen); }},
    {"ticks", [](const Row& row) { return orNull(row.ticks); }},
    {"p50_ticks", [](const Row& row) { return orNull(row.p50); }},
    {"program_bytes", [](const Row& row) { return surveyWhole(row.programBytes); }},
    {"weight_bytes", [](const Row& row) { return surveyWhole(row.weightBytes); }},
    {"memory_bytes", [](const Row& row) { return surveyWhole(row.memoryBytes); }},
    {"kernels", [](const Row& row) { return surveyWhole(row.kernels); }},
    {"delegate_calls", [](const Row& row) { return surveyWhole(row.delegateCalls); }},
    {"backends", [](const Row& row) { return surveyText(row.backends); }},
    {"executorch", [](const Row& row) { return surveyText(row.executorch); }},
    {"torch", [](const Row& row) { return surveyText(row.torch); }},
    {"export_torch", [](const Row& row) { return surveyText(row.recordTorch); }},
    {"etscope", [](const Row& row) { return surveyText(row.etscope); }},
    {"target", [](const Row& row) { return surveyText(row.target); }},
    {"device", [](const Row& row) { return surveyText(row.device); }},
    {"system", [](const Row& row) { return surveyText(row.system); }},
    {"program_sha256", [](const Row& row) { return surveyText(row.programHash); }},
    {"export_id", [](const Row& row) { return row.exportId ? Json(std::to_string(*row.exportId)) : Json(nullptr); }},
};

Json beginRow(const survey::Place& place) {
    return object(F("session", place.name), F("folder", place.folder), F("member", nullptr));
}

}  // namespace

Json surveyRow(const Row& row, const survey::Place& place) {
    Json json = beginRow(place);
    for (const SurveyColumn& column : kSurveyFields) json[column.key] = column.of(row);
    json["error"] = nullptr;
    return json;
}

std::string surveyError(std::string_view where, std::string_view message, std::string_view code) {
    return (where.empty() ? "" : std::string(where) + ": ") + std::string(message) + " [" + std::string(code) + "]";
}

/// What of the session could not be read, the first of it; where nothing is known of it, what speaks of why; else that its files
/// are of different exports. Empty: nothing.
std::string unreadOf(const session::Session& session, const std::vector<Row>& rows, const JobContext& job) {
    const bool isKnown = std::ranges::any_of(rows, [](const Row& row) { return !row.method.empty() || row.run; });
    const Severity least = isKnown ? Severity::Error : Severity::Warning;
    const Diagnostics told = session.diagnostics();
    for (const Severity severity : {Severity::Error, Severity::Warning})
        for (const Diagnostic& one : told.items())
            if (one.severity == severity && severity >= least) return surveyError(one.where, one.message, one.code);
    const auto verdict = findings::verdict(session, job);  // made for the rows, and kept
    if (!verdict) return {};
    const auto& joins = (*verdict)->joins;
    const auto apart = std::ranges::find(joins, join::JoinState::Mismatched, [](const auto& one) { return one.join.state; });
    return apart == joins.end() ? std::string()
                                : surveyError(joined(apart->files, ", "), apart->finding.text(), "files-mismatched");
}

Json surveyFailure(const Error& error, const survey::Place& place) {
    Json json = beginRow(place);
    for (const SurveyColumn& column : kSurveyFields) json[column.key] = nullptr;
    json["state"] = findings::verdictName(findings::Verdict::Unknown);
    json["error"] = surveyError(error.where, error.message, error.code);
    return json;
}

Result<Json> surveyDocument(const std::shared_ptr<const session::Session>& session, const survey::Place& place,
                            const JobContext& job) {
    const auto rows = survey::rowsOf(session, job);
    if (!rows) return rows.failure();
    Json document = beginDocument("survey", *session);
    document["sessions"] = 1;
    document["rows"] = listOf(*rows, [&](const Row& row) { return surveyRow(row, place); });
    std::string unread = unreadOf(*session, *rows, job);
    if (unread.empty() && place.failure) unread = surveyError(place.failure->where, place.failure->message, place.failure->code);
    if (!unread.empty())
        for (Json& row : document["rows"]) {
            row["error"] = unread;
            // That what is left of it matches does not make it good.
            if (row["state"] == findings::verdictName(findings::Verdict::Match))
                row["state"] = findings::verdictName(findings::Verdict::Unknown);
        }
    return endDocument(document, *session);
}

Json placesDocument(const std::vector<survey::Place>& places) {
    const auto placeJson = [](const survey::Place& place) {
        return object(
            F("session", place.name), F("folder", place.folder), F("files", place.files),
            F("error", place.failure ? Json(surveyError(place.failure->where, place.failure->message, place.failure->code))
                                     : Json(nullptr)));
    };
    return object(F("schema", "etscope.survey/1"), F("files", Json::array()), F("table", "places"), F("sessions", places.size()),
                  F("rows", Json::array()), F("places", listOf(places, placeJson)), F("diagnostics", Json::array()));
}

Json surveyDocument(std::size_t sessions, Json rows) {
    return object(F("schema", "etscope.survey/1"), F("files", Json::array()), F("sessions", sessions), F("rows", std::move(rows)),
                  F("diagnostics", Json::array()));
}

}  // namespace etscope::report
