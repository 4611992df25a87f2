#include "frame/query_completer.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QStringListModel>

#include "look/numbers.h"
#include "view/query.h"

namespace etscope::ui {
namespace {

/// Keys whose values are numbers are written with a comparison.
bool isNumber(std::string_view key) { return key == "bytes" || key == "latency" || key == "error"; }

}  // namespace

QueryCompleter::QueryCompleter(QLineEdit* line) : QObject(line), m_line(line), m_completer(new QCompleter(this)) {
    QStringList keys;
    for (const std::string_view key : view::graphQueryKeys())
        keys.append(text(key) + (isNumber(key) ? QLatin1Char('>') : QLatin1Char(':')));
    keys.sort();
    m_completer->setModel(new QStringListModel(keys, m_completer));
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setWidget(line);
    connect(line, &QLineEdit::textEdited, this, &QueryCompleter::offer);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &QueryCompleter::insert);
}

QString QueryCompleter::termBefore(int& start) const {
    const QString all = m_line->text().left(m_line->cursorPosition());
    start = static_cast<int>(all.lastIndexOf(QLatin1Char(' '))) + 1;
    if (start < all.size() && all[start] == QLatin1Char('-')) ++start;
    return all.mid(start);
}

void QueryCompleter::offer() {
    int start = 0;
    const QString term = termBefore(start);
    m_completer->setCompletionPrefix(term);
    if (term.isEmpty() || m_completer->completionCount() == 0)
        m_completer->popup()->hide();
    else
        m_completer->complete();
}

void QueryCompleter::insert(const QString& key) {
    int start = 0;
    const QString term = termBefore(start);
    QString all = m_line->text();
    all.replace(start, term.size(), key);
    m_line->setText(all);
    m_line->setCursorPosition(start + static_cast<int>(key.size()));
}

}  // namespace etscope::ui
