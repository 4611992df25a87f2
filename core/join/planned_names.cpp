#include "join/planned_names.h"

#include "base/text.h"
#include "join/graph_index.h"
#include "join/stage_graph.h"
#include "join/value_names.h"

namespace etscope::join {
namespace {

/// 8 of "v8" and of "v8_2", the same value after it was written again.
std::optional<std::int64_t> valueNumber(std::string_view id) {
    return id.starts_with('v') ? parseInt(id.substr(1, id.find('_') - 1)) : std::nullopt;
}

}  // namespace

Result<PlannedNames> PlannedNames::make(const session::Session& session, const program::ExecutionPlan& plan,
                                        const JobContext& job) {
    PlannedNames names;
    if (session.recordFile() == nullptr) return names;
    const auto graph = stageGraph({session, plan.name}, graph::StageId::program(), job);
    const auto held = graph ? valueNames({session, plan.name}, job) : Result<std::shared_ptr<const ValueNames>>(graph.failure());
    const auto links = held ? join::links({session, plan.name}, job) : Result<std::shared_ptr<const MethodLinks>>(held.failure());
    const auto index = links ? graphIndex({session, plan.name}, graph::StageId::program(), job)
                             : Result<std::shared_ptr<const modules::GraphIndex>>(links.failure());
    if (index.cancelled()) return index.failure();
    if (!index) return names;
    for (const auto& [value, name] : **held)
        if (const auto number = valueNumber((*graph)->text((*graph)->value(value).id))) names.m_held.emplace(*number, name);
    names.m_links = *links;
    names.m_index = *index;
    return names;
}

std::string PlannedNames::name(program::ValueIndex value, std::optional<std::int64_t> writer) const {
    if (const auto hit = m_held.find(static_cast<std::int64_t>(value)); hit != m_held.end()) return hit->second;
    if (!writer || m_links == nullptr) return {};
    const NodeLinks found = m_links->ofInstruction(*writer);
    if (found.edge.size() != 1) return {};
    const graph::GraphModel* model = m_links->graphs().find(found.edge.front().stage);
    return model == nullptr ? std::string() : model->nodePath(found.edge.front().node);
}

std::string PlannedNames::module(std::optional<std::int64_t> writer) const {
    if (!writer || m_index == nullptr) return {};
    const graph::NodeRef node = m_links->nodeOf(*writer);
    const modules::ModuleId module = node.node.valid() ? m_index->hierarchy().moduleOf(node.node) : modules::ModuleId();
    return module.valid() ? m_index->hierarchy().module(module).path : std::string();
}

}  // namespace etscope::join
