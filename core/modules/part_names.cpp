#include "modules/part_names.h"

#include <algorithm>
#include <map>
#include <utility>

#include "modules/operator_family.h"

namespace etscope::modules {
namespace {

/// The one child that everything in a part lies in, as deep as there is one; else its first operator.
std::string contentText(const graph::GraphModel& model, const Hierarchy& hierarchy, ModuleId part) {
    std::string path;
    ModuleId at = part;
    while (hierarchy.module(at).nodes.empty() && hierarchy.module(at).children.size() == 1) {
        at = hierarchy.module(at).children.front();
        path += (path.empty() ? "" : ".") + hierarchy.module(at).name;
    }
    const auto nodes = hierarchy.nodesBelow(at);
    if (nodes.empty() || (nodes.size() > 1 && !path.empty())) return path;
    return describeOperator(model.text(model.node(nodes.front()).target)).title + (nodes.size() > 1 ? " …" : "");
}

}  // namespace

PartNames::PartNames(const graph::GraphModel& model, const Hierarchy& hierarchy) {
    std::map<std::pair<ModuleId, std::string_view>, std::vector<ModuleId>> split;
    for (std::uint32_t i = 1; i < hierarchy.size(); ++i)
        if (const Module& module = hierarchy.module(ModuleId(i)); module.parts > 1)
            split[{module.parent, module.path}].push_back(ModuleId(i));
    for (const auto& [key, parts] : split) {
        const ModuleId main = *std::ranges::max_element(parts, {}, [&](ModuleId id) { return hierarchy.module(id).nodeCount; });
        const std::string& name = hierarchy.module(main).name;
        for (const ModuleId part : parts) {
            if (part == main) continue;
            if (hierarchy.alike(part, main))
                m_names[part] = {name, "called again"};
            else
                m_names[part] = {name + " · " + contentText(model, hierarchy, part),
                                 (part < main ? "runs before the rest of " : "runs after the rest of ") + name};
        }
    }
}

const PartName* PartNames::of(ModuleId module) const& noexcept {
    const auto hit = m_names.find(module);
    return hit == m_names.end() ? nullptr : &hit->second;
}

}  // namespace etscope::modules
