// Outline: the session as a tree: files, methods with their stages and modules, weights by method. Modules are read when their
// stage is opened. GUI thread only.
#pragma once

#include <QTreeWidget>

#include "frame/workspace.h"
#include "modules/graph_index.h"

namespace etscope::ui {

class Outline : public QTreeWidget {
    Q_OBJECT
public:
    explicit Outline(Workspace& workspace, QWidget* parent = nullptr);

signals:
    /// A module row was chosen: the graph page shows it.
    void moduleChosen(QString method, QString stage, QString path);

private:
    void fill();
    void fillStage(QTreeWidgetItem* item);
    void addModules(QTreeWidgetItem* parent, const modules::GraphIndex& index, modules::ModuleId module, int depth);
    void follow(const Address& address);

    Workspace& m_workspace;
    bool m_quiet = false;
    Job<std::shared_ptr<const modules::GraphIndex>> m_job;
    QTreeWidgetItem* m_filling = nullptr;
};

}  // namespace etscope::ui
