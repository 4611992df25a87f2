// Lines for tolerances above pages that judge. Only numbers from 0 up are judged with: anything else is marked, and what was judged
// with before stays. What is typed is meant for the session that is open: nothing is kept for others. GUI thread only.
#pragma once

class QHBoxLayout;
class QLineEdit;
class QString;
class QTimer;
class QWidget;

namespace etscope::ui {

/// Frames the line and says why it is wrong, in its tooltip and to screen readers; empty: it is right.
void markProblem(QLineEdit* line, const QString& why);
/// Adds a label and a line to the bar; typing a tolerance starts the timer.
QLineEdit* addToleranceLine(QHBoxLayout* bar, const QString& title, const QString& value, QTimer& delay, QWidget* parent);
/// What stands in the line; what was judged with last while that is no tolerance.
double toleranceOf(const QLineEdit* line, double fallback);
/// Back to what it was made with; judges nothing.
void resetTolerance(QLineEdit* line);
/// As if it was typed.
void typeTolerance(QLineEdit* line, const QString& value);

}  // namespace etscope::ui
