// Cells of the table of differences: names of both sides, states, what changed. Pure; any thread.
#pragma once

#include <span>
#include <string>

#include "compare/diff.h"
#include "models/address.h"
#include "models/rows.h"

namespace etscope::ui::diff {

using compare::ChangeState;
using modules::FieldChange;

Cell nameCell(const std::string& name);
/// "aten.add.Tensor": the overload tells two operators apart, the dialect does not.
std::string shortTarget(std::string_view target);
/// The innermost module of a stack.
std::string modulePath(std::string_view stack);
/// One change has a line for each side; of several the first has a line, and the others share one.
Cell changesCell(std::span<const FieldChange> changes, ChangeState state);
Cell stateCell(ChangeState state);
/// The name on the side that has it; below it the one on the right, where that is another.
Cell sidesCell(const std::string& left, const std::string& right);
/// The output that a change is of, in the case that differs most.
Address outputAddress(const compare::ValueChange& change);

}  // namespace etscope::ui::diff
