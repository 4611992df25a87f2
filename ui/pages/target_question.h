// Where a program is executed, asked before it is: a Python that has executorch, or a runner program. The run sheet's last answer
// is suggested. Nothing is executed by asking. GUI thread only.
#pragma once

#include <QString>
#include <functional>

#include "run/target.h"

class QWidget;

namespace etscope::ui {

/// `done` is called when the person has the program executed; not when that is cancelled or the asker is gone. `what`: a sentence
/// of what is executed.
void askForTarget(QWidget* asker, const QString& what, std::function<void(const run::TargetChoice&)> done);

}  // namespace etscope::ui
