#include "pages/memory_page.h"

#include <QButtonGroup>
#include <QKeyEvent>
#include <QPushButton>
#include <QTimer>

#include "charts/family_legend.h"
#include "charts/memory_strip.h"
#include "charts/resident_view.h"
#include "look/labelled_combo.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/overview_findings.h"
#include "workspace/answer_book.h"

namespace etscope::ui {
namespace {

/// Of more arenas a list is offered.
constexpr std::size_t kMostButtons = 5;
/// Of the account; from which width on it stands beside the chart.
constexpr int kAccount = 380, kAccountBeside = 1000;

/// A note first, then what holds pages.
QList<FindingText> measuredFindings(const findings::MeasuredMemory& measured) {
    QList<FindingText> list;
    if (!measured.note.empty()) list.append({.mark = Mark::Missing, .title = said(measured.note)});
    for (const findings::MeasuredPart& part : measured.parts)
        list.append({.title = said(part.title), .word = bytesText(part.resident), .lines = {said(part.how)}});
    return list;
}

QList<FindingText> savingFindings(const std::vector<findings::MemorySaving>& savings) {
    QList<FindingText> list;
    for (const findings::MemorySaving& one : savings) {
        FindingText finding;
        finding.mark = Mark::Note;
        finding.title = said(one.title);
        finding.lines = {said(one.how)};
        finding.linkText = (one.exact ? QStringLiteral("−%1") : QStringLiteral("≤ %1")).arg(bytesText(one.bytes));
        finding.link = linkOf(findings::Lead{one.page, {}}, {});
        list.append(finding);
    }
    return list;
}

/// "live:45" and nothing else.
std::optional<std::int64_t> liveOf(const QString& query) {
    if (!query.startsWith(QStringLiteral("live:"))) return std::nullopt;
    bool isNumber = false;
    const qint64 at = query.mid(5).toLongLong(&isNumber);
    return isNumber ? std::optional<std::int64_t>(at) : std::nullopt;
}

MemoryView::Labels labelsOf(const MethodMemory& memory) {
    MemoryView::Labels labels;
    for (const auto& [value, name] : memory.names) labels[value] = {name.name, name.module, name.family};
    return labels;
}

}  // namespace

MemoryPage::MemoryPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::memory(), parent) {
    makeHead();
    makeAccount();
    m_strip = new MemoryStrip(this);
    chartPlace()->addWidget(m_strip);
    m_view = new MemoryView(this);
    chartPlace()->addWidget(m_view, 1);
    makeLiveLine();
    showSelectionIn(*m_view);
    connect(m_view, &MemoryView::viewMoved, m_strip, [this] {
        const auto [left, right] = m_view->edges();
        m_strip->setEdges(left, right);
        m_strip->setFrame(m_view->from(), m_view->to());
    });
    connect(m_strip, &MemoryStrip::frameMoved, m_view, &MemoryView::moveTo);
    connect(m_view, &MemoryView::instructionChosen, this, &MemoryPage::showLive);
    connect(m_view, &MemoryView::tensorClicked, this,
            [this](program::ValueIndex value) { this->workspace().select(Address::ofMemory(this->workspace().method(), value)); });
    connect(mainTable()->filter(), &QAbstractItemModel::modelReset, this, &MemoryPage::followFilter);
}

void MemoryPage::makeHead() {
    auto* bar = makeRow(nullptr, kBarMargins, 6);
    m_arenas = makeRow(nullptr, {}, 2);
    bar->addLayout(m_arenas);
    m_accountButton = named("memoryAccountButton", new QPushButton(tr("Whole process"), this));
    m_accountButton->setCheckable(true);
    m_accountButton->setToolTip(tr("What will be resident, and what would lower it"));
    connect(m_accountButton, &QPushButton::toggled, this, &MemoryPage::fitAccount);
    bar->addWidget(m_accountButton);
    bar->addStretch(1);
    m_legend = new FamilyLegend(this);
    bar->addWidget(m_legend, 2);
    head()->addLayout(bar);
    m_arenaButtons = new QButtonGroup(this);
    connect(m_arenaButtons, &QButtonGroup::idClicked, this, [this](int arena) { chooseArena(static_cast<std::uint32_t>(arena)); });
    m_manyArenas = addCombo(m_arenas, tr("Arena"), "memoryArena", 240, this);
    m_manyArenas->hide();
    connect(m_manyArenas, &QComboBox::currentIndexChanged, this, [this] { chooseArena(m_manyArenas->currentData().toUInt()); });
}

void MemoryPage::makeAccount() {
    m_account = named("memoryAccount", new QWidget(this));
    auto* column = makeColumn(m_account, {8, 6, 0, 4}, 2);
    auto* line = makeRow(nullptr, {0, 0, 8, 0});
    line->addWidget(makeHeading(tr("What will be resident"), tr("with all methods loaded"), m_account), 1);
    m_accountBytes = new QLabel(m_account);
    m_accountBytes->setFont(headingFont());
    line->addWidget(m_accountBytes);
    column->addLayout(line);
    auto* all = new QWidget(m_account);
    auto* parts = makeColumn(all, {0, 0, 8, 4}, 10);
    m_resident = new ResidentView(all);
    parts->addWidget(m_resident, 1);
    m_savings = named("memorySavings", new FindingList(all));
    parts->addWidget(m_savings);
    auto* area = scrolling(all, m_account);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(area, 1);
    connect(m_resident, &ResidentView::partClicked, this, &MemoryPage::openPart);
    connect(m_savings, &FindingList::linkActivated, &workspace(), &Workspace::follow);
    addAtLeft(m_account);
    fitAccount();
}

/// Where more of it is told.
void MemoryPage::openPart(std::size_t index) {
    const findings::ResidentPart part = m_resident->resident().parts[index];
    using Kind = findings::ResidentKind;
    if (part.kind == Kind::Program || part.kind == Kind::Data) return workspace().showPage(PageId::Sizes);
    if (part.kind == Kind::Packed || part.kind == Kind::Workspace) return workspace().showPage(PageId::Delegates);
    workspace().reveal(Address::ofMethod(text(part.of)));
}

void MemoryPage::askResident() {
    const SessionPtr session = workspace().session();
    if (session == m_residentOf) return;
    askBeside<Account>(
        m_residentJob, tr("Adding up memory"),
        [session](const JobContext& job) -> Result<Account> {
            auto resident = findings::resident(*session, job);
            if (!resident) return resident.failure();
            auto savings = findings::memorySavings(*session, job);
            if (!savings) return savings.failure();
            auto measured = findings::measuredMemory(*session, job);
            if (!measured) return measured.failure();
            return Account{*std::move(resident), **savings, **measured};
        },
        [this, session](const Account& account) {
            m_residentOf = session;
            showAccount(account);
        });
}

void MemoryPage::showAccount(const Account& account) {
    m_savings->clear();
    for (const findings::MeasuredMemory& one : account.measured)
        m_savings->add(tr("Measured by %1").arg(text(one.file)), measuredFindings(one), {}, {}, bytesText(one.resident));
    m_savings->add(tr("What would lower it"), savingFindings(account.savings), {}, {}, tr("each by itself"));
    const findings::Resident resident = account.resident != nullptr ? *account.resident : findings::Resident();
    m_accountBytes->setText(resident.parts.empty() ? QString() : text(resident.text()));
    m_resident->setResident(resident);
    fitAccount();
}

void MemoryPage::fitAccount() {
    const bool any = m_resident->count() > 0, beside = width() >= px(kAccountBeside);
    const bool instead = any && !beside && m_accountButton->isChecked();
    m_accountButton->setVisible(any && !beside);
    m_account->setMinimumWidth(beside ? px(kAccount) : 0);
    m_account->setMaximumWidth(beside ? px(kAccount) : QWIDGETSIZE_MAX);
    m_account->setVisible(any && (beside || instead));
    showMain(!instead);
    m_legend->setVisible(!instead);
}

void MemoryPage::resizeEvent(QResizeEvent* event) {
    RowsPage::resizeEvent(event);
    fitAccount();
}

void MemoryPage::makeLiveLine() {
    auto* line = makeRow(nullptr, {8, 5, 8, 0});
    m_liveText = named("memoryLive", new ElidedLabel(this));
    m_liveText->setFont(headingFont());
    line->addWidget(m_liveText, 1);
    m_liveButton = named("memoryLiveButton", new QPushButton(this));
    connect(m_liveButton, &QPushButton::clicked, this, [this] {
        const program::MemoryPeak* peak = m_memory != nullptr ? m_memory->peakOf(m_arena) : nullptr;
        m_live || peak == nullptr ? showAll() : showLive(peak->atInstruction);
    });
    line->addWidget(m_liveButton);
    setTabOrder(mainTable(), m_liveButton);  // it says what the table lists
    chartPlace()->addLayout(line);
    sayLive();
}

RowsPage::Maker MemoryPage::maker() const {
    return [arena = m_arena](const SessionPtr& session, const QString& method, const JobContext& job) {
        return memoryRows(session, method, arena, job);
    };
}

void MemoryPage::refreshChart() {
    leaveChart();
    askResident();
    ask<std::shared_ptr<const MethodMemory>>(
        m_job, tr("Reading the memory plan"),
        [session = workspace().session(), method = workspace().method()](const JobContext& job) {
            return methodMemory(*session, method, job);
        },
        [this](std::shared_ptr<const MethodMemory> memory) {
            m_memory = std::move(memory);
            m_arena = firstArena(*m_memory);
            offerArenas();
            showArena();
            followAgain();
        });
}

void MemoryPage::leaveChart() {
    m_job.cancel();
    if (workspace().session() != m_residentOf) {  // of another method it is the same
        m_residentJob.cancel();
        m_residentOf.reset();
        showAccount({});
    }
    m_memory.reset();
    m_arena = 0;
    m_view->clear();
    m_strip->setLevels({}, 0, 0);
    m_legend->setFamilies({});
    offerArenas();
    showAll();
}

/// Side by side, each with what it holds.
void MemoryPage::offerArenas() {
    for (QAbstractButton* button : m_arenaButtons->buttons()) {
        m_arenaButtons->removeButton(button);
        button->hide();
        button->deleteLater();
    }
    const QSignalBlocker quiet(m_manyArenas);
    m_manyArenas->clear();
    m_manyArenas->hide();
    if (m_memory == nullptr) return;
    const bool many = m_memory->plan.buffers.size() > kMostButtons;
    m_manyArenas->setVisible(many);
    for (const program::PlannedBuffer& buffer : m_memory->plan.buffers) {
        const QString amount = bytesText(m_memory->bytesOf(buffer.memoryId));
        if (many) {
            m_manyArenas->addItem(QStringLiteral("%1 · %2").arg(buffer.memoryId).arg(amount), buffer.memoryId);
            continue;
        }
        auto* button = new QPushButton(tr("Arena %1 · %2").arg(buffer.memoryId).arg(amount), this);
        button->setCheckable(true);
        m_arenaButtons->addButton(button, static_cast<int>(buffer.memoryId));
        m_arenas->addWidget(button);
    }
}

void MemoryPage::chooseArena(std::uint32_t arena) {
    if (m_memory == nullptr || arena == m_arena) return;
    m_arena = arena;
    showAll();
    showArena();
    remake();
}

void MemoryPage::showArena() {
    if (QAbstractButton* button = m_arenaButtons->button(static_cast<int>(m_arena))) button->setChecked(true);
    const QSignalBlocker quiet(m_manyArenas);
    m_manyArenas->setCurrentIndex(m_manyArenas->findData(m_arena));
    const program::MemoryPeak* peak = m_memory->peakOf(m_arena);
    m_strip->setLevels(peak != nullptr ? peak->levels : std::vector<program::MemoryLevel>(), m_memory->bytesOf(m_arena),
                       m_memory->instructions);
    m_view->setPlan(m_memory->plan, m_arena, m_memory->instructions, workspace().method(), labelsOf(*m_memory));
    m_view->setModules(m_memory->modules);
    m_legend->setFamilies(m_view->families());
    sayLive();
}

/// What is selected lies in one of them.
void MemoryPage::followSelection(const Address& address) {
    RowsPage::followSelection(address);
    if (m_memory == nullptr || address.kind != Address::Kind::Value) return;
    for (const program::PlannedTensor& tensor : m_memory->plan.tensors)
        if (tensor.memoryId != m_arena && Address::ofMemory(workspace().method(), tensor.value) == address)
            return chooseArena(tensor.memoryId);
}

void MemoryPage::showLive(qint64 instruction) {
    emit mainTable()->filterChosen(QStringLiteral("live:%1").arg(instruction));
    mainTable()->sortForNow(mainTable()->columnOf("size"), Qt::DescendingOrder);
}

void MemoryPage::showAll() {
    if (!m_live) return sayLive();
    emit mainTable()->filterChosen({});
}

/// However the filter line came to say it.
void MemoryPage::followFilter() {
    const bool was = m_live.has_value();
    m_live = m_memory != nullptr ? liveOf(mainTable()->filter()->query()) : std::nullopt;
    if (was && !m_live) QTimer::singleShot(0, mainTable(), [table = mainTable()] { table->sortAsChosen(); });  // it is being filled
    m_view->setLive(m_live);
    sayLive();
}

void MemoryPage::sayLive() {
    m_liveButton->setText(m_live ? tr("Back to all values") : tr("Tensors live at the peak"));
    m_liveButton->setEnabled(m_live || (m_memory != nullptr && m_memory->peakOf(m_arena) != nullptr));
    if (!m_live || m_memory == nullptr) return m_liveText->setText(tr("All tensors"));
    m_liveText->setText(tr("Live at 0/%1: %n tensor(s), %2 of %3", nullptr, counted(m_memory->liveAt(m_arena, *m_live)))
                            .arg(*m_live)
                            .arg(bytesText(m_memory->occupied(m_arena, *m_live)), bytesText(m_memory->bytesOf(m_arena))));
}

void MemoryPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_live) return showAll();
    RowsPage::keyPressEvent(event);
}

}  // namespace etscope::ui
