// SharingPanel: what methods share and what is stored twice, above the table of named data: a sentence with the amounts, and a row
// for each such weight. GUI thread only.
#pragma once

#include <QPointer>
#include <QWidget>

#include "answers/sharing_model.h"
#include "models/table_view.h"

class QLabel;
class QHBoxLayout;
class QVBoxLayout;

namespace etscope::ui {

class SharingPanel : public QWidget {
    Q_OBJECT
public:
    explicit SharingPanel(Workspace& workspace, QWidget* parent = nullptr);
    void show(SharedWeights weights);
    void clear();
    /// Null while nothing is shared.
    TableView* table() const { return m_table; }

private:
    void sayWhat(const SharedWeights& weights);
    void addSentence(Mark mark, const QString& sentence);
    void makeTable(SharedWeights weights);
    void follow(const Address& selected);

    Workspace& m_workspace;
    QWidget* m_legend;
    QVBoxLayout* m_column;
    QHBoxLayout* m_heading;
    QList<QWidget*> m_said;
    QPointer<TableView> m_table;
};

}  // namespace etscope::ui
