// What runs were fed with: no dump holds the inputs of a method. Of the inputs that the session has for it, those are taken which
// the first instructions prove: on them they give what the run logged. Any thread. Rules: docs/FORMATS.md "Inputs of a run".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/value.h"
#include "join/runs.h"
#include "replay/graph_inputs.h"

namespace etscope::replay {

enum class FedState : std::uint8_t {
    Proven,   ///< every instruction that reads an input gives what it gives on these, and at least one was looked at
    Paired,   ///< of the case that the run is paired with; no instruction says more
    Refuted,  ///< the same, and an instruction gives something else on them
    Unknown,  ///< the session has none
};

/// An input that was another one than the run should have had.
struct OtherInput {
    std::size_t index = 0;
    evaluate::Values values;  ///< of all inputs, as the instructions saw them
    bool axes = false;        ///< its bytes, in another order of axes
    bool paired = false;      ///< what it should have been is that of the case that the run is paired with
    std::size_t readers = 0;  ///< instructions that say so
    std::string text;         ///< "times 0.5", behind "was fed "
};

/// Of one run.
struct FedInputs {
    FedState state = FedState::Unknown;
    GraphInputs inputs;  ///< of states other than Unknown
    std::string evidence;
    bool contradicted = false;        ///< an instruction that reads an input gave something else than they give
    std::optional<OtherInput> other;  ///< one of them was not as `inputs` have it

    /// As the instructions saw them. Errors: those of evaluatedValues().
    std::vector<std::optional<evaluate::Value>> seen(const std::shared_ptr<evaluate::Memory>& memory) const;
};

/// `runs`: of one method, in their order: state goes from one to the next of a dump. One for each. Kept after the first call.
/// Errors: `no-program`, `no-such-method`, `cancelled`.
Result<std::shared_ptr<const std::vector<FedInputs>>> fedInputs(const session::MethodView& method,
                                                                const std::vector<const join::SessionRun*>& runs,
                                                                const JobContext& job);

}  // namespace etscope::replay
