#include "pages/memory_page.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "base/text.h"
#include "look/labelled_combo.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "pages/call_names.h"
#include "pages/program_tables.h"

namespace etscope::ui {
namespace {

QVariant number(std::uint64_t value) { return QVariant::fromValue(static_cast<qulonglong>(value)); }

std::int64_t instructionsOf(const program::ExecutionPlan& plan) {
    return static_cast<std::int64_t>(plan.mainInstructions().size());
}

Cell nameCell(const QString& name, const QString& whole) {
    return name.isEmpty() ? Cell{.text = QStringLiteral("–"), .dim = true} : Cell{.text = name, .tooltip = whole};
}

/// What the instruction that writes it runs; empty for inputs, state and what nothing uses.
CallName makerOf(const program::PlannedTensor& tensor, const CallNames& names, std::int64_t instructions) {
    const bool made = tensor.used && tensor.firstUse >= 0 && tensor.firstUse < instructions;
    return made ? names.of(tensor.firstUse) : CallName{};
}

/// Where the program has no names.
void nameByMakers(std::vector<program::PlannedTensor>& tensors, const CallNames& names, std::int64_t instructions) {
    for (program::PlannedTensor& tensor : tensors) {
        const QString maker = tensor.name.empty() ? makerOf(tensor, names, instructions).name : QString();
        if (!maker.isEmpty()) tensor.name = QStringLiteral("v%1 · %2").arg(tensor.value).arg(maker).toStdString();
    }
}

Result<Rows> memoryRows(const SessionPtr& session, const QString& method, const JobContext& job) {
    Rows rows;
    const program::ExecutionPlan* plan = session->plan(method.toStdString());
    if (plan == nullptr) {
        rows.nothing = {QObject::tr("No memory plan"), QObject::tr("The program has no method %1.").arg(method), {}};
        return rows;
    }
    const auto memory = program::memoryPlan(*plan, job);
    if (!memory) return memory.failure();
    const std::int64_t instructions = instructionsOf(*plan);
    const CallNames names(*session, method, {}, job);
    for (const program::PlannedTensor& tensor : memory->tensors) {
        const QString from = tensor.firstUse < 0 ? QObject::tr("input") : QString::number(tensor.firstUse);
        const QString to = tensor.lastUse >= instructions ? QObject::tr("output") : QString::number(tensor.lastUse);
        const CallName maker = makerOf(tensor, names, instructions);
        rows.add({{.text = tensor.name.empty() ? QStringLiteral("v%1").arg(tensor.value) : text(tensor.name)},
                  nameCell(maker.name, maker.whole),
                  nameCell(maker.module, maker.module),
                  {.text = QString::number(tensor.value), .sort = QVariant::fromValue(static_cast<qlonglong>(tensor.value))},
                  {.text = QString::number(tensor.memoryId), .sort = number(tensor.memoryId)},
                  {.text = hexText(tensor.offset), .sort = number(tensor.offset)},
                  {.text = bytesText(tensor.bytes),
                   .sort = number(tensor.bytes),
                   .tooltip = countText(tensor.bytes) + QStringLiteral(" B")},
                  tensor.used ? Cell{.text = from + QStringLiteral(" … ") + to,
                                     .sort = QVariant::fromValue(static_cast<qlonglong>(tensor.firstUse))}
                              : Cell{.text = QObject::tr("never"), .dim = true},
                  {.text = tensor.sizeUnknown  ? QObject::tr("unknown")
                           : tensor.upperBound ? QObject::tr("upper")
                                               : QObject::tr("exact")},
                  tensor.fits ? Cell{.text = QObject::tr("inside")}
                              : Cell{.text = QObject::tr("beyond its buffer"), .mark = Mark::Error}},
                 Address::ofMemory(method, tensor.value));
        if (!tensor.fits) rows.finding = Mark::Error;
    }
    if (rows.cells.empty())
        rows.nothing = {
            QObject::tr("No memory plan"), QObject::tr("The program puts no tensor of %1 into planned memory.").arg(method), {}};
    std::size_t overlaps = 0;
    for (const program::MemoryOverlap& overlap : memory->overlaps)
        overlaps += overlap.kind == program::OverlapKind::Suspicious ? 1U : 0U;
    if (overlaps > 0 && rows.finding == Mark::None) rows.finding = Mark::Warning;
    rows.summary = QObject::tr("%n tensor(s)", nullptr, counted(memory->tensors.size()));
    if (overlaps > 0)
        rows.summary =
            QObject::tr("%1 · %n pair(s) run into each other while both are in use", nullptr, counted(overlaps)).arg(rows.summary);
    return rows;
}

const RowsSpec& memoryTable() {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Tensor"), QT_TRANSLATE_NOOP("Column", "Its name where the program gives one, else its value"),
         Qt::AlignLeft, true, 0},
        {QT_TRANSLATE_NOOP("Column", "Made by"), QT_TRANSLATE_NOOP("Column", "What the instruction that writes it runs"),
         Qt::AlignLeft, true, 0},
        {QT_TRANSLATE_NOOP("Column", "Module"), QT_TRANSLATE_NOOP("Column", "The innermost around all that it runs"), Qt::AlignLeft,
         true, 0},
        {QT_TRANSLATE_NOOP("Column", "Value"), QT_TRANSLATE_NOOP("Column", "Index in the plan"), Qt::AlignRight, false, 8, true},
        {QT_TRANSLATE_NOOP("Column", "Buffer"), QT_TRANSLATE_NOOP("Column", "Memory id"), Qt::AlignRight, false, 8},
        {QT_TRANSLATE_NOOP("Column", "Offset"), QT_TRANSLATE_NOOP("Column", "In the buffer"), Qt::AlignRight, true, 13},
        {QT_TRANSLATE_NOOP("Column", "Size"), QT_TRANSLATE_NOOP("Column", "Bytes of the elements"), Qt::AlignRight, false, 11},
        {QT_TRANSLATE_NOOP("Column", "Life"), QT_TRANSLATE_NOOP("Column", "First and last instruction that uses it"),
         Qt::AlignRight, false, 16},
        {QT_TRANSLATE_NOOP("Column", "Bound"), QT_TRANSLATE_NOOP("Column", "Whether the size is exact or the most it can be"),
         Qt::AlignLeft, false, 9},
        {QT_TRANSLATE_NOOP("Column", "Place"), QT_TRANSLATE_NOOP("Column", "Whether it lies inside its buffer"), Qt::AlignLeft,
         false, 18}};
    static constexpr RowsSpec kSpec{"memoryTable",
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Reading the memory plan"),
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "linear, buffer:1, module:layers.0"),
                                    kColumns,
                                    hasProgram,
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "No memory plan"),
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Memory is planned in a program (.pte)."),
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Add the .pte of this export."),
                                    memoryRows};
    return kSpec;
}

}  // namespace

MemoryPage::MemoryPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, memoryTable(), parent) {
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 5, 8, 0);
    bar->setSpacing(6);
    m_buffer = new LabelledCombo(tr("Buffer"), px(240), this);
    m_buffer->setObjectName(QStringLiteral("memoryBuffer"));
    bar->addWidget(m_buffer);
    bar->addStretch();
    head()->addLayout(bar);
    m_view = new MemoryView(this);
    chartPlace()->addWidget(m_view, 1);
    connect(m_buffer, &QComboBox::currentIndexChanged, this, &MemoryPage::showBuffer);
    showSelectionIn(*m_view);
    connect(m_view, &MemoryView::tensorClicked, this,
            [this](program::ValueIndex value) { this->workspace().select(Address::ofMemory(this->workspace().method(), value)); });
}

void MemoryPage::refreshChart() {
    m_view->clear();
    ask<Plan>(
        m_job, tr("Reading the memory plan"),
        [session = workspace().session(), method = workspace().method().toStdString()](const JobContext& job) -> Result<Plan> {
            const program::ExecutionPlan* plan = session->plan(method);
            if (plan == nullptr) return Plan{};
            auto memory = program::memoryPlan(*plan, job);
            if (!memory) return memory.failure();
            nameByMakers(memory->tensors, CallNames(*session, text(method), {}, job), instructionsOf(*plan));
            return Plan{std::move(*memory), instructionsOf(*plan)};
        },
        [this](Plan plan) {
            m_plan = std::move(plan);
            const QSignalBlocker quiet(m_buffer);
            m_buffer->clear();
            for (const program::PlannedBuffer& buffer : m_plan.memory.buffers)
                m_buffer->addItem(tr("%1 · %2")
                                      .arg(buffer.memoryId)
                                      .arg(bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, buffer.bytes)))),
                                  buffer.memoryId);
            showBuffer();
        });
}

void MemoryPage::leaveChart() {
    m_job.cancel();
    m_plan = {};
    m_view->clear();
    const QSignalBlocker quiet(m_buffer);
    m_buffer->clear();
}

void MemoryPage::showBuffer() {
    m_view->setPlan(m_plan.memory, m_buffer->currentData().toUInt(), m_plan.instructions, workspace().method());
}

}  // namespace etscope::ui
