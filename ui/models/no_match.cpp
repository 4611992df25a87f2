#include "models/no_match.h"

#include <QEvent>
#include <QLineEdit>
#include <QPushButton>

#include "look/make.h"
#include "look/rich_text.h"
#include "models/table_view.h"

namespace etscope::ui {

NoMatch::NoMatch(TableView* view, QLineEdit* line) : QWidget(view), m_view(view) {
    setObjectName(QStringLiteral("noMatch"));
    auto* column = makeColumn(this, {12, 12, 12, 12}, 8);
    m_words = new TextLabel({}, Qt::PlainText, &Tokens::text2, this);
    column->addWidget(m_words);
    auto* clear = named("clearFilter", new QPushButton(tr("Clear the filter"), this));
    clear->setAutoDefault(true);  // Return, too
    column->addWidget(clear, 0, Qt::AlignLeft);
    column->addStretch();
    connect(clear, &QPushButton::clicked, line, [line] {
        line->clear();
        line->setFocus(Qt::OtherFocusReason);
    });
    connect(view->filter(), &QAbstractItemModel::modelReset, this, &NoMatch::follow);
    view->viewport()->installEventFilter(this);
    follow();
}

bool NoMatch::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) setGeometry(m_view->viewport()->geometry());
    return QWidget::eventFilter(object, event);
}

void NoMatch::follow() {
    const TableFilter& filter = *m_view->filter();
    const bool none = filter.table() != nullptr && filter.table()->rows() > 0 && filter.rowCount() == 0;
    if (none) static_cast<TextLabel*>(m_words)->setWhole(tr("No row matches “%1”.").arg(filter.query()));
    setVisible(none);
    if (none) raise();
}

}  // namespace etscope::ui
