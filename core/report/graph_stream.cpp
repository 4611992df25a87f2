#include "report/graph_stream.h"

#include "base/lists.h"
#include "report/graph_pieces.h"
#include "report/text_cells.h"

namespace etscope::report {
namespace {

/// The members of an object without its braces.
std::string members(const Json& object) {
    const std::string text = jsonText(object);
    return text.substr(1, text.size() - 2);
}

std::string argumentText(const Json& value) {
    if (value.is_object() && value.size() == 1) {
        const auto item = value.items().begin();
        const std::string inner = cell(item.value());
        return item.key() == "value" ? "%" + inner : item.key() == "object" || item.key() == "graph" ? "<" + inner + ">" : inner;
    }
    if (value.is_string()) return "\"" + cell(value) + "\"";
    if (!value.is_array()) return value.is_null() ? "None" : cell(value);
    return "[" + joined(value, ", ", argumentText) + "]";
}

std::string inputsText(const Json& graph, const std::string& margin) {
    std::string text;
    for (const char* list : {"inputs", "constants"}) {
        if (!graph.contains(list)) continue;
        for (const Json& input : graph[list])
            text += margin + "%" + cell(input["id"]) + "  " + typeText(input) + "  " + cell(input["kind"]) +
                    (input["target"].is_null() ? "" : " " + cell(input["target"])) + "\n";
    }
    return text;
}

std::string outputsText(const Json& graph, const std::string& margin) {
    std::string text;
    for (const Json& output : graph["outputs"])
        text += margin + "return %" + cell(output["id"]) + "  " + cell(output["kind"]) +
                (output["target"].is_null() ? "" : " " + cell(output["target"])) + "\n";
    return text;
}

std::string nodeText(const Json& node, std::size_t indent) {
    const std::string margin(indent, ' ');
    const auto argument = [](const Json& one) {
        const std::string name = cell(one["name"]);
        return (name.empty() ? "" : name + "=") + argumentText(one["value"]);
    };
    const std::string outputs = joined(node["outputs"], ", ", typeText);
    std::string text = margin + "%" + cell(node["id"]) + " = " + cell(node["target"]) + "(" +
                       joined(node["arguments"], ", ", argument) + ")" + (outputs.empty() ? "" : " -> " + outputs) +
                       (node["debug_handle"].is_null() ? "" : "  #" + cell(node["debug_handle"])) + "\n";
    for (const Json& inner : node["subgraphs"]) {
        const std::string deeper(indent + 4, ' ');
        text += margin + "  " + cell(inner["argument"]) + ":\n" + inputsText(inner["graph"], deeper);
        for (const Json& one : inner["graph"]["nodes"]) text += nodeText(one, indent + 4);
        text += outputsText(inner["graph"], deeper);
    }
    return text;
}

}  // namespace

Result<void> writeGraphRows(std::ostream& out, const session::Session& session, const Selection& selection, RowFormat format,
                            const JobContext& job) {
    const auto stages = graphStages(session, selection);
    if (!stages) return stages.failure();
    Json document = object(F("schema", "etscope.graph/1"), F("nodes", Json::array()));
    out << titleLine(document, format);
    const GraphPieces pieces{[&](const Json& head, std::size_t) { document.update(head); },
                             [&](const Json& node) {
                                 document["nodes"] = Json::array({node});
                                 out << rowLines(document, format);
                             },
                             {},
                             [](const Json&) {}};
    return visitGraphs(session, *stages, pieces, job);
}

Result<void> writeGraphJson(std::ostream& out, const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto stages = graphStages(session, selection);
    if (!stages) return stages.failure();
    if (stages->size() == 1)
        if (const auto model = session.graph(stages->front().method, stages->front().stage, job); !model) return model.failure();
    const bool many = stages->size() != 1;
    std::string nodeComma, edgeComma, graphComma;
    bool edges = false;
    const auto toEdges = [&] {
        if (!edges) out << R"(],"edges":[)";
        edges = true;
    };
    const GraphPieces pieces{[&](const Json& head, std::size_t) {
                                 out << graphComma << (many ? "{" : "") << members(head) << R"(,"nodes":[)";
                                 graphComma = ",";
                                 nodeComma = edgeComma = "";
                                 edges = false;
                             },
                             [&](const Json& node) {
                                 out << nodeComma << jsonText(node);
                                 nodeComma = ",";
                             },
                             [&](const Json& edge) {
                                 toEdges();
                                 out << edgeComma << jsonText(edge);
                                 edgeComma = ",";
                             },
                             [&](const Json& ranges) {
                                 toEdges();
                                 out << R"(],"ranges":)" << jsonText(ranges) << (many ? "}" : "");
                             }};
    out << "{" << members(beginDocument("graph", session)) << (many ? R"(,"graphs":[)" : ",");
    if (auto visited = visitGraphs(session, *stages, pieces, job); !visited) return visited.failure();
    const Json end = object(F("diagnostics", diagnosticsJson(session.diagnostics())));
    out << (many ? "]" : "") << "," << members(end) << "}\n";
    return {};
}

Result<void> writeGraphText(std::ostream& out, const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto stages = graphStages(session, selection);
    if (!stages) return stages.failure();
    std::string outputs;
    const GraphPieces pieces{
        [&](const Json& head, std::size_t nodeCount) {
            out << cell(head["method"]) << "/" << cell(head["stage"]) << "  " << nodeCount << " nodes\n" << inputsText(head, "  ");
            outputs = outputsText(head, "  ");
        },
        [&](const Json& node) { out << nodeText(node, 2); },
        {},
        [&](const Json& ranges) {
            out << outputs;
            for (const Json& range : ranges) {
                const Json& source = range["source"];
                out << "  where " << cell(range["min"]) << " <= " << cell(range["symbol"]) << " <= " << cell(range["max"]);
                if (!source.is_null()) out << "  (axis " << cell(source["axis"]) << " of " << cell(source["input"]) << ")";
                out << "\n";
            }
        }};
    return visitGraphs(session, *stages, pieces, job);
}

}  // namespace etscope::report
