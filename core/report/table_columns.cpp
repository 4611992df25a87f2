#include "report/table_columns.h"

#include <algorithm>
#include <utility>

#include "report/text_cells.h"
#include "tensor/comparison.h"

namespace etscope::report {
namespace {

using enum ColumnKind;
constexpr auto Left = TextTable::Align::Left, Right = TextTable::Align::Right;
constexpr Shown InFiles = Shown::InFiles;

struct ListName {
    char text[16];
    consteval ListName(const char* name) : text{} {
        for (std::size_t i = 0; name[i] != '\0'; ++i) text[i] = name[i];
    }
};

/// The items of a list of the document.
template <ListName list>
void rowsOf(const Json& document, const RowVisitor& visit) {
    for (const Json& row : document[list.text]) visit(row, nullptr);
}

/// The items of a list of each item of another.
template <ListName outer, ListName inner>
void rowsInside(const Json& document, const RowVisitor& visit) {
    for (const Json& holder : document[outer.text])
        for (const Json& row : holder[inner.text]) visit(row, holder);
}

/// The tensor itself, or all of its name.
void tensorRows(const Json& document, const RowVisitor& visit) {
    if (document.contains("tensors")) return rowsOf<"tensors">(document, visit);
    visit(document, nullptr);
}

/// The channels of the tensor itself, or of all of its name; those that cannot be read have none.
void channelRows(const Json& document, const RowVisitor& visit) {
    tensorRows(document, [&visit](const Json& tensor, const Json&) {
        const auto channels = tensor.find("channels");
        if (channels == tensor.end()) return;
        for (const Json& row : *channels) visit(row, tensor);
    });
}

/// One row a changed field; a node, weight, delegate or key that is on one side only has none.
void changesOf(const char* what, const char* state, const Json& change, const Json& holder, const RowVisitor& visit) {
    Json row = change;
    row["what"] = what;
    if (state != nullptr) row["state"] = state;
    const Json fields = row.value("fields", Json::array());
    row.erase("fields");
    if (fields.empty()) visit(row, holder);
    for (const Json& field : fields) {
        row.update(field);
        visit(row, holder);
    }
}

void diffRows(const Json& document, const RowVisitor& visit) {
    for (const Json& stage : document["methods"])
        for (const char* state : {"removed", "added", "changed"})
            for (const Json& node : stage[state]) changesOf("node", state, node, stage, visit);
    for (const auto& [what, list] : {std::pair("weight", "tensors"), std::pair("delegate", "delegates"),
                                     std::pair("output", "outputs"), std::pair("metadata", "metadata")})
        for (const Json& change : document[list]) changesOf(what, nullptr, change, nullptr, visit);
}

/// What a node says of itself, then the nodes of its nested graphs.
void nodeRows(const Json& node, const Json& graph, const RowVisitor& visit) {
    std::string types;
    for (const Json& output : node["outputs"]) types += (types.empty() ? "" : ",") + typeText(output);
    const auto last = [](const Json& list) { return list.empty() ? Json::object() : list.back(); };
    Json row = node;
    row["types"] = types;
    row["module"] = last(node["module_stack"]);
    row["frame"] = last(node["stack_trace"]);
    visit(row, graph);
    for (const Json& inner : node["subgraphs"])
        for (const Json& one : inner["graph"]["nodes"]) nodeRows(one, graph, visit);
}

void graphRows(const Json& document, const RowVisitor& visit) {
    if (document.contains("graphs"))
        for (const Json& graph : document["graphs"]) graphRows(graph, visit);
    else
        for (const Json& node : document["nodes"]) nodeRows(node, document, visit);
}

/// Of two sets of runs.
void againstRows(const Json& document, const RowVisitor& visit) {
    for (const Json& row : document["against"]["rows"]) visit(row, nullptr);
}

/// One row for each output of each arrow, of one method or of all; an arrow without outputs is a row, too.
void arrowRows(const Json& document, const RowVisitor& visit) {
    const Json methods = document.contains("methods") ? document["methods"] : Json::array({document});
    for (const Json& method : methods)
        for (const Json& arrow : method["arrows"]) {
            const Json none = Json::array({Json::object({{"index", nullptr}, {"verdict", "unknown"}})});
            for (const Json& output : arrow["outputs"].empty() ? none : arrow["outputs"]) {
                Json row = arrow;
                row.update(output);
                row["method"] = method["method"];
                visit(row, method);
            }
        }
}

std::vector<TableColumn> withMetrics(std::vector<TableColumn> columns) {
    for (const tensor::MetricColumn& metric : tensor::metricColumns()) {
        const std::string name(metric.name);
        const auto isShown = [&](const TableColumn& column) { return column.title == name || column.field == "metrics." + name; };
        if (std::ranges::none_of(columns, isShown)) columns.push_back({name, "metrics." + name, Metric, Right, InFiles});
    }
    return columns;
}

std::vector<TableForm> makeForms() {
    return {
        {"etscope.info/1",
         "",
         rowsOf<"methods">,
         {{"method", "name"},
          {"stages", "stages"},
          {"parameters", "parameters.count", Plain, Right},
          {"parameter elements", "parameters.elements", Plain, Right},
          {"parameter bytes", "parameters.bytes", Plain, Right},
          {"buffers", "buffers.count", Plain, Right},
          {"buffer bytes", "buffers.bytes", Plain, Right},
          {"constants", "constants.count", Plain, Right},
          {"constant bytes", "constants.bytes", Plain, Right},
          {"reference cases", "reference_cases", Plain, Right},
          {"runs", "runs", Plain, Right}}},
        {"etscope.graph/1",
         "",
         graphRows,
         {{"method", "^method"},
          {"stage", "^stage"},
          {"node", "id"},
          {"operator", "target"},
          {"type", "types"},
          {"debug handle", "debug_handle", Plain, Right},
          {"module", "module.path"},
          {"module type", "module.type"},
          {"backend", "delegate.backend"},
          {"file", "frame.file"},
          {"line", "frame.line", Plain, Right}}},
        {"etscope.tensors/1",
         "",
         rowsOf<"tensors">,
         {{"name", "name"},
          {"role", "role"},
          {"method", "method"},
          {"stage", "stage"},
          {"case", "case", Plain, Right},
          {"index", "index", Plain, Right},
          {"type", "", Type},
          {"bytes", "bytes", Plain, Right},
          {"offset", "data_offset", Plain, Right},
          {"in the record", "name_in_record", Remark},
          {"run", "run", Plain, Right, InFiles},
          {"file", "file", Plain, Right, InFiles},
          {"storage", "storage", Plain, Left, InFiles}}},
        {"etscope.tensor/1",
         "",
         tensorRows,
         {{"name", "name"},
          {"role", "role"},
          {"method", "method"},
          {"stage", "stage"},
          {"case", "case", Plain, Right},
          {"index", "index", Plain, Right},
          {"type", "", Type},
          {"count", "statistics.count", Plain, Right},
          {"finite", "statistics.finite", Plain, Right},
          {"nan", "statistics.nan", Plain, Right},
          {"pos_inf", "statistics.pos_inf", Plain, Right},
          {"neg_inf", "statistics.neg_inf", Plain, Right},
          {"zero", "statistics.zero", Plain, Right},
          {"min", "statistics.min", Plain, Right},
          {"max", "statistics.max", Plain, Right},
          {"mean", "statistics.mean", Plain, Right},
          {"std", "statistics.std", Plain, Right},
          {"l1", "statistics.l1", Plain, Right},
          {"l2", "statistics.l2", Plain, Right},
          {"sparsity", "statistics.sparsity", Plain, Right},
          {"subnormal", "statistics.subnormal", Plain, Right}}},
        {"etscope.tensor/1",
         "channels",
         channelRows,
         {{"index", "index", Plain, Right},
          {"count", "count", Plain, Right},
          {"min", "min", Metric, Right},
          {"max", "max", Metric, Right},
          {"mean", "mean", Metric, Right},
          {"std", "std", Metric, Right},
          {"zeros", "zeros", Plain, Right},
          {"nan", "nan", Plain, Right},
          {"name", "^name", Plain, Left, InFiles},
          {"role", "^role", Plain, Left, InFiles},
          {"method", "^method", Plain, Left, InFiles},
          {"stage", "^stage", Plain, Left, InFiles},
          {"case", "^case", Plain, Right, InFiles}}},
        {"etscope.handles/1",
         "",
         rowsInside<"methods", "instructions">,
         {{"method", "^method"},
          {"instruction", "instruction", Plain, Right},
          {"kind", "kind"},
          {"operator", "operator"},
          {"backend", "delegate.name"},
          {"debug handles", "debug_handles"},
          {"edge nodes", "edge_nodes"},
          {"exported nodes", "exported_nodes"}}},
        {"etscope.metadata/1",
         "",
         rowsOf<"entries">,
         {{"key", "key"},
          {"type", "type"},
          {"value", "flag|value"},
          {"guess", "", Guess},
          {"source", "source"},
          {"bytes", "bytes", Plain, Right},
          {"meaning", "known.meaning"}}},
        {"etscope.named-data/1",
         "",
         rowsOf<"entries">,
         {{"key", "key"},
          {"file", "file", Plain, Right},
          {"segment", "segment", Plain, Right},
          {"offset", "data_offset", Plain, Right},
          {"bytes", "bytes", Plain, Right},
          {"shadowed by file", "shadowed_by", Plain, Right},
          {"users", "users"},
          {"in the record", "name_in_record", Remark},
          {"sha256", "sha256"}}},
        {"etscope.delegates/1",
         "",
         rowsOf<"delegates">,
         {{"method", "method"},
          {"index", "index", Plain, Right},
          {"backend", "backend"},
          {"format", "format"},
          {"bytes", "bytes", Plain, Right},
          {"nodes", "nodes", Plain, Right},
          {"calls", "calls"},
          {"reason", "reason"}}},
        {"etscope.containers/1",
         "",
         rowsInside<"containers", "variants">,
         {{"methods", "^methods"},
          {"container", "^format"},
          {"backend", "backend"},
          {"format", "format"},
          {"soc", "soc"},
          {"function", "function"},
          {"inputs", "inputs"},
          {"bytes", "bytes", Plain, Right},
          {"shared by place", "shared_by_place", Plain, Right},
          {"by content", "shared_by_content", Plain, Right},
          {"own", "own", Plain, Right},
          {"constants", "constants.count", Plain, Right},
          {"nodes", "nodes", Plain, Right},
          {"outputs", "outputs", Plain, Left, InFiles},
          {"file", "^file", Plain, Right, InFiles},
          {"offset", "^data_offset", Plain, Right, InFiles},
          {"container bytes", "^bytes", Plain, Right, InFiles},
          {"reason", "reason", Remark, Left, InFiles}}},
        {"etscope.containers/1",
         "pairs",
         rowsInside<"containers", "pairs">,
         {{"left", "left_name"},
          {"right", "right_name"},
          {"equal", "constants.equal.count", Plain, Right},
          {"equal bytes", "constants.equal.bytes", Plain, Right},
          {"different", "constants.different.count", Plain, Right},
          {"different bytes", "constants.different.bytes", Plain, Right},
          {"only left", "constants.only_left.count", Plain, Right},
          {"only right", "constants.only_right.count", Plain, Right},
          {"unknown", "constants.unknown", Plain, Right},
          {"same inputs", "same_inputs"},
          {"left nodes", "left_nodes", Plain, Right},
          {"right nodes", "right_nodes", Plain, Right},
          {"only left bytes", "constants.only_left.bytes", Plain, Right, InFiles},
          {"only right bytes", "constants.only_right.bytes", Plain, Right, InFiles},
          {"operators", "operators", Plain, Left, InFiles},
          {"methods", "^methods", Plain, Left, InFiles}}},
        {"etscope.listing/1",
         "",
         rowsInside<"listings", "commands">,
         {{"method", "^method"},
          {"delegate", "^index", Plain, Right},
          {"offset", "offset", Plain, Right},
          {"kind", "kind"},
          {"name", "name"},
          {"parameter", "parameter", Plain, Right},
          {"payload", "payload", Plain, Right},
          {"code", "code", Plain, Right, InFiles},
          {"data offset", "data_offset", Plain, Right, InFiles},
          {"processor", "^processor", Plain, Left, InFiles}}},
        {"etscope.memory/1",
         "",
         rowsInside<"methods", "tensors">,
         {{"method", "^method"},
          {"memory", "memory_id", Plain, Right},
          {"offset", "offset", Plain, Right},
          {"bytes", "bytes", Plain, Right},
          {"value", "value", Plain, Right},
          {"first use", "first_use", Plain, Right},
          {"last use", "last_use", Plain, Right},
          {"upper bound", "upper_bound"},
          {"instr.", "written_by.instruction", Plain, Right},
          {"written by", "written_by.operator"},
          {"name", "name"},
          {"in the record", "name_in_record", Remark},
          {"module", "module", Remark}}},
        {"etscope.sizes/1",
         "",
         rowsOf<"regions">,
         {{"file", "file", Plain, Right},
          {"offset", "offset", Plain, Right},
          {"size", "size", Plain, Right},
          {"kind", "kind"},
          {"name", "name"},
          {"in the record", "name_in_record", Remark},
          {"owner", "owner"}}},
        {"etscope.events/1",
         "",
         rowsInside<"runs", "events">,
         {{"method", "^method"},
          {"instruction", "instruction", Plain, Right},
          {"name", "name"},
          {"kind", "kind"},
          {"delegate id", "delegate_debug_id"},
          {"start", "start", Plain, Right},
          {"duration", "duration", Time, Right},
          {"run", "^index", Plain, Right, InFiles},
          {"case", "^case", Plain, Right, InFiles},
          {"index", "index", Plain, Right, InFiles},
          {"parent", "parent", Plain, Right, InFiles},
          {"end", "end", Plain, Right, InFiles},
          {"duration_ms", "duration_ms", Plain, Right, InFiles}}},
        {"etscope.events/1",
         "summary",
         rowsOf<"summary">,
         {{"level", "level"},
          {"instr.", "instruction", Plain, Right},
          {"name", "name"},
          {"operator", "operator"},
          {"module", "module"},
          {"layer", "layer", Plain, Right},
          {"backend", "backend"},
          {"count", "count", Plain, Right},
          {"min", "min", Time, Right},
          {"p10", "p10", Time, Right},
          {"p50", "p50", Time, Right},
          {"mean", "mean", Time, Right},
          {"p90", "p90", Time, Right},
          {"max", "max", Time, Right},
          {"share", "share", Share, Right},
          {"unit", "unit", Plain, Left, InFiles},
          {"delegate id", "delegate_debug_id", Plain, Left, InFiles},
          {"method", "method", Plain, Left, InFiles},
          {"set", "set", Plain, Right, InFiles}}},
        {"etscope.events/1",
         "against",
         againstRows,
         {{"method", "method"},
          {"level", "level"},
          {"instr.", "instruction", Plain, Right},
          {"there", "right_instruction", Plain, Right},
          {"name", "name"},
          {"left p50", "left_p50", Time, Right},
          {"right p50", "right_p50", Time, Right},
          {"difference", "difference", Time, Right},
          {"within noise", "within_noise"},
          {"nodes", "nodes"},
          {"left count", "left_count", Plain, Right, InFiles},
          {"right count", "right_count", Plain, Right, InFiles},
          {"interval", "interval", Plain, Right, InFiles},
          {"delegate id", "delegate_debug_id", Plain, Left, InFiles}}},
        {"etscope.evaluate/1",
         "",
         rowsOf<"unsupported">,
         {{"node", "node"}, {"target", "target"}, {"not computed because", "reason"}}},
        {"etscope.check/1",
         "",
         rowsInside<"runs", "rows">,
         {{"run", "^run", Plain, Right},
          {"method", "^method"},
          {"instruction", "instruction", Plain, Right},
          {"operator", "operator"},
          {"verdict", "verdict"},
          {"introduced", "introduced", Plain, Right},
          {"units", "envelope.units", Plain, Right},
          {"normal up to", "envelope.normal", Plain, Right},
          {"accumulates in", "accumulator"},
          {"why not", "reason"}}},
        {"etscope.stages/1",
         "",
         arrowRows,
         {{"method", "method"},
          {"from", "from"},
          {"to", "to"},
          {"output", "index", Plain, Right},
          {"verdict", "verdict"},
          {"max_abs", "max_abs", Metric, Right},
          {"snr_db", "snr_db", Metric, Right},
          {"breaks", "breaks"},
          {"first", "first.node"},
          {"compared", "compared", Plain, Right},
          {"unknown", "unknown", Plain, Right}}},
        {"etscope.tokens/1",
         "",
         rowsOf<"outputs">,
         {{"method", "method"},
          {"case", "case", Plain, Right},
          {"run", "run", Plain, Right},
          {"output", "output", Plain, Right},
          {"positions", "positions", Plain, Right},
          {"agree", "agree", Plain, Right},
          {"first different", "first_different", Plain, Right},
          {"kl mean", "kl_mean", Metric, Right},
          {"kl worst", "kl_worst", Metric, Right},
          {"at", "kl_worst_position", Plain, Right},
          {"vocabulary", "vocabulary.evidence"},
          {"error", "error.message"}}},
        {"etscope.verdict/1",
         "",
         rowsOf<"causes">,
         {{"state", "state"},
          {"cause", "kind"},
          {"what was seen", "title"},
          {"where", "address"},
          {"source", "source"},
          {"what to do", "action"},
          {"evidence", "evidence", Plain, Left, InFiles}}},
        {"etscope.gap/1", "", rowsOf<"rows">,
         withMetrics({{"instruction", "instruction", Plain, Right},
                      {"runs as", "runtime"},
                      {"state", "state"},
                      {"gap", "gap"},
                      {"max_abs", "metrics.max_abs", Plain, Right},
                      {"not finite", "metrics.not_finite", Plain, Right},
                      {"error", "error", Plain, Right},
                      {"introduced", "introduced", Plain, Right},
                      {"constant", "constant", Plain, Right},
                      {"inherited", "inherited", Plain, Right},
                      {"verdict", "verdict"},
                      {"accumulates in", "accumulator"},
                      {"noise", "noise", Plain, Right, InFiles},
                      {"inherited error", "inherited_error", Plain, Right, InFiles},
                      {"diverges", "diverges"},
                      {"nodes", "aot_nodes"},
                      {"run", "run", Plain, Right, InFiles},
                      {"debug handles", "debug_handles", Plain, Left, InFiles},
                      {"note", "note", Remark, Left, InFiles}})},
        {"etscope.drift/1",
         "",
         rowsInside<"rows", "cells">,
         {{"kind", "^kind"},
          {"path", "^path"},
          {"name", "^name"},
          {"depth", "^depth", Plain, Right},
          {"step", "step", Plain, Right},
          {"state", "state"},
          {"total", "total", Plain, Right},
          {"own", "own", Plain, Right},
          {"constant", "constant", Plain, Right},
          {"origin", "origin"},
          {"error", "parts.error", Plain, Right},
          {"own error", "parts.own", Plain, Right},
          {"by constant", "parts.constant", Plain, Right},
          {"by input", "parts.by_input", Plain, Right},
          {"by cache", "parts.by_cache", Plain, Right},
          {"max_abs", "parts.max_abs", Plain, Right},
          {"node", "node"},
          {"own node", "own_node"},
          {"instruction", "instruction", Plain, Right},
          {"reason", "reason", Remark}}},
        {"etscope.compare/1", "", rowsOf<"comparisons">,
         withMetrics({{"state", "state"},
                      {"method", "method"},
                      {"case", "case", Plain, Right},
                      {"output", "output", Plain, Right},
                      {"type", "reference|runtime", Type},
                      {"mismatched", "metrics.mismatched", Metric, Right},
                      {"max_abs", "metrics", Maximum, Right},
                      {"max_rel", "metrics.max_rel", Metric, Right},
                      {"snr_db", "metrics.snr_db", Metric, Right},
                      {"cosine", "metrics.cosine", Metric, Right},
                      {"rel_l2", "metrics.rel_l2", Metric, Right},
                      {"note", "note", Remark},
                      {"run", "run", Plain, Right, InFiles},
                      {"reference", "reference.source", Plain, Left, InFiles},
                      {"runtime", "runtime.source", Plain, Left, InFiles},
                      {"rtol", "tolerance.rtol", Plain, Right, InFiles},
                      {"atol", "tolerance.atol", Plain, Right, InFiles}})},
        {"etscope.diff/1",
         "",
         diffRows,
         {{"what", "what"},
          {"method", "method|^method"},
          {"stage", "^stage"},
          {"state", "state"},
          {"name", "node|name|key"},
          {"operator", "target"},
          {"name on the right", "right_node"},
          {"field", "field"},
          {"left", "left"},
          {"right", "right"},
          {"max_abs", "max_abs", Plain, Right}}},
        {"etscope.verify/1",
         "",
         rowsOf<"diagnostics">,
         {{"severity", "severity"},
          {"code", "code"},
          {"where", "where"},
          {"message", "message"},
          {"count", "count", Plain, Right}}},
        {"etscope.report/1",
         "",
         rowsOf<"sections">,
         {{"section", "title"},
          {"state", "state"},
          {"rows", "rows", Plain, Right},
          {"shown", "rows_shown", Plain, Right},
          {"pictures", "pictures", Plain, Right},
          {"why not", "reason", Remark},
          {"parts left out", "parts_left_out", Plain, Right, InFiles}}},
        {"etscope.related/1", "", rowsOf<"related">, {{"relation", "relation"}, {"address", "address"}, {"by", "by"}}},
        {"etscope.set-metadata/1",
         "",
         rowsOf<"changes">,
         {{"key", "key"},
          {"source", "source"},
          {"type", "type"},
          {"before", "before"},
          {"after", "after"},
          {"note", "note", Remark}}},
        {"etscope.slim/1",
         "",
         rowsOf<"entries">,
         {{"entry", "name"}, {"role", "role"}, {"before", "bytes_before", Plain, Right}, {"after", "bytes_after", Plain, Right}}},
        {"etscope.gate/1",
         "",
         rowsOf<"rows">,
         {{"state", "state"},
          {"method", "method"},
          {"output", "output", Plain, Right},
          {"budget", "budget"},
          {"measured", "measured", Plain, Right},
          {"limit", "limit|limit_text", Plain, Right},
          {"margin", "margin", Plain, Right},
          {"unit", "unit"},
          {"base", "base", Plain, Right},
          {"note", "note", Remark},
          {"fails", "fails", Plain, Left, InFiles},
          {"line", "line", Plain, Right, InFiles}}},
        {"etscope.undelegated/1",
         "",
         rowsOf<"operators">,
         {{"method", "method"},
          {"stage", "stage"},
          {"operator", "operator"},
          {"count", "count", Plain, Right},
          {"share of time", "share", Share, Right},
          {"why", "reason"},
          {"evidence", "evidence"},
          {"nodes", "nodes"}}},
        {"etscope.hex/1",
         "",
         rowsOf<"rows">,
         {{"offset", "offset", Plain, Right}, {"hex", "hex"}, {"text", "text"}, {"region", "region"}}},
        {"etscope.quantisation/1",
         "",
         rowsOf<"weights">,
         {{"weight", "name"},
          {"in the record", "name_in_record", Remark},
          {"type", "", Type},
          {"scheme", "scheme"},
          {"group", "group_size", Plain, Right},
          {"bytes", "bytes", Plain, Right},
          {"share", "share", Share, Right},
          {"SQNR dB", "sqnr_db", Metric, Right},
          {"max_abs", "max_abs", Metric, Right},
          {"clipped", "clipped", Share, Right},
          {"original", "original.name"},
          {"note", "note", Remark},
          {"method", "method", Plain, Left, InFiles},
          {"stage", "stage", Plain, Left, InFiles}}},
        {"etscope.lint/1",
         "",
         rowsOf<"findings">,
         {{"severity", "severity"}, {"code", "code"}, {"where", "where"}, {"message", "message"}, {"suggestion", "suggestion"}}},
        {"etscope.metadata-known/1",
         "",
         rowsOf<"keys">,
         {{"key", "key"},
          {"type", "type"},
          {"read by", "used_by"},
          {"required", "required"},
          {"default", "default"},
          {"since", "since"},
          {"meaning", "meaning"},
          {"when absent", "absent", Plain, Left, InFiles}}},
        {"etscope.lint-rules/1",
         "",
         rowsOf<"rules">,
         {{"id", "id"}, {"severity", "severity"}, {"description", "description"}, {"hint", "hint"}, {"section", "section"}}},
    };
}

}  // namespace

const std::vector<TableForm>& tableForms() {
    static const std::vector<TableForm> kForms = makeForms();
    return kForms;
}

}  // namespace etscope::report
