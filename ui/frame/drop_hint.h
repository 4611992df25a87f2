// DropHint: what lies over a window with a session while files are dragged over it: two halves, to add them or to open them
// instead. GUI thread only.
#pragma once

#include <QWidget>

namespace etscope::ui {

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
