// Changes as one table: outputs, cost, or how weights are kept, before and after. GUI thread only.
#pragma once

#include "pages/compared_page.h"

class QLabel;

namespace etscope::ui {

class ChangeRowsPage : public ComparedPage {
    Q_OBJECT
public:
    struct Spec {
        const char *table, *job, *filter;   ///< object name; what is being done; hint of the filter line
        const char *emptyTitle, *emptyWhy;  ///< without rows
        std::span<const Column> columns;
        Result<DiffRows> (*make)(const ComparedExports& exports, const JobContext& job);
    };
    static const Spec& outputs();
    static const Spec& cost();
    static const Spec& schemes();

    ChangeRowsPage(Workspace& workspace, const Spec& spec, QWidget* parent = nullptr);
    Mark stateMark() const override;
    TableView* mainTable() const override { return m_table; }

protected:
    void compare() override;
    void forget() override;
    void followSelection(const Address& selection) override;

private:
    const Spec& m_spec;
    RowsModel m_rows;
    std::vector<Address> m_before;  ///< per row: what it is in the other export
    TableView* m_table;
    QLabel* m_summary;
    Job<DiffRows> m_job{this};
};

}  // namespace etscope::ui
