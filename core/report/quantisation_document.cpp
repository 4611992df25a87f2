// The document of quantised weights: how they stand for real numbers, and what that lost.
#include "compare/quantisation.h"
#include "report/documents.h"
#include "report/weight_json.h"

namespace etscope::report {
namespace {

/// Without a range, what lies outside it is not known.
Json errorJson(const compare::QuantisationError& error, const inventory::QuantisedWeight& weight) {
    const double share = error.count > 0 ? static_cast<double>(error.clipped) / static_cast<double>(error.count) : 0.0;
    return object(F("sqnr_db", number(error.sqnrDb())), F("max_abs", number(error.maxAbs)),
                  F("clipped", weight.least && weight.greatest ? number(share) : Json(nullptr)));
}

Json originalJson(const compare::QuantisationRow& row) {
    if (row.original.empty()) return nullptr;
    return object(F("name", row.original), F("stage", textOrNull(row.originalStage)), F("file", row.originalFile));
}

Json rowJson(const compare::QuantisationRow& row, const join::WeightMap& names, std::uint64_t all, bool perChannel) {
    const inventory::QuantisedWeight& weight = row.weight;
    const double share = all > 0 ? static_cast<double>(row.bytes) / static_cast<double>(all) : 0.0;
    Json json =
        object(F("name", weight.name), F("method", textOrNull(weight.method)), F("stage", textOrNull(weight.stage)),
               F("file", weight.file), F("value_type", scalarTypeName(weight.values.type)), F("shape", weight.values.shape));
    json["name_in_record"] = weight.delegate || weight.stage == "program"
                                 ? recordNameJson(names.at(weight.values.storage))["name_in_record"]
                                 : Json(nullptr);
    json.update(quantisationJson(weight));
    json.update(object(F("bytes", row.bytes),
                       F("share", all > 0 && !weight.delegate && weight.stage != "program" ? number(share) : Json(nullptr)),
                       F("original", originalJson(row))));
    json.update(row.original.empty() ? object(F("sqnr_db", nullptr), F("max_abs", nullptr), F("clipped", nullptr))
                                     : errorJson(row.all, weight));
    json["note"] = textOrNull(row.reason.text());
    if (!perChannel) return json;
    json["channel_axis"] = row.channels.empty() ? Json(nullptr) : Json(row.channelAxis);
    json["channels"] = Json::array();
    for (const compare::QuantisationError& channel : row.channels) json["channels"].push_back(errorJson(channel, weight));
    return json;
}

}  // namespace

Result<Json> quantisationDocument(const session::Session& session, const Selection& selection, bool perChannel,
                                  const JobContext& job) {
    const auto quantisation = compare::quantisation(session, job);
    if (!quantisation) return quantisation.failure();
    const auto names = join::weights(session, job);
    if (!names) return names.failure();
    Json list = Json::array();
    std::uint64_t bytes = 0;
    for (const compare::QuantisationRow& row : quantisation->rows) {
        if (!selection.method.empty() && selection.method != row.weight.method) continue;
        if (!selection.stage.empty() && selection.stage != row.weight.stage) continue;
        list.push_back(rowJson(row, **names, quantisation->weightBytes, perChannel));
        bytes += row.bytes;
    }
    Json summary = object(F("weights", list.size()), F("bytes", bytes),
                          F("all_weight_bytes", quantisation->weightBytes > 0 ? Json(quantisation->weightBytes) : Json(nullptr)));
    return documentOf("quantisation", session, F("weights", std::move(list)), F("summary", std::move(summary)));
}

}  // namespace etscope::report
