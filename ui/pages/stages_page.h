// Stages: where on the way from the model to the device the outputs of the method in view change: the way as a line, and a row for
// each of its steps with the first node where it breaks. GUI thread only.
#pragma once

#include "evaluate/plan.h"
#include "pages/rows_page.h"
#include "stages/stage_arrows.h"

class QLabel;

namespace etscope::ui {

class StagesPage : public RowsPage {
    Q_OBJECT
public:
    explicit StagesPage(Workspace& workspace, QWidget* parent = nullptr);
    std::optional<std::size_t> runInView() const override;
    /// A dashed ring where the stages are still to be computed.
    Mark stateMark() const override;

protected:
    Maker maker() const override;
    void remake() override;
    void followSelection(const Address& selection) override;
    void leaveChart() override;
    void showRows(const Rows& rows) override;

private:
    /// Either of them.
    struct Answer {
        std::shared_ptr<const stages::StageArrows> arrows;
        std::optional<std::size_t> left;  ///< the run that is looked at, of no case
        std::optional<evaluate::Plan> plan;  ///< what computing takes, where nobody asked for it yet
    };
    /// Of the output that is selected, else the first that differs.
    std::optional<std::size_t> caseInView() const;
    void showArrows();

    QLabel *m_way, *m_words;
    std::optional<std::size_t> m_case, m_run;  ///< asked about; the run that is looked at comes first
    QSet<QString> m_patient;                   ///< methods that are computed however long it takes
    std::shared_ptr<Answer> m_answer = std::make_shared<Answer>();
};

}  // namespace etscope::ui
