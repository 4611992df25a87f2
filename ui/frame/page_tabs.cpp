#include "frame/page_tabs.h"

#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QStyle>
#include <QToolButton>
#include <algorithm>

#include "look/make.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// At each side of a tab's name, as in the style sheet.
constexpr int kTabPad = 7, kCloseTabPad = 4;

}  // namespace

PageTabs::PageTabs(QMenu* all, QWidget* parent) : QWidget(parent), m_bar(new QTabBar(this)), m_all(new QToolButton(this)) {
    setObjectName(QStringLiteral("tabRow"));
    setAttribute(Qt::WA_StyledBackground);
    m_bar->setObjectName(QStringLiteral("pageTabs"));
    m_bar->setExpanding(false);
    m_bar->setElideMode(Qt::ElideNone);
    m_bar->setUsesScrollButtons(true);
    m_bar->setIconSize(QSize(px(11), px(11)));
    m_bar->installEventFilter(this);
    auto* row = makeRow(this, {}, 0);
    row->addWidget(m_bar, 1, Qt::AlignLeft);
    m_all->setObjectName(QStringLiteral("allPages"));
    m_all->setText(QStringLiteral("⋯"));
    m_all->setAutoRaise(true);
    m_all->setToolTip(tr("All pages"));
    m_all->setAccessibleName(m_all->toolTip());
    m_all->setMenu(all);
    m_all->setPopupMode(QToolButton::InstantPopup);
    m_all->hide();
    row->addWidget(m_all);
    connect(m_bar, &QTabBar::currentChanged, this, &PageTabs::currentChanged);
}

void PageTabs::fit() {
    ensurePolished();  // measured as they are dressed, also before they are shown
    const int nearer = m_bar->count() * 2 * (px(kTabPad) - px(kCloseTabPad)), room = width();
    const bool wasClose = m_bar->property("close").toBool();
    const int wide = m_bar->sizeHint().width() + (wasClose ? nearer : 0);
    if (wasClose != (wide > room)) {
        m_bar->setProperty("close", !wasClose);
        m_bar->style()->unpolish(m_bar);
        m_bar->style()->polish(m_bar);
        QEvent restyled(QEvent::StyleChange);  // polish alone leaves the tabs where they are
        QApplication::sendEvent(m_bar, &restyled);
    }
    const bool scrolls = wide - nearer > room;
    m_all->setVisible(scrolls);
    const int whole = wholeTabs(room - m_all->sizeHint().width());
    m_bar->setMaximumWidth(scrolls && whole > 0 ? whole : QWIDGETSIZE_MAX);
    m_bar->updateGeometry();
}

/// What has no room for all of its name is not begun, on either side: the width of the tabs from the first one in view on that
/// fit, with the current one among them.
int PageTabs::wholeTabs(int room) const {
    const auto width = [this](int tab) { return m_bar->tabRect(tab).width(); };
    const int current = std::max(0, m_bar->currentIndex());
    int first = 0;
    while (first < current && m_bar->tabRect(first).left() < 0) ++first;
    int whole = 0;
    for (int tab = first; tab <= current; ++tab) whole += width(tab);
    while (first < current && whole > room) whole -= width(first++);
    for (int tab = current + 1; tab < m_bar->count() && whole + width(tab) <= room; ++tab) whole += width(tab);
    return whole;
}

void PageTabs::setMark(int tab, Mark mark, bool content) {
    m_bar->setTabTextColor(tab, content ? QColor() : tokens().text3);
    auto* label = static_cast<QLabel*>(m_bar->tabButton(tab, QTabBar::RightSide));
    if (mark == Mark::None) return label == nullptr ? void() : m_bar->setTabButton(tab, QTabBar::RightSide, nullptr);
    const bool isNew = label == nullptr;
    if (isNew) label = new QLabel(m_bar);
    label->setPixmap(markIcon(mark).pixmap(QSize(px(11), px(11)), devicePixelRatioF()));
    label->setAccessibleName(markName(mark));
    label->setFixedSize(QSize(px(13), px(17)));  // the tab's text stands below its middle
    label->setAlignment(Qt::AlignBottom);
    if (isNew) m_bar->setTabButton(tab, QTabBar::RightSide, label);  // makes room for the size that it has by now
}

void PageTabs::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

bool PageTabs::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress)
        if (const auto* press = static_cast<QMouseEvent*>(event); press->button() == Qt::LeftButton)
            emit pressed(m_bar->tabAt(press->position().toPoint()));
    return QWidget::eventFilter(object, event);
}

}  // namespace etscope::ui
