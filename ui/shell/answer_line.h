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

class AdviceBook;
class AnswerText;
class ReproBook;

class AnswerLine : public QWidget {
    Q_OBJECT
public:
    AnswerLine(Workspace& workspace, const AnswerBook& book, const ReproBook& repro, const AdviceBook& advice, QWidget* parent);
    /// The question that the page in view belongs to; a button that leads there leads nowhere, and is not shown.
    void setPage(PageId page);
    /// All of it, as plain text.
    QString words() const;
    /// The words give way, and the link to the evidence.
    QSize minimumSizeHint() const override;

signals:
    /// What came of the button.
    void reported(QString words);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void tell();
    void tellAnswer(const findings::Answer& answer);
    void tellRepro();
    void tellAdvice();
    void tellNext(const findings::Answer* answer);
    void act();
    void fit();

    Workspace& m_workspace;
    const AnswerBook& m_book;
    const ReproBook& m_repro;
    const AdviceBook& m_advice;
    PageId m_page = PageId::Overview;
    Mark m_mark = Mark::None;
    QLabel* m_sign;
    AnswerText* m_text;
    QLabel* m_evidence;
    QPushButton* m_next;
    Link m_proof, m_leads;
    bool m_saves = false;  ///< the button saves a patch, or on the advisor's page a recipe
};

}  // namespace etscope::ui
