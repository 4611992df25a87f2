#include "graph/kept_views.h"

#include <utility>

namespace etscope::ui {
namespace {

std::vector<std::string> pathsOf(const std::set<modules::ModuleId>& modules, const modules::Hierarchy& hierarchy) {
    std::vector<std::string> paths;
    for (const modules::ModuleId module : modules)
        if (module.index() < hierarchy.size()) paths.push_back(hierarchy.module(module).path);
    return paths;
}

std::set<modules::ModuleId> modulesOf(const std::vector<std::string>& paths, const modules::Hierarchy& hierarchy) {
    std::set<modules::ModuleId> modules;
    for (const std::string& path : paths)
        if (const modules::ModuleId module = hierarchy.findPath(path); module.valid()) modules.insert(module);
    return modules;
}

}  // namespace

void KeptViews::keep(const QString& stage, const view::ViewOptions& options, const IndexPtr& of) {
    const modules::Hierarchy& hierarchy = of->hierarchy();
    m_kept[stage] = {options, of, pathsOf(options.expanded, hierarchy), pathsOf(options.expandedRuns, hierarchy)};
}

std::optional<view::ViewOptions> KeptViews::recall(const QString& stage, const IndexPtr& of) const {
    const auto found = m_kept.find(stage);
    if (found == m_kept.end()) return std::nullopt;
    const Kept& kept = found->second;
    view::ViewOptions options = kept.options;
    if (kept.of.lock() == of) return options;
    options.expanded = modulesOf(kept.expanded, of->hierarchy());
    options.expandedRuns = modulesOf(kept.runs, of->hierarchy());
    options.expandedPatterns.clear();
    options.drawnAsEdges.clear();
    options.drawnAsStubs.clear();
    return options;
}

void KeptViews::keepOnly(const QStringList& files) {
    if (std::exchange(m_files, files) != files) m_kept.clear();
}

}  // namespace etscope::ui
