// ValuesView: elements of the selected tensor; of a selected operator what the runs logged, beside its reference, in two grids that
// scroll together. Reads in a job, and only while it is in view. GUI thread only.
#pragma once

#include <QWidget>

#include "tensor/tensor.h"
#include "workspace/workspace.h"

class QLabel;
class QSplitter;

namespace etscope::ui {

class ElementGrid;
class LabelledCombo;

class ValuesView : public QWidget {
    Q_OBJECT
public:
    explicit ValuesView(Workspace& workspace, QWidget* parent = nullptr);
    void leave();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A runtime value, its reference, or both.
    struct Pair {
        QString title, referenceTitle;
        std::optional<tensor::Tensor> value, reference;
        tensor::Tolerance tolerance = {};
    };
    using Pairs = std::vector<Pair>;
    static Result<Pairs> tensorAt(const SessionPtr& session, const Address& address, const JobContext& job);
    static Result<Pairs> valuesOfNode(const SessionPtr& session, const Address& address, const JobContext& job);
    void onSelection(const Address& address);
    void read();
    void showPairs(Pairs pairs);
    void showPair(int which);
    void explain(const QString& why);

    Workspace& m_workspace;
    LabelledCombo* m_choice;
    QLabel *m_referenceTitle, *m_message;
    QSplitter* m_splitter;
    QWidget* m_referenceSide;
    ElementGrid *m_values, *m_references;
    Address m_address;
    bool m_stale = false;
    Pairs m_pairs;
    Job<Pairs> m_job{this};
};

}  // namespace etscope::ui
