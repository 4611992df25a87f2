#include "frame/ways_in.h"

#include <QApplication>
#include <QClipboard>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include "look/elided_label.h"
#include "look/marks.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

struct WaysIn {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::WaysIn)
};

struct Way {
    const char* when;
    const char* command;
};
constexpr Way kWays[] = {
    {QT_TRANSLATE_NOOP("etscope::ui::WaysIn", "From the shell"), "etscope model.*"},
    {QT_TRANSLATE_NOOP("etscope::ui::WaysIn", "Without a window"), "etscope-cli verdict model.*"},
    {QT_TRANSLATE_NOOP("etscope::ui::WaysIn", "At a place"), "etscope --select forward/edge/aten_linear_default model.*"}};

}  // namespace

QWidget* makeWaysIn(QWidget* parent) {
    auto* card = new QFrame(parent);
    card->setObjectName(QStringLiteral("card"));
    auto* grid = new QGridLayout(card);
    grid->setContentsMargins(px(12), px(8), px(8), px(8));
    grid->setHorizontalSpacing(px(14));
    grid->setVerticalSpacing(px(4));
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const Way& way : kWays) {
        const QString command = QString::fromLatin1(way.command);
        auto* shown = new ElidedLabel(card);
        shown->setText(command);
        shown->setFont(codeFont());
        auto* copy = new QToolButton(card);
        copy->setIcon(lineIcon(Icon::Copy));
        copy->setAutoRaise(true);
        copy->setToolTip(WaysIn::tr("Copy: %1").arg(command));
        copy->setAccessibleName(copy->toolTip());
        QObject::connect(copy, &QToolButton::clicked, copy, [command] { QApplication::clipboard()->setText(command); });
        grid->addWidget(plainLabel(WaysIn::tr(way.when), card, &Tokens::text2), row, 0);
        grid->addWidget(shown, row, 1);
        grid->addWidget(copy, row++, 2);
    }
    return card;
}

}  // namespace etscope::ui
