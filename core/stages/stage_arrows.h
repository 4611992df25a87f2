// The same inputs through every recorded graph of a method: where on the way from the model to the device its outputs change. Any
// thread. Rules: docs/FORMATS.md "From stage to stage".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "gap/closeness.h"
#include "replay/graph_inputs.h"
#include "session/session.h"

namespace etscope::stages {

/// One output on both sides of an arrow.
struct ArrowOutput {
    std::size_t index = 0;
    std::optional<gap::Closeness> closeness;  ///< nothing: a side is not known
    gap::Agreement verdict = gap::Agreement::Unknown;
};

struct FirstDifference {
    std::string node;  ///< of the right side: its path
    double error = 0;  ///< ‖right − left‖ / ‖left‖; infinite where one side is not finite
};

/// From one point of the way to the next: "reference_outputs", the text of a stage, "program", "run".
struct StageArrow {
    std::string from, to;
    std::vector<ArrowOutput> outputs;
    std::optional<FirstDifference> first;   ///< where an output differs: the first node that rounding does not explain
    std::size_t compared = 0, unknown = 0;  ///< nodes; outputs where a side has no nodes
    std::string quantisation;  ///< the node where quantisation enters, or enters no more; empty: both sides or none have it
    std::vector<Sentence> evidence;
    bool ofDelegates = false;  ///< what differs is by the numbers of the program's delegates alone
    bool breaks = false;       ///< an output differs by more than rounding, and neither these nor quantisation are the reason
};

struct StageArrows {
    std::string method;
    std::string from;  ///< of the inputs: "case", "example", "bundle", "file"
    std::optional<std::size_t> caseIndex;
    std::string source;              ///< of the inputs, for people
    std::vector<std::size_t> cases;  ///< with reference outputs
    std::optional<std::size_t> run;  ///< SessionRun::index: whose outputs stand at the end
    std::vector<StageArrow> arrows;
    bool breaks() const noexcept;
};

/// `inputs`: nothing: those of the case that a run is paired with, else of case 0, else the example inputs; where these break
/// nothing, the first of the other cases (16 at most) that breaks. `run`: whose outputs stand at the end; nothing: the first that
/// the case fed. What cannot be computed makes arrows unknown and is said in their evidence. Errors: `no-record`, `no-such-method`,
/// `cancelled`, those of graphInputs().
Result<StageArrows> stageArrows(const session::MethodView& method, const std::optional<replay::InputChoice>& inputs,
                                const JobContext& job, std::optional<std::size_t> run = std::nullopt);

}  // namespace etscope::stages
