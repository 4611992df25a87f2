#include "look/banner.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {

Banner::Banner(Mark mark, const QString& title, const QString& detail, const QString& action, QWidget* parent) : QFrame(parent) {
    setProperty("note", mark == Mark::Note);  // for the style sheet
    setFixedHeight(px(36));
    auto* row = makeRow(this, {12, 0, 8, 0});
    auto* icon = new QLabel(this);
    withTheme(icon, [this, icon, mark] { icon->setPixmap(markPixmap(mark, 14, devicePixelRatioF())); });
    row->addWidget(icon);
    auto* what = new ElidedLabel(this);
    what->setFont(headingFont());
    what->setText(title);
    row->addWidget(what);
    auto* why = new ElidedLabel(this);
    why->setText(detail);
    row->addWidget(why);
    row->addStretch(1);
    auto* button = new QPushButton(action, this);
    if (mark == Mark::Note) button->setObjectName(QStringLiteral("primary"));
    connect(button, &QPushButton::clicked, this, &Banner::actionClicked);
    row->addWidget(button);
    auto* close = new QToolButton(this);
    close->setIcon(lineIcon(Icon::Close));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    row->addWidget(close);
}

}  // namespace etscope::ui
