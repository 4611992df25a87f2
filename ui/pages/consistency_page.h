// Consistency: whether the method in view is right where no reference tells: ways to compute it that must agree, a row for each,
// and what its inputs were taken for, which can be chosen. Asked for it, the program plays the same ways. GUI thread only.
#pragma once

#include <map>

#include "answers/consistency_table.h"
#include "evaluate/plan.h"
#include "pages/rows_page.h"
#include "run/target.h"

class QLabel;
class QPushButton;

namespace etscope::ui {

class ConsistencyPage : public RowsPage {
    Q_OBJECT
public:
    explicit ConsistencyPage(Workspace& workspace, QWidget* parent = nullptr);
    /// A dashed ring where nothing was computed yet.
    Mark stateMark() const override;

protected:
    Maker maker() const override;
    void remake() override;
    void leaveChart() override;
    void showRows(const Rows& rows) override;

private:
    /// Either of them.
    struct Answer {
        ConsistencyPtr made;
        std::optional<evaluate::Plan> plan;  ///< what computing takes once, where nobody asked for it yet
    };
    void showWords();
    /// The role of an input, to choose another.
    void chooseRole(const QString& input);
    /// Has the program executed, once, when the person says where.
    void askOnRuntime();

    QLabel *m_roles, *m_words, *m_played;
    QPushButton* m_onRuntime;
    std::optional<run::TargetChoice> m_target;         ///< of the answer that is waited for; nothing is executed without it
    QSet<QString> m_patient;                           ///< methods that are computed however long it takes
    std::map<QString, consistency::ToldRoles> m_told;  ///< by method
    std::shared_ptr<Answer> m_answer = std::make_shared<Answer>();
};

}  // namespace etscope::ui
