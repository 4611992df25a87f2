// PageState: whether a page shows what it is about, and what it says instead; StateView draws that, for all pages alike.
// GUI thread only.
#pragma once

#include <QWidget>
#include <functional>

#include "jobs/job.h"

class QProgressBar;
class QPushButton;

namespace etscope::ui {

class TextLabel;

struct PageState {
    enum class Kind { Ready, Empty, Loading, Failed };
    Kind kind = Kind::Ready;
    QString what;  ///< a heading: what is missing, being done, or could not be done
    QString why;
    QString todo;                   ///< what would fill the page
    QString button;                 ///< the title of what can be done about it; empty: nothing
    std::function<void()> act;      ///< behind the button
    JobRegistry::RunningPtr job{};  ///< of Loading: how far it is
};

/// Heading, reason, what to do, progress and one button, each where there is one.
class StateView : public QWidget {
    Q_OBJECT
public:
    explicit StateView(QWidget* parent);
    void setState(const PageState& state);
    /// What keys go to; null: nothing can be done.
    QPushButton* button() const;

private:
    void showProgress();

    PageState m_state;
    TextLabel *m_what, *m_why, *m_todo;
    QProgressBar* m_progress;
    QPushButton* m_button;
};

}  // namespace etscope::ui
