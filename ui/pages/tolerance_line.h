// Lines for tolerances above pages that judge. GUI thread only.
#pragma once

class QHBoxLayout;
class QLineEdit;
class QString;
class QTimer;
class QWidget;

namespace etscope::ui {

/// Adds a label and a line to the bar; typing starts the timer.
QLineEdit* addToleranceLine(QHBoxLayout* bar, const QString& title, const QString& value, QTimer& delay, QWidget* parent);
/// What was typed; `fallback` where it is no number from 0 up.
double toleranceOf(const QLineEdit* line, double fallback);

}  // namespace etscope::ui
