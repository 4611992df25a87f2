#include "modules/graph_index.h"

#include <unordered_map>

namespace etscope::modules {

GraphIndex::GraphIndex(std::shared_ptr<const graph::GraphModel> model, const ModuleStackParser& parser)
    : m_model(std::move(model)),
      m_flow(*m_model),
      m_hierarchy(*m_model, m_flow, parser),
      m_blocks(*m_model, m_flow, m_hierarchy),
      m_parts(*m_model, m_hierarchy),
      m_folding(*m_model, m_flow, m_hierarchy) {
    std::unordered_map<graph::StringId, std::uint32_t> known;
    for (std::uint32_t i = 0; i < m_model->nodeCount(); ++i) {
        const graph::StringId target = m_model->node(graph::NodeId(i)).target;
        const auto [hit, fresh] = known.try_emplace(target, static_cast<std::uint32_t>(m_operators.size()));
        if (fresh) m_operators.push_back(describeOperator(m_model->text(target)));
        m_operatorOf.push_back(hit->second);
    }
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

}  // namespace etscope::modules
