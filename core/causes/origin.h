// Where the error of a row of the gap comes from: the call itself, a constant of the program, or what the call read. Pure
// functions; any thread. Rules: docs/FORMATS.md "Parts of an error".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "causes/audited_gap.h"

namespace etscope::causes {

enum class Origin : std::uint8_t { None, Introduced, Constant, Inherited };
/// "none", "introduced", "constant", "inherited".
std::string_view originName(Origin origin) noexcept;

/// The largest of the parts. `parts`: null where the audit has no numbers; then the error is the call's own where it is more than
/// twice what the inputs of the call bring.
Origin originOf(const gap::GapRow& row, const RowParts* parts) noexcept;

/// The row that a culprit is shown in: of its run that of its instruction, else, where only the last of several calls with its
/// debug handles is compared, that of one of its nodes.
std::optional<std::size_t> rowOf(const gap::GapTable& table, const Culprit& culprit);

/// What each row is to be blamed for: Introduced or Constant where it is a culprit of its run, rounding hardly explains it, or one
/// of its constants differs; Inherited where it diverges by what it read alone; else None.
std::vector<Origin> blames(const gap::GapTable& table, const AuditedGap& audited);

}  // namespace etscope::causes
