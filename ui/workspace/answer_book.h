// AnswerBook: the core's answers to the five questions about the session in view, found out in the background once its verdict is
// known; and where they lead in the window. GUI thread only.
#pragma once

#include "findings/answers.h"
#include "look/marks.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// Where a lead goes; of None: nowhere.
Link linkOf(const findings::Lead& lead, const QStringList& methods);
/// What the view answers itself of the method in view, of an unknown one of the run; null: what its question does.
const findings::ViewAnswer* viewAnswer(const findings::Answer& answer, PageId page, const QString& method,
                                       std::optional<std::size_t> run);
/// Of an answer; of a fact Note.
Mark markOf(const findings::Answer& answer);

class AnswerBook : public QObject {
    Q_OBJECT
public:
    explicit AnswerBook(Workspace& workspace);
    /// Null: it is not known, or not yet.
    const findings::Answer* answer(findings::Question question) const;
    /// Whether those that are not known are being found out.
    bool isAsking() const;

signals:
    void changed();

private:
    using Answers = std::vector<findings::Answer>;
    void find();
    void findChanges();
    void ask(Job<Answers>& job, std::vector<findings::Question> questions, Urgency urgency);

    Workspace& m_workspace;
    Answers m_answers;
    Job<Answers> m_judged{this}, m_counted{this}, m_changes{this};
};

}  // namespace etscope::ui
