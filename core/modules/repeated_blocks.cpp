#include "modules/repeated_blocks.h"

#include <algorithm>
#include <map>
#include <optional>

#include "modules/graph_index.h"
#include "modules/operator_family.h"

namespace etscope::modules {
namespace {

constexpr std::uint32_t kOutside = 0xFFFF'FFFF;

/// Blocks that differ in more than a fifth of their operators are other blocks.
constexpr std::size_t kNearlyAll = 5;
/// Operators that a text lists.
constexpr std::size_t kListed = 3;

/// "layers." of "layers.12", "" of "3"; nothing when there is no number at the end.
std::optional<std::string_view> stemOf(std::string_view name) {
    const auto end = name.find_last_not_of("0123456789");
    if (end + 1 == name.size()) return std::nullopt;
    return name.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

/// "layers.1 … 23"
std::string rangeText(const std::string& first, const std::string& last) {
    return first + " … " + last.substr(stemOf(first)->size());
}

}  // namespace

class BlockFinder {
public:
    BlockFinder(RepeatedBlocks& out, const graph::GraphModel& model, const graph::DataFlow& flow, const Hierarchy& hierarchy)
        : m_out(out),
          m_model(model),
          m_flow(flow),
          m_hierarchy(hierarchy),
          m_block(model.nodeCount(), kOutside),
          m_after(model.nodeCount(), 0) {}

    void find() {
        for (std::uint32_t i = 0; i < m_hierarchy.size(); ++i) {
            findRuns(m_hierarchy.module(ModuleId(i)).children);
            findNear(m_hierarchy.module(ModuleId(i)).children);
        }
    }

private:
    void findRuns(const std::vector<ModuleId>& children);
    void addRun(ModuleId leader, std::span<const ModuleId> rest);
    void cutRun(std::span<const ModuleId> blocks);
    void findNear(const std::vector<ModuleId>& children);
    std::string difference(ModuleId usual, ModuleId module) const;
    std::string firstOtherType(std::span<const graph::NodeId> usual, std::span<const graph::NodeId> nodes) const;

    RepeatedBlocks& m_out;
    const graph::GraphModel& m_model;
    const graph::DataFlow& m_flow;
    const Hierarchy& m_hierarchy;
    std::vector<std::uint32_t> m_block;  ///< per node: number of its block in the run at hand, or kOutside
    std::vector<std::uint32_t> m_after;  ///< per node: 1 + the leader by whose rest it is fed; 0: none
};

void BlockFinder::findRuns(const std::vector<ModuleId>& children) {
    for (std::size_t first = 0; first < children.size();) {
        const auto stem = stemOf(m_hierarchy.module(children[first]).name);
        std::size_t end = first + 1;
        while (stem && end < children.size() && m_hierarchy.alike(children[first], children[end]) &&
               stemOf(m_hierarchy.module(children[end]).name) == stem &&
               m_hierarchy.module(children[end]).graph == m_hierarchy.module(children[first]).graph)
            ++end;
        if (end - first > 2) cutRun(std::span(children).subspan(first, end - first));
        first = end;
    }
}

void BlockFinder::addRun(ModuleId leader, std::span<const ModuleId> rest) {
    if (rest.size() < 2) return;
    m_out.m_runs[leader] = {{static_cast<std::uint32_t>(m_out.m_modules.size()), static_cast<std::uint32_t>(rest.size())},
                            rangeText(m_hierarchy.module(rest.front()).name, m_hierarchy.module(rest.back()).name)};
    for (const ModuleId module : rest) {
        m_out.m_modules.push_back(module);
        m_out.m_leader[module] = leader;
    }
}

/// Equal blocks in order, cut where a block takes what outside work made of an earlier one: there the next leader stands. Blocks
/// run one after the other, so that one pass is enough; where they do not, a cut more does no harm.
void BlockFinder::cutRun(std::span<const ModuleId> blocks) {
    const graph::GraphId graph = m_hierarchy.module(blocks.front()).graph;
    const std::vector<graph::NodeId>& order = m_model.graph(graph).nodes;
    std::uint32_t from = kOutside, to = 0;
    for (std::uint32_t block = 0; block < blocks.size(); ++block)
        for (const graph::NodeId node : m_hierarchy.nodesBelow(blocks[block])) {
            if (m_model.node(node).graph != graph) continue;  // of a nested graph
            m_block[node.index()] = block;
            from = std::min(from, m_flow.position(node));
            to = std::max(to, m_flow.position(node) + 1);
        }
    std::uint32_t leader = 0;
    for (std::uint32_t at = from; at < to; ++at) {
        const std::uint32_t node = order[at].index(), block = m_block[node];
        const bool inRest = block != kOutside && block > leader;
        for (const graph::ValueId value : m_flow.inputs(order[at])) {
            const graph::NodeId producer = m_model.value(value).producer;
            if (!producer.valid()) continue;
            const std::uint32_t its = m_block[producer.index()];
            const bool after = m_after[producer.index()] == leader + 1;
            if (inRest && after) {
                addRun(blocks[leader], blocks.subspan(leader + 1, block - leader - 1));
                leader = block;
                break;
            }
            if (!inRest && (after || (its != kOutside && its > leader))) m_after[node] = leader + 1;
        }
    }
    addRun(blocks[leader], blocks.subspan(leader + 1));
    for (std::uint32_t at = from; at < to; ++at) m_block[order[at].index()] = kOutside, m_after[order[at].index()] = 0;
}

/// Numbered siblings of one class of which most are equal: what is other about the others.
void BlockFinder::findNear(const std::vector<ModuleId>& children) {
    std::map<std::pair<std::string_view, std::string_view>, std::vector<ModuleId>> kinds;
    for (const ModuleId child : children) {
        const Module& module = m_hierarchy.module(child);
        const auto stem = stemOf(module.name);
        if (module.kind == ModuleKind::Module && module.parts == 1 && stem) kinds[{module.type, *stem}].push_back(child);
    }
    for (const auto& [kind, members] : kinds) {
        const auto equals = [this](ModuleId id) { return m_hierarchy.repeats(id).size(); };
        const ModuleId usual = *std::ranges::max_element(members, {}, equals);
        for (const ModuleId member : members)
            if (member != usual && !m_hierarchy.alike(member, usual))
                if (std::string text = difference(usual, member); !text.empty())
                    m_out.m_near[member] = Sentence::of("almost like %1: %2", m_hierarchy.module(usual).name, text);
    }
}

/// "+1 aten.cat, −2 aten.slice"; else the first result of another type; empty when the two have little in common.
std::string BlockFinder::difference(ModuleId usual, ModuleId module) const {
    const auto mine = m_hierarchy.nodesBelow(module), its = m_hierarchy.nodesBelow(usual);
    std::map<graph::StringId, std::int64_t> more;
    for (const graph::NodeId node : mine) ++more[m_model.node(node).target];
    for (const graph::NodeId node : its) --more[m_model.node(node).target];
    std::erase_if(more, [](const auto& entry) { return entry.second == 0; });
    std::string text;
    std::size_t changed = 0, listed = 0;
    for (const auto& [target, count] : more) {
        changed += static_cast<std::size_t>(std::abs(count));
        if (listed++ < kListed)
            text += (text.empty() ? "" : ", ") + std::string(count > 0 ? "+" : "−") + std::to_string(std::abs(count)) + " " +
                    describeOperator(m_model.text(target)).title;
    }
    if (changed * kNearlyAll > std::max(mine.size(), its.size())) return {};
    if (listed > kListed) text += " and " + std::to_string(listed - kListed) + " more";
    if (!more.empty()) return text;
    text = firstOtherType(its, mine);
    return text.empty() ? "wired differently" : text;
}

std::string BlockFinder::firstOtherType(std::span<const graph::NodeId> usual, std::span<const graph::NodeId> nodes) const {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto left = m_flow.results(usual[i]), right = m_flow.results(nodes[i]);
        for (std::size_t r = 0; r < std::min(left.size(), right.size()); ++r)
            if (const std::string here = valueText(m_model, right[r]), there = valueText(m_model, left[r]); here != there)
                return std::string(m_model.text(m_model.node(nodes[i]).id)) + " makes " + here + ", not " + there;
    }
    return {};
}

RepeatedBlocks::RepeatedBlocks(const graph::GraphModel& model, const graph::DataFlow& flow, const Hierarchy& hierarchy) {
    BlockFinder(*this, model, flow, hierarchy).find();
}

std::span<const ModuleId> RepeatedBlocks::restOf(ModuleId leader) const& noexcept {
    const auto hit = m_runs.find(leader);
    if (hit == m_runs.end()) return {};
    return std::span(m_modules).subspan(hit->second.rest.first, hit->second.rest.count);
}

ModuleId RepeatedBlocks::leaderOf(ModuleId module) const noexcept {
    const auto hit = m_leader.find(module);
    return hit == m_leader.end() ? ModuleId() : hit->second;
}

const std::string& RepeatedBlocks::restText(ModuleId leader) const& noexcept {
    static const std::string kNone;
    const auto hit = m_runs.find(leader);
    return hit == m_runs.end() ? kNone : hit->second.text;
}

const Sentence& RepeatedBlocks::nearText(ModuleId module) const& noexcept {
    static const Sentence kNone;
    const auto hit = m_near.find(module);
    return hit == m_near.end() ? kNone : hit->second;
}

}  // namespace etscope::modules
