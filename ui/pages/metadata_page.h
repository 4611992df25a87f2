// Metadata: what a program says of itself, and below it what is odd about that, with the line that would mend it in the export
// script. GUI thread only.
#pragma once

#include "pages/rows_page.h"

class QScrollArea;

namespace etscope::ui {

class MetadataPage : public RowsPage {
    Q_OBJECT
public:
    explicit MetadataPage(Workspace& workspace, QWidget* parent = nullptr);

protected:
    void showRows(const Rows& rows) override;
    void leaveChart() override;

private:
    void showFindings();

    QScrollArea* m_findings;
};

}  // namespace etscope::ui
