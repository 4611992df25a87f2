#include "report/model_explorer.h"

#include <algorithm>

#include "base/base_name.h"
#include "base/name_text.h"
#include "join/stage_graph.h"
#include "report/graph_pieces.h"

namespace etscope::report {
namespace {

using graph::GraphId;
using graph::NodeId;
using graph::ValueId;

Json attribute(const char* key, std::string value) { return object(F("key", key), F("value", std::move(value))); }

/// The graphs of one stage: the top one and those nested in it.
class StageWriter {
public:
    StageWriter(const modules::GraphIndex& index, std::string id) : m_index(index), m_model(index.model()), m_id(std::move(id)) {}

    Json graphs() {
        Json list = Json::array();
        for (std::uint32_t g = 0; g < m_model.graphCount(); ++g) list.push_back(graphJson(GraphId(g)));
        return list;
    }

private:
    std::string idOf(GraphId graph) const {
        const std::string prefix = m_model.graphPrefix(graph);
        return prefix.empty() ? m_id : m_id + "/" + prefix.substr(0, prefix.size() - 1);
    }
    std::string name(graph::StringId id) const { return std::string(m_model.text(id)); }
    static std::string inputId(const std::string& name) { return "input " + name; }

    Json graphJson(GraphId id) {
        const graph::Graph& graph = m_model.graph(id);
        Json nodes = Json::array();
        for (const graph::GraphInput& input : graph.inputs) nodes.push_back(inputJson(input));
        for (const NodeId node : graph.nodes) nodes.push_back(nodeJson(node));
        Json edges = Json::array();
        for (std::size_t i = 0; i < graph.outputs.size(); ++i)
            if (graph.outputs[i].argument.kind == graph::ArgumentKind::Value)
                edges.push_back(edgeJson(graph.outputs[i].argument.value(), std::to_string(i)));
        nodes.push_back(
            object(F("id", "outputs"), F("label", "outputs"), F("namespace", ""), F("incomingEdges", std::move(edges))));
        return object(F("id", idOf(id)), F("nodes", std::move(nodes)));
    }

    Json inputJson(const graph::GraphInput& input) {
        const std::string id = name(input.id);
        const bool user = graph::isUser(input.kind);
        Json attributes = Json::array({attribute("kind", std::string(m_model.kindWord(input)))});
        if (input.target.valid()) attributes.push_back(attribute("target", name(input.target)));
        Json results = Json::array();
        if (input.value.valid()) results.push_back(resultJson(input.value, 0));
        return object(F("id", inputId(id)), F("label", input.target.valid() ? name(input.target) : id),
                      F("namespace", user ? "inputs" : "weights"), F("attrs", std::move(attributes)),
                      F("outputsMetadata", std::move(results)));
    }

    Json resultJson(ValueId value, std::size_t number) const {
        return object(F("id", std::to_string(number)),
                      F("attrs", Json::array({attribute("__tensor_tag", name(m_model.value(value).id)),
                                              attribute("tensor_shape", modules::valueText(m_model, value))})));
    }

    Json edgeJson(ValueId id, std::string to) const {
        const graph::Value& value = m_model.value(id);
        const std::uint32_t element = value.element > 0 ? static_cast<std::uint32_t>(value.element) : 0;
        return object(F("sourceNodeId", value.producer.valid() ? name(m_model.node(value.producer).id) : inputId(name(value.id))),
                      F("sourceNodeOutputId", std::to_string(value.producer.valid() ? value.output + element : 0)),
                      F("targetNodeInputId", std::move(to)));
    }

    Json nodeJson(NodeId id) {
        const graph::Node& node = m_model.node(id);
        Json attributes = Json::array({attribute("target", name(node.target))});
        if (node.debugHandle) attributes.push_back(attribute("debug_handle", std::to_string(*node.debugHandle)));
        if (node.delegate >= 0)
            attributes.push_back(attribute("backend", name(m_model.delegates()[static_cast<std::size_t>(node.delegate)].backend)));
        Json edges = Json::array(), results = Json::array(), subgraphs = Json::array();
        for (const ValueId value : m_index.flow().inputs(id))
            if (m_model.value(value).graph == node.graph) edges.push_back(edgeJson(value, std::to_string(edges.size())));
        for (const ValueId value : m_index.flow().results(id)) results.push_back(resultJson(value, results.size()));
        for (const GraphId inner : m_index.flow().graphs(id)) subgraphs.push_back(idOf(inner));
        return object(F("id", name(node.id)), F("label", m_index.operatorOf(id).title), F("namespace", namespaceOf(id)),
                      F("subgraphIds", std::move(subgraphs)), F("attrs", std::move(attributes)),
                      F("incomingEdges", std::move(edges)), F("outputsMetadata", std::move(results)));
    }

    /// Modules from the outermost on, each by its own name; a slash inside a name would be read as another level.
    std::string namespaceOf(NodeId id) const {
        std::string path;
        const modules::Hierarchy& hierarchy = m_index.hierarchy();
        const modules::ModuleId module = hierarchy.moduleOf(id);
        if (!module.valid()) return path;
        for (const modules::ModuleId one : hierarchy.chain(module)) {
            if (one == hierarchy.root()) continue;
            std::string part = hierarchy.module(one).name;
            std::ranges::replace(part, '/', '_');
            path += (path.empty() ? "" : "/") + part;
        }
        return path;
    }

    const modules::GraphIndex& m_index;
    const graph::GraphModel& m_model;
    std::string m_id;
};

}  // namespace

Result<Json> modelExplorerDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto stages = graphStages(session, selection);
    if (!stages) return stages.failure();
    Json graphs = Json::array();
    for (const StageRef& stage : *stages) {
        const auto index = join::graphIndex({session, stage.method}, stage.stage, job);
        if (!index && (stages->size() == 1 || index.cancelled())) return index.failure();
        if (!index) continue;
        for (Json& one : StageWriter(**index, stage.method + "/" + stage.stage.text()).graphs()) graphs.push_back(std::move(one));
    }
    return object(F("label", validName(baseName(session.files().front().path))), F("graphs", std::move(graphs)));
}

}  // namespace etscope::report
