// What the numeric gap says of the calls themselves: what each introduced, what constants and inputs brought, whether rounding
// explains it. Any thread.
#pragma once

#include "gap/audited_gap.h"
#include "models/table_model.h"

namespace etscope::ui {

/// Where the error of a row comes from, in the order of the words of the table.
enum class Origin { None, Introduced, Constant, Inherited };
/// `parts`: null where the audit has no numbers; then by what the inputs of the call bring.
Origin originOf(const gap::GapRow& row, const gap::RowParts* parts);
QString originText(Origin origin);

/// ‖…‖ ∕ ‖reference‖; "–" without a number, with the reason in the tooltip.
Cell partCell(const std::optional<double>& part, const gap::RowParts* parts);
/// The worst element's error, of what is normal.
Cell unitsCell(const gap::RowParts* parts);
/// "normal", "not rounding", "unknown input", … with the reason.
Cell verdictCell(const gap::RowParts* parts);
Cell accumulatorCell(const gap::RowParts* parts);

}  // namespace etscope::ui
