// Sizes: where every byte of a file goes, as a treemap and as a table by offset. GUI thread only.
#pragma once

#include "charts/treemap.h"
#include "pages/rows_page.h"

class QLabel;

namespace etscope::ui {

class LabelledCombo;

class SizesPage : public Page {
    Q_OBJECT
public:
    explicit SizesPage(Workspace& workspace, QWidget* parent = nullptr);
    bool hasContent() const override { return workspace().session() != nullptr; }
    TableView* mainTable() const override { return m_table; }
    Treemap* treemap() const { return m_map; }

protected:
    void refresh() override;
    void leave() override;

private:
    void showFile();
    void showRegions(const std::vector<flat::Region>& regions, std::uint64_t size);

    RowsModel m_model;
    TableView* m_table;
    Treemap* m_map;
    LabelledCombo* m_file;
    QLabel* m_account;
    Job<std::vector<flat::Region>> m_job;
};

}  // namespace etscope::ui
