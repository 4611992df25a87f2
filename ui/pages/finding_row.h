// FindingRow: one conclusion on the Overview: a mark, what it is, a link at the right, quieter lines below. Links are those of
// Workspace::follow. GUI thread only.
#pragma once

#include <QWidget>

#include "look/marks.h"

class QGridLayout;
class QLabel;

namespace etscope::ui {

struct FindingText {
    Mark mark = Mark::None;
    QString title;           ///< plain
    QString word;            ///< behind the title, in text3: "matched"
    QStringList lines;       ///< plain; those after the first `shown` are folded
    qsizetype shown = 3;     ///< how many lines stand when folded
    qsizetype against = 0;   ///< how many lines, from the first, contradict: in the colour of "differ"
    QString kind;            ///< before the title, in text2: "Possible cause"; empty: no such column
    QString todo;            ///< what to do, between title and link; below the lines where there is no room
    QString linkText, link;  ///< empty: none
    bool standsOut = false;  ///< filled: what a person must see first
};

class FindingRow : public QWidget {
    Q_OBJECT
public:
    explicit FindingRow(const FindingText& finding, QWidget* parent = nullptr);

signals:
    void linkActivated(QString link);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    void place();

    FindingText m_finding;
    QGridLayout* m_grid = nullptr;
    QLabel *m_mark = nullptr, *m_kind = nullptr, *m_title = nullptr, *m_todo = nullptr, *m_link = nullptr, *m_body = nullptr;
    bool m_open = false;
};

}  // namespace etscope::ui
