// PageState: whether a page shows what it is about, and what it says instead; StateView draws that, for all pages alike, and Banner
// what stands above a page. GUI thread only.
#pragma once

#include <QFrame>
#include <QPointer>
#include <QWidget>
#include <functional>

#include "jobs/job.h"
#include "look/marks.h"
#include "models/link.h"

class QProgressBar;
class QPushButton;

namespace etscope::ui {

class TextLabel;

struct PageState {
    enum class Kind { Ready, Empty, Loading, Failed };
    /// A line of a checklist: what is needed, what fills it, and a link. Only the missing one is bold.
    struct Step {
        Mark mark = Mark::None;
        QString name, detail;
        Link link = {};
        QString linkText = {};
    };
    /// Something that can be done instead, on a button, and what is known of it.
    struct Choice {
        QString title, detail;
        std::function<void()> act;
    };
    Kind kind = Kind::Ready;
    QString what;  ///< a heading: what is missing, being done, or could not be done
    QString why;
    QString todo;                   ///< what would fill the page
    QString button;                 ///< the title of what can be done about it; empty: nothing
    std::function<void()> act;      ///< behind the button; without it the button cannot be clicked
    JobRegistry::RunningPtr job{};  ///< of Loading: how far it is
    QList<Step> steps{};            ///< between reason and button
    QString price{};                ///< beside the button: what it takes, or why it cannot be clicked
    QString choicesTitle{};         ///< above the choices, where there are any
    QList<Choice> choices{};        ///< below the button
};

/// Heading, reason, checklist, one button with its price, what to do, other choices, and progress, each where there is one.
class StateView : public QWidget {
    Q_OBJECT
public:
    explicit StateView(QWidget* parent);
    void setState(const PageState& state);
    /// What keys go to; null: nothing can be done.
    QPushButton* button() const;

signals:
    void linkActivated(QString link);

private:
    void showSteps();
    void showChoices();
    void showProgress();

    PageState m_state;
    TextLabel *m_what, *m_why, *m_todo, *m_price;
    QPointer<QWidget> m_steps, m_choices;
    QProgressBar* m_progress;
    QPushButton* m_button;
};

/// A line above a page: mark, what happened, one action, close.
class Banner : public QFrame {
    Q_OBJECT
public:
    Banner(Mark mark, const QString& title, const QString& detail, const QString& action, QWidget* parent = nullptr);

signals:
    void actionClicked();
};

}  // namespace etscope::ui
