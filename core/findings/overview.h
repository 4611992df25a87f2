// Overview: conclusions over the whole session that a person reads first: how methods feed each other, what is missing and
// what will therefore not work.
#pragma once

#include <string>
#include <vector>

#include "base/sentence.h"
#include "inventory/summary.h"
#include "session/session.h"

namespace etscope::findings {

enum class FindingState : std::uint8_t { Missing, Doubtful, Damaged };

/// One line of what does not work. `action` is what a person can do about it, or empty.
struct Finding {
    FindingState state = FindingState::Missing;
    std::string code;  ///< "reference-outputs-absent"
    Sentence title;    ///< "no reference outputs"
    Sentence detail;   ///< "Outputs can be compared with a .bpte or with .npy files only"
    Sentence action;   ///< "Add a .bpte …"
};
/// Files that were written of outputs, or a dump that names values with a debug buffer.
bool hasRuntimeValues(const session::Session& session);
std::vector<Finding> findings(const session::Session& session);

/// "output `output` of `from` fits input `input` of `to`": same type, ranks and every concrete size equal, and it is the only
/// method whose output fits. Inferred, never recorded: show it as such.
struct FlowEdge {
    std::string from, to;
    std::size_t output = 0, input = 0;
    std::string shape;       ///< "f32[1,64,576]"
    bool ambiguous = false;  ///< more than one input or output fits
};
Result<std::vector<FlowEdge>> methodFlow(const session::Session& session, const JobContext& job);

/// "f32[1,s29,576]"; "int" and the like for non-tensors.
std::string portText(const inventory::Port& port);

}  // namespace etscope::findings
