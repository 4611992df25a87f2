#include "graph/open_delegates.h"

#include <utility>

namespace etscope::ui {
namespace {

/// Nodes whose bodies are open, taken out of `expanded` with everything inside: bodies come last, so their ids change when
/// one more joins them.
std::set<graph::NodeId> takeBodies(const modules::Hierarchy& hierarchy, std::set<modules::ModuleId>& expanded) {
    std::set<graph::NodeId> owners;
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) {
        const modules::ModuleId id(i);
        const bool body = hierarchy.module(id).kind == modules::ModuleKind::Operator;
        if ((body || !owners.empty()) && expanded.erase(id) > 0 && body) owners.insert(hierarchy.module(id).owner);
    }
    return owners;
}

void addBodies(const modules::Hierarchy& hierarchy, const std::set<graph::NodeId>& owners, std::set<modules::ModuleId>& expanded) {
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) {
        const modules::Module& module = hierarchy.module(modules::ModuleId(i));
        const bool body = module.kind == modules::ModuleKind::Operator || module.kind == modules::ModuleKind::Branch;
        if (body && owners.contains(module.owner)) expanded.insert(modules::ModuleId(i));
    }
}

}  // namespace

bool OpenDelegates::open(graph::NodeId call) {
    if (!m_calls.insert(call).second) return false;
    m_opening = call;
    return true;
}

void OpenDelegates::giveUp() { m_calls.erase(std::exchange(m_opening, {})); }

modules::ModuleId OpenDelegates::join(const modules::Hierarchy& before, const modules::Hierarchy& now,
                                      std::set<modules::ModuleId>& expanded) {
    std::set<graph::NodeId> owners = takeBodies(before, expanded);
    const modules::ModuleId body = now.bodyOf(m_opening);
    if (body.valid())
        owners.insert(std::exchange(m_opening, {}));
    else
        giveUp();
    addBodies(now, owners, expanded);
    return body;
}

}  // namespace etscope::ui
