// What runs were fed with: no dump holds the inputs of a method. Of the inputs that the session has for it, those are taken which
// the first instructions prove: on them they give what the run logged. Decided once for each run; whoever shows or judges what
// depends on the inputs asks this. Any thread. Rules: docs/FORMATS.md "Inputs of a run".
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "evaluate/value.h"
#include "join/runs.h"
#include "replay/graph_inputs.h"

namespace etscope::replay {

enum class FedState : std::uint8_t {
    Proven,   ///< every instruction that reads an input gives what it gives on these, and at least one was looked at
    Paired,   ///< of the case that the run is paired with; no instruction says more
    Refuted,  ///< the same, and an instruction gives something else on them
    Unknown,  ///< the session has none, or no program that tells
};

/// What tells what one input of a run was.
enum class InputEvidence : std::uint8_t {
    Assumed,  ///< nothing: the run belongs to no case
    Paired,   ///< the case that the run is paired with; no instruction says more
    Read,     ///< instructions that read it gave what they give on it
    Logged,   ///< a delegate's call logged it
    Refuted,  ///< none of them gave what it gives on it, and what it was is not known
    Open,     ///< the same, and nothing says that the run should have been fed it
};

struct FedInput {
    InputEvidence evidence = InputEvidence::Assumed;
    std::optional<evaluate::Value> value = {};    ///< as the instructions saw it, where that is not as Fed::inputs has it
    std::optional<std::int64_t> loneReader = {};  ///< refuted by this instruction alone: it may itself be wrong
};

/// An input that was another one than the run should have had.
struct OtherInput {
    std::size_t index = 0;
    bool axes = false;        ///< its bytes, in another order of axes
    bool paired = false;      ///< what it should have been is that of the case that the run is paired with
    std::size_t readers = 0;  ///< instructions that say so; 0: its bytes were logged
    Sentence text;            ///< "times 0.5", behind "was fed "
};

/// Of one run.
struct Fed {
    FedState state = FedState::Unknown;
    GraphInputs inputs;  ///< of states other than Unknown
    Sentence evidence;
    bool contradicted = false;          ///< an instruction that reads an input gave something else than they give
    std::vector<FedInput> each;         ///< one for each of `inputs`
    std::vector<OtherInput> others;     ///< those of them that were not as `inputs` have them
    std::optional<std::size_t> paired;  ///< the case that the run is paired with; it may be known by outputs alone
    Sentence pairing;                   ///< why

    /// As the instructions saw them; none where that is not known.
    std::vector<std::optional<evaluate::Value>> seen(const std::shared_ptr<evaluate::Memory>& memory) const;
    /// Instructions prove that it was fed this case as it is.
    std::optional<std::size_t> provenCase() const;
    /// Whether choice() is known to be what fed it: proven, or of its case, unless its bytes say otherwise.
    bool known() const noexcept { return trusted() || (paired && state != FedState::Refuted); }
    /// On what its graph is computed: the example inputs where nothing is known.
    InputChoice choice() const;
    /// Why that choice.
    Sentence why() const;
    /// Whether `inputs` fed it, or should have, as its case's: not where one was another than those of any case.
    bool trusted() const noexcept;
};

using FedRuns = std::map<std::size_t, Fed>;  ///< by SessionRun::index
/// Of every execution of the method. Kept after the first call. Errors: `cancelled`, those of compare::runs().
Result<std::shared_ptr<const FedRuns>> fedRuns(const session::MethodView& method, const JobContext& job);

struct FedRun {
    std::optional<std::size_t> run;  ///< SessionRun::index; nothing: there is no such run
    Fed fed;
};
/// Of the run, which may be of a method that is not known; nothing: of the first one of the method. Errors: as above.
Result<FedRun> fedRun(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job);

}  // namespace etscope::replay
