// Headline: the verdict of the session in one or two sentences, and the buttons that follow from it. GUI thread only.
#pragma once

#include <QFrame>

#include "frame/workspace.h"
#include "look/marks.h"

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace etscope::ui {

class Headline : public QFrame {
    Q_OBJECT
public:
    explicit Headline(Workspace& workspace, QWidget* parent = nullptr);
    /// Shows what the workspace knows now; "checking …" until then.
    void follow();

signals:
    /// Of Workspace::follow(), or "add".
    void linkActivated(QString link);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void fill();
    void addLine(Mark mark, const QString& bold, const QString& rest);

    Workspace& m_workspace;
    Mark m_mark = Mark::Missing;
    QVBoxLayout* m_lines;
    QHBoxLayout* m_buttons;
};

}  // namespace etscope::ui
