// Overview: from cause to effect, the methods, what may be wrong and what to do, the files and whether they belong together, how
// the methods feed each other. GUI thread only.
#pragma once

#include "answers/file_table.h"
#include "answers/method_table.h"
#include "answers/tables.h"
#include "findings/overview.h"
#include "inventory/summary.h"
#include "models/table_view.h"
#include "pages/overview_findings.h"
#include "workspace/page.h"

class QVBoxLayout;

namespace etscope::ui {

class EffectRow;
class FlowView;

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
    };
    void makeTables(QWidget* content);
    void makeLower(QWidget* content);
    FindingList* makeList(const QString& name, QWidget* content);
    void showMethodCount();
    void showMethods() { m_methods.setRows(methodRows(m_told)); }
    void showEffects();
    void showFiles(const session::Session& session);
    void showFacts();
    void showFindings();
    void countRuns();
    void showVerdict();
    void nameModules();
    void markFlow();
    void lint();
    std::uint64_t hashedBytes() const;

    EffectRow* m_effects;
    RowsModel m_files{Tables::files(), this};
    MethodFacts m_told;  ///< what the table of methods tells
    RowsModel m_methods{Tables::methods(), this};
    TableView *m_fileView, *m_methodView;
    FlowView* m_flow;
    QWidget *m_filesHeading = nullptr, *m_methodsHeading = nullptr, *m_flowHeading = nullptr;
    QVBoxLayout *m_column, *m_strips;
    FindingList *m_causes, *m_findings;
    bool m_shown = false;  ///< the session in view
    Facts m_facts;
    std::vector<findings::LintFinding> m_lintFindings;
    bool m_linted = false;
    Job<Facts> m_job{this};
    Job<std::map<std::string, MethodRuns>> m_countRuns{this};
    Job<CulpritModules> m_modules{this};
    Job<std::vector<findings::LintFinding>> m_lint{this};
};

}  // namespace etscope::ui
