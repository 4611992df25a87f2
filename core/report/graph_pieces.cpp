#include "report/graph_pieces.h"

#include "base/base_name.h"
#include "base/limits.h"
#include "base/number_text.h"
#include "exported/metadata.h"
#include "join/stage_graph.h"
#include "modules/edge_classes.h"

namespace etscope::report {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphId;
using graph::GraphModel;
using graph::Node;
using graph::NodeId;
using graph::ValueId;

Json optionalText(const GraphModel& model, graph::StringId id) { return id.valid() ? Json(model.text(id)) : Json(nullptr); }

/// Makes the pieces of one graph; `prefix` is put before every id of it.
class GraphWriter {
public:
    /// `plan`: whose graph it is; null: of no program.
    GraphWriter(const GraphModel& model, const program::ExecutionPlan* plan, const GraphPieces& pieces, const JobContext& job)
        : m_model(model), m_plan(plan), m_pieces(pieces), m_flow(model), m_classes(model, m_flow), m_job(job) {}

    /// inputs and outputs; for programs also the constants and the state that they hold themselves.
    Json ports(GraphId id, const std::string& prefix) const {
        const graph::Graph& graph = m_model.graph(id);
        Json out, held = Json::array();
        Json& inputs = out["inputs"] = Json::array();
        for (const graph::GraphInput& input : graph.inputs) {
            const bool ofProgram = input.kind == graph::InputKind::ProgramConstant || input.kind == graph::InputKind::ProgramState;
            (ofProgram ? held : inputs).push_back(inputJson(input, prefix));
        }
        Json& outputs = out["outputs"] = Json::array();
        for (const graph::GraphOutput& output : graph.outputs) outputs.push_back(outputJson(output, prefix));
        if (!held.empty()) out["constants"] = std::move(held);
        return out;
    }

    void visit() {
        for (const NodeId node : m_model.top().nodes) {
            if (m_job.cancelled()) return;
            m_pieces.node(nodeJson(node, "", 0));
        }
        eachEdge(GraphId(0U), "", m_pieces.edge);
    }

    /// A nested graph, whole.
    Json body(GraphId id, const std::string& prefix, int depth) {
        Json out = ports(id, prefix);
        Json& nodes = out["nodes"] = Json::array();
        for (const NodeId node : m_model.graph(id).nodes) {
            if (m_job.cancelled()) break;
            nodes.push_back(nodeJson(node, prefix, depth));
        }
        Json& edges = out["edges"] = Json::array();
        eachEdge(id, prefix, [&edges](const Json& edge) { edges.push_back(edge); });
        return out;
    }

    Json ranges() const {
        Json list = Json::array();
        for (const graph::SymbolRange& range : m_model.ranges()) {
            const Json low = range.minInfinite ? Json("-Infinity") : Json(range.min);
            const Json high = range.maxInfinite ? Json("Infinity") : Json(range.max);
            list.push_back(object(F("symbol", m_model.text(range.symbol)), F("min", low), F("max", high),
                                  F("source", sourceOf(range.symbol))));
        }
        return list;
    }

private:
    void eachEdge(GraphId id, const std::string& prefix, const std::function<void(const Json&)>& take) const {
        if (!m_pieces.edge) return;
        for (const graph::Edge& edge : m_model.edges(id)) {
            if (m_job.cancelled()) return;
            take(edgeJson(edge, prefix));
        }
    }

    /// The first input that has the symbol as a size: {"input","axis"}; null: it comes from values.
    Json sourceOf(graph::StringId symbol) const {
        for (const graph::GraphInput& input : m_model.top().inputs) {
            const graph::MetaId meta = input.value.valid() ? m_model.value(input.value).meta : graph::MetaId();
            if (!meta.valid()) continue;
            const auto dims = m_model.dims(m_model.meta(meta).sizes);
            for (std::size_t axis = 0; axis < dims.size(); ++axis)
                if (dims[axis].expression == symbol) return object(F("input", m_model.text(input.id)), F("axis", axis));
        }
        return nullptr;
    }

    std::string name(graph::StringId id, const std::string& prefix) const { return prefix + std::string(m_model.text(id)); }

    /// Whether the plan states the sizes of a value as the most that it can have.
    bool isUpperBound(graph::StringId id) const {
        std::string_view text = m_plan != nullptr ? m_model.text(id) : std::string_view();
        if (!text.starts_with('v')) return false;
        text = text.substr(1, text.find('_') - 1);
        const auto index = parseInt(text);
        const program::TensorInfo* info = index ? m_plan->tensor(*index) : nullptr;
        return info != nullptr && info->dynamism != program::Dynamism::Static;
    }

    /// value_type, shape and strides of a tensor value; nulls for anything else. Sizes of programs may be upper bounds.
    void addMeta(Json& out, ValueId id, bool withStrides) const {
        const graph::Value* value = id.valid() ? &m_model.value(id) : nullptr;
        const graph::TensorMeta* meta = value != nullptr && value->meta.valid() ? &m_model.meta(value->meta) : nullptr;
        const bool known = meta != nullptr;
        out["value_type"] = !known       ? Json(nullptr)
                            : meta->type ? Json(scalarTypeName(*meta->type))
                                         : Json("unknown:" + std::to_string(meta->typeCode));
        out["shape"] = known ? dimsJson(m_model, meta->sizes) : Json(nullptr);
        if (known && isUpperBound(value->id)) out["upper_bound"] = true;
        if (withStrides) out["strides"] = known ? dimsJson(m_model, meta->strides) : Json(nullptr);
    }

    Json inputJson(const graph::GraphInput& input, const std::string& prefix) const {
        Json out = object(F("id", name(input.id, prefix)), F("kind", m_model.kindWord(input)),
                          F("target", optionalText(m_model, input.target)),
                          F("persistent", input.persistent < 0 ? Json(nullptr) : Json(input.persistent == 1)));
        addMeta(out, input.value, false);
        if (!input.value.valid()) out["value"] = argumentJson(input.literal, prefix);
        return out;
    }

    Json outputJson(const graph::GraphOutput& output, const std::string& prefix) const {
        const bool isValue = output.argument.kind == ArgumentKind::Value;
        Json out = object(F("id", isValue ? Json(name(m_model.value(output.argument.value()).id, prefix)) : Json(nullptr)),
                          F("kind", m_model.kindWord(output)), F("target", optionalText(m_model, output.target)));
        if (!isValue) out["value"] = argumentJson(output.argument, prefix);
        return out;
    }

    Json argumentJson(const Argument& argument, const std::string& prefix) const {
        const auto text = [&] { return m_model.text(argument.text()); };
        switch (argument.kind) {
            case ArgumentKind::None: return nullptr;
            case ArgumentKind::Value: return object(F("value", name(m_model.value(argument.value()).id, prefix)));
            case ArgumentKind::UnresolvedName: return object(F("value", prefix + std::string(text())));
            case ArgumentKind::Int: return argument.integer;
            case ArgumentKind::Float: return number(argument.number);
            case ArgumentKind::Bool: return argument.integer != 0;
            case ArgumentKind::String: return text();
            case ArgumentKind::List: {
                Json list = Json::array();
                for (const Argument& item : m_model.listItems(argument)) list.push_back(argumentJson(item, prefix));
                return list;
            }
            case ArgumentKind::DType:
                return object(F("dtype", argument.integer >= 0 ? scalarTypeName(static_cast<ScalarType>(argument.integer))
                                                               : "unknown:" + std::to_string(-1 - argument.integer)));
            case ArgumentKind::Device: return object(F("device", text()));
            case ArgumentKind::Layout: return object(F("layout", text()));
            case ArgumentKind::MemoryFormat: return object(F("memory_format", text()));
            case ArgumentKind::Symbol: return object(F("symbol", text()));
            case ArgumentKind::Graph: return object(F("graph", m_model.text(m_model.graph(argument.graph()).name)));
            case ArgumentKind::Object: return object(F("object", text()));
            case ArgumentKind::Operator: return object(F("operator", text()));
            case ArgumentKind::Number: return text();
            case ArgumentKind::Unknown: return object(F("unknown", text()));
        }
        return nullptr;
    }

    Json nodeJson(NodeId id, const std::string& prefix, int depth) {
        const Node& node = m_model.node(id);
        const auto argument = [&](const Argument& one) {
            return object(F("name", m_model.text(one.name)),
                          F("positional", one.positional < 0 ? Json(nullptr) : Json(one.positional == 1)),
                          F("value", argumentJson(one, prefix)));
        };
        Json outputs = Json::array();
        for (const graph::OutputSlot& slot : m_model.outputs(node))
            for (const ValueId value : m_model.values(slot)) {
                outputs.push_back(object(F("id", name(m_model.value(value).id, prefix))));
                addMeta(outputs.back(), value, true);
            }
        return object(F("id", name(node.id, prefix)), F("target", m_model.text(node.target)),
                      F("arguments", listOf(m_model.arguments(node), argument)), F("outputs", std::move(outputs)),
                      F("debug_handle", orNull(node.debugHandle)), F("module_stack", moduleStackJson(node)),
                      F("stack_trace", stackTraceJson(node)), F("delegate", delegateJson(node)),
                      F("subgraphs", subgraphsJson(id, prefix, depth)));
    }

    Json moduleStackJson(const Node& node) const {
        Json list = Json::array();
        if (!node.moduleStack.valid()) return list;
        for (const exported::ModuleCall& call : exported::parseModuleStack(m_model.text(node.moduleStack)))
            list.push_back(object(F("path", call.path), F("type", call.type)));
        return list;
    }

    Json stackTraceJson(const Node& node) const {
        Json list = Json::array();
        const auto frames = exported::stackTrace(m_model, node);
        if (!frames) return list;
        for (const exported::Frame& frame : *frames)
            list.push_back(object(F("file", baseName(frame.file)), F("path", frame.file), F("line", frame.line),
                                  F("function", frame.function), F("text", frame.text)));
        return list;
    }

    Json delegateJson(const Node& node) const {
        if (node.delegate < 0) return nullptr;
        const graph::DelegateCall& call = m_model.delegates()[static_cast<std::size_t>(node.delegate)];
        return object(F("backend", m_model.text(call.backend)), F("index", node.delegate));
    }

    Json subgraphsJson(NodeId id, const std::string& prefix, int depth) {
        Json list = Json::array();
        if (depth >= limits::kMaxGraphDepth) return list;
        const Node& node = m_model.node(id);
        for (const Argument& argument : m_model.arguments(node)) {
            if (argument.kind != ArgumentKind::Graph) continue;
            const std::string label(m_model.text(m_model.graph(argument.graph()).argument));
            const std::string inner = prefix + std::string(m_model.text(node.id)) + "/" + label + "/";
            list.push_back(object(F("argument", label), F("graph", body(argument.graph(), inner, depth + 1))));
        }
        return list;
    }

    Json edgeJson(const graph::Edge& edge, const std::string& prefix) const {
        const graph::Value& value = m_model.value(edge.value);
        const bool fromNode = value.producer.valid();
        const auto& to = m_model.node(edge.to);
        const std::string_view argument = m_model.text(edge.argument);
        const modules::EdgeKind kind = m_classes.of(edge);
        return object(F("from", name(fromNode ? m_model.node(value.producer).id : value.id, prefix)),
                      F("output", fromNode ? flatOutput(edge.value) : 0U), F("to", name(to.id, prefix)),
                      F("argument", textOrNull(argument)), F("element", edge.element < 0 ? Json(nullptr) : Json(edge.element)),
                      F("class", modules::edgeClassName(kind.kind)), F("class_rule", textOrNull(kind.rule)));
    }

    /// Position among the rows of "outputs", where list results are spread.
    std::uint32_t flatOutput(ValueId id) const {
        const graph::Value& value = m_model.value(id);
        return value.element > 0 ? value.output + static_cast<std::uint32_t>(value.element) : value.output;
    }

    const GraphModel& m_model;
    const program::ExecutionPlan* m_plan;
    const GraphPieces& m_pieces;
    const graph::DataFlow m_flow;
    const modules::EdgeClasses m_classes;
    const JobContext& m_job;
};

}  // namespace

Json dimsJson(const GraphModel& model, graph::Slice slice) {
    Json list = Json::array();
    for (const graph::Dim& dim : model.dims(slice))
        list.push_back(dim.expression.valid() ? Json(model.text(dim.expression)) : Json(dim.value));
    return list;
}

Result<std::vector<StageRef>> graphStages(const session::Session& session, const Selection& selection) {
    const auto stage = graph::StageId::parse(selection.stage);
    if (!stage.insideDelegate()) return selectStages(session, selection);
    if (session.method(selection.method) == nullptr)
        return fail("no-such-method", "a delegate's graph needs --method", selection.method);
    return std::vector<StageRef>{{selection.method, stage}};
}

Result<void> visitGraphs(const session::Session& session, const std::vector<StageRef>& stages, const GraphPieces& pieces,
                         const JobContext& job) {
    std::size_t done = 0;
    for (const StageRef& ref : stages) {
        const auto model = join::stageGraph({session, ref.method}, ref.stage, job);
        if (!model && stages.size() == 1) return model.failure();
        if (!model) {
            Diagnostics diagnostics;
            diagnostics.error(model.error());
            session.addDiagnostics(diagnostics);
            continue;
        }
        const bool ofProgram = ref.stage.is(graph::StageId::Kind::Program);
        GraphWriter writer(**model, ofProgram ? session.plan(ref.method) : nullptr, pieces, job);
        Json head = object(F("method", ref.method), F("stage", ref.stage.text()));
        head.update(writer.ports(GraphId(0U), ""));
        pieces.begin(head, (*model)->top().nodes.size());
        writer.visit();
        pieces.end(writer.ranges());
        job.report(static_cast<double>(++done) / static_cast<double>(stages.size()));
    }
    return job.cancelled() ? Result<void>(cancelledFailure()) : Result<void>();
}

}  // namespace etscope::report
