// How the modules of a stage stand by what is known of their method's numeric gap: Outline, graph and Inspector show the same. Any
// thread.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>

#include "frame/entity_state.h"
#include "join/graph_index.h"

namespace etscope::ui {

/// Green only where every call that runs a part of the module was judged, and all are right on what they read and do not diverge.
class ModuleStates {
public:
    /// Nothing where nothing is known of its calls.
    EntityState of(const std::string& path) const;
    /// The worst of them; a tick is of all of them.
    EntityState ofAll(std::span<const std::string> paths) const;
    /// What a state of a module says of its calls; empty where nothing is known.
    static QString sentence(const EntityState& state);
    bool empty() const { return m_marks.empty(); }

private:
    friend class ModuleJudge;
    std::map<std::string, Mark> m_marks;
};
using ModuleStatesPtr = std::shared_ptr<const ModuleStates>;

/// Never null; without known calls the graph is not read. Errors: those of join::graphIndex(), `cancelled`.
Result<ModuleStatesPtr> moduleStates(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);

}  // namespace etscope::ui
