// DropArea: the dashed field of the start page: a heading, whatever stands below it, and while files are dragged what they are.
// GUI thread only.
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

}  // namespace etscope::ui
