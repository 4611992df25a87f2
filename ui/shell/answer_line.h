// AnswerLine: the answer to the question in view, on top of its views: what is so, where, the line of the export script; a link to
// the evidence and the one primary button of the window, the next step. GUI thread only.
#pragma once

#include <QWidget>

#include "look/marks.h"
#include "models/link.h"
#include "workspace/answer_book.h"

class QLabel;
class QPushButton;

namespace etscope::ui {

class AnswerText;

class AnswerLine : public QWidget {
    Q_OBJECT
public:
    AnswerLine(Workspace& workspace, const AnswerBook& book, QWidget* parent);
    void setQuestion(findings::Question question);
    /// All of it, as plain text.
    QString words() const;
    /// The words give way, and the link to the evidence.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void show();
    void fit();

    Workspace& m_workspace;
    const AnswerBook& m_book;
    findings::Question m_question = findings::Question::Verdict;
    Mark m_mark = Mark::None;
    QLabel* m_sign;
    AnswerText* m_text;
    QLabel* m_evidence;
    QPushButton* m_next;
    Link m_proof, m_leads;
};

}  // namespace etscope::ui
