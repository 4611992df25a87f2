// Which modules a view opens.
#include "view/view_graph.h"

namespace etscope::view {

std::set<modules::ModuleId> allModules(const modules::Hierarchy& hierarchy) {
    std::set<modules::ModuleId> all;
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) all.insert(modules::ModuleId(i));
    return all;
}

std::set<modules::ModuleId> modulesToDepth(const modules::Hierarchy& hierarchy, std::uint32_t depth) {
    std::set<modules::ModuleId> open;
    for (std::uint32_t i = 1; i < hierarchy.size(); ++i)
        if (hierarchy.module(modules::ModuleId(i)).depth <= depth) open.insert(modules::ModuleId(i));
    return open;
}

std::set<modules::ModuleId> modulesToFit(const modules::GraphIndex& index, std::size_t items) {
    const modules::Hierarchy& hierarchy = index.hierarchy();
    const auto itemsIn = [&](const modules::Module& module) {
        std::size_t count = module.nodes.size() + module.children.size();
        for (const modules::ModuleId child : module.children)
            if (const auto rest = index.blocks().restOf(child); !rest.empty()) count -= rest.size() - 1;
        return count;
    };
    std::set<modules::ModuleId> open;
    std::vector<modules::ModuleId> level{hierarchy.root()};
    std::size_t shown = itemsIn(hierarchy.module(hierarchy.root()));
    while (!level.empty()) {
        std::vector<modules::ModuleId> next;
        for (const modules::ModuleId id : level)
            for (const modules::ModuleId child : hierarchy.module(id).children) {
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

void openAround(const modules::GraphIndex& index, modules::ModuleId module, ViewOptions& options) {
    for (modules::ModuleId at = module; at.valid(); at = index.hierarchy().module(at).parent) {
        if (at != module) options.expanded.insert(at);
        if (const modules::ModuleId leader = index.blocks().leaderOf(at); leader.valid()) options.expandedRuns.insert(leader);
    }
}

void openAround(const modules::GraphIndex& index, graph::NodeId node, ViewOptions& options) {
    const modules::ModuleId module = index.hierarchy().moduleOf(node);
    if (!module.valid()) return;
    options.expanded.insert(module);
    openAround(index, module, options);
}

}  // namespace etscope::view
