#include "modules/graph_index.h"

#include <algorithm>
#include <map>
#include <utility>

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

GraphIndex::GraphIndex(std::shared_ptr<const graph::GraphModel> model, const ModuleStackParser& parser)
    : m_model(std::move(model)),
      m_flow(*m_model),
      m_hierarchy(*m_model, m_flow, parser),
      m_blocks(*m_model, m_flow, m_hierarchy),
      m_parts(*m_model, m_hierarchy),
      m_folding(*m_model, m_flow, m_hierarchy),
      m_shown(*m_model) {
    std::unordered_map<graph::StringId, std::uint32_t> known;
    for (std::uint32_t i = 0; i < m_model->nodeCount(); ++i) {
        const graph::StringId target = m_model->node(graph::NodeId(i)).target;
        const auto [hit, fresh] = known.try_emplace(target, static_cast<std::uint32_t>(m_operators.size()));
        if (fresh) m_operators.push_back(describeOperator(m_model->text(target)));
        m_operatorOf.push_back(hit->second);
    }
    std::vector<bool> works;
    for (const std::uint32_t which : m_operatorOf)
        works.push_back(m_operators[which].family == OperatorFamily::Compute || m_operators[which].family == OperatorFamily::Delegate);
    m_side = SideValues(*m_model, m_flow, works);
}

Result<std::shared_ptr<const GraphIndex>> GraphIndex::build(std::shared_ptr<const graph::GraphModel> model,
                                                            const ModuleStackParser& parser, const JobContext& job) {
    if (job.cancelled()) return cancelledFailure();
    return std::shared_ptr<const GraphIndex>(new GraphIndex(std::move(model), parser));
}

std::string valueText(const graph::GraphModel& model, graph::ValueId id) {
    const graph::Value& value = model.value(id);
    switch (value.kind) {
        case graph::ValueKind::SymInt: return "int";
        case graph::ValueKind::SymFloat: return "float";
        case graph::ValueKind::SymBool: return "bool";
        default: break;
    }
    if (!value.meta.valid()) return {};
    const graph::TensorMeta& meta = model.meta(value.meta);
    std::string text = (meta.type ? scalarTypeName(*meta.type) : "unknown:" + std::to_string(meta.typeCode)) + "[";
    bool first = true;
    for (const graph::Dim& dim : model.dims(meta.sizes)) {
        if (!first) text += ",";
        first = false;
        text += dim.expression.valid() ? std::string(model.text(dim.expression)) : std::to_string(dim.value);
    }
    return text + "]";
}

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
                m_names[part] = {name, Sentence::of("called again")};
            else
                m_names[part] = {name + " · " + contentText(model, hierarchy, part),
                                 part < main ? Sentence::of("runs before the rest of %1", name)
                                             : Sentence::of("runs after the rest of %1", name)};
        }
    }
}

const PartName* PartNames::of(ModuleId module) const& noexcept {
    const auto hit = m_names.find(module);
    return hit == m_names.end() ? nullptr : &hit->second;
}

}  // namespace etscope::modules
