#include "join/stage_map.h"

#include <algorithm>
#include <map>

#include "base/lists.h"
#include "exported/metadata.h"
#include "join/delegate_bodies.h"
#include "modules/operator_family.h"

namespace etscope::join {
namespace {

using graph::NodeId;
using graph::NodeRef;
using graph::StageId;
using Kind = StageId::Kind;

/// "debug handle 12", "debug handles 12, 13 and 4 more".
std::string handlesText(const std::vector<std::int64_t>& handles) {
    constexpr std::size_t kShown = 3;
    return (handles.size() == 1 ? "debug handle " : "debug handles ") + firstOf(handles, kShown).text();
}

/// What says that a node is the one it was linked to, or why none is.
std::string insideEvidence(const NodeLinks& links, const StageId& payload, InsideBy by, bool found) {
    if (found)
        return by == InsideBy::Handles ? "debug handles that the delegate's nodes carry" : "ids that the backend gave its nodes";
    if (std::ranges::find(links.delegates, std::int64_t{payload.index()}) == links.delegates.end()) return {};
    const std::string runs = "delegate " + std::to_string(payload.index()) + " runs it; ";
    if (by == InsideBy::Nothing) return runs + "the backend gave no ids that tell which of its nodes";
    return runs + "none of its nodes names it: fused into another, or left out";
}

/// The nodes of a stage that the links name.
std::vector<NodeRef> nodesIn(const StageId& stage, const MethodLinks& all, const NodeLinks& links) {
    if (stage.is(Kind::Exported)) return links.exported;
    std::vector<NodeRef> nodes;
    for (const std::vector<NodeRef>* list : {&links.edge, &links.delegateNodes})
        std::ranges::copy_if(*list, std::back_inserter(nodes), [&](const NodeRef& node) { return node.stage == stage; });
    for (const std::int64_t instruction : links.instructions)
        if (const NodeRef node = all.nodeOf(instruction); stage.is(Kind::Program) && node.node.valid()) nodes.push_back(node);
    return nodes;
}

bool has(const SessionStage& place, const StageId& stage) {
    const session::Method* method = place.session->method(place.method);
    return (method != nullptr && method->has(stage)) || place.stage == stage;
}

std::string noneIn(const StageId& stage) { return "nothing recorded links it to stage " + stage.text(); }

}  // namespace

/// Where a module has equally many nodes of an operator on both sides, they are each other's, in order.
void StageMap::pairByModule(const graph::GraphModel& left, const graph::GraphModel& right) {
    using Groups = std::map<std::pair<std::string, std::string>, std::vector<NodeId>>;
    const auto groupsOf = [](const graph::GraphModel& model) {
        Groups groups;
        for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
            const graph::Node& node = model.node(NodeId(i));
            const auto stack = exported::moduleStack(model, node);
            groups[{stack.empty() ? std::string() : stack.back().path, modules::operatorWord(model.text(node.target))}].push_back(
                NodeId(i));
        }
        return groups;
    };
    const Groups mine = groupsOf(left), its = groupsOf(right);
    for (const auto& [key, nodes] : mine) {
        const auto hit = its.find(key);
        if (hit == its.end() || hit->second.size() != nodes.size()) continue;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            m_rightByModule.emplace(nodes[i], hit->second[i]);
            m_leftByModule.emplace(hit->second[i], nodes[i]);
        }
    }
}

Result<std::shared_ptr<const StageMap>> StageMap::make(SessionStage left, SessionStage right, const JobContext& job) {
    auto map = std::make_shared<StageMap>();
    map->m_same = left.session == right.session && left.method == right.method;
    for (auto [side, place] : {std::pair{&map->m_left, &left}, std::pair{&map->m_right, &right}}) {
        side->place = std::move(*place);
        side->place.stage = side->place.session->resolved(side->place.method, side->place.stage);
        auto links = join::links({*side->place.session, side->place.method}, job);
        if (!links) return links.failure();
        side->links = std::move(*links);
    }
    if (map->m_same) {
        const auto isTorch = [](const StageId& stage) { return stage.is(Kind::Exported) || stage.is(Kind::Edge); };
        const StageId &mine = map->m_left.place.stage, &its = map->m_right.place.stage;
        if (mine != its && isTorch(mine) && isTorch(its)) {
            const auto one = map->m_left.place.session->graph(map->m_left.place.method, mine, job);
            const auto two = map->m_left.place.session->graph(map->m_left.place.method, its, job);
            if (one && two) map->pairByModule(**one, **two);
        }
        return std::shared_ptr<const StageMap>(std::move(map));
    }
    for (const StageId& stage : {map->m_right.place.stage, map->m_left.place.stage})
        if (!map->m_meeting && has(map->m_left.place, stage) && has(map->m_right.place, stage)) map->m_meeting = stage;
    if (!map->m_meeting) return std::shared_ptr<const StageMap>(std::move(map));
    for (Side* side : {&map->m_left, &map->m_right}) {
        auto graph = side->place.session->graph(side->place.method, *map->m_meeting, job);
        if (!graph) return graph.failure();
        side->meeting = std::move(*graph);
    }
    auto match = modules::matchGraphs(*map->m_left.meeting, *map->m_right.meeting, job);
    if (!match) return match.failure();
    map->m_match = std::move(*match);
    return std::shared_ptr<const StageMap>(std::move(map));
}

/// From one stage of a method to another.
StageMap::Found StageMap::linked(const Side& side, const NodeRef& node, const StageId& stage) {
    if (node.stage == stage) return {{node}, "the same node"};
    const NodeLinks of = side.links->of(node);
    Found found{nodesIn(stage, *side.links, of), {}};
    if (stage.is(Kind::Payload))
        found.evidence = insideEvidence(of, stage, side.links->insideBy(stage.index()), !found.nodes.empty());
    if (!found.evidence.empty()) return found;
    if (found.nodes.empty())
        found.evidence = noneIn(stage);
    else
        found.evidence = of.debugHandles.empty() ? "the instruction that calls its delegate" : handlesText(of.debugHandles);
    return found;
}

/// Of the stage that both sides have.
StageMap::Found StageMap::matched(const Side& from, const Side& to, NodeId node) const {
    const NodeId other = (&from == &m_left ? m_match.rightOf : m_match.leftOf)[node.index()];
    if (!other.valid()) return {{}, "no node on the other side has its place in stage " + m_meeting->text()};
    const bool named = from.meeting->text(from.meeting->node(node).id) == to.meeting->text(to.meeting->node(other).id);
    return {{{*m_meeting, other}}, named ? "same name and place in the graph" : "same place in the graph"};
}

StageMap::Found StageMap::within(const Side& from, const Side& to, const NodeRef& node) const {
    Found found = linked(from, node, to.place.stage);
    const auto& pairs = &from == &m_left ? m_rightByModule : m_leftByModule;
    if (const auto hit = pairs.find(node.node); found.nodes.empty() && hit != pairs.end() && node.stage == from.place.stage)
        return {{{to.place.stage, hit->second}},
                "inferred: the same operator in the same order of its module; no handle was recorded"};
    return found;
}

StageMap::Found StageMap::between(const Side& from, const Side& to, const NodeRef& node) const {
    const Found near = linked(from, node, *m_meeting);
    if (near.nodes.empty()) return near;
    Found found;
    std::string why, lost;
    std::size_t there = 0;
    for (const NodeRef& one : near.nodes) {
        const Found far = matched(from, to, one.node);
        if (far.nodes.empty()) lost = far.evidence;
        for (const NodeRef& other : far.nodes) {
            const Found reached = linked(to, other, to.place.stage);
            (reached.nodes.empty() ? lost : why) = reached.nodes.empty() ? reached.evidence : far.evidence;
            there += reached.nodes.empty() ? 0U : 1U;
            for (const NodeRef& ref : reached.nodes)
                if (std::ranges::find(found.nodes, ref) == found.nodes.end()) found.nodes.push_back(ref);
        }
    }
    found.evidence = there == 0 ? lost : why;
    if (node.stage != *m_meeting) found.evidence = near.evidence + ", then " + found.evidence;
    if (there > 0 && there < near.nodes.size())
        found.evidence += " (" + std::to_string(there) + " of " + std::to_string(near.nodes.size()) + ")";
    return found;
}

Counterparts StageMap::across(const Side& from, const Side& to, const std::string& node) const {
    if (!m_same && !m_meeting) return {{}, "the two sides have no stage in common"};
    const auto ref = nodeAt({*from.place.session, from.place.method}, from.place.stage, node, {});
    if (!ref) return {{}, noneIn(m_same ? to.place.stage : *m_meeting)};
    const Found found = m_same ? within(from, to, *ref) : between(from, to, *ref);
    const auto model = to.place.session->graph(to.place.method, to.place.stage, {});
    Counterparts counterparts{{}, found.evidence};
    if (!model) return counterparts;
    for (const NodeRef& one : found.nodes) counterparts.nodes.push_back((*model)->nodePath(one.node));
    return counterparts;
}

}  // namespace etscope::join
