// Files: what the session was opened from, how files belong together, and of damaged ones what can still be read; below, the
// variants in containers where a file or a delegate is one. GUI thread only.
#pragma once

#include "findings/questions.h"
#include "join/joins.h"
#include "pages/rows_page.h"

namespace etscope::ui {

class FindingList;

class FilesPage : public RowsPage {
    Q_OBJECT
public:
    explicit FilesPage(Workspace& workspace, QWidget* parent = nullptr);
    bool hasContent() const override { return workspace().session() != nullptr; }
    Mark stateMark() const override;
    /// Of containers where there are any, else of the files.
    TableView* mainTable() const override;

protected:
    Maker maker() const override;
    void refreshChart() override;
    void leaveChart() override;
    void showRows(const Rows& rows) override;
    void followSelection(const Address& selection) override;

private:
    void showFiles(const std::vector<join::Join>* joins);

    RowsModel m_files{Tables::files(), this};
    TableView* m_fileView;
    QWidget* m_heading = nullptr;
    QVBoxLayout* m_strips;
    FindingList* m_answers;
    bool m_damaged = false;
    Job<std::vector<join::Join>> m_joins{this};
    Job<std::vector<findings::FileQuestion>> m_questions{this};
};

}  // namespace etscope::ui
