// The problems of a session: what is damaged or doubtful in its files. Any thread.
#pragma once

#include <QStringList>

#include "base/diagnostics.h"
#include "models/table_model.h"

namespace etscope::ui {

/// What addresses call each: its code and place ("zip-truncated@model.pte @ 0x40"), of several with both also "#2".
QStringList problemNames(const Diagnostics& diagnostics);

/// Its mark; sorted by it, copied as its word.
Cell severityCell(Severity severity);

}  // namespace etscope::ui
