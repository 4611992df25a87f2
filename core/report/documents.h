// The JSON documents of the command line (docs/FORMATS.md does not fix them; the manual page does). The window shows the same
// facts from the same functions. Each document begins with "schema" and "files" and ends with "diagnostics".
#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "base/sentence.h"
#include "causes/drift.h"
#include "compare/diff.h"
#include "compare/outputs.h"
#include "delegates/limits.h"
#include "findings/verdict.h"
#include "gap/gap.h"
#include "inventory/tensor_rows.h"
#include "replay/graph_inputs.h"
#include "session/session.h"
#include "slim/drop.h"
#include "tensor/statistics.h"

namespace etscope {

/// A sentence in a document is English.
inline void to_json(nlohmann::ordered_json& json, const Sentence& sentence) { json = sentence.text(); }

}  // namespace etscope

namespace etscope::report {

using Json = nlohmann::ordered_json;

/// A field of an object().
struct F {
    const char* key;
    Json value;
    F(const char* name, Json content) : key(name), value(std::move(content)) {}
};
/// As {{"a", …}, {"b", …}} makes it, without asking whether it is a list.
template <std::same_as<F>... Fields>
Json object(Fields&&... fields) {
    Json::object_t made;
    made.reserve(sizeof...(fields));
    (made.emplace_back(fields.key, std::move(fields.value)), ...);
    return made;
}

/// A double as JSON: a number, or "NaN", "Infinity", "-Infinity".
Json number(double value);
// What may be absent: null where nothing is known.
template <class T>
Json orNull(const std::optional<T>& value) {
    if constexpr (std::is_same_v<T, double>)
        return value ? number(*value) : Json(nullptr);
    else
        return value ? Json(*value) : Json(nullptr);
}
inline Json textOrNull(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }
inline Json offsetOrNull(const ByteRange& bytes) { return bytes.hasData() ? Json(bytes.offset) : Json(nullptr); }
/// What `make` makes of each item.
template <class Make>
Json listOf(const auto& items, Make make) {
    Json list = Json::array();
    for (const auto& item : items) list.push_back(make(item));
    return list;
}
/// One element: bool, integer, number() or [re, im].
Json elementJson(const tensor::Element& element);
/// A document as text, safe for a terminal; no line end. `indent` < 0: one line.
std::string jsonText(const Json& document, int indent = -1);
/// "schema": "etscope.<command>/1" and "files".
Json beginDocument(const char* command, const session::Session& session);
Json diagnosticsJson(const Diagnostics& diagnostics);
/// Adds "diagnostics": those of the session. Gives the document away.
[[nodiscard]] Json endDocument(Json& document, const session::Session& session);
/// The whole of it, with these between.
template <std::same_as<F>... Fields>
Json documentOf(const char* command, const session::Session& session, Fields&&... fields) {
    Json document = beginDocument(command, session);
    ((document[fields.key] = std::move(fields.value)), ...);
    return endDocument(document, session);
}

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
/// What the arithmetic of the device is like that made the session's runs, and what is different against runs of another device or
/// release
/// (`against`; nullptr: nothing is asked). `changed` becomes true where something is. Errors: those of character::characterOf().
Result<Json> characterDocument(const session::Session& session, const session::Session* against, const std::string& method,
                               bool& changed, const JobContext& job);
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

/// `state` becomes the document's, `unreadable` whether a file is. Errors: those of findings::verdict().
Result<Json> verdictDocument(const session::Session& session, findings::Verdict& state, bool& unreadable, const JobContext& job);

/// Of one method; of all where `method` is empty: in a list where there are several. `breaks` becomes true when the outputs change
/// on the way by more than rounding. Errors: those of stages::stageArrows(); of all methods, those of the last where none could be
/// computed.
Result<Json> stagesDocument(const session::MethodView& method, const std::optional<replay::InputChoice>& inputs, bool& breaks,
                            const JobContext& job);

struct TokensOptions {
    std::string method;  ///< empty: all
    std::optional<std::int64_t> caseIndex, output;
    std::optional<std::size_t> position;  ///< its candidates are listed; of each output the first that differs unless told
    std::size_t most = 10;                ///< candidates of each side
    std::vector<std::string> references;  ///< of compare::pairOutputs()
};

/// Of all outputs over a vocabulary that have both sides. One that cannot be told (it is too large, it has no such position) is a
/// row with its error. `differs` becomes true when a chosen token does, or is not told. Errors: `no-such-method`, `tokens-none` (no
/// output is over a vocabulary), those of compare::pairOutputs(); where no output can be told `tensor-index`, those of
/// tokens::outputTokens().
Result<Json> tokensDocument(const std::shared_ptr<const session::Session>& session, const TokensOptions& options, bool& differs,
                            const JobContext& job);

/// `wrong` becomes true when a cell is. Errors: those of causes::drift().
Result<Json> driftDocument(const session::MethodView& method, const causes::DriftOptions& options, bool& wrong,
                           const JobContext& job);

/// Writes the session's only record without what `drop` names, and says what was taken out. Errors: `no-record`, those of
/// slim::slim().
Result<Json> slimDocument(const session::Session& session, const slim::Drop& drop, const std::string& path, const JobContext& job);

/// Writes the session's only program with other metadata (`changes`: KEY=VALUE), and says what was changed. Errors: `no-program`,
/// `program-not-editable` for one inside another file, those of program::setMetadata().
Result<Json> setMetadataDocument(const session::Session& session, const std::vector<std::string>& changes, bool add,
                                 const std::string& path, const JobContext& job);

/// Writes the pack of the thing at `address` (METHOD/STAGE/NODE, METHOD/program/0/4) as a folder, and says what is in it. Its
/// inputs are those that `run` (unless told the method's first run) logged, else those that the record's graph gives; the document
/// says which, and what is unknown and why. Errors: `no-such-address`, `no-such-run`, `repro-nothing`, those of replay::audit(),
/// stages::computeGraph() and of writing.
Result<Json> reproDocument(const session::Session& session, const std::string& address, std::optional<std::size_t> run,
                           const std::string& folder, const JobContext& job);

/// lintDocument() without the findings that a file of suppressions names; `failed`: one of the rest is an error. An empty path is
/// no file. Errors: those of findings::Suppressions::read, `cancelled`.
/// `registered`: files that list the kernels of the user's runtime, in the place of the stock ones; see RegisteredKernels::add.
Result<Json> lintDocument(const session::Session& session, const std::string& suppressions, bool& failed, const JobContext& job,
                          const std::vector<std::string>& registered = {});

/// What `kernels` is asked for.
struct KernelsOptions {
    std::string method;                   ///< empty: all
    std::vector<std::string> registered;  ///< files; none: the stock libraries
    std::string writeTo;                  ///< the list of a selective build; empty: none
};
/// The kernels that the program's methods need, and which of them the runtime does not register. `failed`: one is missing. Errors:
/// `no-program`, those of RegisteredKernels::add and of writing.
Result<Json> kernelsDocument(const session::Session& session, const KernelsOptions& options, bool& failed, const JobContext& job);

/// "etscope.lint-rules/1".
Json lintRulesDocument();

/// "etscope.metadata-known/1": every key of program::knownKeys().
Json knownKeysDocument();

/// `pairs`: the table is that of the pairs. A method: only containers that it calls, or that hold a function of its name.
Result<Json> containersDocument(const session::Session& session, const Selection& selection, bool pairs, const JobContext& job);

/// A stage in the selection ("delegate:1") is the only delegate that is listed.
/// At most `most` commands of all delegates; each listing says how many are left out.
Result<Json> listingDocument(const session::Session& session, const Selection& selection, const JobContext& job,
                             std::size_t most = limits::kMaxCommands);

/// One row of "tensors".
Json tensorRow(const inventory::TensorRow& row);

}  // namespace etscope::report
