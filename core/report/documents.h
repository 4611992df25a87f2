// The JSON documents of the command line (docs/FORMATS.md does not fix them; the manual page does). The window shows the same
// facts from the same functions. Each document begins with "schema" and "files" and ends with "diagnostics".
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "compare/diff.h"
#include "compare/outputs.h"
#include "gap/gap.h"
#include "inventory/tensor_rows.h"
#include "replay/graph_inputs.h"
#include "session/session.h"
#include "tensor/statistics.h"

namespace etscope::report {

using Json = nlohmann::ordered_json;

/// A double as JSON: a number, or "NaN", "Infinity", "-Infinity".
Json number(double value);
/// One element: bool, integer, number() or [re, im].
Json elementJson(const tensor::Element& element);
/// A document as text, safe for a terminal; no line end. `indent` < 0: one line.
std::string jsonText(const Json& document, int indent = -1);
/// "schema": "etscope.<command>/1" and "files".
Json beginDocument(const char* command, const session::Session& session);
/// Adds "diagnostics": those of the session.
void endDocument(Json& document, const session::Session& session);

/// Which methods and stages a command covers; empty = all.
struct Selection {
    std::string method;
    std::string stage;
};
/// A stage of a method that exists in the session.
struct StageRef {
    std::string method;
    graph::StageId stage;
};
/// The stages that `selection` names, in session order. Errors: `no-such-method`, `no-such-stage` with what there is,
/// `no-graph`.
Result<std::vector<StageRef>> selectStages(const session::Session& session, const Selection& selection);

Result<Json> infoDocument(const session::Session& session, const JobContext& job);
struct TensorsOptions {
    bool hashes = false;     ///< the SHA-256 of each tensor's elements, too: reads them all
    bool delegates = false;  ///< the weights inside delegates, too
};
Result<Json> tensorsDocument(const session::Session& session, const Selection& selection, const JobContext& job,
                             const TensorsOptions& options = {});
/// The rows of that document.
Result<std::vector<inventory::TensorRow>> listedTensors(const session::Session& session, const Selection& selection,
                                                        const JobContext& job, const TensorsOptions& options = {});
Result<Json> handlesDocument(const session::Session& session, const Selection& selection, const JobContext& job);

/// `failed` becomes true when a finding is an error.
Result<Json> metadataDocument(const session::Session& session, bool& failed, const JobContext& job);
Result<Json> namedDataDocument(const session::Session& session, const JobContext& job);
Result<Json> delegatesDocument(const session::Session& session, const Selection& selection, const JobContext& job);
Result<Json> memoryDocument(const session::Session& session, const Selection& selection, const JobContext& job);
Result<Json> sizesDocument(const session::Session& session, const JobContext& job);

/// What the thing at `address` is elsewhere. Errors: `no-such-address`, those of findings::related.
Result<Json> relatedDocument(const session::Session& session, const std::string& address, const JobContext& job);
/// What runs outside delegates, and why as far as that is known.
Result<Json> undelegatedDocument(const session::Session& session, const Selection& selection, const JobContext& job);

/// `length` bytes from `offset` of the session's first file, sixteen a row, each row with the region that it begins in. Errors:
/// `range-outside-file`, those of reading.
Result<Json> hexDocument(const session::Session& session, std::uint64_t offset, std::uint64_t length, const JobContext& job);
/// The same of the first `length` bytes of a delegate's payload, offsets from its start. Errors: `no-such-part`, those of reading.
Result<Json> payloadHexDocument(const session::MethodView& method, std::size_t delegate, std::uint64_t length,
                                const JobContext& job);

/// Quantised weights, least signal over noise first; `perChannel` adds the error of every channel.
Result<Json> quantisationDocument(const session::Session& session, const Selection& selection, bool perChannel,
                                  const JobContext& job);

/// `failed` becomes true when a finding is an error.
Result<Json> lintDocument(const session::Session& session, bool& failed, const JobContext& job);

/// Which tensor the `tensor` command means.
struct TensorQuery {
    std::string name, method, stage, role;
    std::optional<std::int64_t> caseIndex, index;
    bool dequantised = false;  ///< the real numbers that quantised ones stand for, as f32
};
struct TensorDocumentOptions {
    bool values = false;
    std::string slice;  ///< "0,:,3"; empty = all
    std::optional<std::int64_t>
        channelAxis;  ///< statistics of each of its indices; from −1 down: from the end. "table" is "channels"
};
/// Rows that a query names, else weights inside delegates that it names by key, value or name in the record; by name,
/// "<role>[<method>][<case>][<index>]" labels and filters. Errors: `no-such-tensor`, `not-quantised`, those of
/// compare::dequantised.
Result<std::vector<inventory::TensorRow>> findTensors(const session::Session& session, const TensorQuery& query,
                                                      const JobContext& job);
/// Errors: `slice-invalid` for an axis that is not there, those of findTensors and of the views.
Result<Json> tensorDocument(const session::Session& session, const TensorQuery& query, const TensorDocumentOptions& options,
                            const JobContext& job);
struct GapExtras {
    const gap::ReferenceValues* declared = nullptr;  ///< beside wide ones: adds how far rounding alone moves each
    bool allRuns = false;                            ///< culprits are looked for in all runs of the method
};
/// Reference values of a method's nodes against what a run logged. Errors: those of gap::numericGap() and causes::auditedGap().
Result<Json> gapDocument(const session::MethodView& method, const gap::ReferenceValues& references, const gap::GapOptions& options,
                         const JobContext& job, const GapExtras& extras = {});
/// What computing a stage's graph takes: nodes, operations, bytes, operators that are not computed. Nothing runs. Errors: those of
/// Session::program().
Result<Json> planDocument(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);
struct EvaluateOptions {
    std::string method;
    graph::StageId stage = graph::StageId::edge();
    replay::InputChoice inputs;
    bool wide = false;
    std::vector<std::string> nodes;  ///< whose values are exported; empty: all
    std::string exportTo;            ///< an .npz; empty: nothing is kept
};
/// A stage's graph computed; its values are written as they are made, so that no more is held than without a file. Errors: those of
/// replay::graphInputs(), stages::computeGraph(), tensor::NpzWriter.
Result<Json> evaluateDocument(const session::Session& session, const EvaluateOptions& options, const JobContext& job);
struct CheckOptions {
    std::string method;              ///< empty: all
    std::optional<std::size_t> run;  ///< SessionRun::index; nothing: all
};
/// Every instruction of the runs against its operator, on what the instruction read. `failed` becomes true where one is not what
/// rounding explains. Errors: `no-runs`, `no-program`, those of replay::audit().
Result<Json> checkDocument(const session::Session& session, const CheckOptions& options, bool& failed, const JobContext& job);
struct EventsOptions {
    std::optional<double> ticksPerSecond;       ///< adds milliseconds
    const session::Session* against = nullptr;  ///< adds the difference of its runs
    bool summaryOnly = false;                   ///< the single events and values are left out; "table" is "summary"
};
/// Runs of the session's ETDumps. Errors: `no-runs`.
Result<Json> eventsDocument(const session::Session& session, const Selection& selection, const EventsOptions& options,
                            const JobContext& job);
/// `failed` becomes true when any comparison is not a match, and when nothing was compared. Errors: `no-such-method`,
/// `no-such-output` of a tolerance.
Result<Json> compareDocument(const std::shared_ptr<const session::Session>& session, const compare::OutputCompareOptions& options,
                             const Selection& selection, const std::string& metric, bool& failed, const JobContext& job);
/// Checks of every offset, checksum and cross-reference; findings are diagnostics. `failed`: any of them is damage
/// (findings/verify.h).
Result<Json> verifyDocument(const session::Session& session, bool& failed, const JobContext& job);

/// The structural difference of two exports; the files carry their "side". `pairs`: nodes that are one. `differs`: there is any.
/// Errors: those of compare::difference.
Result<Json> diffDocument(const session::Session& left, const session::Session& right, const Selection& selection,
                          std::span<const compare::HandPair> pairs, bool& differs, const JobContext& job);
/// The same for people.
std::string diffText(const Json& document);

/// One row of "tensors".
Json tensorRow(const inventory::TensorRow& row);

}  // namespace etscope::report
