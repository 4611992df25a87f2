#include "report/time_difference_json.h"

#include "compare/run_cases.h"
#include "join/links.h"
#include "profile/compared_runs.h"
#include "report/json_values.h"

namespace etscope::report {
namespace {

using profile::TimeDifference;

/// Edge nodes of an instruction, by name.
Json nodesJson(const session::Session& session, const TimeDifference& row, const JobContext& job) {
    Json nodes = Json::array();
    if (!row.instruction || row.left.count == 0 || row.method.empty()) return nodes;
    const auto links = join::links({session, row.method}, job);
    if (!links) return nodes;
    nodes = (*links)->graphs().paths((*links)->ofInstruction(*row.instruction).edge);
    return nodes;
}

Json rowJson(const TimeDifference& row, Json nodes, std::optional<double> ticksPerSecond) {
    const auto& medians = row.medians;
    const auto within = medians ? medians->withinNoise() : std::nullopt;
    Json json{{"method", row.method.empty() ? Json(nullptr) : Json(row.method)},
              {"level", profile::timeLevelName(row.level)},
              {"instruction", row.instruction ? Json(*row.instruction) : Json(nullptr)},
              {"right_instruction", row.rightInstruction ? Json(*row.rightInstruction) : Json(nullptr)},
              {"name", row.name},
              {"delegate_debug_id", row.delegateId.empty() ? Json(nullptr) : Json(row.delegateId)},
              {"nodes", std::move(nodes)},
              {"left_count", row.left.count},
              {"right_count", row.right.count},
              {"left_p50", row.left.count > 0 ? number(row.left.p50) : Json(nullptr)},
              {"right_p50", row.right.count > 0 ? number(row.right.p50) : Json(nullptr)},
              {"difference", medians ? number(medians->difference()) : Json(nullptr)},
              {"interval", medians && medians->low ? Json{orNull(medians->low), orNull(medians->high)} : Json(nullptr)},
              {"within_noise", within ? Json(*within) : Json(nullptr)}};
    if (ticksPerSecond && medians) json["difference_ms"] = number(medians->difference() / *ticksPerSecond * 1e3);
    return json;
}

/// What each run of a side took.
void addRuns(Json& list, const char* side, const std::vector<join::SessionRun>& runs, const Selection& selection) {
    for (const join::SessionRun& run : runs) {
        if (!selection.method.empty() && run.attribution.method != selection.method) continue;
        const profile::RunTotal total = profile::totalOf(run);
        if (!total.execute && !total.instructions) continue;
        list.push_back({{"side", side},
                        {"run", run.index},
                        {"method", run.attribution.method ? Json(*run.attribution.method) : Json(nullptr)},
                        {"execute", total.execute ? number(*total.execute) : Json(nullptr)},
                        {"instructions", total.instructions ? number(*total.instructions) : Json(nullptr)}});
    }
}

}  // namespace

Result<Json> againstJson(const session::Session& left, const session::Session& right, const Selection& selection,
                         std::optional<double> ticksPerSecond, const JobContext& job) {
    const auto before = compare::runs(left, job), after = compare::runs(right, job);
    if (!before) return before.failure();
    if (!after) return after.failure();
    const auto rows = profile::comparedTimes(left, **before, right, **after, job);
    if (!rows) return rows.failure();
    Json list = Json::array();
    for (const TimeDifference& row : *rows)
        if (selection.method.empty() || row.method == selection.method)
            list.push_back(rowJson(row, nodesJson(left, row, job), ticksPerSecond));
    Json totals = Json::array();
    addRuns(totals, "left", **before, selection);
    addRuns(totals, "right", **after, selection);
    return Json{{"files", beginDocument("events", right)["files"]}, {"runs", std::move(totals)}, {"rows", std::move(list)}};
}

}  // namespace etscope::report
