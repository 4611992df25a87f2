// OpenDelegates: the calls of a stage whose delegates' graphs are shown, or being read to be shown, in their place. Such a graph
// closes and opens again like any module.
#pragma once

#include <set>

#include "modules/graph_index.h"

namespace etscope::ui {

class OpenDelegates {
public:
    const std::set<graph::NodeId>& calls() const { return m_calls; }
    /// The call whose graph is being read; invalid: none.
    graph::NodeId opening() const { return m_opening; }
    /// False when it is open already.
    bool open(graph::NodeId call);
    /// What is being opened is not, after all.
    void giveUp();
    /// The stage was read with one graph more: node ids stay, modules inside calls have others, also in `expanded`. Returns the new
    /// body; invalid: there is none.
    modules::ModuleId join(const modules::Hierarchy& before, const modules::Hierarchy& now, std::set<modules::ModuleId>& expanded);

private:
    std::set<graph::NodeId> m_calls;
    graph::NodeId m_opening;
};

}  // namespace etscope::ui
