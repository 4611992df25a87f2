// Named data: what methods share and what is stored twice, above all keys of the program and of the files beside it. GUI thread
// only.
#pragma once

#include "pages/rows_page.h"
#include "pages/sharing_panel.h"

namespace etscope::ui {

class NamedDataPage : public RowsPage {
    Q_OBJECT
public:
    explicit NamedDataPage(Workspace& workspace, QWidget* parent = nullptr);
    SharingPanel* panel() const { return m_panel; }

protected:
    void refreshChart() override;
    void leaveChart() override;

private:
    SharingPanel* m_panel;
    Job<SharedWeights> m_job{this};
};

}  // namespace etscope::ui
