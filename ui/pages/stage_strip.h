// StageStrip: where on the way from the model to the device the outputs of the method in view change: an arrow with a word from
// each stage to the next, and the first node where it breaks. GUI thread only.
#pragma once

#include <QWidget>

#include "evaluate/plan.h"
#include "frame/workspace.h"
#include "gap/stage_arrows.h"

class QLabel;

namespace etscope::ui {

class StageStrip : public QWidget {
    Q_OBJECT
public:
    explicit StageStrip(Workspace& workspace, QWidget* parent = nullptr);
    /// Asks about the method in view, unless that was done. What takes long is offered first.
    void follow();
    void leave();

private:
    /// Either of them.
    struct Answer {
        std::optional<gap::StageArrows> arrows;
        std::optional<evaluate::Plan> plan;
    };
    void ask(bool patient);
    void showAnswer(const Answer& answer);
    void showArrows();
    void activate(const QString& link);

    Workspace& m_workspace;
    QLabel *m_way, *m_words;
    std::pair<const void*, QString> m_key;  ///< the session and the method that were asked about
    std::optional<gap::StageArrows> m_arrows;
    Job<Answer> m_job{this};
};

}  // namespace etscope::ui
