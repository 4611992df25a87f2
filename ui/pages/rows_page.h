// RowsPage: a page that is one table, its rows made in a job from the session. What a page says is a RowsSpec; pages with a chart
// above the table derive. GUI thread only.
#pragma once

#include <QCoreApplication>
#include <QHash>
#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "models/table_view.h"
#include "workspace/page.h"

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace etscope::ui {

class ChoiceBar;

/// A mark of the chart above a table.
struct ChartPoint {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    double x = 0, y = 0;
    bool bad = false;              ///< outside the tolerance
    Mark sign = Mark::Introduced;  ///< where it comes from: introduced, constant or inherited
    QString tooltip;
    Address address;
    bool first = false;     ///< the first divergence of all
    QString cause;          ///< of the first divergence, in a word; may be empty
    double own = kNone;     ///< what the call did itself, where that is above normal
    double normal = kNone;  ///< up to which rounding alone may have led here
};

/// What a stretch of a chart's x axis belongs to, both ends included.
struct ChartBand {
    double from = 0, to = 0;
    QString name;
};

/// What a page says in place of rows.
struct Nothing {
    QString what, why, todo;
};

/// Finished rows: one vector of cells and one address (may be none) each.
struct Rows {
    std::vector<std::vector<Cell>> cells;
    std::vector<Address> addresses;
    std::vector<int> parents;                        ///< the row that each stands under, −1: none; empty: no row does
    std::map<std::size_t, QList<FileInside>> opens;  ///< row → files inside
    std::map<std::size_t, QList<RowLink>> links;     ///< row → what else it leads to
    std::map<int, QString> titles;                   ///< of columns that say more than their own
    std::vector<ChartPoint> points;                  ///< for pages with a chart that is made of the rows
    std::vector<ChartBand> bands;                    ///< the same, in their order
    QString bandsOf;                                 ///< what bands are: "layers"
    QString summary;                                 ///< beside the filter line
    std::vector<std::size_t> blamed;                 ///< rows that are at fault, in their order
    std::optional<std::size_t> first;                ///< where the table begins to be of interest
    Mark finding = Mark::None;                       ///< the worst one, for the page's tab
    std::optional<Nothing> nothing;                  ///< why there are no rows though the files are there

    /// Makes rows quick to find by their addresses; part of making many of them.
    void index();
    /// The first row with that address, else with the one that it stands for; −1: none.
    int rowOf(const Address& address) const;
    /// Where no row has the address, it leads to the one with that other address; the first one said counts.
    void alias(const Address& address, const Address& row) {
        if (!aliases.contains(address)) aliases.insert(address, row);
    }

    std::vector<std::pair<std::size_t, int>> places;  ///< by index(): hash of an address and its row, sorted
    QHash<Address, Address> aliases;                  ///< what else leads to a row, and the row's own address

    void add(std::vector<Cell> row, Address address = {}) {
        cells.push_back(std::move(row));
        addresses.push_back(std::move(address));
    }
};

class RowsModel : public TableModel {
    Q_OBJECT
public:
    RowsModel(std::span<const Column> columns, QObject* parent) : TableModel(parent), m_columns(columns) {}
    void setRows(Rows rows);
    const Rows& content() const& { return *m_rows; }
    const Rows& content() const&& = delete;
    std::span<const Column> columns() const override { return m_columns; }
    QString titleOf(int column) const override {
        const auto hit = m_rows->titles.find(column);
        return hit == m_rows->titles.end() ? TableModel::titleOf(column) : hit->second;
    }
    int rows() const override { return static_cast<int>(m_rows->cells.size()); }
    Cell cell(int row, int column) const override { return cellOf(*m_rows, row, column); }
    CellReader sharedReader() const override {
        return [rows = m_rows](int row, int column) { return cellOf(*rows, row, column); };
    }
    RowParents parents() const override { return m_rows->parents.empty() ? RowParents() : RowParents(m_rows, &m_rows->parents); }
    Address address(int row) const override { return m_rows->addresses[static_cast<std::size_t>(row)]; }
    int rowOf(const Address& address) const override { return m_rows->rowOf(address); }
    QList<FileInside> filesInside(int row) const override {
        const auto hit = m_rows->opens.find(static_cast<std::size_t>(row));
        return hit == m_rows->opens.end() ? QList<FileInside>() : hit->second;
    }
    QList<RowLink> links(int row) const override {
        const auto hit = m_rows->links.find(static_cast<std::size_t>(row));
        return hit == m_rows->links.end() ? QList<RowLink>() : hit->second;
    }

private:
    static const Cell& cellOf(const Rows& rows, int row, int column) {
        return rows.cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    }

    std::span<const Column> m_columns;
    std::shared_ptr<const Rows> m_rows = std::make_shared<const Rows>();
};

struct RowsSpec {
    const char* table;   ///< object name of the table
    const char* job;     ///< what is being done
    const char* filter;  ///< hint of the filter line
    std::span<const Column> columns;
    bool (*hasContent)(const session::Session& session);
    const char *emptyTitle, *emptyWhy, *emptyAction;
    Result<Rows> (*make)(const SessionPtr& session, const QString& method, const JobContext& job);
    /// Without content: what is missing of this session's files; nothing: what the texts above say.
    std::optional<Nothing> (*missing)(const session::Session& session) = nullptr;
    bool wraps = false;             ///< few rows, read as sentences
    const char* purpose = nullptr;  ///< what the rows are for: a line above them
};

/// Pages that are one table, and the columns of other tables, each stated beside its rows; the context of their texts is "Column".
class Tables {
    Q_DECLARE_TR_FUNCTIONS(Column)
public:
    static const RowsSpec& delegates();
    static const RowsSpec& handles();
    /// The variants in fat containers, packages and shared contexts, a row each, with what each has for itself and what it differs
    /// in from the others.
    static const RowsSpec& containers();
    /// What an export cost: operators that no delegate runs, and what quantising lost.
    static const RowsSpec& undelegated();
    static const RowsSpec& quantisation();
    static const RowsSpec& memory();
    static const RowsSpec& metadata();
    static const RowsSpec& namedData();
    static const RowsSpec& events();
    static const RowsSpec& gap();
    static std::span<const Column> gapColumns();
    static std::span<const Column> diff();
    static std::span<const Column> diffParts();
    static std::span<const Column> files();
    static std::span<const Column> methods();
    static std::span<const Column> worstElements();
};

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
    /// Behind the table, where a chart is as high as it needs.
    void addBelow(QWidget* widget, int stretch = 0);
    /// Which rows are shown, chosen beside the filter line: those that `wanted` holds of; the first choice shows all. For tables
    /// without rows under others. `counted`: each choice says how many they are.
    using Wanted = bool (*)(int choice, const std::vector<Cell>& row);
    void addChoice(const QStringList& choices, const char* name, Wanted wanted, bool counted = false);
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
    void showChosen();
    void countChoices();

    const RowsSpec& m_spec;
    RowsModel m_model;
    TableView* m_view;
    QLabel* m_summary;
    QString m_ofAll;  ///< the summary of all rows
    QWidget* m_rows;  ///< the view of the rows: chart, filter line and table
    QVBoxLayout *m_column, *m_chart;
    QHBoxLayout* m_bar;
    ChoiceBar* m_choice = nullptr;
    Wanted m_wanted = nullptr;
    int m_counted = 0;  ///< choices that say how many rows they show
    Rows m_all;         ///< with a choice: of which some may be shown
    Job<Rows> m_job{this};
};

}  // namespace etscope::ui
