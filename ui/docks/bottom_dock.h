// BottomDock: what stands under the pages: the problems of the session, the source of the selected node, the values of the
// selected tensor. GUI thread only.
#pragma once

#include <QWidget>

#include "frame/workspace.h"
#include "inventory/tensor_rows.h"
#include "session/session.h"

class QHBoxLayout;
class QLineEdit;
class QStackedWidget;
class QTabBar;

namespace etscope::ui {

class ElementGrid;
class ProblemModel;
class TableView;

class BottomDock : public QWidget {
    Q_OBJECT
public:
    enum class Tab { Problems, Source, Values };

    explicit BottomDock(Workspace& workspace, QWidget* parent = nullptr);
    void showTab(Tab tab);

signals:
    void closeRequested();

private:
    using RowsPtr = std::shared_ptr<const std::vector<inventory::TensorRow>>;
    QHBoxLayout* makeBar();
    void leave();
    void updateProblems();
    void onSelection(const Address& address);
    void showTensor(int row);

    Workspace& m_workspace;
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    TableView* m_problems;
    ProblemModel* m_model;
    QLineEdit* m_filter;
    ElementGrid* m_values;
    Job<RowsPtr> m_job;
};

}  // namespace etscope::ui
