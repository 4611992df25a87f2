// FindingRow: one conclusion: a mark, what it is, what to do, a link at the right, quieter lines below. Rows of one list stand in
// the same columns. GUI thread only.
#pragma once

#include <QWidget>
#include <utility>

#include "look/marks.h"
#include "models/link.h"

class QGridLayout;
class QLabel;

namespace etscope::ui {

struct FindingText {
    Mark mark = Mark::None;
    QString title;        ///< plain
    QString word;         ///< behind the title, in text3: "matched"
    QStringList lines;    ///< plain; those after the first `shown` are folded
    qsizetype shown = 3;  ///< how many lines stand when folded
    QString kind;         ///< before the title, in text2: "Cause"; empty: no such column
    QString todo;         ///< what to do, between title and link; below the lines where there is no room
    QString script;       ///< the line of code that does it, below that
    bool strong = false;  ///< the title is a heading
    QString linkText;
    Link link = {};  ///< where it is none, there is no link
};

/// What rows of one list share.
struct FindingColumns {
    int kind = 0, link = 0;  ///< widths; 0: no such column
    bool todo = false;       ///< there is a column of what to do
    int script = 0;          ///< width of the longest line of code in it
    /// As wide as all of them need.
    static FindingColumns of(const QList<FindingText>& findings);
    /// Of what to do, in a row of that width; 0: it stands below.
    int todoWidth(int row) const;
};

/// The titles above rows.
class FindingHeader : public QWidget {
    Q_OBJECT
public:
    explicit FindingHeader(const FindingColumns& columns, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();

    FindingColumns m_columns;
    QLabel *m_kind, *m_title, *m_todo;
};

class FindingRow : public QWidget {
    Q_OBJECT
public:
    FindingRow(const FindingText& finding, const FindingColumns& columns, QWidget* parent = nullptr);
    /// One alone.
    explicit FindingRow(const FindingText& finding, QWidget* parent = nullptr)
        : FindingRow(finding, FindingColumns::of({finding}), parent) {}
    /// No line below it: the frame around the list has one.
    void setLast(bool last) { m_last = last; }

signals:
    void linkActivated(etscope::ui::Link link);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    void place();

    FindingText m_finding;
    FindingColumns m_columns;
    QGridLayout* m_grid = nullptr;
    QLabel *m_mark = nullptr, *m_kind = nullptr, *m_title = nullptr, *m_todo = nullptr, *m_link = nullptr, *m_body = nullptr;
    std::pair<bool, int> m_placed{false, -1};  ///< for which room: whether it is wide, and the width of what to do
    bool m_open = false, m_last = false;
};

}  // namespace etscope::ui
