// Tree specifications: the pytree text of a module call, which says how user inputs and outputs nest ("[1, {"type": …}]").
// Stateless; any thread. Rules: docs/FORMATS.md "Module calls".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "exported/program.h"

namespace etscope::exported {

/// The places of the leaves, in order: "[0]", "[1].mask" for a tuple that holds a dict. A lone leaf has the place "".
/// Errors: `tree-spec-damaged`.
Result<std::vector<std::string>> treeSpecLeaves(std::string_view spec);

/// The places of a program's user inputs, in order, as a call would name them: "args[0]", "kwargs['mask']". Empty when the
/// program keeps no signature of its root.
Result<std::vector<std::string>> userInputPlaces(const Program& program);
/// The same for user outputs: "[0]", "['logits']"; "" for a single bare result.
Result<std::vector<std::string>> userOutputPlaces(const Program& program);

}  // namespace etscope::exported
