// StageStrip: where on the way from the model to the device the outputs of the method in view change: an arrow with a word from
// each stage to the next, and the first node where it breaks. GUI thread only.
#pragma once

#include <QWidget>

#include "evaluate/plan.h"
#include "stages/stage_arrows.h"
#include "workspace/workspace.h"

class QLabel;

namespace etscope::ui {

class StageStrip : public QWidget {
    Q_OBJECT
public:
    explicit StageStrip(Workspace& workspace, QWidget* parent = nullptr);
    /// Asks about the method in view and the case that is selected, else the first that differs, unless that was done. What takes
    /// long is offered first.
    void follow();
    void leave();

private:
    /// Either of them.
    struct Answer {
        std::optional<stages::StageArrows> arrows;
        std::optional<evaluate::Plan> plan;
    };
    std::optional<std::size_t> caseInView() const;
    void ask(bool patient);
    void showAnswer(const Answer& answer);
    void showArrows();
    void activate(const QString& link);

    Workspace& m_workspace;
    QLabel *m_way, *m_words;
    /// What was asked about.
    struct Question {
        const void* session = nullptr;
        QString method;
        std::optional<std::size_t> caseIndex;
        friend bool operator==(const Question&, const Question&) = default;
    };
    Question m_key;
    std::optional<stages::StageArrows> m_arrows;
    Job<Answer> m_job{this};
};

}  // namespace etscope::ui
