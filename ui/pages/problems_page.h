// ProblemsPage: what is damaged or doubtful in the files of the session; jobs find more of it. GUI thread only.
#pragma once

#include "pages/rows_page.h"

namespace etscope::ui {

class ProblemsPage : public RowsPage {
    Q_OBJECT
public:
    explicit ProblemsPage(Workspace& workspace, QWidget* parent = nullptr);
    Mark stateMark() const override;

protected:
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }

private:
    void update();

    std::uint64_t m_told = 0;  ///< problems that the table has, as the status bar counts them
};

}  // namespace etscope::ui
