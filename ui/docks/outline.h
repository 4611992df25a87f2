// Outline: the session as a tree: files, methods with their stages, modules, delegates, weights and runs, metadata, named data,
// each with the mark of how it stands. What costs is read in a job when its row is opened. GUI thread only.
#pragma once

#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <map>

#include "answers/module_states.h"
#include "look/marks.h"
#include "modules/graph_index.h"
#include "workspace/entity_state.h"
#include "workspace/workspace.h"

class QLabel;

namespace etscope::ui {

class Outline : public QTreeWidget {
    Q_OBJECT
public:
    Outline(Workspace& workspace, const SessionMarker& marker, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What opens a row for the first time; a row that is being read is asked for again by nobody.
    enum class Fill { Nothing, Reading, Stage, Module, Delegates, Weights, Runs, Metadata, NamedData };
    struct Row {
        Icon icon;
        QString name, value;
        Address address;
        Fill fill = Fill::Nothing;
    };
    using IndexPtr = std::shared_ptr<const modules::GraphIndex>;
    struct Content {
        QList<Row> rows;
        IndexPtr index;          ///< of a stage
        ModuleStatesPtr states;  ///< of its modules, where they are known already
        quint64 more = 0;        ///< that are not among the rows
    };
    static QTreeWidgetItem* add(QTreeWidgetItem* parent, const Row& row);
    void fill();
    void addFiles(QTreeWidgetItem* root);
    static void addMore(QTreeWidgetItem* parent, quint64 count, PageId page);
    void addMethods(QTreeWidgetItem* root);
    void countCases();
    void setValue(QTreeWidgetItem* item, const QString& value);
    void open(QTreeWidgetItem* item);
    void read(QTreeWidgetItem* item, Fill what);
    static Result<Content> contentOf(const SessionPtr& session, Fill what, const Address& address, bool judged,
                                     const JobContext& job);
    static Result<Content> weightsOf(const SessionPtr& session, const Address& address, const JobContext& job);
    static bool isFull(Content& content);
    void take(QTreeWidgetItem* item, Content content);
    void addModules(QTreeWidgetItem* parent, const modules::GraphIndex& index, modules::ModuleId module);
    void choose(QTreeWidgetItem* item);
    void follow(const Address& address);
    QTreeWidgetItem* rowOf(const Address& address);
    QTreeWidgetItem* rowInside(QTreeWidgetItem* stage, const Address& address);
    // outline_marks.cpp
    /// Writes the marks of what is known by now.
    void markRows();
    /// Finds out how the modules of all stages stand, once the verdict is known.
    void judgeStages();
    void judgeNext();
    void setState(QTreeWidgetItem* item, const EntityState& state);
    EntityState stateOf(const QTreeWidgetItem& item) const;
    EntityState stateOfFiles(bool arrays) const;
    EntityState moduleState(const QTreeWidgetItem& item) const;

    Workspace& m_workspace;
    const SessionMarker& m_marker;
    QLabel* m_nothing;  ///< in the place of rows while nothing is open
    bool m_quiet = false;
    bool m_behind = false;    ///< the session has no rows yet
    bool m_unjudged = false;  ///< how its stages stand is to be found out
    int m_generation = 0;                               ///< of the tree: items of earlier ones are gone
    std::vector<std::unique_ptr<Job<Content>>> m_jobs;  ///< one for each row that is being read
    std::map<QString, IndexPtr> m_indices;              ///< of opened stages, by address
    std::map<QString, ModuleStatesPtr> m_states;        ///< of stages that are judged; null: not known yet
    std::weak_ptr<const session::Session> m_filled;     ///< whose things the rows are
    std::vector<EntityState> m_fileStates;              ///< as fileStates(), without those that have no mark here
    QList<Address> m_toJudge;                           ///< stages that are not
    Job<ModuleStatesPtr> m_judging{this};
    Job<std::map<QString, quint64>> m_cases{this};  ///< with references, by method
};

/// What items of the Outline hold.
enum OutlineRole : int {
    AddressOfItem = Qt::UserRole,
    ModulePath,
    FoldedPaths,  ///< of modules that are one row
    ToFill,
    ModuleNumber,
    PageOfItem,
    MarkOfItem,  ///< Mark
    FileOfItem   ///< its index in Session::files()
};

/// Rows of the Outline: a name, at the right end a value and the mark of how the thing stands. These take only the room that they
/// need; the name has the rest.
class OutlineDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override;
};

}  // namespace etscope::ui
