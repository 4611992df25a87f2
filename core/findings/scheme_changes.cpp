#include "findings/scheme_changes.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "base/enum_table.h"

namespace etscope::findings {
namespace {

/// The rows of one method, as they are joined.
class SchemeJoiner {
public:
    SchemeJoiner(const MethodSchemes& before, const MethodSchemes& after)
        : m_before(before), m_after(after), m_of(before.rows.size()), m_taken(after.rows.size(), false) {}

    std::vector<SchemeChange> join(const std::string& method, const compare::StageDiff* stage) {
        byPath();
        if (stage != nullptr) byNode(*stage);
        byOrder();
        std::vector<SchemeChange> rows;
        for (std::size_t i = 0; i < m_of.size(); ++i) {
            SchemeChange& row = rows.emplace_back(SchemeChange{method, m_before.rows[i], {}, {}});
            if (m_of[i]) row.after = m_after.rows[m_of[i]->first], row.join = m_of[i]->second;
        }
        for (std::size_t i = 0; i < m_taken.size(); ++i)
            if (!m_taken[i]) rows.push_back({method, {}, m_after.rows[i], {}});
        return rows;
    }

private:
    void pair(std::size_t before, std::size_t after, SchemeJoin by) {
        m_of[before] = {after, by};
        m_taken[after] = true;
    }

    void byPath() {
        std::unordered_map<std::string_view, std::size_t> paths;
        for (std::size_t i = 0; i < m_after.rows.size(); ++i)
            if (!m_after.rows[i].module.empty()) paths.try_emplace(m_after.rows[i].module, i);
        for (std::size_t i = 0; i < m_of.size(); ++i)
            if (const auto hit = paths.find(m_before.rows[i].module); hit != paths.end()) pair(i, hit->second, SchemeJoin::Path);
    }

    void byNode(const compare::StageDiff& stage) {
        if (stage.left == nullptr || stage.right == nullptr || m_before.stage != stage.stage || m_after.stage != stage.stage)
            return;
        std::map<graph::NodeId, std::size_t> readers;
        for (std::size_t i = 0; i < m_after.rows.size(); ++i)
            if (!m_taken[i] && m_after.rows[i].reader.stage == stage.stage) readers.try_emplace(m_after.rows[i].reader.node, i);
        for (std::size_t i = 0; i < m_of.size(); ++i) {
            const graph::NodeId node = m_before.rows[i].reader.node;
            if (m_of[i] || m_before.rows[i].reader.stage != stage.stage || node.index() >= stage.match.rightOf.size()) continue;
            const auto hit = readers.find(stage.match.rightOf[node.index()]);
            if (hit != readers.end() && !m_taken[hit->second]) pair(i, hit->second, SchemeJoin::Node);
        }
    }

    /// Those that are left over and alike in kind and size, where both sides have as many of them.
    void byOrder() {
        using Key = std::tuple<std::string_view, std::uint64_t>;
        std::map<Key, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> alike;
        for (std::size_t i = 0; i < m_of.size(); ++i)
            if (!m_of[i]) alike[{m_before.rows[i].kind, m_before.rows[i].elements}].first.push_back(i);
        for (std::size_t i = 0; i < m_taken.size(); ++i)
            if (!m_taken[i]) alike[{m_after.rows[i].kind, m_after.rows[i].elements}].second.push_back(i);
        for (const auto& [key, sides] : alike)
            if (sides.first.size() == sides.second.size())
                for (std::size_t i = 0; i < sides.first.size(); ++i) pair(sides.first[i], sides.second[i], SchemeJoin::Order);
    }

    const MethodSchemes &m_before, &m_after;
    std::vector<std::optional<std::pair<std::size_t, SchemeJoin>>> m_of;  ///< by row before
    std::vector<bool> m_taken;                                            ///< by row after
};

}  // namespace

std::string_view schemeJoinName(SchemeJoin join) noexcept {
    static constexpr EnumTable<SchemeJoin::Order> kNames({"path", "node", "order"});
    return kNames[join];
}

std::string SchemeChange::name() const {
    for (const auto* side : {&after, &before})
        if (*side && !(*side)->module.empty()) return (*side)->module;
    const ModuleScheme& one = after ? *after : *before;
    return one.reader.stage.text() + "/" + one.node;
}

Result<SchemeChanges> schemeChanges(const session::Session& before, const session::Session& after, const compare::SessionDiff& diff,
                                    const std::string& method, const JobContext& job) {
    SchemeChanges made;
    for (const session::Method& one : before.methods()) {
        if (after.method(one.name) == nullptr || (!method.empty() && one.name != method)) continue;
        const auto was = moduleSchemes({before, one.name}, job);
        if (!was) return was.failure();
        const auto is = moduleSchemes({after, one.name}, job);
        if (!is) return is.failure();
        const auto stage = std::ranges::find_if(
            diff.stages, [&](const compare::StageDiff& each) { return each.method == one.name && each.stage == was->stage; });
        auto rows = SchemeJoiner(*was, *is).join(one.name, stage == diff.stages.end() ? nullptr : &*stage);
        // Another kind of file, or one that cannot be read in part, need not tell the modules that are missing.
        const bool open = !was->untold.empty() || !is->untold.empty() || was->stage != is->stage;
        for (SchemeChange& row : rows) row.open = open && (!row.before || !row.after);
        std::ranges::move(rows, std::back_inserter(made.rows));
        for (const Sentence& why : was->untold) made.untold.push_back({one.name, false, why});
        for (const Sentence& why : is->untold) made.untold.push_back({one.name, true, why});
    }
    return made;
}

}  // namespace etscope::findings
