// Drift: the numeric gap of all runs of a method as a table: its layers, unfolded to modules and operators, against its runs in
// their order. Tells in which step and which layer values leave what rounding explains, and what went on by the caches. Any thread.
// Rules: docs/FORMATS.md "Drift".
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "causes/run_culprits.h"
#include "gap/gap.h"

namespace etscope::causes {

/// What is known of a cell. Order of worth: a cell of several calls has the best of theirs.
enum class DriftState : std::uint8_t {
    NotLogged,    ///< no value of it was logged
    NotComputed,  ///< it has no reference value
    NotCompared,  ///< both sides are there and do not fit
    Known,
};
/// "not_logged", "not_computed", "not_compared", "known".
std::string_view driftStateName(DriftState state) noexcept;

/// Where the error of a call comes from; all relative to the norm of its reference.
struct DriftParts {
    double error = 0;
    std::optional<double> own, constant;
    std::optional<double> byInput, byCache;  ///< of what it inherited: through caches that were wrong before the step, and else
    double maxAbs = 0;
};

/// The calls of a row in a step.
struct DriftCell {
    DriftState state = DriftState::NotLogged;
    Sentence reason;                 ///< of states other than Known
    std::optional<double> total;     ///< the worst error, of the limit of normal rounding; infinite where a side is not finite
    std::optional<double> own;       ///< the worst own error, of what is normal for the operator; nothing: no call was judged
    std::optional<double> constant;  ///< the worst error by constants of the program, of the same limit as `total`
    bool ownWrong = false;           ///< rounding does not explain what a call itself did
    bool carried = false;            ///< of a row of State: the run began with other contents than its case expects
    std::size_t calls = 0, compared = 0;
    DriftParts parts;           ///< of the call with the worst total
    std::string node, ownNode;  ///< the calls with the worst total and the worst own error
    std::int64_t instruction = -1, ownInstruction = -1;

    /// Rounding does not explain what is there.
    bool wrong() const noexcept { return carried || (total && *total > 1); }
    bool constantWrong() const noexcept { return constant && *constant > 1; }
};

/// Where a wrong cell's error comes from, by its own calls first.
enum class DriftOrigin : std::uint8_t { None, Own, Constant, Inherited, State, Unknown };
/// "none", "own", "constant", "inherited", "state", "unknown".
std::string_view driftOriginName(DriftOrigin origin) noexcept;
DriftOrigin originOf(const DriftCell& cell) noexcept;

struct DriftRow {
    /// State: what runs began with, which stands before all else, and the buffers that differ, in it.
    enum class Kind : std::uint8_t { Module, Operators, Operator, State };
    Kind kind = Kind::Module;
    std::string name;                   ///< relative to its parent: "attention"; of Operators: "before layers", "after layers"
    std::string path;                   ///< of a module, or of an operator's node
    std::string type;                   ///< class of a module
    bool repeated = false;              ///< one of numbered modules
    std::optional<std::size_t> parent;  ///< stands before its children
    std::size_t depth = 0;
    std::size_t below = 0;         ///< rows behind this one that lie in it
    std::vector<DriftCell> cells;  ///< one for each step
};

struct DriftOutput {
    std::string node;
    double maxAbs = 0, error = 0;
    double allowed = 0;  ///< difference that the tolerance allows at the largest reference value
    bool differs = false;
    /// Of an output over a vocabulary: the share of positions where both sides choose the same token.
    std::optional<double> sameTokens = {};
    std::uint64_t notFinite = 0;  ///< elements that are not finite on one side: maxAbs does not know of them
};

/// A run of the method.
struct DriftStep {
    std::size_t run = 0;  ///< SessionRun::index
    std::optional<std::int64_t> caseIndex;
    std::optional<std::int64_t> tokens;  ///< length of the inputs' axis that varies
    Sentence reason;                     ///< nothing of it could be compared, and why; else empty
    std::vector<DriftOutput> outputs;    ///< of the graph, those that were compared
    std::optional<double> byCache;       ///< share of the outputs' error that came in by caches; nothing: unknown, or no error
};

/// What a step leaves in a buffer for the next one.
struct DriftCacheCell {
    DriftState state = DriftState::NotLogged;
    Sentence reason;
    std::optional<double> total;  ///< like DriftCell::total
    double error = 0;
    std::optional<std::size_t> used, places;                         ///< along the axis that fills up
    std::optional<std::pair<std::size_t, std::size_t>> wrongPlaces;  ///< first and last place that differ by more than rounding
    bool wrong() const noexcept { return total && *total > 1; }
};

struct DriftCache {
    std::string name;                ///< target of the graph's output: "layers.3.attention.k_cache"
    std::string group;               ///< "keys", "values", else what it is called in its module
    std::string type;                ///< "f32[1,3,2048,64]"
    std::optional<std::size_t> row;  ///< the top row that writes it
    std::vector<DriftCacheCell> cells;
};

struct Drift {
    std::string method, reference;  ///< for people: what the runs are held against
    std::vector<DriftStep> steps;
    std::vector<DriftRow> rows;  ///< a row, then what lies in it
    std::vector<DriftCache> caches;
    struct Place {
        std::size_t row = 0, step = 0;
    };
    std::optional<Place> first;     ///< what is wrong first: the operator of a call, or a state
    std::vector<Culprit> culprits;  ///< of the runs, in their order
    std::size_t leftOut = 0;        ///< runs after those

    /// The row of depth 0 around it.
    std::size_t topOf(std::size_t row) const;
};

struct DriftOptions {
    tensor::Tolerance tolerance;  ///< of the outputs
    /// What a run is held against; nothing: computed.
    std::function<Result<std::shared_ptr<const gap::ReferenceValues>>(const join::SessionRun&, const JobContext&)> references;
};

/// Of the edge graph. A run that has no reference values is a step without known cells. Errors: `no-runs`, `no-such-method`,
/// those of join::graphIndex() and auditRuns(), of the references where no run has any, `cancelled`.
Result<Drift> drift(const session::MethodView& method, const DriftOptions& options, const JobContext& job);

}  // namespace etscope::causes
