// BottomDock: what stands under the pages: the problems of the session, the source of the selected node, the values of the
// selected tensor or node. GUI thread only.
#pragma once

#include <QWidget>
#include <optional>

#include "base/diagnostics.h"
#include "session/session.h"
#include "workspace/workspace.h"

class QHBoxLayout;
class QLineEdit;
class QStackedWidget;
class QTabBar;

namespace etscope::ui {

class RowsModel;
class TableView;
class ValuesView;

/// What addresses call each: its code and place ("zip-truncated@model.pte @ 0x40"), of several with both also "#2".
QStringList problemNames(const Diagnostics& diagnostics);

class BottomDock : public QWidget {
    Q_OBJECT
public:
    enum class Tab { Problems, Source, Values };

    /// "problems", "source", "values": as links name them.
    static std::optional<Tab> tabOf(const QString& name);
    explicit BottomDock(Workspace& workspace, QWidget* parent = nullptr);
    /// Values where a person chose them last and the source is asked for: both tell of the selected node.
    void showTab(Tab tab);
    /// This very one, as a person chooses it.
    void openTab(Tab tab);
    /// showTab() as long as the person chose none.
    void suggestTab(Tab tab);
    void forgetChoice() { m_chosen = false; }

signals:
    void closeRequested();

private:
    QHBoxLayout* makeBar();
    void choose(int tab);
    void leave();
    void updateProblems();
    void onSelection(const Address& address);

    Workspace& m_workspace;
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    TableView* m_problems;
    RowsModel* m_model;
    QLineEdit* m_filter;
    ValuesView* m_values;
    bool m_showing = false, m_chosen = false;  ///< showTab() runs; the person chose a tab
    std::uint64_t m_told = 0;                  ///< problems that the table has, as the status bar counts them
    Tab m_ofNodes = Tab::Source;               ///< which of the tabs that tell of a node a person chose last
};

}  // namespace etscope::ui
