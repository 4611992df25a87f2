// The words of the core (states, kinds, roles) as the window says them.
#pragma once

#include <QString>

namespace etscope::ui {

/// "mismatched", "reference_output": translated where the window has a translation; a word that it does not know as it is. Any
/// thread.
QString word(const QString& name);

}  // namespace etscope::ui
