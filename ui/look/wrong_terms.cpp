#include "look/wrong_terms.h"

#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QTextCharFormat>

#include "look/tokens.h"

namespace etscope::ui {

void underlineWrong(QLineEdit* line, std::span<const view::QueryTerm> terms) {
    const QByteArray utf8 = line->text().toUtf8();
    QTextCharFormat format;
    format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    format.setUnderlineColor(tokens().differ);
    format.setForeground(tokens().differ);
    QList<QInputMethodEvent::Attribute> wrong;
    QStringList errors;
    for (const view::QueryTerm& term : terms) {
        if (term.error.empty()) continue;
        errors.append(QString::fromStdString(term.error));
        const auto lettersOf = [&utf8](std::size_t bytes) {
            return static_cast<int>(QString::fromUtf8(utf8.left(static_cast<qsizetype>(bytes))).size());
        };
        const int begin = lettersOf(term.begin), end = lettersOf(term.end);
        // Places of attributes count from the cursor.
        wrong.append({QInputMethodEvent::TextFormat, begin - line->cursorPosition(), end - begin, format});
    }
    QInputMethodEvent event(QString(), wrong);
    QCoreApplication::sendEvent(line, &event);
    line->setToolTip(errors.join(QLatin1Char('\n')));
}

}  // namespace etscope::ui
