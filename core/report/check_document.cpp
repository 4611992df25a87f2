// The `check` document: every instruction of the runs against its operator, on what it read.
#include <map>

#include "compare/run_cases.h"
#include "report/audit_json.h"
#include "report/documents.h"
#include "report/metrics_json.h"

namespace etscope::report {
namespace {

Json rowJson(const gap::AuditRow& row) {
    const evaluate::Judgement* judgement = row.judgement();
    Json introduced = nullptr;
    if (judgement != nullptr) introduced = number(judgement->norm > 0 ? judgement->difference / judgement->norm : judgement->difference);
    return {{"instruction", row.instruction},
            {"execution", row.execution},
            {"operator", row.op},
            {"delegate", row.delegate ? Json(*row.delegate) : Json(nullptr)},
            {"introduced", std::move(introduced)},
            {"max_abs", judgement != nullptr ? number(judgement->maxAbs) : Json(nullptr)},
            {"mismatched", judgement != nullptr ? Json(judgement->mismatched) : Json(nullptr)},
            {"envelope", envelopeJson(judgement)},
            {"verdict", verdictWord(row)},
            {"accumulator", accumulatorJson(judgement)},
            {"reason", row.reason.empty() ? Json(nullptr) : Json(row.reason)}};
}

}  // namespace

Result<Json> checkDocument(const session::Session& session, const CheckOptions& options, bool& failed, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    std::map<std::string, std::vector<const join::SessionRun*>> byMethod;
    for (const join::SessionRun& run : **runs)
        if (run.attribution.method && run.kind() != etdump::BlockKind::Load && (!options.run || *options.run == run.index))
            if (options.method.empty() || options.method == *run.attribution.method)
                byMethod[*run.attribution.method].push_back(&run);
    if (byMethod.empty()) return fail("no-runs", "no execution of the session is known to be of a method that could be checked");
    std::map<std::size_t, Json> found;
    for (const auto& [method, list] : byMethod) {
        const auto rows = gap::auditOf(session, method, list, job);
        if (!rows) return rows.failure();
        for (const join::SessionRun* run : list)
            found[run->index] = {{"run", run->index}, {"method", method}, {"rows", Json::array()}, {"culprit", nullptr}};
        for (const gap::AuditRow& row : *rows) {
            Json& document = found[row.run];
            document["rows"].push_back(rowJson(row));
            failed = failed || row.wrong();
            if (document["culprit"].is_null()) document["culprit"] = culpritJson(gap::culpritOf(row));
        }
    }
    Json document = beginDocument("check", session);
    document["runs"] = Json::array();
    for (auto& [index, run] : found) document["runs"].push_back(std::move(run));
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
