#include "report/time_difference_json.h"

#include <map>

#include "base/text.h"
#include "compare/run_cases.h"
#include "join/links.h"
#include "join/stage_map.h"
#include "profile/time_difference.h"

namespace etscope::report {
namespace {

using profile::TimeDifference;

/// Instructions of two sessions: of one program they are the same, of two the stage map tells.
class Instructions {
public:
    Instructions(const session::Session& left, const session::Session& right, const JobContext& job)
        : m_left(left.shared_from_this()), m_right(right.shared_from_this()), m_job(job) {}

    std::optional<std::int64_t> onTheRight(const std::string& method, std::int64_t instruction) {
        const join::StageMap* map = mapOf(method);
        if (map == nullptr) return instruction;
        const auto there = map->rightOf("0/" + std::to_string(instruction)).nodes;
        const bool one = there.size() == 1 && there.front().starts_with("0/");
        return one ? parseInt(std::string_view(there.front()).substr(2)) : std::nullopt;
    }

private:
    /// Null where both sides read one program, or one of them has none.
    const join::StageMap* mapOf(const std::string& method) {
        const auto [at, fresh] = m_maps.try_emplace(method);
        const bool both = m_left->plan(method) != nullptr && m_right->plan(method) != nullptr;
        if (!fresh || !both || m_left->programFile()->path == m_right->programFile()->path) return at->second.get();
        const graph::StageId stage = graph::StageId::program();
        if (auto map = join::StageMap::make({m_left, method, stage}, {m_right, method, stage}, m_job)) at->second = *map;
        return at->second.get();
    }

    std::shared_ptr<const session::Session> m_left, m_right;
    const JobContext& m_job;
    std::map<std::string, std::shared_ptr<const join::StageMap>> m_maps;
};

/// Edge nodes of an instruction, by name.
Json nodesJson(const session::Session& session, const TimeDifference& row, const JobContext& job) {
    Json nodes = Json::array();
    if (!row.instruction || row.leftCount == 0 || row.method.empty()) return nodes;
    const auto links = join::links(session, row.method, job);
    if (!links) return nodes;
    nodes = (*links)->graphs().paths((*links)->ofInstruction(*row.instruction).edge);
    return nodes;
}

Json orNull(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

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
              {"left_count", row.leftCount},
              {"right_count", row.rightCount},
              {"left_p50", row.leftCount > 0 ? number(row.leftMedian) : Json(nullptr)},
              {"right_p50", row.rightCount > 0 ? number(row.rightMedian) : Json(nullptr)},
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
    Instructions instructions(left, right, job);
    const auto rows = profile::timeDifferences(
        **before, **after, [&](const std::string& method, std::int64_t one) { return instructions.onTheRight(method, one); }, job);
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
