// The `diff` document and its text.
#include <algorithm>
#include <filesystem>

#include "compare/diff.h"
#include "compare/module_changes.h"
#include "findings/changes_answer.h"
#include "findings/cost_changes.h"
#include "findings/scheme_changes.h"
#include "report/answer_json.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

using graph::GraphModel;
using graph::NodeId;

Json nodeJson(const GraphModel& model, NodeId node) {
    return object(F("node", model.nodePath(node)), F("target", model.text(model.node(node).target)));
}

Json fieldsJson(const std::vector<modules::FieldChange>& changes) {
    return listOf(changes, [](const modules::FieldChange& change) -> Json {
        return object(F("field", change.field), F("left", textOrNull(change.left)), F("right", textOrNull(change.right)));
    });
}

Json stageJson(const compare::StageDiff& diff) {
    const auto changed = [&diff](const compare::ChangedNode& one) {
        Json row = nodeJson(*diff.left, one.left);
        row["right_node"] = diff.right->nodePath(diff.match.rightOf[one.left.index()]);
        row["fields"] = fieldsJson(one.changes);
        return row;
    };
    const bool both = diff.left != nullptr && diff.right != nullptr;
    return object(F("method", diff.method), F("stage", diff.stage.text()),
                  F("only", both ? Json(nullptr) : Json(diff.left != nullptr ? "left" : "right")),
                  F("added", listOf(diff.added, [&](NodeId node) { return nodeJson(*diff.right, node); })),
                  F("removed", listOf(diff.removed, [&](NodeId node) { return nodeJson(*diff.left, node); })),
                  F("changed", listOf(diff.changed, changed)), F("matched", diff.match.matched));
}

Json valueJson(const compare::ValueChange& change, bool tensor) {
    Json row = object(F(tensor ? "name" : "key", change.name), F("state", compare::changeStateName(change.state)),
                      F("fields", fieldsJson(change.changes)));
    if (!tensor) return row;
    row["method"] = textOrNull(change.method);
    row["role"] = change.role;
    row["max_abs"] = orNull(change.maxAbs);
    if (change.caseIndex) row["case"] = *change.caseIndex;
    return row;
}

Json moduleJson(const compare::ModuleChange& change, const compare::MethodChange& method) {
    Json row = object(F("title", change.title), F("modules", change.paths), F("type", textOrNull(change.type)),
                      F("state", change.state ? Json(compare::changeStateName(*change.state)) : Json(nullptr)),
                      F("sentence", change.sentence), F("differs_from_likes", change.odd),
                      F("left_bytes", orNull(change.bytesLeft)), F("right_bytes", orNull(change.bytesRight)));
    row["nodes"] = listOf(change.nodes, [&method](const compare::NodeChange& node) -> Json {
        return object(F("state", compare::changeStateName(node.state())),
                      F("left", node.left.valid() ? Json(method.left.index->model().nodePath(node.left)) : Json(nullptr)),
                      F("right", node.right.valid() ? Json(method.right.index->model().nodePath(node.right)) : Json(nullptr)),
                      F("text", node.text));
    });
    row["inside"] = listOf(change.children, [&method](const compare::ModuleChange& child) { return moduleJson(child, method); });
    return row;
}

Json meaningJson(const compare::ModuleChanges& changes) {
    const auto row = [](const compare::MethodChange& method) {
        Json made = moduleJson(method.root, method);
        made["stage"] = method.stage.text();
        made["renamed_nodes"] = method.renamedNodes;
        made["relabelled_nodes"] = method.relabelledNodes;
        return made;
    };
    return object(F("methods", listOf(changes.methods, row)), F("same", changes.same), F("not_told", changes.untold));
}

Json costJson(const findings::CostChange& change) {
    const auto amount = [&](const std::optional<double>& one) {
        if (!one) return Json(nullptr);
        return change.unit == findings::CostUnit::Ticks
                   ? Json(*one)
                   : Json(static_cast<std::uint64_t>(std::min(*one, 9e18)));  // what no 64 bits hold
    };
    return object(F("id", change.id), F("of", textOrNull(change.of)), F("title", change.title.text()),
                  F("unit", findings::costUnitName(change.unit)), F("before", amount(change.before)),
                  F("after", amount(change.after)), F("runs_before", orNull(change.runsBefore)),
                  F("runs_after", orNull(change.runsAfter)));
}

Json schemeJson(const findings::WeightScheme& scheme) {
    const bool integer = scheme.bits > 0;
    const Json type = integer          ? Json("int" + std::to_string(scheme.bits))
                      : scheme.known() ? Json(scalarTypeName(scheme.type))
                                       : Json(nullptr);
    const bool narrowed = scheme.operand != findings::Operand::AsIs;
    return object(F("id", textOrNull(scheme.id())), F("text", scheme.text().text()), F("weight", type),
                  F("granularity", integer ? Json(findings::grainName(scheme.grain)) : Json(nullptr)),
                  F("group", scheme.group > 0 ? Json(scheme.group) : Json(nullptr)),
                  F("zero_points", integer ? orNull(scheme.zeroPoints) : Json(nullptr)),
                  F("operand", scheme.known() ? Json(findings::operandName(scheme.operand)) : Json(nullptr)),
                  F("operand_bits", narrowed && scheme.operandBits > 0 ? Json(scheme.operandBits) : Json(nullptr)));
}

Json schemeSideJson(const std::optional<findings::ModuleScheme>& side) {
    if (!side) return nullptr;
    return object(F("module", textOrNull(side->module)), F("type", textOrNull(side->type)), F("stage", side->reader.stage.text()),
                  F("node", side->node), F("operator", side->op), F("kind", side->kind), F("scheme", schemeJson(side->scheme)),
                  F("kept_otherwise", side->otherwise), F("elements", side->elements), F("bytes", orNull(side->bytes)));
}

Json schemesJson(const findings::SchemeChanges& changes) {
    const auto row = [](const findings::SchemeChange& one) {
        return object(F("method", one.method), F("name", one.name()), F("changed", one.changed()),
                      F("joined_by", one.join ? Json(findings::schemeJoinName(*one.join)) : Json(nullptr)),
                      F("left", schemeSideJson(one.before)), F("right", schemeSideJson(one.after)));
    };
    const auto untold = [](const findings::SchemeChanges::Untold& one) {
        return object(F("method", one.method), F("side", one.after ? "right" : "left"), F("reason", one.why.text()));
    };
    return object(F("changed", std::ranges::count_if(changes.rows, &findings::SchemeChange::changed)),
                  F("rows", listOf(changes.rows, row)), F("untold", listOf(changes.untold, untold)));
}

/// Of its file, of several the folder that the first is in.
std::string exportName(const session::Session& session) {
    if (session.files().empty()) return {};
    const std::filesystem::path first(session.files().front().path);
    const bool alone = session.files().size() == 1 || !first.has_parent_path();
    return (alone ? first : first.parent_path()).filename().generic_string();
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
    const auto values = [](const auto& changes, bool tensor) {
        return listOf(changes, [tensor](const compare::ValueChange& change) { return valueJson(change, tensor); });
    };
    const bool all = selection.method.empty() && selection.stage.empty();
    document["answer"] = all ? answerJson(findings::changesAnswer(left, right, *diff, exportName(left))) : Json(nullptr);
    document["methods"] = listOf(diff->stages, stageJson);
    document["by_module"] = meaningJson(*meaning);
    document["schemes"] = nullptr;
    if (selection.stage.empty()) {
        const auto schemes = findings::schemeChanges(left, right, *diff, selection.method, job);
        if (!schemes) return schemes.failure();
        document["schemes"] = schemesJson(*schemes);
    }
    document["tensors"] = values(diff->tensors, true);
    document["equal_tensors"] = diff->equalTensors;
    document["delegates"] = values(diff->delegates, true);
    document["outputs"] = values(diff->outputs, true);
    document["metadata"] = values(diff->metadata, false);
    if (all) {
        const auto cost = findings::costChanges(left, right, job);
        if (!cost) return cost.failure();
        document["cost"] = listOf(*cost, costJson);
    }
    left.addDiagnostics(right.diagnostics());
    return endDocument(document, left);
}

}  // namespace etscope::report
