// Memory: the plan of a method's memory, an arena at a time: what is in use over the run, lifetimes over offsets, and the tensors
// below; those that are live at one instruction by a click on its column. GUI thread only.
#pragma once

#include "answers/memory_rows.h"
#include "charts/memory_view.h"
#include "findings/measured_memory.h"
#include "findings/memory_savings.h"
#include "findings/resident.h"
#include "pages/rows_page.h"

class QButtonGroup;
class QHBoxLayout;
class QPushButton;

namespace etscope::ui {

class FamilyLegend;
class FindingList;
class LabelledCombo;
class MemoryStrip;
class ResidentView;

class MemoryPage : public RowsPage {
    Q_OBJECT
public:
    explicit MemoryPage(Workspace& workspace, QWidget* parent = nullptr);
    MemoryView* view() const { return m_view; }
    /// What the table shows is live at this instruction; nothing: it shows all.
    std::optional<std::int64_t> live() const { return m_live; }

protected:
    Maker maker() const override;
    void refreshChart() override;
    void followSelection(const Address& selection) override;
    void leaveChart() override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Account {
        std::shared_ptr<const findings::Resident> resident;
        std::vector<findings::MemorySaving> savings;
        std::vector<findings::MeasuredMemory> measured;
    };

    void makeHead();
    void makeAccount();
    void makeLiveLine();
    void offerArenas();
    void chooseArena(std::uint32_t arena);
    void showArena();
    void showLive(qint64 instruction);
    void showAll();
    void followFilter();
    void sayLive();
    void askResident();
    void showAccount(const Account& account);
    void fitAccount();
    void openPart(std::size_t part);

    QWidget* m_account = nullptr;  ///< of the process, left of chart and table where there is room, else in their place
    QPushButton* m_accountButton = nullptr;
    QLabel* m_accountBytes = nullptr;
    ResidentView* m_resident = nullptr;
    FindingList* m_savings = nullptr;
    MemoryView* m_view;
    MemoryStrip* m_strip;
    QHBoxLayout* m_arenas = nullptr;
    QButtonGroup* m_arenaButtons = nullptr;
    LabelledCombo* m_manyArenas = nullptr;  ///< instead of buttons where there are many
    FamilyLegend* m_legend = nullptr;
    QLabel* m_liveText = nullptr;
    QPushButton* m_liveButton = nullptr;
    std::uint32_t m_arena = 0;
    std::optional<std::int64_t> m_live;
    std::shared_ptr<const MethodMemory> m_memory;
    Job<std::shared_ptr<const MethodMemory>> m_job{this};
    SessionPtr m_residentOf;  ///< whose account is shown
    Job<Account> m_residentJob{this};
};

}  // namespace etscope::ui
