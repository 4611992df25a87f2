// BottomDock: what stands under the pages: the source of the selected node, the values of the selected tensor
// or node. GUI thread only.
#pragma once

#include <QWidget>

#include "workspace/workspace.h"

class QHBoxLayout;
class QStackedWidget;
class QTabBar;

namespace etscope::ui {

class ValuesView;

class BottomDock : public QWidget {
    Q_OBJECT
public:
    explicit BottomDock(Workspace& workspace, QWidget* parent = nullptr);
    /// Values where a person chose them last and the source is asked for: both tell of the selected node.
    void showTab(PageId tab);
    /// This very one, as a person chooses it.
    void openTab(PageId tab);
    /// showTab() as long as the person chose none.
    void suggestTab(PageId tab);
    void forgetChoice() { m_chosen = false; }

signals:
    void closeRequested();

private:
    QHBoxLayout* makeBar();
    void choose(int tab);
    void onSelection(const Address& address);

    Workspace& m_workspace;
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    ValuesView* m_values;
    bool m_showing = false, m_chosen = false;  ///< showTab() runs; the person chose a tab
    int m_ofNodes = 0;                         ///< which of the tabs that tell of a node a person chose last
};

}  // namespace etscope::ui
