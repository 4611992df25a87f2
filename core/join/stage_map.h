// StageMap: which nodes of one stage are which of another: two stages of a method, two methods, two exports. Made once; a look-up
// costs what it finds. Immutable; any thread. Rules: docs/FORMATS.md "Joining" and "Difference of two exports".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "join/links.h"
#include "modules/match.h"
#include "session/session.h"

namespace etscope::join {

/// A stage of a method of a session.
struct SessionStage {
    std::shared_ptr<const session::Session> session;
    std::string method;
    graph::StageId stage;
    friend bool operator==(const SessionStage&, const SessionStage&) = default;
};

/// The nodes that one node is on the other side: none, one or several.
struct Counterparts {
    std::vector<std::string> nodes;  ///< paths, in graph order
    std::string evidence;            ///< what says so, or why there are none
};

class StageMap {
public:
    /// Stages of one method are mapped by debug handles, instructions and ids inside delegates; exported and edge nodes without
    /// handles by module, operator and order; of two methods or exports a stage that
    /// both have is matched by structure, and the way there by handles. Errors: `cancelled`, and those of Session::graph.
    static Result<std::shared_ptr<const StageMap>> make(SessionStage left, SessionStage right, const JobContext& job);

    /// `node`: a path of the left stage, also one inside a delegate that is shown in its place.
    Counterparts rightOf(const std::string& node) const { return across(m_left, m_right, node); }
    Counterparts leftOf(const std::string& node) const { return across(m_right, m_left, node); }

private:
    struct Side {
        SessionStage place;
        std::shared_ptr<const MethodLinks> links;
        std::shared_ptr<const graph::GraphModel> meeting;  ///< the graph that is matched with that of the other side
    };
    /// The same while they are nodes of known stages.
    struct Found {
        std::vector<graph::NodeRef> nodes;
        std::string evidence;
    };
    static Found linked(const Side& side, const graph::NodeRef& node, const graph::StageId& stage);
    Counterparts across(const Side& from, const Side& to, const std::string& node) const;
    Found within(const Side& from, const Side& to, const graph::NodeRef& node) const;
    Found between(const Side& from, const Side& to, const graph::NodeRef& node) const;
    void pairByModule(const graph::GraphModel& left, const graph::GraphModel& right);
    Found matched(const Side& from, const Side& to, graph::NodeId node) const;

    Side m_left, m_right;
    bool m_same = false;                      ///< one method of one session: nothing is matched
    std::optional<graph::StageId> m_meeting;  ///< the stage that is matched
    modules::GraphMatch m_match;
    std::unordered_map<graph::NodeId, graph::NodeId> m_rightByModule, m_leftByModule;
};

}  // namespace etscope::join
