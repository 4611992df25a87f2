// PageTabs: the row of tabs with their marks, and where they have no room for all a button that lists them. Knows no pages.
// GUI thread only.
#pragma once

#include <QTabBar>

#include "look/marks.h"

class QMenu;
class QToolButton;

namespace etscope::ui {

class PageTabs : public QWidget {
    Q_OBJECT
public:
    /// `all`: what the button lists.
    PageTabs(QMenu* all, QWidget* parent);
    void add(const QString& title) { m_bar->addTab(title); }
    int count() const { return m_bar->count(); }
    int currentIndex() const { return m_bar->currentIndex(); }
    void setCurrentIndex(int tab) { m_bar->setCurrentIndex(tab); }
    bool hasKeys() const { return m_bar->hasFocus(); }
    /// The mark stands behind the name; tabs without content are dimmed.
    void setMark(int tab, Mark mark, bool content);
    /// Tabs stand closer where they have no room: QTabBar#pageTabs of the style sheet.
    void fit();

signals:
    void currentChanged(int tab);
    /// -1: beside them.
    void pressed(int tab);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int wholeTabs(int room) const;

    QTabBar* m_bar;
    QToolButton* m_all;
};

}  // namespace etscope::ui
