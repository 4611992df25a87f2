// What the numeric gap says of the calls themselves: what each introduced, what constants and inputs brought, whether rounding
// explains it. Any thread.
#pragma once

#include "causes/origin.h"
#include "models/table_model.h"

namespace etscope::ui {

/// "introduced", … ; "none".
QString originText(causes::Origin origin);
/// ◆ introduced, ■ constant, ○ inherited.
Mark signOf(causes::Origin origin);
/// "exact", "normal", "high", "not rounding".
QString verdictText(evaluate::Verdict verdict);
Mark markOf(evaluate::Verdict verdict);

/// ‖…‖ ∕ ‖reference‖; "–" without a number, with the reason in the tooltip.
Cell partCell(const std::optional<double>& part, const causes::RowParts* parts);
/// The worst element's error, of what is normal.
Cell unitsCell(const causes::RowParts* parts);
/// "normal", "not rounding", "unknown input", … with the reason.
Cell verdictCell(const causes::RowParts* parts);
Cell accumulatorCell(const causes::RowParts* parts);

}  // namespace etscope::ui
