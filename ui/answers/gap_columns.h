// Columns of the numeric gap's table, cells of what is known of a call, and the rows before the culprit as one. Any thread.
#pragma once

#include <span>

#include "causes/origin.h"
#include "models/rows.h"
#include "models/table_model.h"

namespace etscope::ui {

/// Whether the column shows a metric that is only made on demand.
bool isRowMetric(const Column& column);

/// The rows before the first one at fault stand under one that says what they come to; where they are few, or at fault nothing is,
/// all stays.
void foldBefore(Rows& rows);

/// "introduced", … ; "none".
QString originText(causes::Origin origin);
/// ◆ introduced, ■ constant, ○ inherited.
Mark signOf(causes::Origin origin);
/// "exact", "correct", "suspicious", "wrong".
QString verdictText(evaluate::Verdict verdict);
Mark markOf(evaluate::Verdict verdict);

/// ‖…‖ ∕ ‖reference‖; "–" without a number, with the reason in the tooltip.
Cell partCell(const std::optional<double>& part, const causes::RowParts* parts);
/// Of what rounding normally does; nothing: not judged.
std::optional<double> timesRounding(const causes::RowParts* parts);
/// "× 6 688", "0.13", "exact".
QString timesRoundingText(double times, evaluate::Verdict verdict);
/// The worst element's error, of what is normal.
Cell unitsCell(const causes::RowParts* parts);
/// "correct", "wrong", "unknown input", … with the reason.
Cell verdictCell(const causes::RowParts* parts);
Cell accumulatorCell(const causes::RowParts* parts);

}  // namespace etscope::ui
