#include "profile/compared_runs.h"

#include <map>

#include "base/number_text.h"
#include "join/stage_map.h"

namespace etscope::profile {
namespace {

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

}  // namespace

Result<std::shared_ptr<const session::Session>> openAgainst(const session::Session& own, const std::vector<std::string>& files,
                                                            const JobContext& job) {
    auto alone = session::Session::open(files, {}, job);
    if (!alone || (*alone)->programFile() != nullptr || (*alone)->recordFile() != nullptr) return alone;
    std::vector<std::string> all = files;
    for (const session::SessionFile* file : {own.programFile(), own.recordFile()})
        if (file != nullptr) all.push_back(file->path);
    return session::Session::open(all, {}, job);
}

Result<std::vector<TimeDifference>> comparedTimes(const session::Session& left, std::span<const join::SessionRun> leftRuns,
                                                  const session::Session& right, std::span<const join::SessionRun> rightRuns,
                                                  const JobContext& job) {
    Instructions instructions(left, right, job);
    return timeDifferences(
        leftRuns, rightRuns,
        [&](const std::string& method, std::int64_t instruction) { return instructions.onTheRight(method, instruction); }, job);
}

}  // namespace etscope::profile
