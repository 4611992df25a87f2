// RowsPage: a page that is one table, its rows made in a job from the session. What a page says is a RowsSpec; pages with a chart
// above the table derive. GUI thread only.
#pragma once

#include <functional>
#include <optional>

#include "answers/tables.h"
#include "models/table_view.h"
#include "workspace/page.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace etscope::ui {

class ChoiceBar;

class RowsPage : public Page {
    Q_OBJECT
public:
    RowsPage(Workspace& workspace, const RowsSpec& spec, QWidget* parent = nullptr);
    bool hasContent() const override { return workspace().session() != nullptr && m_spec.hasContent(*workspace().session()); }
    Mark stateMark() const override { return m_model.content().finding; }
    TableView* mainTable() const override { return m_view; }

protected:
    using Maker = std::function<Result<Rows>(const SessionPtr& session, const QString& method, const JobContext& job)>;
    /// Makes the rows, in a job. A page with choices of its own returns a function that holds a copy of them.
    virtual Maker maker() const { return m_spec.make; }
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Method; }
    void refresh() override;
    void followSelection(const Address& selection) override;
    void leave() override;
    void retry() override;
    /// In place of rows that take long: what they take, and a button that has the method in view computed however long it takes;
    /// `patient` has those methods, and is the page's.
    void offerComputing(PageState price, QSet<QString>& patient);
    /// Makes the rows again, after a choice.
    virtual void remake();
    /// The answer to the last remake() is not waited for any more.
    void cancelRows() { m_job.cancel(); }
    /// Another view of the page instead of its rows; null: these.
    void showInPlace(QWidget* view);
    /// Called when the page has content and is refreshed: the table's job is started already.
    virtual void refreshChart() {}
    /// leave() of the chart and its choices.
    virtual void leaveChart() {}
    /// The same rows with more in them: where the table is scrolled to, it stays.
    void replaceRows(Rows rows);
    /// Called when the rows are there.
    virtual void showRows(const Rows&) {}
    /// What stands in the page's place where the session has nothing for it.
    virtual void showNothing();
    /// The chart keeps its own height; the table takes the rest.
    void fitChart();
    /// The table with its filter line, or neither.
    void showTable(bool shown);
    bool isTableShown() const { return !m_view->isHidden(); }
    /// Behind the table, where a chart is as high as it needs.
    void addBelow(QWidget* widget, int stretch = 0);
    /// Left of chart and table, as high as both.
    void addAtLeft(QWidget* widget);
    /// Right of chart and table, as high as both; they share the width as told.
    void addAtRight(QWidget* widget, int left, int right);
    /// In place of the filter line, for tables of a few rows: what they are.
    void setHeading(const QString& title);
    /// Chart and table; without them, what is left of them has all the room.
    void showMain(bool shown);
    /// Which rows are shown, chosen beside the filter line, by Rows::choices; the first choice shows all. For tables without rows
    /// under others. `counted`: each choice says how many they are.
    void addChoice(const QStringList& choices, const char* name, bool counted = false);
    /// Where a chart goes: above the table.
    QVBoxLayout* chartPlace() const { return m_chart; }
    RowsModel& model() { return m_model; }
    void setSummary(const QString& summary);
    /// Behind the summary.
    void addToBar(QWidget* widget);

private:
    void sayNothing(const std::optional<Nothing>& nothing);
    void takeRows(Rows rows);
    void showSummary();
    bool isShown(int choice, std::size_t row) const;
    void showChosen();
    void countChoices();

    const RowsSpec& m_spec;
    RowsModel m_model;
    TableView* m_view;
    QLineEdit* m_filter;
    QLabel* m_summary;
    QString m_ofAll;  ///< the summary of all rows
    QWidget* m_rows;  ///< the view of the rows: chart, filter line and table
    QWidget* m_main;  ///< of these, without what is left of them
    QVBoxLayout *m_column, *m_chart;
    QHBoxLayout *m_bar, *m_beside;
    ChoiceBar* m_choice = nullptr;
    int m_counted = 0;  ///< choices that say how many rows they show
    Rows m_all;         ///< with a choice: of which some may be shown
    Job<Rows> m_job{this};
};

}  // namespace etscope::ui
