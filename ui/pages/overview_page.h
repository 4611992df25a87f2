// Overview: from cause to effect, what was checked of each method, why the operator that is at fault is, or how far the checks
// reach, what else was found, the files and whether they belong together, how the methods fit together. GUI thread only.
#pragma once

#include "answers/effect_steps.h"
#include "answers/file_table.h"
#include "answers/method_table.h"
#include "answers/tables.h"
#include "findings/overview.h"
#include "inventory/summary.h"
#include "models/table_view.h"
#include "pages/overview_findings.h"
#include "workspace/page.h"

class QBoxLayout;
class QVBoxLayout;

namespace etscope::ui {

class EffectRow;
class FlowView;
class ReachView;

class OverviewPage : public Page {
    Q_OBJECT
public:
    explicit OverviewPage(Workspace& workspace, QWidget* parent = nullptr);
    bool hasContent() const override { return workspace().session() != nullptr; }
    /// Only what makes the session as a whole wrong: files that do not belong together.
    Mark stateMark() const override;
    TableView* mainTable() const override { return m_methodView; }

protected:
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }
    void refresh() override;
    void followSelection(const Address& selection) override;
    void leave() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Facts {
        std::vector<std::shared_ptr<const inventory::MethodSummary>> summaries;
        std::vector<findings::FlowEdge> flow;
        std::vector<join::Join> joins;
        std::vector<findings::PossibleCause> causes;  ///< without what the runs say
        std::map<std::string, std::size_t> buffers;   ///< of state
        std::vector<findings::FileQuestion> questions;
    };
    void makeSections(QWidget* content);
    std::pair<QVBoxLayout*, QVBoxLayout*> makePair(QWidget* content);
    void arrange();
    bool openCheck(const QModelIndex& index);
    void showMethodCount();
    void showMethods() { m_methods.setRows(methodRows(m_told)); }
    void showEffects();
    void showFiles(const session::Session& session);
    void showFacts();
    void showFindings();
    void showQuestions();
    void countRuns();
    void showVerdict();
    void findPlaces();
    void markFlow();
    void lookFurther();

    EffectRow* m_effects;
    RowsModel m_files{Tables::files(), this};
    MethodFacts m_told;  ///< what the table of methods tells
    RowsModel m_methods{Tables::methods(), this};
    TableView *m_fileView, *m_methodView;
    FlowView* m_flow;
    QWidget *m_filesHeading = nullptr, *m_methodsHeading = nullptr, *m_flowHeading = nullptr, *m_reachHeading = nullptr;
    QVBoxLayout* m_column;
    QList<QBoxLayout*> m_pairs;     ///< of sections
    QWidget *m_reasons, *m_others;  ///< the first pair
    FindingList *m_why, *m_causes, *m_findings;
    ReachView* m_reach;
    bool m_shown = false;  ///< the session in view
    bool m_whole = true;   ///< none of its files is damaged
    Facts m_facts;
    CulpritPlaces m_places;
    std::shared_ptr<const join::ConstantsCompared> m_constants;  ///< null: not known yet
    Job<Facts> m_job{this};
    Job<std::map<std::string, MethodRuns>> m_countRuns{this};
    Job<CulpritPlaces> m_placesJob{this};
    Job<std::vector<findings::LintFinding>> m_lint{this};
    Job<std::map<std::string, MethodTokens>> m_tokens{this};
    Job<std::shared_ptr<const join::ConstantsCompared>> m_compared{this};
};

}  // namespace etscope::ui
