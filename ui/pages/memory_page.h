// Memory: the plan of the method's memory: lifetimes over offsets per buffer, and the tensors below. GUI thread only.
#pragma once

#include "charts/memory_view.h"
#include "pages/rows_page.h"

namespace etscope::ui {

class LabelledCombo;

class MemoryPage : public RowsPage {
    Q_OBJECT
public:
    explicit MemoryPage(Workspace& workspace, QWidget* parent = nullptr);
    MemoryView* view() const { return m_view; }

protected:
    void refreshChart() override;
    void leaveChart() override;

private:
    void showBuffer();

    MemoryView* m_view;
    LabelledCombo* m_buffer;
    struct Plan {
        program::MemoryPlan memory;
        std::int64_t instructions = 0;  ///< of the method
    };
    Plan m_plan;
    Job<Plan> m_job{this};
};

}  // namespace etscope::ui
