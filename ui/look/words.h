// The words of the core (states, kinds, roles) as the window says them.
#pragma once

#include <QString>
#include <string>

namespace etscope::ui {

/// "mismatched", "reference_output": translated where the window has a translation; in English with blanks where the core
/// has underscores ("reference output"). Any thread.
QString word(const QString& name);
/// "XNN" of "XnnpackBackend".
inline QString shortBackend(const QString& backend) { return backend.left(3).toUpper(); }
/// The note of an item of a graph: "×11, like layers 1 … 10", "called again". Any thread.
QString note(const std::string& ofItem);

}  // namespace etscope::ui
