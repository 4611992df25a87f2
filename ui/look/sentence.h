// Sentences of the core begin small: they stand behind names there. Any thread.
#pragma once

#include <QString>

namespace etscope::ui {

/// "take the values of …" as a sentence of its own: "Take the values of …".
QString asSentence(QString words);
/// The same where the words may begin with the name of a method or a file, which stays as it is.
QString asTitle(const QString& words);

}  // namespace etscope::ui
