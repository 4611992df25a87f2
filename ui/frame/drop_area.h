// What the window shows while files are dragged over it. DropArea: the dashed field of the start page: a heading, whatever stands
// below it, and what the files are. DropHint: takes what is dropped on its window; over one with a session, two halves, to add
// files or to open them instead. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "io/file_kind.h"
#include "jobs/job.h"

class QDropEvent;
class QHBoxLayout;
class QLabel;

namespace etscope::ui {

class Workspace;

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
    DropHint(const Workspace& workspace, QWidget* window);

signals:
    void dragged(QStringList paths);  ///< over the window; none: not any more
    /// Files and folders, or a link.
    void openAsked(QStringList paths);
    void addAsked(QStringList paths);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Choice : std::uint8_t { Add, Replace };
    /// What a drop there does; with Shift it is always a session of its own.
    Choice choiceAt(const QDropEvent& event) const;
    void showFor(QDropEvent& event);
    void take(QDropEvent& event);
    void end();

    const Workspace& m_workspace;
    Choice m_choice = Choice::Add;
};

}  // namespace etscope::ui
