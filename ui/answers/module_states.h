// How the modules and operators of a stage stand by what is known of their method's numeric gap: Outline, graph and Inspector show
// the same. Any thread.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "join/stage_graph.h"
#include "workspace/entity_state.h"

namespace etscope::ui {

/// Green only where every call that runs a part of the module was judged, and all are right on what they read and do not diverge;
/// red only where one is at fault. What is right on what it read and diverges all the same inherits its error.
class ModuleStates {
public:
    /// Nothing where nothing is known of its calls.
    EntityState of(const std::string& path) const;
    /// The worst of them; a tick is of all of them.
    EntityState ofAll(std::span<const std::string> paths) const;
    /// What a state of a module says of its calls; empty where nothing is known.
    static QString sentence(const EntityState& state);
    /// Of operators: Differ where one of them is at fault, else Inherited where one carries an error on, else None.
    Mark ofNodes(std::span<const graph::NodeId> nodes) const;
    /// What such a mark says.
    static QString sentenceOfNodes(Mark mark);
    /// In the order of execution, of what one call did the first.
    const std::vector<graph::NodeId>& atFault() const& { return m_atFault; }
    const std::vector<graph::NodeId>& atFault() const&& = delete;
    bool empty() const { return m_marks.empty(); }

private:
    friend class ModuleJudge;
    std::map<std::string, Mark> m_marks;
    std::vector<Mark> m_ofNode;  ///< by id
    std::vector<graph::NodeId> m_atFault;
};
using ModuleStatesPtr = std::shared_ptr<const ModuleStates>;

/// Never null; without known calls the graph is not read. Errors: those of join::graphIndex(), `cancelled`.
Result<ModuleStatesPtr> moduleStates(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);

}  // namespace etscope::ui
