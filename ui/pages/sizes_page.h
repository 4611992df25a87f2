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
    void retry() override;

private:
    /// Of a file: where its bytes are, as rows and for the map.
    struct Account {
        Rows rows;
        std::vector<flat::Region> regions;
    };
    void showFile();
    void forgetFile();

    RowsModel m_model;
    TableView* m_table;
    Treemap* m_map;
    LabelledCombo* m_file;
    QLabel* m_account;
    const void* m_of = nullptr;  ///< the session whose files are listed
    Job<Account> m_job{this};
};

}  // namespace etscope::ui
