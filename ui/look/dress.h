// The style sheet, worn by the parts of a window one by one, never by the application: Qt goes through every widget below a sheet
// whenever it changes, so what is not in view wears the new one only when it is shown. A part is the uppermost widget that is no
// frame: a dialog, a tool bar, a page. GUI thread only.
#pragma once

#include <QString>

class QWidget;

namespace etscope::ui {

/// Whatever is in view, one part in each turn of the event loop, pictures meanwhile as they were; all else when it is shown.
void dress(const QString& sheet);
/// Wears no sheet of its own: its children are parts. Rules for it and for its kind have no effect.
void setFrame(QWidget* widget);

}  // namespace etscope::ui
