#include "view/folding.h"

#include <algorithm>

namespace etscope::view {
namespace {

template <class Id>
bool put(std::set<Id>& into, Id id, bool in) {
    return in ? into.insert(id).second : into.erase(id) > 0;
}

}  // namespace

bool toggle(const modules::GraphIndex& index, const Item& item, ViewOptions& options) {
    const bool open = item.kind != ItemKind::Group;
    if (open && !item.expandable) return false;
    if (item.pattern.valid())
        put(options.expandedPatterns, item.pattern, open);
    else if (item.blocks > 1)
        options.expandedRuns.insert(index.blocks().leaderOf(item.module));
    else
        put(options.expanded, item.module, open);
    return true;
}

void setAllOpen(const modules::GraphIndex& index, modules::ModuleId top, bool itself, bool open, ViewOptions& options) {
    const modules::Hierarchy& hierarchy = index.hierarchy();
    std::vector<bool> inside(hierarchy.size());
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) {  // parents come before their children
        const modules::ModuleId id(i), parent = hierarchy.module(id).parent;
        inside[i] = id == top || (parent.valid() && inside[parent.index()]);
        if (!inside[i]) continue;
        put(options.expandedRuns, id, open);
        if (itself || id != top) put(options.expanded, id, open);
    }
}

modules::ModuleId foldLike(const modules::GraphIndex& index, modules::ModuleId module, ViewOptions& options) {
    for (modules::ModuleId at = module; at.valid(); at = index.hierarchy().module(at).parent) {
        const modules::ModuleId leader = index.blocks().restOf(at).empty() ? index.blocks().leaderOf(at) : at;
        if (!leader.valid()) continue;
        put(options.expandedRuns, leader, !options.expandedRuns.contains(leader));
        return leader;
    }
    return {};
}

modules::ModuleId nextLike(const modules::GraphIndex& index, modules::ModuleId module) {
    for (modules::ModuleId at = module; at.valid(); at = index.hierarchy().module(at).parent) {
        const auto repeats = index.hierarchy().repeats(at);
        if (repeats.size() < 2) continue;
        const auto here = std::ranges::find(repeats, at);
        return here + 1 == repeats.end() ? repeats.front() : *(here + 1);
    }
    return {};
}

bool unfold(const modules::GraphIndex& index, graph::NodeId node, ViewOptions& options) {
    const modules::PatternId pattern = index.folding().patternOf(node);
    return pattern.valid() && options.expandedPatterns.insert(pattern).second;
}

bool fold(const modules::GraphIndex& index, graph::NodeId node, ViewOptions& options) {
    return node.valid() && options.expandedPatterns.erase(index.folding().patternOf(node)) > 0;
}

bool unfoldAll(const modules::GraphIndex& index, graph::NodeId node, ViewOptions& options) {
    bool any = unfold(index, node, options);
    for (modules::ModuleId at = index.hierarchy().moduleOf(node); at.valid(); at = index.hierarchy().module(at).parent)
        if (const modules::ModuleId leader = index.blocks().leaderOf(at); leader.valid())
            any = options.expandedRuns.insert(leader).second || any;
    return any;
}

void toggleStubs(const ViewGraph& view, ItemId item, graph::NodeId node, ViewOptions& options) {
    if (!item.valid()) return;
    const graph::DataFlow& flow = view.index().flow();
    std::set<graph::ValueId> mine;
    for (const graph::NodeId one : view.nodesOf(item))
        for (const auto& values : {flow.inputs(one), flow.results(one)}) mine.insert(values.begin(), values.end());
    if (view.item(item).kind == ItemKind::Input) mine.insert(view.item(item).value);
    bool changed = false;
    for (auto* chosen : {&options.drawnAsEdges, &options.drawnAsStubs})
        for (const graph::ValueId value : mine) changed = chosen->erase(value) > 0 || changed;
    if (changed) return;
    for (const Stub& stub : view.stubs())
        if (stub.item == item && view.itemOf(stub.value).valid())
            changed = options.drawnAsEdges.insert(stub.value).second || changed;
    if (!changed && node.valid())
        for (const graph::ValueId value : flow.results(node)) options.drawnAsStubs.insert(value);
}

void carryBodies(const modules::Hierarchy& before, const modules::Hierarchy& now, graph::NodeId more,
                 std::set<modules::ModuleId>& expanded) {
    using modules::ModuleKind;
    std::set<graph::NodeId> owners{more};
    bool inside = false;  // or behind a body that is open
    for (std::uint32_t i = 0; i < before.size(); ++i) {
        const modules::Module& module = before.module(modules::ModuleId(i));
        const bool body = module.kind == ModuleKind::Operator;
        if (!(body || inside) || expanded.erase(modules::ModuleId(i)) == 0 || !body) continue;
        owners.insert(module.owner);
        inside = true;
    }
    for (std::uint32_t i = 0; i < now.size(); ++i) {
        const modules::Module& module = now.module(modules::ModuleId(i));
        const bool body = module.kind == ModuleKind::Operator || module.kind == ModuleKind::Branch;
        if (body && module.owner.valid() && owners.contains(module.owner)) expanded.insert(modules::ModuleId(i));
    }
}

}  // namespace etscope::view
