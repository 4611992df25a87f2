// OpenDelegates: the calls of a stage whose delegates' graphs are shown in their place, or being read for that. There they close
// and open again like any module.
#pragma once

#include <utility>

#include "view/folding.h"

namespace etscope::ui {

class OpenDelegates {
public:
    const std::set<graph::NodeId>& calls() const { return m_calls; }
    /// The call whose graph is being read; invalid: none.
    graph::NodeId opening() const { return m_opening; }
    /// False when it is open already.
    bool open(graph::NodeId call) {
        if (!m_calls.insert(call).second) return false;
        m_opening = call;
        return true;
    }
    /// What is being opened is not, after all.
    void giveUp() { m_calls.erase(std::exchange(m_opening, {})); }
    /// The stage was read with it. Returns its body; invalid: it has none and is not open.
    modules::ModuleId join(const modules::Hierarchy& before, const modules::Hierarchy& now, std::set<modules::ModuleId>& expanded) {
        const modules::ModuleId body = now.bodyOf(m_opening);
        if (!body.valid()) giveUp();
        view::carryBodies(before, now, std::exchange(m_opening, {}), expanded);
        return body;
    }

private:
    std::set<graph::NodeId> m_calls;
    graph::NodeId m_opening;
};

}  // namespace etscope::ui
