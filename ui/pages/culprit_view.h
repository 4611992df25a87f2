// CulpritView: what is at fault in a run, in one line: the cause as a chip, the sentence, where to look; the other findings fold
// out below. GUI thread only.
#pragma once

#include <QFrame>

#include "causes/audited_gap.h"
#include "look/marks.h"
#include "models/address.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace etscope::ui {

class TextLabel;

/// A word on the background of its mark, with the mark before it.
class Chip : public QFrame {
    Q_OBJECT
public:
    explicit Chip(QWidget* parent);
    void set(Mark mark, const QString& word);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void repaintMark();

    Mark m_mark = Mark::None;
    QLabel *m_icon, *m_word;
};

class CulpritView : public QWidget {
    Q_OBJECT
public:
    explicit CulpritView(QWidget* parent = nullptr);
    /// Nothing is known: it is not shown.
    void clear();
    /// What came out of the audit of these rows. Without a program there is none, and nothing is shown.
    void setAudit(const QString& method, const gap::GapTable& table, const causes::AuditedGap& audited);

signals:
    /// What is to be shown of it on which page: "graph", or "outputs" for what its call gave.
    void wanted(etscope::ui::Address address, QString where);

private:
    void showCulprit(const causes::Culprit& culprit);
    void showInnocence(std::size_t judged, std::size_t rows, const std::string& doubt);
    void setMore(const std::vector<const causes::Culprit*>& culprits);

    QString m_method;
    Address m_instructionAddress, m_nodeAddress, m_valueAddress;
    Chip* m_chip;
    TextLabel* m_sentence;
    QPushButton *m_instruction, *m_node, *m_values;
    QToolButton* m_more;
    QScrollArea* m_list;
};

/// The sign of a cause beside its word.
Mark markOf(causes::Cause cause);

}  // namespace etscope::ui
