// What the window shows while files are dragged over it. DropArea: the dashed field of the start page: a heading, whatever stands
// below it, and what the files are. DropHint: over a window with a session, two halves, to add them or to open them instead. GUI
// thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "io/file_kind.h"
#include "jobs/job.h"

class QHBoxLayout;
class QLabel;

namespace etscope::ui {

class DropArea : public QWidget {
    Q_OBJECT
public:
    explicit DropArea(QWidget* parent = nullptr);
    /// Beside one another below the heading.
    void addButton(QWidget* button);
    /// Files and folders over the window, told apart by content; none: nothing is dragged.
    void showDragged(const QStringList& paths);
    /// Without the picture.
    void setLow(bool low);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showTexts(const QString& heading, const QString& note);

    QLabel *m_heading, *m_note;
    QHBoxLayout* m_buttons;
    QWidget* m_picture;
    bool m_dragged = false;
    Job<std::vector<FileKind>> m_kinds{this};
};

class DropHint : public QWidget {
    Q_OBJECT
public:
    enum class Choice { Add, Replace };
    explicit DropHint(QWidget* parent);
    /// What a drop at this place of the window does; with Shift it is always a session of its own.
    Choice choiceAt(QPoint place, Qt::KeyboardModifiers keys) const;
    void showFor(QPoint place, Qt::KeyboardModifiers keys);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Choice m_choice = Choice::Add;
};

}  // namespace etscope::ui
