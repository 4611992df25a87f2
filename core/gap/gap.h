// The numeric gap: reference values of a method's nodes against the values that a run logged, operator by operator. Any thread.
// Rules: docs/FORMATS.md "Numeric gap".
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gap/reference_values.h"
#include "join/runs.h"
#include "join/taps.h"
#include "tensor/comparison.h"

namespace etscope::gap {

struct GapOptions {
    std::string metric = "mse";                     ///< a word of tensor::metricColumns()
    graph::StageId stage = graph::StageId::edge();  ///< whose nodes the reference values are of
    std::optional<std::size_t> run;                 ///< SessionRun::index; nothing: all runs of the method, folded
    tensor::Tolerance tolerance;                    ///< what counts as diverging
    bool rowMetrics = false;                        ///< of tensor::ComparisonOptions; always with a `metric` of rows
    std::set<std::int64_t> only;                    ///< calls that carry one of these debug handles; empty: all calls
};

enum class GapState : std::uint8_t { Ok, ShapeMismatch, NoReference, NoRuntimeValue, Incomparable };
/// "ok", "shape_mismatch", "no_reference", "no_runtime_value", "incomparable".
std::string_view gapStateName(GapState state) noexcept;

/// One call of the run.
struct GapRow {
    std::vector<std::int64_t> debugHandles;  ///< of all calls that were merged into this one
    std::vector<std::string> nodes;          ///< of the stage, that carry them
    std::string runtime;                     ///< "native_call_add.out", "DELEGATE_CALL"
    std::int64_t instruction = 0;
    std::size_t run = 0;
    GapState state = GapState::NoReference;
    std::vector<double> gap;  ///< of each output that was compared, by the metric
    /// Of the first of them. Of a shape mismatch: against the reference of a node of the call whose shape fits, if there is one.
    std::optional<tensor::ComparisonResult> result;
    std::optional<tensor::Tensor> reference, value;  ///< the sides of the first of them
    std::size_t fromEnd = 0;  ///< which of the values that the call logged that is, from the last one backwards
    Sentence note;            ///< both shapes, where they do not fit, and what judged the row instead; or what is odd
    double error = 0;         ///< ‖runtime − reference‖ / ‖reference‖ of the first output; 0 when not compared
    double inherited = 0;     ///< the worst of that among the calls that feed this one
    bool diverges = false;    ///< values were compared and are outside the tolerance
    bool assumed = false;     ///< that the values differ says nothing: GapTable::doubt
    /// It has no reference: its value could not be computed, and what follows was, from what the run logged for it.
    bool restarts = false;
    /// It is no call, but what the method gave as a tap of a value that `instruction` gives.
    std::optional<join::Tap> tap = {};

    bool compared() const noexcept { return result && result->metrics; }
};

struct GapTable {
    std::vector<GapRow> rows;                    ///< in the order of execution
    std::optional<std::size_t> firstDivergence;  ///< the first row that is outside the tolerance
    bool sameInputs = false;                     ///< the reference is computed on what fed the run; no instruction contradicts it
    /// Why values that differ say nothing of the calls: files of several exports, a reference on inputs that nobody knows to be the
    /// run's. In words; else empty.
    Sentence doubt;
    std::size_t leftOut = 0;  ///< instructions with the handles of a later one, which alone is compared
};

/// What another run of the method logged, as reference values by debug handle: two devices, two builds, two inputs. Errors: those
/// of numericGap.
Result<std::shared_ptr<const ReferenceValues>> runReferences(const session::MethodView& method, std::size_t run,
                                                             const graph::StageId& stage, const JobContext& job);

/// Files of the session that may hold reference values (.npz, .safetensors, torch.save), by path.
std::vector<std::string> valueFiles(const session::Session& session);
/// The reference values of the first value file with values of the method's nodes; null: there is none. Errors: `cancelled`.
Result<std::shared_ptr<const ReferenceValues>> sessionReferences(const session::MethodView& method, const JobContext& job);

/// Sides that differ by axes of size 1 only hold the same elements and are compared; the note says "aligned". A run is not compared
/// with itself. Errors: `no-such-method`, `no-such-stage`, `no-runs` (no run is known to be of that method), `no-such-run`,
/// `run-not-execution`, `run-with-itself`, `run-of-another-method`, `no-record`, `no-such-metric`, `cancelled`.
Result<GapTable> numericGap(const session::MethodView& method, const ReferenceValues& references, const GapOptions& options,
                            const JobContext& job);

struct FittingGap {
    GapTable table;
    std::optional<std::size_t> run;  ///< SessionRun::index; nothing: all runs, folded
};
/// numericGap(); when no run is asked for and shapes do not fit, of the run that can be compared in the most calls, and of such
/// runs the one that agrees in the most: values of one call of a method fit no call with inputs of other shapes.
Result<FittingGap> fittingGap(const session::MethodView& method, const ReferenceValues& references, const GapOptions& options,
                              const JobContext& job);

}  // namespace etscope::gap
