#include "modules/graph_index.h"

#include <unordered_map>

namespace etscope::graph {

GraphIndex::GraphIndex(std::shared_ptr<const GraphModel> model, const ModuleStackParser& parser)
    : m_model(std::move(model)),
      m_flow(*m_model),
      m_hierarchy(*m_model, m_flow, parser),
      m_blocks(*m_model, m_flow, m_hierarchy),
      m_folding(*m_model, m_flow, m_hierarchy) {
    std::unordered_map<StringId, std::uint32_t> known;
    for (std::uint32_t i = 0; i < m_model->nodeCount(); ++i) {
        const StringId target = m_model->node(NodeId(i)).target;
        const auto [hit, fresh] = known.try_emplace(target, static_cast<std::uint32_t>(m_operators.size()));
        if (fresh) m_operators.push_back(describeOperator(m_model->text(target)));
        m_operatorOf.push_back(hit->second);
    }
}

Result<std::shared_ptr<const GraphIndex>> GraphIndex::build(std::shared_ptr<const GraphModel> model,
                                                            const ModuleStackParser& parser, const JobContext& job) {
    if (job.cancelled()) return cancelledFailure();
    return std::shared_ptr<const GraphIndex>(new GraphIndex(std::move(model), parser));
}

std::string valueText(const GraphModel& model, ValueId id) {
    const Value& value = model.value(id);
    switch (value.kind) {
        case ValueKind::SymInt: return "int";
        case ValueKind::SymFloat: return "float";
        case ValueKind::SymBool: return "bool";
        default: break;
    }
    if (!value.meta.valid()) return {};
    const TensorMeta& meta = model.meta(value.meta);
    std::string text = (meta.type ? scalarTypeName(*meta.type) : "unknown:" + std::to_string(meta.typeCode)) + "[";
    bool first = true;
    for (const Dim& dim : model.dims(meta.sizes)) {
        if (!first) text += ",";
        first = false;
        text += dim.expression.valid() ? std::string(model.text(dim.expression)) : std::to_string(dim.value);
    }
    return text + "]";
}

}  // namespace etscope::graph
