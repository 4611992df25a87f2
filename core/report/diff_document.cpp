// The `diff` document and its text.
#include "compare/diff.h"
#include "compare/module_changes.h"
#include "report/documents.h"
#include "report/json_values.h"
#include "report/text_cells.h"

namespace etscope::report {
namespace {

using graph::GraphModel;
using graph::NodeId;

Json nodeJson(const GraphModel& model, NodeId node) {
    return {{"node", model.nodePath(node)}, {"target", model.text(model.node(node).target)}};
}

Json fieldsJson(const std::vector<modules::FieldChange>& changes) {
    Json fields = Json::array();
    for (const modules::FieldChange& change : changes)
        fields.push_back({{"field", change.field}, {"left", textOrNull(change.left)}, {"right", textOrNull(change.right)}});
    return fields;
}

Json stageJson(const compare::StageDiff& diff) {
    Json added = Json::array(), removed = Json::array(), changed = Json::array();
    for (const NodeId node : diff.removed) removed.push_back(nodeJson(*diff.left, node));
    for (const NodeId node : diff.added) added.push_back(nodeJson(*diff.right, node));
    for (const compare::ChangedNode& one : diff.changed) {
        Json row = nodeJson(*diff.left, one.left);
        row["right_node"] = diff.right->nodePath(diff.match.rightOf[one.left.index()]);
        row["fields"] = fieldsJson(one.changes);
        changed.push_back(std::move(row));
    }
    const bool both = diff.left != nullptr && diff.right != nullptr;
    return {{"method", diff.method},
            {"stage", diff.stage.text()},
            {"only", both ? Json(nullptr) : Json(diff.left != nullptr ? "left" : "right")},
            {"added", std::move(added)},
            {"removed", std::move(removed)},
            {"changed", std::move(changed)},
            {"matched", diff.match.matched}};
}

Json valueJson(const compare::ValueChange& change, bool tensor) {
    Json row{{tensor ? "name" : "key", change.name},
             {"state", compare::changeStateName(change.state)},
             {"fields", fieldsJson(change.changes)}};
    if (!tensor) return row;
    row["method"] = textOrNull(change.method);
    row["role"] = change.role;
    row["max_abs"] = change.maxAbs ? number(*change.maxAbs) : Json(nullptr);
    if (change.caseIndex) row["case"] = *change.caseIndex;
    return row;
}

Json bytesJson(const std::optional<std::uint64_t>& bytes) { return bytes ? Json(*bytes) : Json(nullptr); }

Json moduleJson(const compare::ModuleChange& change, const compare::MethodChange& method) {
    Json row{{"title", change.title},
             {"modules", change.paths},
             {"type", textOrNull(change.type)},
             {"state", change.state ? Json(compare::changeStateName(*change.state)) : Json(nullptr)},
             {"sentence", change.sentence},
             {"differs_from_likes", change.odd},
             {"left_bytes", bytesJson(change.bytesLeft)},
             {"right_bytes", bytesJson(change.bytesRight)}};
    Json& nodes = row["nodes"] = Json::array();
    for (const compare::NodeChange& node : change.nodes)
        nodes.push_back({{"state", compare::changeStateName(node.state())},
                         {"left", node.left.valid() ? Json(method.left.index->model().nodePath(node.left)) : Json(nullptr)},
                         {"right", node.right.valid() ? Json(method.right.index->model().nodePath(node.right)) : Json(nullptr)},
                         {"text", node.text}});
    Json& inside = row["inside"] = Json::array();
    for (const compare::ModuleChange& child : change.children) inside.push_back(moduleJson(child, method));
    return row;
}

Json meaningJson(const compare::ModuleChanges& changes) {
    Json methods = Json::array();
    for (const compare::MethodChange& method : changes.methods) {
        Json row = moduleJson(method.root, method);
        row["stage"] = method.stage.text();
        row["renamed_nodes"] = method.renamedNodes;
        methods.push_back(std::move(row));
    }
    return {{"methods", std::move(methods)}, {"same", changes.same}, {"not_told", changes.untold}};
}

/// Modules with their sentences, indented; nodes are told below, by stage.
void addModuleLines(const Json& rows, std::size_t depth, std::string& text) {
    for (const Json& row : rows) {
        text += std::string(2 * depth + 2, ' ') + cell(row["title"]) + ": " +
                (row["differs_from_likes"].get<bool>() ? "differs from its likes: " : "") + cell(row["sentence"]);
        if (!row["left_bytes"].is_null() || !row["right_bytes"].is_null())
            text += "  (" + cell(row["left_bytes"]) + " → " + cell(row["right_bytes"]) + " bytes)";
        text += "\n";
        addModuleLines(row["inside"], depth + 1, text);
    }
}

std::string fieldLines(const Json& row) {
    std::string text;
    for (const Json& field : row["fields"])
        text += "      " + cell(field["field"]) + ": " + cell(field["left"]) + " → " + cell(field["right"]) + "\n";
    return text;
}

void addValues(const Json& document, const char* list, const char* name, const char* title, std::string& text) {
    if (document[list].empty()) return;
    text += std::string("\n") + title + "\n";
    for (const Json& row : document[list]) {
        const std::string method = row.contains("method") && !row["method"].is_null() ? cell(row["method"]) + " " : "";
        const std::string most = row.contains("max_abs") && !row["max_abs"].is_null() ? ", max_abs " + cell(row["max_abs"]) : "";
        text += "  " + cell(row["state"]) + " " + method + cell(row[name]) + most + "\n" + fieldLines(row);
    }
}

}  // namespace

Result<Json> diffDocument(const session::Session& left, const session::Session& right, const Selection& selection,
                          std::span<const compare::HandPair> pairs, bool& differs, const JobContext& job) {
    const auto diff = compare::difference(left, right, selection.method, selection.stage, job, pairs);
    if (!diff) return diff.failure();
    differs = !diff->empty();
    const auto meaning = compare::moduleChanges(left, right, *diff, job);
    if (!meaning) return meaning.failure();
    Json document = beginDocument("diff", left);
    const Json others = beginDocument("diff", right);
    for (Json& file : document["files"]) file["side"] = "left";
    for (Json file : others["files"]) {
        file["side"] = "right";
        document["files"].push_back(std::move(file));
    }
    Json& methods = document["methods"] = Json::array();
    for (const compare::StageDiff& stage : diff->stages) methods.push_back(stageJson(stage));
    document["by_module"] = meaningJson(*meaning);
    Json& tensors = document["tensors"] = Json::array();
    for (const compare::ValueChange& change : diff->tensors) tensors.push_back(valueJson(change, true));
    document["equal_tensors"] = diff->equalTensors;
    Json& delegates = document["delegates"] = Json::array();
    for (const compare::ValueChange& change : diff->delegates) delegates.push_back(valueJson(change, true));
    Json& outputs = document["outputs"] = Json::array();
    for (const compare::ValueChange& change : diff->outputs) outputs.push_back(valueJson(change, true));
    Json& metadata = document["metadata"] = Json::array();
    for (const compare::ValueChange& change : diff->metadata) metadata.push_back(valueJson(change, false));
    left.addDiagnostics(right.diagnostics());
    endDocument(document, left);
    return document;
}

std::string diffText(const Json& document) {
    std::string text;
    if (const Json& methods = document["by_module"]["methods"]; !methods.empty()) {
        text += "By module\n";
        addModuleLines(methods, 0, text);
    }
    for (const Json& stage : document["methods"]) {
        text += (text.empty() ? "" : "\n") + cell(stage["method"]) + "/" + cell(stage["stage"]) + ": ";
        if (!stage["only"].is_null()) text += "only on the " + cell(stage["only"]) + ", ";
        text += std::to_string(stage["matched"].get<std::size_t>()) + " nodes matched, " + std::to_string(stage["added"].size()) +
                " added, " + std::to_string(stage["removed"].size()) + " removed, " + std::to_string(stage["changed"].size()) +
                " changed\n";
        if (!stage["only"].is_null()) continue;
        for (const Json& row : stage["removed"]) text += "  - " + cell(row["node"]) + "  " + cell(row["target"]) + "\n";
        for (const Json& row : stage["added"]) text += "  + " + cell(row["node"]) + "  " + cell(row["target"]) + "\n";
        for (const Json& row : stage["changed"]) {
            const bool renamed = row["right_node"] != row["node"];
            text +=
                "  ~ " + cell(row["node"]) + (renamed ? " (right: " + cell(row["right_node"]) + ")" : "") + "\n" + fieldLines(row);
        }
    }
    addValues(document, "tensors", "name", "Weights", text);
    if (document["tensors"].empty()) text += "\n" + cell(document["equal_tensors"]) + " weights are the same\n";
    addValues(document, "delegates", "name", "Delegates", text);
    addValues(document, "outputs", "name", "Outputs", text);
    addValues(document, "metadata", "key", "Metadata", text);
    return text;
}

}  // namespace etscope::report
