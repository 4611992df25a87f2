// Layers × steps: all runs of the method at once, by layer and step: where and when an error begins, and who inherits it. GUI thread
// only.
#pragma once

#include "answers/known_gap.h"
#include "join/runs.h"
#include "workspace/page.h"

namespace etscope::ui {

class DriftView;
class ReferenceBar;

class StepsPage : public Page {
    Q_OBJECT
public:
    explicit StepsPage(Workspace& workspace, QWidget* parent = nullptr);
    bool isOfRuns() const override { return true; }
    DriftView* view() const { return m_view; }
    /// What is chosen on the page, for the row of the views.
    QWidget* controls() const { return m_controls; }
    bool hasContent() const override;
    /// The next cell that something goes wrong in by itself.
    bool nextBad(bool forward) override;
    Result<void> exportTo(const QString& path) override;
    /// That of the cell that is selected.
    std::optional<std::size_t> runInView() const override;
    /// A dashed ring where only values to compare with are missing.
    Mark stateMark() const override { return hasContent() && state().kind == PageState::Kind::Empty ? Mark::Missing : Mark::None; }

signals:
    /// The operators of a cell are asked for: those that the query finds.
    void operatorsAsked(QString query);

protected:
    QWidget* contentFocus() const override;
    Searchable* searchable() const override;
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Method; }
    void refresh() override;
    void followSelection(const Address& selection) override;
    void leave() override;

private:
    using RunsPtr = std::shared_ptr<const std::vector<join::SessionRun>>;
    struct Answer {
        SessionPtr session;  ///< of which it was asked, like the method: what is looked at may have changed
        std::string method;
        DriftPtr drift;                       ///< null: it takes long, and nobody asked for it yet
        std::optional<evaluate::Plan> price;  ///< what that takes
        GapChoice asked = {};
    };
    GapChoice choice() const;
    void compare();
    void take(const Answer& answer);
    void openCell(qulonglong row, qulonglong step);

    QWidget* m_controls;
    ReferenceBar* m_reference;
    DriftView* m_view;
    QSet<QString> m_patient;  ///< methods that are computed however long it takes
    Job<RunsPtr> m_runs{this};
    Job<Answer> m_drift{this};
};

}  // namespace etscope::ui
