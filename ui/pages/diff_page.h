// Changes by node: counts per stage, and one table of everything that is not the same. A row selects what it names in the session
// in view, and in the other export what that was. GUI thread only.
#pragma once

#include "pages/compared_page.h"

namespace etscope::ui {

class DiffChoices;

class DiffPage : public ComparedPage {
    Q_OBJECT
public:
    explicit DiffPage(Workspace& workspace, QWidget* parent = nullptr);
    /// The row after the current one: all of them differ.
    bool nextBad(bool forward) override;
    TableView* mainTable() const override { return m_table; }
    TableView* parts() const { return m_parts; }

protected:
    void meet() override;
    void compare() override;
    void forget() override;
    void followSelection(const Address& selection) override;

private:
    void makeTable();
    void offerStages();
    void showRows(DiffRows rows);
    void selectRowBefore();
    void selectPart(const Address& address);
    Address beforeOfCurrent() const;

    RowsModel m_rows, m_counts;
    std::vector<Address> m_before;  ///< per row of m_rows
    TableView *m_table, *m_parts;
    DiffChoices* m_choices;

    Job<DiffRows> m_job{this};
    Job<QStringList> m_inside{this};  ///< stages inside delegates
};

}  // namespace etscope::ui
