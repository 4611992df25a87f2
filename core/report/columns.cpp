#include "report/columns.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/lists.h"
#include "base/number_text.h"
#include "report/text_cells.h"
#include "tensor/comparison.h"

namespace etscope::report {
namespace {

using enum Kind;
using enum Shown;
using C = Column;

template <class... Columns>
constexpr std::array<Column, sizeof...(Columns)> columns(const Columns&... all) {
    return {all...};
}

/// The tensor itself, or all of its name.
void tensorRows(const Json& document, const RowVisitor& visit) {
    const Json one = document.contains("tensors") ? document["tensors"] : Json::array({document});
    for (const Json& row : one) visit(row, nullptr);
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
    const auto last = [](const Json& list) { return list.empty() ? Json::object() : list.back(); };
    Json row = node;
    row["types"] = joined(node["outputs"], ",", typeText);
    row["module"] = last(node["module_stack"]);
    row["frame"] = last(node["stack_trace"]);
    visit(row, graph);
    for (const Json& inner : node["subgraphs"])
        for (const Json& one : inner["graph"]["nodes"]) nodeRows(one, graph, visit);
}

/// Of all methods.
void adviceRows(const Json& document, const RowVisitor& visit) {
    for (const Json& row : document["rows"]) visit(row, document);
    for (const Json& method : document["methods"])
        for (const Json& row : method["rows"]) visit(row, method);
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
            const Json none = Json::array({object(F("index", nullptr), F("verdict", "unknown"))});
            for (const Json& output : arrow["outputs"].empty() ? none : arrow["outputs"]) {
                Json row = arrow;
                row.update(output);
                row["method"] = method["method"];
                visit(row, method);
            }
        }
}

constexpr auto kInfoColumns = columns(
    C(Code, "name", "method"), C(Text, "stages"), C(Count, "parameters.count", "parameters"),
    C(Count, "parameters.elements", "parameter elements"), C(Bytes, "parameters.bytes", "parameter bytes"),
    C(Count, "buffers.count", "buffers"), C(Bytes, "buffers.bytes", "buffer bytes"), C(Count, "constants.count", "constants"),
    C(Bytes, "constants.bytes", "constant bytes"), C(Count, "reference_cases", "reference cases"), C(Count, "runs"));
constexpr auto kGraphColumns =
    columns(C(Code, "^method"), C(Code, "^stage"), C(Code, "id", "node"), C(Code, "target", "operator"), C(Text, "types", "type"),
            C(Count, "debug_handle", "debug handle"), C(Code, "module.path", "module"), C(Word, "module.type", "module type"),
            C(Code, "delegate.backend"), C(Code, "frame.file"), C(Count, "frame.line"));
constexpr auto kTensorColumns = columns(C(Code, "name"), C(Word, "role"), C(Code, "method"), C(Code, "stage"), C(Count, "case"),
                                        C(Count, "index"), C(Type, "", "type"), C(Bytes, "bytes"),
                                        C(Count, "data_offset", "offset"), C(Code, "name_in_record", "in the record", WhereKnown),
                                        C(Count, "run", InFiles), C(Count, "file", InFiles), C(Code, "storage", InFiles));
constexpr auto kStatisticColumns = columns(
    C(Code, "name"), C(Word, "role"), C(Code, "method"), C(Code, "stage"), C(Count, "case"), C(Count, "index"), C(Type, "", "type"),
    C(Count, "statistics.count"), C(Count, "statistics.finite"), C(Count, "statistics.nan"), C(Count, "statistics.pos_inf"),
    C(Count, "statistics.neg_inf"), C(Count, "statistics.zero"), C(Number, "statistics.min"), C(Number, "statistics.max"),
    C(Number, "statistics.mean"), C(Number, "statistics.std"), C(Number, "statistics.l1"), C(Number, "statistics.l2"),
    C(Number, "statistics.sparsity"), C(Count, "statistics.subnormal"));
constexpr auto kTensorChannelColumns =
    columns(C(Count, "index"), C(Count, "count"), C(Metric, "min"), C(Metric, "max"), C(Metric, "mean"), C(Metric, "std"),
            C(Count, "zeros"), C(Count, "nan"), C(Code, "^name", InFiles), C(Text, "^role", InFiles), C(Code, "^method", InFiles),
            C(Code, "^stage", InFiles), C(Count, "^case", InFiles));
constexpr auto kHandleColumns = columns(C(Code, "^method"), C(Count, "instruction"), C(Word, "kind"), C(Code, "operator"),
                                        C(Code, "delegate.name", "backend"), C(Text, "debug_handles", "debug handles"),
                                        C(Text, "edge_nodes", "edge nodes"), C(Text, "exported_nodes", "exported nodes"));
constexpr auto kMetadataColumns = columns(C(Code, "key"), C(Word, "type"), C(Code, "flag|value", "value"), C(Guess, "", "guess"),
                                          C(Word, "source"), C(Bytes, "bytes"), C(Sentence, "known.meaning"));
constexpr auto kNamedDataColumns = columns(C(Code, "key"), C(Count, "file"), C(Count, "segment"), C(Count, "data_offset", "offset"),
                                           C(Bytes, "bytes"), C(Count, "shadowed_by", "shadowed by file"), C(Text, "users"),
                                           C(Code, "name_in_record", "in the record", WhereKnown), C(Code, "sha256"));
constexpr auto kDelegateColumns =
    columns(C(Code, "method"), C(Count, "index"), C(Code, "backend"), C(Code, "title"), C(Text, "format"), C(Bytes, "bytes"),
            C(Count, "nodes"), C(Text, "calls"), C(Text, "reason"), C(Text, "missing", InFiles));
constexpr auto kContainerColumns =
    columns(C(Text, "^methods"), C(Text, "^format", "container"), C(Code, "backend"), C(Text, "format"), C(Code, "soc"),
            C(Code, "function"), C(Text, "inputs"), C(Bytes, "bytes"), C(Bytes, "shared_by_place", "shared by place"),
            C(Bytes, "shared_by_content", "by content"), C(Bytes, "own"), C(Count, "constants.count", "constants"),
            C(Count, "nodes"), C(Text, "outputs", InFiles), C(Count, "^file", InFiles), C(Count, "^data_offset", "offset", InFiles),
            C(Bytes, "^bytes", "container bytes", InFiles), C(Text, "reason", InFiles));
constexpr auto kContainersPairColumns =
    columns(C(Code, "left_name", "left"), C(Code, "right_name", "right"), C(Count, "constants.equal.count", "equal"),
            C(Bytes, "constants.equal.bytes", "equal bytes"), C(Count, "constants.different.count", "different"),
            C(Bytes, "constants.different.bytes", "different bytes"), C(Count, "constants.only_left.count", "only left"),
            C(Count, "constants.only_right.count", "only right"), C(Count, "constants.unknown"),
            C(Text, "same_inputs", "same inputs"), C(Count, "left_nodes", "left nodes"), C(Count, "right_nodes", "right nodes"),
            C(Bytes, "constants.only_left.bytes", "only left bytes", InFiles),
            C(Bytes, "constants.only_right.bytes", "only right bytes", InFiles), C(Text, "operators", InFiles),
            C(Text, "^methods", InFiles));
constexpr auto kListingColumns = columns(C(Code, "^method"), C(Count, "^index", "delegate"), C(Count, "offset"), C(Word, "kind"),
                                         C(Code, "name"), C(Count, "parameter"), C(Count, "payload"), C(Count, "code", InFiles),
                                         C(Count, "data_offset", "data offset", InFiles), C(Code, "^processor", InFiles));
constexpr auto kMemoryColumns =
    columns(C(Code, "^method"), C(Count, "memory_id", "memory"), C(Count, "offset"), C(Bytes, "bytes"), C(Count, "value"),
            C(Count, "first_use", "first use"), C(Count, "last_use", "last use"), C(Text, "upper_bound", "upper bound"),
            C(Count, "written_by.instruction", "instr."), C(Code, "written_by.operator", "written by"), C(Code, "name"),
            C(Code, "name_in_record", "in the record", WhereKnown), C(Code, "module", WhereKnown));
constexpr auto kResidentColumns = columns(C(Text, "title", "resident"), C(Bytes, "bytes"), C(Word, "certainty"), C(Text, "how"));
constexpr auto kSavingColumns =
    columns(C(Text, "title", "what would lower it"), C(Bytes, "bytes"), C(Text, "exact"), C(Text, "how"));
constexpr auto kMeasuredColumns =
    columns(C(Text, "title", "measured"), C(Bytes, "resident"), C(Bytes, "proportional"), C(Text, "how"));
constexpr auto kSizeColumns = columns(C(Count, "file"), C(Count, "offset"), C(Bytes, "size"), C(Word, "kind"), C(Code, "name"),
                                      C(Code, "name_in_record", "in the record", WhereKnown), C(Code, "owner"));
constexpr auto kEventColumns = columns(C(Code, "^method"), C(Count, "instruction"), C(Code, "name"), C(Word, "kind"),
                                       C(Text, "delegate_debug_id", "delegate id"), C(Number, "start"), C(Time, "duration"),
                                       C(Count, "^index", "run", InFiles), C(Count, "^case", InFiles), C(Count, "index", InFiles),
                                       C(Count, "parent", InFiles), C(Number, "end", InFiles), C(Number, "duration_ms", InFiles));
constexpr auto kEventsSummaryColumns =
    columns(C(Word, "level"), C(Count, "instruction", "instr."), C(Code, "name"), C(Code, "operator"),
            C(Code, "title", "", WhereKnown), C(Code, "module"), C(Count, "layer"), C(Code, "backend"), C(Count, "count"),
            C(Time, "min"), C(Time, "p10"), C(Time, "p50"), C(Time, "mean"), C(Time, "p90"), C(Time, "max"),
            C(Time, "per_run", "per run", InFiles), C(Share, "share"), C(Code, "delegate_node", "node inside", IfAny),
            C(Text, "metadata_text", "noted", IfAny), C(Text, "unit", InFiles), C(Text, "nodes", InFiles),
            C(Text, "delegate_debug_id", "delegate id", InFiles), C(Code, "method", InFiles), C(Count, "set", InFiles));
constexpr auto kEventsAgainstColumns =
    columns(C(Code, "method|title", "method"), C(Word, "level"), C(Count, "instruction", "instr."),
            C(Count, "right_instruction", "there"), C(Code, "name"), C(Time, "left_p50", "left p50"),
            C(Time, "right_p50", "right p50"), C(Time, "difference"), C(Text, "within_noise", "within noise"), C(Text, "nodes"),
            C(Count, "left_count", "left count", InFiles), C(Count, "right_count", "right count", InFiles),
            C(Number, "interval", InFiles), C(Text, "delegate_debug_id", "delegate id", InFiles));
constexpr auto kEvaluateColumns = columns(C(Code, "node"), C(Code, "target"), C(Text, "reason", "not computed because"));
constexpr auto kCheckColumns =
    columns(C(Count, "^run"), C(Code, "^method"), C(Count, "instruction"), C(Code, "operator"), C(State, "verdict"),
            C(Number, "introduced"), C(Number, "envelope.units"), C(Number, "envelope.normal", "normal up to"),
            C(Text, "accumulator", "accumulates in"), C(Text, "reason", "why not"));
constexpr auto kStageColumns = columns(C(Code, "method"), C(Text, "from"), C(Text, "to"), C(Count, "index", "output"),
                                       C(State, "verdict"), C(Metric, "max_abs"), C(Metric, "snr_db"), C(Word, "breaks"),
                                       C(Code, "first.node", "first"), C(Count, "compared"), C(Count, "unknown"));
constexpr auto kConsistencyColumns = columns(
    C(Code, "method"), C(Text, "title", "check"), C(State, "state"), C(Metric, "difference"), C(Metric, "envelope"),
    C(Count, "output"), C(Count, "position"), C(Code, "first.node", "first"), C(Code, "first.source", "source"),
    C(Sentence, "reason"), C(Code, "check", "id", InFiles), C(Text, "left", InFiles), C(Text, "right", InFiles),
    C(State, "runtime.state", "runtime", InFiles), C(Word, "runtime.at_fault", "at fault", InFiles),
    C(Metric, "runtime.difference", "runtime difference", InFiles), C(Metric, "runtime.envelope", "runtime envelope", InFiles),
    C(Sentence, "runtime.reason", "runtime reason", InFiles), C(Count, "compared", InFiles), C(Count, "row", InFiles),
    C(Code, "other_method", "other method", InFiles), C(Code, "first.operator", "operator", InFiles),
    C(Code, "first.module", "module", InFiles), C(Code, "carried_by", "carried by", InFiles));
constexpr auto kPlaceColumns = columns(C(Code, "session"), C(Text, "files"), C(Code, "folder", InFiles));
constexpr auto kSurveyColumns = columns(
    C(Code, "session"), C(Code, "member", IfAny), C(Code, "method"), C(Count, "run"), C(Count, "case"), C(State, "state"),
    C(Word, "cause"), C(Code, "node"), C(Count, "outputs_match", "outputs match"), C(Count, "outputs_differ", "outputs differ"),
    C(Count, "outputs_open", "outputs open"), C(Metric, "max_abs"), C(Metric, "snr_db"), C(Metric, "kl"), C(Number, "ticks"),
    C(Sentence, "error", IfAny), C(Code, "dump", InFiles), C(Text, "started", InFiles), C(Code, "source", InFiles),
    C(Sentence, "sentence", InFiles), C(Count, "tokens", InFiles), C(Count, "tokens_stay", "tokens stay", InFiles),
    C(Count, "calls_right", "calls right", InFiles), C(Count, "calls_open", "calls open", InFiles),
    C(Number, "p50_ticks", "p50 ticks", InFiles), C(Bytes, "program_bytes", "program bytes", InFiles),
    C(Bytes, "weight_bytes", "weight bytes", InFiles), C(Bytes, "memory_bytes", "memory bytes", InFiles),
    C(Count, "kernels", InFiles), C(Count, "delegate_calls", "delegate calls", InFiles), C(Text, "backends", InFiles),
    C(Text, "executorch", InFiles), C(Text, "torch", InFiles), C(Text, "export_torch", "export torch", InFiles),
    C(Text, "etscope", InFiles), C(Word, "target", InFiles), C(Text, "device", InFiles), C(Text, "system", InFiles),
    C(Code, "program_sha256", "program sha256", InFiles), C(Code, "export_id", "export id", InFiles), C(Code, "folder", InFiles),
    C(Code, "program", InFiles));
constexpr auto kHistoryColumns = columns(
    C(State, "state"), C(Code, "variant"), C(Code, "member", IfAny), C(Code, "method"), C(Text, "device", IfAny),
    C(Word, "target", IfAny), C(Count, "exports"), C(Text, "last_export", "last export"), C(Text, "first_bad", "bad since", IfAny), C(Word, "cause", IfAny),
    C(Metric, "last.kl", "kl"), C(Metric, "last.max_abs", "max_abs"), C(Number, "last.p50_ticks", "p50 ticks"),
    C(Size, "last.program_bytes", "program"), C(Size, "last.memory_bytes", "memory"), C(Count, "findings"),
    C(Word, "order", InFiles), C(Text, "fails", InFiles), C(Metric, "last.snr_db", "snr_db", InFiles),
    C(Share, "last.tokens_stay", "tokens stay", InFiles), C(Bytes, "last.weight_bytes", "weight bytes", InFiles),
    C(Count, "last.kernels", "kernels", InFiles), C(Count, "last.delegate_calls", "delegate calls", InFiles));
constexpr auto kHistoryFindingColumns =
    columns(C(Word, "kind"), C(Word, "weight"), C(Code, "variant"), C(Code, "member", IfAny), C(Code, "method"),
            C(Text, "device", IfAny), C(Word, "target", IfAny), C(Text, "export"), C(Sentence, "sentence"));
constexpr auto kTokenColumns = columns(
    C(Code, "method"), C(Count, "case"), C(Count, "run"), C(Count, "output"), C(Count, "positions"), C(Count, "agree"),
    C(Count, "first_different", "first different"), C(Metric, "kl_mean", "kl mean"), C(Metric, "kl_worst", "kl worst"),
    C(Count, "kl_worst_position", "at"), C(Text, "vocabulary.evidence", "vocabulary"), C(Sentence, "error.message", "error"));
constexpr auto kConversationColumns =
    columns(C(Word, "check"), C(Word, "kind"), C(Text, "place.text", "where"), C(Sentence, "sentence", "what was seen"),
            C(Word, "evidence", "proof"), C(Count, "place.line", "line", InFiles), C(Count, "place.call", "call", InFiles),
            C(Code, "place.method", "method", InFiles));
constexpr auto kConversationCheckColumns = columns(C(Word, "check"), C(State, "state"), C(Count, "looked_at", "looked at"),
                                                   C(Count, "open"), C(Sentence, "reason", "why"));
constexpr auto kVerdictColumns =
    columns(C(State, "state"), C(Word, "kind", "cause"), C(Sentence, "title", "what was seen"), C(Code, "address", "where"),
            C(Code, "source"), C(Sentence, "action", "what to do"), C(Text, "evidence", InFiles));
constexpr auto kGapColumns =
    columns(C(Count, "instruction"), C(Code, "runtime", "runs as"), C(State, "state"), C(Text, "gap"), C(Number, "metrics.max_abs"),
            C(Count, "metrics.not_finite", "not finite"), C(Number, "error"), C(Number, "introduced"), C(Number, "constant"),
            C(Number, "inherited"), C(State, "verdict"), C(Text, "accumulator", "accumulates in"), C(Number, "noise", InFiles),
            C(Number, "inherited_error", "inherited error", InFiles), C(Word, "diverges"), C(Text, "aot_nodes", "nodes"),
            C(Count, "run", InFiles), C(Text, "debug_handles", "debug handles", InFiles), C(Text, "note", InFiles),
            C(Count, "tap.output", "tap at output", InFiles));
constexpr auto kDriftColumns =
    columns(C(Word, "^kind"), C(Code, "^path"), C(Code, "^name"), C(Count, "^depth"), C(Count, "step"), C(State, "state"),
            C(Number, "total"), C(Number, "own"), C(Number, "constant"), C(Word, "origin"), C(Number, "parts.error"),
            C(Number, "parts.own", "own error"), C(Number, "parts.constant", "by constant"),
            C(Number, "parts.by_input", "by input"), C(Number, "parts.by_cache", "by cache"), C(Number, "parts.max_abs"),
            C(Code, "node"), C(Code, "own_node", "own node"), C(Count, "instruction"), C(Text, "reason", WhereKnown));
constexpr auto kCompareColumns = columns(
    C(State, "state"), C(Code, "method"), C(Count, "case"), C(Count, "output"), C(Type, "reference|runtime", "type"),
    C(Metric, "metrics.mismatched"), C(Maximum, "metrics", "max_abs"), C(Metric, "metrics.max_rel"), C(Metric, "metrics.snr_db"),
    C(Metric, "metrics.cosine"), C(Metric, "metrics.rel_l2"), C(Code, "tap.value", "tap of", IfAny), C(Text, "note", WhereKnown),
    C(Count, "run", InFiles), C(Code, "reference.source", "reference", InFiles), C(Code, "runtime.source", "runtime", InFiles),
    C(Number, "tolerance.rtol", InFiles), C(Number, "tolerance.atol", InFiles));
constexpr auto kCostColumns = columns(C(Text, "title", "cost"), C(Number, "before"), C(Number, "after"), C(Word, "unit"));
constexpr auto kDiffColumns =
    columns(C(Text, "what"), C(Code, "method|^method"), C(Code, "^stage"), C(State, "state"), C(Code, "node|name|key", "name"),
            C(Code, "target", "operator"), C(Code, "right_node", "name on the right"), C(Text, "field"), C(Text, "left"),
            C(Text, "right"), C(Number, "max_abs"));
constexpr auto kVerifyColumns =
    columns(C(State, "severity"), C(Code, "code"), C(Code, "where"), C(Sentence, "message"), C(Count, "count"));
constexpr auto kReportColumns =
    columns(C(Text, "title", "section"), C(State, "state"), C(Count, "rows"), C(Count, "rows_shown", "shown"), C(Count, "pictures"),
            C(Text, "reason", "why not", WhereKnown), C(Count, "parts_left_out", "parts left out", InFiles));
constexpr auto kRelatedColumns = columns(C(Word, "relation"), C(Code, "address"), C(Word, "by"));
constexpr auto kSetMetadataColumns =
    columns(C(Code, "key"), C(Word, "source"), C(Word, "type"), C(Text, "before"), C(Text, "after"), C(Text, "note", WhereKnown));
constexpr auto kSlimColumns =
    columns(C(Code, "name", "entry"), C(Word, "role"), C(Bytes, "bytes_before", "before"), C(Bytes, "bytes_after", "after"));
constexpr auto kGateColumns =
    columns(C(State, "state"), C(Code, "method"), C(Count, "output"), C(Text, "budget"), C(Number, "measured"),
            C(Number, "limit|limit_text", "limit"), C(Number, "margin"), C(Text, "unit"), C(Number, "base"),
            C(Text, "note", WhereKnown), C(Text, "fails", InFiles), C(Count, "line", InFiles));
constexpr auto kUndelegatedColumns =
    columns(C(Code, "method"), C(Code, "stage"), C(Code, "operator"), C(Count, "count"), C(Time, "ticks", "ticks of a run"),
            C(Share, "share", "share of time"), C(Text, "reason", "why"), C(Text, "evidence"), C(Text, "nodes"));
constexpr auto kCharacterColumns =
    columns(C(State, "state"), C(Word, "trait"), C(Count, "shown"), C(Count, "looked", "of"), C(Word, "unit", "what"),
            C(Code, "example.operator", "for example"), C(Metric, "example.right", "right"), C(Metric, "example.given", "given"),
            C(Sentence, "sentence"));
constexpr auto kCharacterChangeColumns =
    columns(C(State, "state"), C(Word, "kind"), C(Code, "name"), C(Code, "method"), C(Count, "instruction"), C(Number, "before"),
            C(Number, "after"), C(Sentence, "sentence"));
constexpr auto kKernelColumns =
    columns(C(Code, "method"), C(Code, "operator"), C(Count, "calls"), C(Text, "types", "", WhereKnown), C(Text, "state"),
            C(Text, "missing", "", WhereKnown), C(Text, "since", "since release", WhereKnown));
constexpr auto kHexColumns = columns(C(Count, "offset"), C(Text, "hex"), C(Text, "text"), C(Text, "region"));
constexpr auto kQuantisationColumns =
    columns(C(Code, "name", "weight"), C(Code, "name_in_record", "in the record", WhereKnown), C(Type, "", "type"),
            C(Text, "scheme"), C(Count, "group_size", "group"), C(Bytes, "bytes"), C(Share, "share"),
            C(Metric, "sqnr_db", "SQNR dB"), C(Metric, "max_abs"), C(Share, "clipped"), C(Code, "original.name", "original"),
            C(Text, "note", WhereKnown), C(Code, "method", InFiles), C(Code, "stage", InFiles));
constexpr auto kLintColumns =
    columns(C(State, "severity"), C(Code, "code"), C(Code, "where"), C(Sentence, "message"), C(Sentence, "suggestion"));
constexpr auto kMetadataKnownColumns =
    columns(C(Code, "key"), C(Word, "type"), C(Text, "used_by", "read by"), C(Word, "required"), C(Text, "default"),
            C(Text, "since"), C(Sentence, "meaning"), C(Text, "absent", "when absent", InFiles));
constexpr auto kLintRuleColumns =
    columns(C(Code, "id"), C(State, "severity"), C(Sentence, "description"), C(Sentence, "hint"), C(Text, "section"));

// Tables of texts alone.
constexpr auto kFileColumns = columns(C(Code, "path", "file"), C(Word, "kind"), C(Size, "size"));
constexpr auto kPlanColumns =
    columns(C(Code, "name", "plan"), C(Count, "values"), C(Count, "operators"), C(Count, "delegates"), C(Count, "instructions"));
constexpr auto kNestedColumns = columns(C(Code, "name", "inside"), C(Word, "kind"), C(Bytes, "size"),
                                        C(Count, "data_offset", "offset"), C(Code, "opens", "opens as"));
constexpr auto kEntryColumns =
    columns(C(Code, "name", "entry"), C(Word, "role"), C(Bytes, "size"), C(Count, "data_offset", "offset"));
constexpr auto kAllocationColumns = columns(C(Text, "allocator"), C(Count, "count", "allocations"), C(Bytes, "bytes"),
                                            C(Bytes, "largest"), C(Bytes, "peak", "peak of a run"));
constexpr auto kRunColumns = columns(C(Text, "side"), C(Count, "run"), C(Code, "method|title", "method"),
                                     C(Time, "execute", "execution"), C(Time, "instructions"));
constexpr auto kWorstColumns =
    columns(C(Place, "index", "worst"), C(Number, "reference"), C(Number, "runtime"), C(Metric, "abs"), C(Metric, "rel"));

constexpr auto kFamilyColumns = columns(
    C(Code, "name", "member"), C(Size, "bytes", "program"), C(Size, "own_bytes", "own data"), C(Size, "shared_bytes", "shared"),
    C(Count, "keys.asked", "keys"), C(Count, "keys.unanswered", "unanswered"), C(Code, "builds_on", "builds on", IfAny),
    C(Size, "adds.bytes", "adds"), C(Count, "runs"), C(State, "verdict.state", "verdict"), C(Count, "file", InFiles),
    C(Count, "record", InFiles), C(Text, "adds.modules", "added modules", InFiles),
    C(Text, "keys.missing", "keys without answer", InFiles), C(Text, "same_program_as", "same program as", InFiles),
    C(Text, "error", InFiles), C(Sentence, "verdict.sentence", "sentence", InFiles));
constexpr auto kFamilySharedColumns = columns(C(Text, "names", "shared data"), C(Word, "kind"), C(Bytes, "bytes"),
                                              C(Count, "places"), C(Text, "members"), C(Code, "sha256", InFiles));

constexpr auto kRunCallColumns =
    columns(C(Code, "method"), C(Text, "case_text", "fed"), C(State, "state"), C(Count, "nanoseconds", "ns with values"),
            C(Sentence, "message"), C(Word, "source", InFiles), C(Count, "case", InFiles));

constexpr auto kAdviceColumns = columns(C(Code, "name", "weights"), C(Word, "kind"), C(Bytes, "bytes"), C(Metric, "most", "effect", WhereKnown), C(Metric, "today.effect.cost", "costs now", IfAny),
                                        C(Word, "chosen", IfAny), C(Word, "kept", InFiles), C(Code, "^method", InFiles));
constexpr auto kAdviceSetColumns =
    columns(C(Bytes, "bytes"), C(Metric, "predicted"), C(Metric, "effect.cost", "evaluated"), C(Metric, "effect.snr_db", "SNR"),
            C(Count, "effect.tokens_stay", "tokens that stay", WhereKnown), C(Metric, "effect.worst_case.cost", "worst case", WhereKnown),
            C(Count, "effect.worst_case.case", "its number", WhereKnown), C(Code, "effect.worst_case.name", "its name", InFiles),
            C(Word, "front"));
constexpr auto kAdviceMethodColumns = columns(
    C(Code, "method"), C(Word, "measure"), C(Bytes, "bytes"), C(Bytes, "worth.bytes", "set", WhereKnown),
    C(Bytes, "worth.saved", "saved", WhereKnown), C(Metric, "worth.cost", "costs", WhereKnown),
    C(Metric, "worth.saved_for_cost", "bytes saved for a unit", WhereKnown), C(Word, "worth.chosen", "chosen"),
    C(Bytes, "worth.budget", "budget", IfAny), C(Word, "complete", InFiles));
constexpr auto kAdviceHeldColumns =
    columns(C(Code, "module|name", "held narrow"), C(Sentence, "text", "as"), C(Bytes, "bytes"),
            C(Metric, "effect.cost", "costs now", IfAny), C(Word, "scheme", InFiles),
            C(Count, "waste.bits", "bits", WhereKnown), C(Count, "waste.needed_bits", "needed", WhereKnown),
            C(Metric, "waste.spare_bits", "spare", WhereKnown), C(Count, "waste.parts", "parts", WhereKnown),
            C(Count, "waste.half_used_parts", "half used", WhereKnown), C(Count, "waste.outlier_parts", "by an outlier", WhereKnown),
            C(Count, "waste.zero_parts", "zero", WhereKnown), C(Count, "waste.codes_used", "codes", InFiles),
            C(Count, "waste.codes_possible", "possible codes", InFiles));
constexpr auto kAdviceActivationColumns = columns(
    C(Code, "node", "fixed scale"), C(Code, "value", "of"), C(Code, "module", WhereKnown), C(Metric, "least_end", "from", WhereKnown),
    C(Metric, "most_end", "to", WhereKnown), C(Metric, "least", "came in from", WhereKnown), C(Metric, "most", "up to", WhereKnown),
    C(Count, "elements", WhereKnown), C(Count, "clipped", WhereKnown), C(Metric, "beyond", WhereKnown),
    C(Count, "codes_used", "codes", WhereKnown), C(Count, "codes_possible", "of all", WhereKnown), C(Number, "scale", InFiles),
    C(Number, "zero_point", InFiles), C(Number, "clipped_share", InFiles));

constexpr auto kShrinkColumns =
    columns(C(Word, "phase"), C(Text, "what", "tried"), C(Count, "operators"), C(Bytes, "input_bytes", "inputs"),
            C(Bytes, "constant_bytes", "weights"), C(State, "state"), C(Number, "seconds"), C(Sentence, "message", InFiles));

constexpr auto kMendColumns = columns(C(Sentence, "title", "what was tried"), C(State, "state"), C(Bytes, "costs.bytes", "bytes"),
                                      C(Count, "costs.kernels", "kernels"), C(Count, "costs.delegate_calls", "delegate calls"),
                                      C(Time, "costs.p50", "ticks of a run"), C(Sentence, "message", "what is wrong"),
                                      C(Code, "name", InFiles), C(Count, "touches", InFiles), C(Number, "seconds", InFiles));

constexpr Table kTables[] = {{"etscope.info/1", "files", "files", kFileColumns},
                             {"etscope.info/1", "plans", "plans", kPlanColumns},
                             {"etscope.info/1", "nested", "nested", kNestedColumns},
                             {"etscope.info/1", "entries", "entries", kEntryColumns},
                             {"etscope.events/1", "allocations", "allocations", kAllocationColumns},
                             {"etscope.events/1", "runs", "runs", kRunColumns},
                             {"etscope.compare/1", "worst", "worst", kWorstColumns},
                             {"etscope.info/1", "", "methods", kInfoColumns},
                             {"etscope.graph/1", "", "", kGraphColumns, graphRows},
                             {"etscope.tensors/1", "", "tensors", kTensorColumns},
                             {"etscope.tensor/1", "", "", kStatisticColumns, tensorRows},
                             {"etscope.tensor/1", "channels", "", kTensorChannelColumns, channelRows},
                             {"etscope.handles/1", "", "methods.instructions", kHandleColumns},
                             {"etscope.metadata/1", "", "entries", kMetadataColumns},
                             {"etscope.named-data/1", "", "entries", kNamedDataColumns},
                             {"etscope.delegates/1", "", "delegates", kDelegateColumns},
                             {"etscope.containers/1", "", "containers.variants", kContainerColumns},
                             {"etscope.containers/1", "pairs", "containers.pairs", kContainersPairColumns},
                             {"etscope.listing/1", "", "listings.commands", kListingColumns},
                             {"etscope.memory/1", "", "methods.tensors", kMemoryColumns},
                             {"etscope.memory/1", "parts", "parts", kResidentColumns},
                             {"etscope.memory/1", "savings", "savings", kSavingColumns},
                             {"etscope.memory/1", "measured", "measured.parts", kMeasuredColumns},
                             {"etscope.sizes/1", "", "regions", kSizeColumns},
                             {"etscope.events/1", "", "runs.events", kEventColumns},
                             {"etscope.events/1", "summary", "summary", kEventsSummaryColumns},
                             {"etscope.events/1", "against", "", kEventsAgainstColumns, againstRows},
                             {"etscope.evaluate/1", "", "unsupported", kEvaluateColumns},
                             {"etscope.check/1", "", "runs.rows", kCheckColumns},
                             {"etscope.stages/1", "", "", kStageColumns, arrowRows},
                             {"etscope.consistency/1", "", "methods.checks", kConsistencyColumns},
                             {"etscope.survey/1", "", "rows", kSurveyColumns},
                             {"etscope.survey/1", "places", "places", kPlaceColumns},
                             {"etscope.history/1", "", "series", kHistoryColumns},
                             {"etscope.history/1", "findings", "findings", kHistoryFindingColumns},
                             {"etscope.tokens/1", "", "outputs", kTokenColumns},
                             {"etscope.conversation/1", "", "findings", kConversationColumns},
                             {"etscope.conversation/1", "checks", "checks", kConversationCheckColumns},
                             {"etscope.verdict/1", "", "causes", kVerdictColumns},
                             {"etscope.gap/1", "", "rows", kGapColumns, nullptr, true},
                             {"etscope.drift/1", "", "rows.cells", kDriftColumns},
                             {"etscope.compare/1", "", "comparisons", kCompareColumns, nullptr, true},
                             {"etscope.diff/1", "", "", kDiffColumns, diffRows},
                             {"etscope.diff/1", "cost", "cost", kCostColumns},
                             {"etscope.verify/1", "", "diagnostics", kVerifyColumns},
                             {"etscope.report/1", "", "sections", kReportColumns},
                             {"etscope.related/1", "", "related", kRelatedColumns},
                             {"etscope.set-metadata/1", "", "changes", kSetMetadataColumns},
                             {"etscope.slim/1", "", "entries", kSlimColumns},
                             {"etscope.run/1", "", "calls", kRunCallColumns},
                             {"etscope.shrink/1", "", "steps", kShrinkColumns},
                             {"etscope.advice/1", "", "rows", kAdviceColumns, adviceRows},
                             {"etscope.advice/1", "rows", "rows", kAdviceColumns},
                             {"etscope.advice/1", "methods", "methods", kAdviceMethodColumns},
                             {"etscope.advice/1", "sets", "sets", kAdviceSetColumns},
                             {"etscope.advice/1", "weights", "weights", kAdviceHeldColumns},
                             {"etscope.advice/1", "activations", "activations", kAdviceActivationColumns},
                             {"etscope.mend/1", "", "trials", kMendColumns},
                             {"etscope.gate/1", "", "rows", kGateColumns},
                             {"etscope.undelegated/1", "", "operators", kUndelegatedColumns},
                             {"etscope.character/1", "", "traits", kCharacterColumns},
                             {"etscope.character/1", "changes", "changes", kCharacterChangeColumns},
                             {"etscope.kernels/1", "", "operators", kKernelColumns},
                             {"etscope.family/1", "", "members", kFamilyColumns},
                             {"etscope.family/1", "shared", "shared", kFamilySharedColumns},
                             {"etscope.hex/1", "", "rows", kHexColumns},
                             {"etscope.quantisation/1", "", "weights", kQuantisationColumns},
                             {"etscope.lint/1", "", "findings", kLintColumns},
                             {"etscope.metadata-known/1", "", "keys", kMetadataKnownColumns},
                             {"etscope.lint-rules/1", "", "rules", kLintRuleColumns}};

/// "metrics.max_abs" of each.
const std::vector<std::string>& metricPaths() {
    static const std::vector<std::string> kPaths = [] {
        std::vector<std::string> paths;
        for (const tensor::MetricColumn& metric : tensor::metricColumns()) paths.push_back("metrics." + std::string(metric.name));
        return paths;
    }();
    return kPaths;
}

}  // namespace

std::span<const Table> tables() noexcept { return kTables; }

const Table* tableOf(const Json& document) { return tableOf(document, document.value("table", std::string())); }

const Table* tableOf(const Json& document, std::string_view name) {
    for (const Table& table : kTables)
        if (document["schema"] == table.schema && name == table.name) return &table;
    return nullptr;
}

std::vector<Column> Table::shown(Shown most) const {
    std::vector<Column> chosen;
    std::ranges::copy_if(columns, std::back_inserter(chosen), [most](const Column& one) { return one.shown <= most; });
    if (!metrics || most < InFiles) return chosen;
    for (const std::string& path : metricPaths()) {
        const Column metric(Metric, path, InFiles);
        const auto isShown = [&](const Column& one) { return one.shownTitle() == metric.shownTitle() || one.path == path; };
        if (std::ranges::none_of(chosen, isShown)) chosen.push_back(metric);
    }
    return chosen;
}

void Table::eachRow(const Json& document, const RowVisitor& visitor) const {
    if (visit != nullptr) return visit(document, visitor);
    const auto dot = list.find('.');
    for (const Json& item : document[std::string(list.substr(0, dot))])
        if (dot == std::string_view::npos)
            visitor(item, nullptr);
        else
            for (const Json& row : item[std::string(list.substr(dot + 1))]) visitor(row, item);
}

const Json* valueAt(const Json& from, std::string_view path) {
    const Json* at = &from;
    while (!path.empty()) {
        const std::string step(path.substr(0, path.find('.')));
        path.remove_prefix(std::min(path.size(), step.size() + 1));
        if (at->is_array()) {
            const auto number = parseInt(step);
            if (!number || *number < 0 || *number >= std::ssize(*at)) return nullptr;
            at = &(*at)[static_cast<std::size_t>(*number)];
            continue;
        }
        const auto hit = at->is_object() ? at->find(step) : at->end();
        if (hit == at->end()) return nullptr;
        at = &*hit;
    }
    return at;
}

const Json* valueOf(const Column& column, const Json& row, const Json& holder) {
    for (std::string_view paths = column.path;;) {
        const std::string_view path = paths.substr(0, paths.find('|'));
        const Json* value = path.starts_with('^') ? valueAt(holder, path.substr(1)) : valueAt(row, path);
        if (value != nullptr && !value->is_null()) return value;
        if (path.size() == paths.size()) return nullptr;
        paths.remove_prefix(path.size() + 1);
    }
}

}  // namespace etscope::report
