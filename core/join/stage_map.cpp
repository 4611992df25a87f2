#include "join/stage_map.h"

#include <algorithm>

#include <map>

#include "base/text.h"
#include "exported/metadata.h"
#include "join/delegate_bodies.h"
#include "join/links.h"
#include "modules/operator_family.h"

namespace etscope::join {
namespace {

constexpr std::string_view kDelegate = "delegate:";

/// "debug handle 12", "debug handles 12, 13 and 4 more".
std::string handlesText(const std::vector<std::int64_t>& handles) {
    constexpr std::size_t kShown = 3;
    std::string text = handles.size() == 1 ? "debug handle " : "debug handles ";
    for (std::size_t i = 0; i < std::min(kShown, handles.size()); ++i) text += (i > 0 ? ", " : "") + std::to_string(handles[i]);
    if (handles.size() > kShown) text += " and " + std::to_string(handles.size() - kShown) + " more";
    return text;
}

Counterparts insideDelegate(const NodeLinks& links, std::int64_t delegate) {
    Counterparts found;
    for (const DelegateNode& node : links.delegateNodes)
        if (node.delegate == delegate) found.nodes.push_back(node.node);
    if (!found.nodes.empty())
        found.evidence = "ids that the backend gave its nodes";
    else if (std::ranges::find(links.delegates, delegate) != links.delegates.end())
        found.evidence = "delegate " + std::to_string(delegate) + " runs it; the backend gave no ids that tell which of its nodes";
    return found;
}

/// From one stage of a method to another.
Counterparts linked(const MethodLinks& links, const NodeHome& home, const std::string& stage) {
    if (home.stage == stage) return {{home.node}, "the same node"};
    const NodeLinks of = links.of(home.stage, home.node);
    Counterparts found;
    if (stage == "exported") {
        found.nodes = of.exported;
    } else if (stage == "edge") {
        found.nodes = of.edge;
    } else if (stage == "program") {
        for (const std::int64_t instruction : of.instructions) found.nodes.push_back("0/" + std::to_string(instruction));
    } else if (stage.starts_with(kDelegate)) {
        const std::string_view number = std::string_view(stage).substr(kDelegate.size());
        found = insideDelegate(of, parseInt(number.substr(0, number.find('/'))).value_or(-1));
    }
    if (!found.evidence.empty()) return found;
    if (found.nodes.empty())
        found.evidence = "nothing recorded links it to stage " + stage;
    else
        found.evidence = of.debugHandles.empty() ? "the instruction that calls its delegate" : handlesText(of.debugHandles);
    return found;
}

bool has(const SessionStage& place, const std::string& stage) {
    const session::Method* method = place.session->method(place.method);
    const bool listed = method != nullptr && std::ranges::find(method->stages, stage) != method->stages.end();
    return listed || (place.stage == stage);
}

}  // namespace

/// Where a module has equally many nodes of an operator on both sides, they are each other's, in order.
void StageMap::pairByModule(const graph::GraphModel& left, const graph::GraphModel& right) {
    using Groups = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;
    const auto groupsOf = [](const graph::GraphModel& model) {
        Groups groups;
        for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
            const graph::Node& node = model.node(graph::NodeId(i));
            const auto stack = exported::moduleStack(model, node);
            groups[{stack.empty() ? std::string() : stack.back().path, modules::operatorWord(model.text(node.target))}].push_back(
                repairedUtf8(model.nodePath(graph::NodeId(i))));
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
        auto links = join::links(*side->place.session, side->place.method, job);
        if (!links) return links.failure();
        side->links = std::move(*links);
    }
    if (map->m_same) {
        const auto isTorch = [](const std::string& stage) { return stage == "exported" || stage == "edge"; };
        const std::string &mine = map->m_left.place.stage, &its = map->m_right.place.stage;
        if (mine != its && isTorch(mine) && isTorch(its)) {
            const auto one = map->m_left.place.session->graph(map->m_left.place.method, mine, job);
            const auto two = map->m_left.place.session->graph(map->m_left.place.method, its, job);
            if (one && two) map->pairByModule(**one, **two);
        }
        return std::shared_ptr<const StageMap>(std::move(map));
    }
    for (const std::string& stage : {map->m_right.place.stage, map->m_left.place.stage})
        if (map->m_meeting.empty() && has(map->m_left.place, stage) && has(map->m_right.place, stage)) map->m_meeting = stage;
    if (map->m_meeting.empty()) return std::shared_ptr<const StageMap>(std::move(map));
    for (Side* side : {&map->m_left, &map->m_right}) {
        auto graph = side->place.session->graph(side->place.method, map->m_meeting, job);
        if (!graph) return graph.failure();
        side->meeting = std::move(*graph);
    }
    auto match = modules::matchGraphs(*map->m_left.meeting, *map->m_right.meeting, job);
    if (!match) return match.failure();
    map->m_match = std::move(*match);
    return std::shared_ptr<const StageMap>(std::move(map));
}

/// Of the stage that both sides have.
Counterparts StageMap::matched(const Side& from, const Side& to, const std::string& node) const {
    const graph::NodeId id = from.meeting->findNode(node);
    const auto& pairs = &from == &m_left ? m_match.rightOf : m_match.leftOf;
    const graph::NodeId other = id.valid() ? pairs[id.index()] : graph::NodeId();
    if (!other.valid()) return {{}, "no node on the other side has its place in stage " + m_meeting};
    const bool named = from.meeting->text(from.meeting->node(id).id) == to.meeting->text(to.meeting->node(other).id);
    return {{repairedUtf8(to.meeting->nodePath(other))}, named ? "same name and place in the graph" : "same place in the graph"};
}

Counterparts StageMap::across(const Side& from, const Side& to, const std::string& node) const {
    const NodeHome home = homeOf(from.place.stage, node);
    if (m_same) {
        Counterparts found = linked(*from.links, home, to.place.stage);
        const auto& pairs = &from == &m_left ? m_rightByModule : m_leftByModule;
        if (const auto hit = pairs.find(home.node); found.nodes.empty() && hit != pairs.end())
            return {{hit->second}, "inferred: the same operator in the same order of its module; no handle was recorded"};
        return found;
    }
    if (m_meeting.empty()) return {{}, "the two sides have no stage in common"};
    const Counterparts near = linked(*from.links, home, m_meeting);
    if (near.nodes.empty()) return near;
    Counterparts found;
    std::string why, lost;
    std::size_t there = 0;
    for (const std::string& one : near.nodes) {
        const Counterparts far = matched(from, to, one);
        if (far.nodes.empty()) lost = far.evidence;
        for (const std::string& other : far.nodes) {
            Counterparts reached = linked(*to.links, {m_meeting, other}, to.place.stage);
            (reached.nodes.empty() ? lost : why) = reached.nodes.empty() ? reached.evidence : far.evidence;
            there += reached.nodes.empty() ? 0U : 1U;
            for (std::string& path : reached.nodes)
                if (std::ranges::find(found.nodes, path) == found.nodes.end()) found.nodes.push_back(std::move(path));
        }
    }
    found.evidence = there == 0 ? lost : why;
    if (home.stage != m_meeting) found.evidence = near.evidence + ", then " + found.evidence;
    if (there > 0 && there < near.nodes.size())
        found.evidence += " (" + std::to_string(there) + " of " + std::to_string(near.nodes.size()) + ")";
    return found;
}

}  // namespace etscope::join
