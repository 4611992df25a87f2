// The words of the core (states, kinds, roles) as the window says them.
#pragma once

#include <QStringList>
#include <QStringView>
#include <algorithm>
#include <string>

#include "base/sentence.h"

namespace etscope::ui {

/// "mismatched", "reference_output": translated where the window has a translation; in English with blanks where the core
/// has underscores ("reference output"). Any thread.
QString word(const QString& name);
/// "XNN" of "XnnpackBackend".
inline QString shortBackend(const QString& backend) { return backend.left(3).toUpper(); }
/// "v12": values of a plan have numbers where those of recorded graphs have names. A number says nothing to a person.
inline bool isValueNumber(QStringView name) {
    return name.size() > 1 && name.front() == u'v' && std::ranges::all_of(name.mid(1), [](QChar one) { return one.isDigit(); });
}
/// A sentence of the core in the language of the window. Any thread.
QString said(const Sentence& sentence);
QStringList said(const std::vector<Sentence>& sentences);

/// What an error or a finding says: its message, which the readers write in English; in another language behind what its code
/// means. Any thread.
QString problemText(std::string_view code, std::string_view message);

// Sentences of the core begin small: they stand behind names there; and their numbers have the minus sign of terminals, for which
// the window has its own. Any thread.

/// "-0.5 in the program" with U+2212; names and shapes stay as they are.
QString withMinusSigns(QString words);
/// "take the values of …" as a sentence of its own: "Take the values of …".
QString asSentence(QString words);
/// The same of one that may begin with the name of a method or a file, which stays as it is.
QString asTitle(const Sentence& sentence);

}  // namespace etscope::ui
