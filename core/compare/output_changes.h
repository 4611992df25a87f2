// What two exports give for the same cases: types, shapes and values of the outputs of their methods. Any thread. Rules:
// docs/FORMATS.md "Difference of two exports".
#pragma once

#include "compare/diff.h"

namespace etscope::compare {

/// Of the methods that both have, or of one of them; those that are the same are left out. Reads the values of all cases that both
/// sides have. What cannot be read is not compared. Errors: `cancelled`.
Result<std::vector<ValueChange>> outputChanges(const session::Session& left, const session::Session& right,
                                               const std::string& method, const JobContext& job);

}  // namespace etscope::compare
