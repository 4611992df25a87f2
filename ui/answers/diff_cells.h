// Cells of the table of differences: names of both sides, states, what changed. Pure; any thread.
#pragma once

#include <optional>
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
/// Numbers with four digits, as everywhere in the window; all of them where that would make two numbers of one clause ("; " ends
/// it) one.
QString shortNumbers(const QString& words);
/// "−76 %", of a change that this would not tell the bytes: "+44 B"; empty where nothing is known of it, or nothing changed.
QString changeOfSize(std::optional<std::uint64_t> before, std::optional<std::uint64_t> after);
/// Both, or once what is the same: "1.3 MiB → 182.3 KiB"; empty where neither is known.
QString sizesText(std::optional<std::uint64_t> before, std::optional<std::uint64_t> after);
/// One change has a line for each side; of several the first has a line, and the others share one.
Cell changesCell(std::span<const FieldChange> changes, ChangeState state);
/// "2.5 → 3", or what is said of both sides alone.
QStringList changeWords(std::span<const FieldChange> changes);
Cell stateCell(ChangeState state);
/// The name on the side that has it; below it the one after, where that is another.
Cell sidesCell(const std::string& before, const std::string& after);
/// The output that a change is of, in the case that differs most.
Address outputAddress(const compare::ValueChange& change);

}  // namespace etscope::ui::diff
