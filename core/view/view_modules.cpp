// Which modules a view opens.
#include "view/view_graph.h"

namespace etscope::graph {

std::set<ModuleId> allModules(const Hierarchy& hierarchy) {
    std::set<ModuleId> all;
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) all.insert(ModuleId(i));
    return all;
}

std::set<ModuleId> modulesToDepth(const Hierarchy& hierarchy, std::uint32_t depth) {
    std::set<ModuleId> open;
    for (std::uint32_t i = 1; i < hierarchy.size(); ++i)
        if (hierarchy.module(ModuleId(i)).depth <= depth) open.insert(ModuleId(i));
    return open;
}

std::set<ModuleId> modulesToFit(const GraphIndex& index, std::size_t items) {
    const Hierarchy& hierarchy = index.hierarchy();
    const auto itemsIn = [&](const Module& module) {
        std::size_t count = module.nodes.size() + module.children.size();
        for (const ModuleId child : module.children)
            if (const auto rest = index.blocks().restOf(child); !rest.empty()) count -= rest.size() - 1;
        return count;
    };
    std::set<ModuleId> open;
    std::vector<ModuleId> level{hierarchy.root()};
    std::size_t shown = itemsIn(hierarchy.module(hierarchy.root()));
    while (!level.empty()) {
        std::vector<ModuleId> next;
        for (const ModuleId id : level)
            for (const ModuleId child : hierarchy.module(id).children) {
                const auto repeats = hierarchy.repeats(child);
                const std::size_t more = itemsIn(hierarchy.module(child));
                if ((!repeats.empty() && repeats.front() != child) || shown + more > items) continue;
                shown += more;
                open.insert(child);
                next.push_back(child);
            }
        level = std::move(next);
    }
    return open;
}

void openAround(const GraphIndex& index, ModuleId module, ViewOptions& options) {
    for (ModuleId at = module; at.valid(); at = index.hierarchy().module(at).parent) {
        if (at != module) options.expanded.insert(at);
        if (const ModuleId leader = index.blocks().leaderOf(at); leader.valid()) options.expandedRuns.insert(leader);
    }
}

void openAround(const GraphIndex& index, NodeId node, ViewOptions& options) {
    const ModuleId module = index.hierarchy().moduleOf(node);
    if (!module.valid()) return;
    options.expanded.insert(module);
    openAround(index, module, options);
}

}  // namespace etscope::graph
