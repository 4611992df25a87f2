// Differences: what another export does differently: the two sides by name, counts per stage, and one table of everything that is
// not the same. A row selects what it names on the side that has it. The other export is Workspace::other(). GUI thread only.
#pragma once

#include "answers/diff_rows.h"
#include "workspace/page.h"

class QHBoxLayout;
class QLineEdit;
class QPushButton;

namespace etscope::ui {

class SidesLine;
class ChangesView;
class DiffChoices;
class FactStrip;

class DiffPage : public Page {
    Q_OBJECT
public:
    explicit DiffPage(Workspace& workspace, QWidget* parent = nullptr);
    /// The row after the current one: all of them differ.
    bool nextBad(bool forward) override;
    Mark stateMark() const override { return m_rows.content().finding; }
    /// Whether another export is there.
    bool hasContent() const override;
    TableView* mainTable() const override { return m_table; }
    TableView* parts() const { return m_parts; }
    ChangesView* meaning() const { return m_meaning; }
    /// By module, with a sentence each; else the table of nodes, weights and metadata.
    void setByMeaning(bool on);

protected:
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }
    void refresh() override;
    void followSelection(const Address& selection) override;
    void leave() override { forget(); }
    void retry() override;
    QWidget* contentFocus() const override;
    Searchable* searchable() const override;
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeViews(QHBoxLayout& bar);
    void makeTable();
    void showMeaning();
    void chooseChange(const Address& left, const Address& right);
    void followSessions();
    bool upToDate() const;
    void forget();
    void offerStages();
    void compare();
    void showNothing();
    void showRows(DiffRows rows);
    void saySame();
    void selectRight();
    void selectPart(const Address& address);
    void openRow(const Address& address);
    Address rightOfCurrent() const;

    RowsModel m_rows, m_counts;
    std::vector<Address> m_right;  ///< per row of m_rows
    std::size_t m_sameNodes = 0, m_sameWeights = 0;
    std::weak_ptr<const session::Session> m_left, m_other;  ///< of the rows
    SidesLine* m_sides;
    QLineEdit* m_filter;
    TableView *m_table, *m_parts;
    FactStrip* m_facts;
    ChangesView* m_meaning;
    DiffChoices* m_choices;  ///< of the table by node
    QWidget* m_nodesPart;    ///< filter and table
    QPushButton *m_byMeaning, *m_byNode;
    bool m_wantsMeaning = true;  ///< what the user chose
    bool m_leads = false;        ///< the tree makes the selection
    bool m_follows = false;      ///< the selection makes the tree's current row

    Job<DiffRows> m_job{this};
    Job<QStringList> m_inside{this};  ///< stages inside delegates
};

/// Asks for the files of another export, compares with them and shows the page.
void chooseOther(Workspace& workspace, QWidget* parent);

}  // namespace etscope::ui
