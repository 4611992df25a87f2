#include "frame/find_line.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QStringListModel>

#include "frame/commands.h"
#include "graph/saved_queries.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/wrong_terms.h"
#include "workspace/page.h"

namespace etscope::ui {

FindLine::FindLine(QWidget* parent) : QLineEdit(parent) {
    setObjectName(QStringLiteral("find"));
    setAccessibleName(tr("Find in this page"));
    setPlaceholderText(tr("Find: name, operator, shape, module   %1").arg(keyText(QStringLiteral("Ctrl+F"))));
    addAction(lineIcon(Icon::Search), LeadingPosition);
    setClearButtonEnabled(true);
    offerKeys();
    setMinimumWidth(px(140));
    setMaximumWidth(px(350));
    installEventFilter(this);
    connect(this, &QLineEdit::textChanged, this, [this] { emit asked(true, true); });
    connect(this, &QLineEdit::returnPressed, this, [this] { emit asked(true, false); });
}

void FindLine::begin() {
    setFocus();
    selectAll();
}

void FindLine::findIn(Page& page, bool query, bool forward, bool here) {
    const QString nothing = text().isEmpty() ? QString() : page.findReason();
    if (!nothing.isEmpty()) emit said(nothing);
    showFound(page.find(text(), forward, here) || !nothing.isEmpty());
    if (query) underlineWrong(this, view::parseGraphQuery(text().toStdString()));
}

void FindLine::showFound(bool found) {
    QPalette shown = palette();
    shown.setColor(QPalette::Text, found || text().isEmpty() ? tokens().text : tokens().differ);
    setPalette(shown);
    if (!found && !text().isEmpty()) emit said(tr("Nothing on this page matches “%1”").arg(text()));
}

/// Where the term begins that the cursor stands behind.
int FindLine::termStart() const {
    const QString before = text().left(cursorPosition());
    const int start = static_cast<int>(before.lastIndexOf(QLatin1Char(' '))) + 1;
    return start < before.size() && before[start] == QLatin1Char('-') ? start + 1 : start;
}

/// Those whose values are numbers are written with a comparison.
void FindLine::offerKeys() {
    QStringList keys;
    for (const std::string_view key : view::graphQueryKeys())
        keys.append(ui::text(key) + (key == "bytes" || key == "latency" || key == "error" ? QLatin1Char('>') : QLatin1Char(':')));
    keys.sort();
    auto* offered = new QCompleter(this);
    offered->setModel(new QStringListModel(keys, offered));
    offered->setCaseSensitivity(Qt::CaseInsensitive);
    offered->setWidget(this);
    connect(this, &QLineEdit::textEdited, offered, [this, offered] {
        const QString term = text().left(cursorPosition()).mid(termStart());
        offered->setCompletionPrefix(term);
        term.isEmpty() || offered->completionCount() == 0 ? offered->popup()->hide() : offered->complete();
    });
    connect(offered, qOverload<const QString&>(&QCompleter::activated), this, [this](const QString& key) {
        const int start = termStart();
        setText(text().replace(start, cursorPosition() - start, key));
        setCursorPosition(start + static_cast<int>(key.size()));
    });
}

/// Escape empties the line, then leaves it. Not as a key of its own: the list that is offered takes it first.
bool FindLine::eventFilter(QObject* object, QEvent* event) {
    const bool escape = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (object != this || !escape) return QLineEdit::eventFilter(object, event);
    text().isEmpty() ? emit left() : clear();
    return true;
}

void FindLine::saveQuery() {
    if (!SavedQueries::instance().add(text()))
        emit said(tr("%n queries are saved: forget one first.", nullptr, SavedQueries::kMost));
}

void FindLine::showQueries() {
    SavedQueries& queries = SavedQueries::instance();
    QMenu* menu = makeMenu(window());
    for (qsizetype i = 0; i < queries.list().size(); ++i) {
        const SavedQuery query = queries.list()[i];
        QPixmap mark(14, 14);
        mark.fill(SavedQueries::colour(i));
        QMenu* one = menu->addMenu(QIcon(mark), QStringLiteral("%1  %2").arg(i + 1).arg(query.text));
        connect(one->addAction(tr("Find")), &QAction::triggered, this, [this, query] { setText(query.text); });
        QAction* shown = one->addAction(tr("Show in the graph"));
        shown->setCheckable(true);
        shown->setChecked(query.shown);
        connect(shown, &QAction::triggered, this, [&queries, i](bool on) { queries.setShown(i, on); });
        connect(one->addAction(tr("Forget")), &QAction::triggered, this, [&queries, i] { queries.remove(i); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("No query is saved: %1 saves the one in the search line").arg(keyText(QStringLiteral("Ctrl+Shift+F"))))
            ->setEnabled(false);
    menu->popup(window()->mapToGlobal(QPoint(window()->width() / 2, window()->height() / 8)));
}

}  // namespace etscope::ui
