// Sentences of the core begin small: they stand behind names there; and their numbers have the minus sign of terminals, for which
// the window has its own. Any thread.
#pragma once

#include <QString>

namespace etscope::ui {

/// "-0.5 in the program" with U+2212; names and shapes stay as they are.
QString withMinusSigns(QString words);
/// "take the values of …" as a sentence of its own: "Take the values of …".
QString asSentence(QString words);
/// The same where the words may begin with the name of a method or a file, which stays as it is.
QString asTitle(const QString& words);

}  // namespace etscope::ui
