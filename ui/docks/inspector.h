// Inspector: all that is known about the selection: what it is, how it stands, groups of facts with links (docks/facts), what
// belongs to it. GUI thread only.
#pragma once

#include <QDialog>
#include <QPointer>

#include "docks/facts/pair_facts.h"
#include "look/make.h"

class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace etscope::causes {
struct DriftParts;
}

namespace etscope::ui {

class Inspector : public SteadyScrollArea {
    Q_OBJECT
public:
    Inspector(Workspace& workspace, const SessionMarker& marker, QWidget* parent = nullptr);

private:
    void show(const Address& address);
    /// What is shown, told again: something is known that was not.
    void tellAgain();
    void ask(const Address& address);
    void take(const Address& address, const EntityFacts& facts);
    void fail(const Address& address, const Error& error);
    void clear();
    void showHeading(const QString& title, const QString& second, const Address& address, const EntityState& state);
    /// What belongs to the selection stays last, what is raw before it. Null: there was nothing to say.
    QWidget* addSection(const FactGroup& group);
    void addBelow(QWidget* part);
    /// Of an operator, below what it is elsewhere, once it is known: judging may take longer than what else is told.
    void addGap(const Address& address);
    /// Of an output over a vocabulary: reading all its cases may take long, too.
    void addTokens(const Address& address);
    /// Of an instruction or event, before all else that is told of it: looking at all runs may take long, too.
    void addTimes(const Address& address);
    /// Of an operator that another export has, too: which it is there, and a way to say so.
    void addPair(const Address& address);
    void choosePair(const Address& address, const PairFacts& facts);
    /// Buttons of what can be done with it.
    void showDeeds(const QList<Deed>& deeds);
    void showRelated();
    // docks/drift_facts.cpp: a cell of the drift, whose facts the gap page keeps.
    void showCell(const Address& address);
    QWidget* makeShares(const causes::DriftParts& parts);

    Workspace& m_workspace;
    const SessionMarker& m_marker;
    QVBoxLayout* m_column;
    QWidget* m_content;
    QPointer<QWidget> m_first;    ///< the first section that is told at once
    QPointer<QWidget> m_chain;    ///< what the operator in view is elsewhere
    QPointer<QWidget> m_raw;      ///< what the thing in view is in the files
    QPointer<QWidget> m_related;  ///< the last section
    Address m_shown;              ///< what is told; without a selection the method in view
    Job<EntityFacts> m_facts{this};
    Job<QList<MarkedFact>> m_gap{this};
    Job<QList<FactGroup>> m_tokens{this};
    Job<QList<FactGroup>> m_times{this};
    Job<PairFacts> m_pairs{this};
};

/// Which node of the other export a node is, as a person says.
class PairDialog : public QDialog {
    Q_OBJECT
public:
    PairDialog(const QString& node, const PairFacts& facts, QWidget* parent);

signals:
    /// A node of the other export; an empty path: none by hand.
    void chosen(QString path);

private:
    void filter(const QString& words);
    void choose();

    QLineEdit* m_filter;
    QListWidget* m_nodes;
    QPushButton* m_pair;
};

}  // namespace etscope::ui
