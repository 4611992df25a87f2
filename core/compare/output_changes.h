// What two exports give for the same cases: types, shapes and values of the outputs of their methods. Any thread. Rules:
// docs/FORMATS.md "Difference of two exports".
#pragma once

#include "compare/diff.h"

namespace etscope::compare {

/// Of the methods that both have, or of one of them; those that are the same are left out. Reads the values of all cases that both
/// sides have. What cannot be read is not compared. Errors: `cancelled`.
Result<std::vector<ValueChange>> outputChanges(const session::Session& left, const session::Session& right,
                                               const std::string& method, const JobContext& job);

/// Of an output: less than 0 where a smaller share of the cases agrees with the references than before, more than 0 where a larger
/// one does; each side may have run other cases. 0 also where a side has no reference.
int standingChange(const ValueChange& change) noexcept;

}  // namespace etscope::compare
