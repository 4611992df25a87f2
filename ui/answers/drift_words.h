// What cells of a drift look like and say: their colour, their number, where the error of one comes from in a sentence.
// GUI thread only.
#pragma once

#include <QColor>
#include <QString>

#include "answers/known_gap.h"
#include "look/marks.h"

namespace etscope::ui {

/// Of an error as a multiple of normal rounding: a visible step at 1.
QColor driftColour(double ratio);
/// The colour of text on that.
QColor driftInk(double ratio);
/// "0.09", "41", "7 190"; infinity is ∞.
QString ratioText(double ratio);
/// "× 13 300", or the word for what is not known.
QString timesText(const std::optional<double>& ratio);
/// Why a cell has no number: a word.
QString stateText(causes::DriftState state);
/// Of the row as it stands in the map: translated where it is a word of ours.
QString rowTitle(const causes::DriftRow& row);
/// "step 9".
QString stepTitle(const causes::Drift& drift, std::size_t step);
QString originWord(causes::DriftOrigin origin);
/// What the cell means, a sentence or two.
QString sentenceOf(const DriftPlace& place);
/// Whether both sides choose the same tokens: of the positions that share does.
QString tokenWords(double same);
/// Where and when it begins, a sentence; where rounding explains all, or nothing is known, that.
QString headlineOf(const causes::Drift& drift);
/// The largest difference; infinite where an element is finite on one side only.
double largestOf(const causes::DriftOutput& output);
/// The worst of the step's outputs, by how much of what is allowed is used; null: none was compared.
const causes::DriftOutput* worstOutput(const causes::DriftStep& step);

}  // namespace etscope::ui
