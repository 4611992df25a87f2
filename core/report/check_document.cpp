// The `check` document: every instruction of the runs against its operator, on what it read.
#include <map>
#include <set>

#include "causes/run_culprits.h"
#include "compare/run_cases.h"
#include "replay/executed.h"
#include "report/audit_json.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

Json rowJson(const replay::AuditRow& row) {
    const evaluate::Judgement* judgement = row.judgement();
    Json introduced = nullptr;
    if (judgement != nullptr)
        introduced = number(judgement->norm > 0 ? judgement->difference / judgement->norm : judgement->difference);
    return object(F("instruction", row.instruction), F("execution", row.execution), F("operator", row.op),
                  F("delegate", orNull(row.delegate)), F("introduced", std::move(introduced)),
                  F("max_abs", judgement != nullptr ? number(judgement->maxAbs) : Json(nullptr)),
                  F("mismatched", judgement != nullptr ? Json(judgement->mismatched) : Json(nullptr)),
                  F("envelope", envelopeJson(judgement)), F("verdict", verdictWord(row)),
                  F("accumulator", accumulatorJson(judgement)), F("reason", textOrNull(row.reason.text())));
}

/// All runs of the method are audited, since state goes from one to the next; what was asked for is told.
Result<void> addMethod(const session::MethodView& method, const CheckOptions& options, std::map<std::size_t, Json>& found,
                       bool& failed, const JobContext& job) {
    const auto runs = replay::executionsOf(method, job);
    if (!runs) return runs.failure();
    std::vector<const join::SessionRun*> list;
    for (const join::SessionRun& run : *runs) list.push_back(&run);
    const std::set<std::size_t> only = options.run ? std::set{*options.run} : std::set<std::size_t>();
    const auto rows = replay::audit(method, list, {.only = only}, job);
    if (!rows) return rows.failure();
    const auto culprits = causes::culpritsOf(method, list, *rows, job, only);
    if (!culprits) return culprits.failure();
    for (const causes::RunCulprits& one : *culprits) {
        if (options.run && *options.run != one.run) continue;
        failed = failed || causes::anyStopped(one.culprits);
        Json all = listOf(one.culprits, culpritJson);
        Json first = all.empty() ? Json(nullptr) : all.front();
        found[one.run] = object(F("run", one.run), F("method", method.name), F("rows", Json::array()),
                                F("culprit", std::move(first)), F("culprits", std::move(all)));
    }
    for (const replay::AuditRow& row : *rows) {
        const auto document = found.find(row.run);
        if (document == found.end()) continue;
        document->second["rows"].push_back(rowJson(row));
        failed = failed || row.wrong();
    }
    return {};
}

}  // namespace

Result<Json> checkDocument(const session::Session& session, const CheckOptions& options, bool& failed, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    std::set<std::string> methods;
    for (const join::SessionRun& run : **runs)
        if (run.attribution.method && (!options.run || *options.run == run.index) &&
            (options.method.empty() || options.method == *run.attribution.method))
            methods.insert(*run.attribution.method);
    std::map<std::size_t, Json> found;
    for (const std::string& method : methods)
        if (const auto done = addMethod({session, method}, options, found, failed, job); !done) return done.failure();
    if (found.empty()) return fail("no-runs", "no execution of the session is known to be of a method that could be checked");
    return documentOf("check", session, F("runs", listOf(found, [](auto& run) { return run.second; })));
}

}  // namespace etscope::report
