// PairDialog: which node of the other export a node is, as a person says. GUI thread only.
#pragma once

#include <QDialog>

#include "docks/facts/pair_facts.h"

class QLineEdit;
class QListWidget;
class QPushButton;

namespace etscope::ui {

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
