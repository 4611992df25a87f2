// Sizes: where every byte of a file goes, or of all of them, as a treemap by owner, by kind or in the order of the offsets, and as
// a table. GUI thread only.
#pragma once

#include "charts/offset_strip.h"
#include "charts/treemap.h"
#include "pages/rows_page.h"

class QLabel;

namespace etscope::ui {

class ChoiceBar;
class FamilyLegend;
class LabelledCombo;

class SizesPage : public Page {
    Q_OBJECT
public:
    explicit SizesPage(Workspace& workspace, QWidget* parent = nullptr);
    bool hasContent() const override { return workspace().session() != nullptr; }
    TableView* mainTable() const override { return m_table; }
    Treemap* treemap() const { return m_map; }
    OffsetStrip* strip() const { return m_strip; }

protected:
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }
    void refresh() override;
    void followSelection(const Address& selection) override;
    void leave() override;
    void retry() override;

private:
public:
    /// Of one file or all: where the bytes are, as rows and for the map.
    struct Account {
        Rows rows;
        std::vector<flat::Region> regions;
        QStringList owners, files;  ///< of each region: what it stands under by owner; its file, where there are several
        QStringList kinds;          ///< of each region
    };

private:
    void showMap();
    void showStrip();
    void chooseRegion(int region);
    QWidget* makeMap();
    QWidget* makeTable();
    void showFile();
    void forgetFile();
    void sayWhere();
    void sayShares();
    QLayout* makeHeadLine();

    RowsModel m_model;
    TableView* m_table;
    Treemap* m_map;
    OffsetStrip* m_strip;  ///< of one file, by offset
    LabelledCombo* m_file;
    ChoiceBar* m_by;
    QLabel* m_path;  ///< of the map: the file, and the group that is in view alone
    FamilyLegend* m_legend;
    Account m_shown;  ///< its rows are in the model
    QLabel* m_account;
    Job<Account> m_job{this};
};

}  // namespace etscope::ui
