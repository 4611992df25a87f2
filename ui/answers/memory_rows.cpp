#include "answers/memory_rows.h"

#include <algorithm>

#include "answers/call_names.h"
#include "answers/program_tables.h"
#include "answers/tables.h"
#include "look/language.h"
#include "look/numbers.h"
#include "replay/planned_names.h"
#include "session/store.h"
#include "tensor/format.h"

namespace etscope::ui {

/// A tensor of the arena that is shown.
struct MemoryRow {
    const program::PlannedTensor* tensor;
    const MemoryName* name;
    double share;               ///< of the arena
    std::int64_t instructions;  ///< of the method
};

namespace {

QString shapeOf(const program::ExecutionPlan& plan, program::ValueIndex value) {
    const program::TensorInfo* info = plan.tensor(static_cast<std::int64_t>(value));
    if (info == nullptr) return {};
    return text(tensor::typeAndShapeText(info->scalarType, std::vector<std::int64_t>(info->sizes.begin(), info->sizes.end())));
}

/// Inputs and state have a role; what an instruction writes is called as what it runs.
MemoryName nameOf(const program::ExecutionPlan& plan, const program::PlannedTensor& tensor, const CallNames& names,
                  const replay::PlannedNames& recorded) {
    MemoryName made{.shape = shapeOf(plan, tensor.value)};
    const auto instructions = static_cast<std::int64_t>(plan.mainInstructions().size());
    if (tensor.used && tensor.firstUse >= 0 && tensor.firstUse < instructions) {
        const CallName call = names.of(tensor.firstUse);
        made.name = call.listed;
        made.module = call.module;
        made.maker = call.whole;
        made.family = call.family;
    } else if (const auto input = std::ranges::find(plan.inputs, tensor.value); input != plan.inputs.end()) {
        made.name = QObject::tr("input %1").arg(input - plan.inputs.begin());
        made.family = modules::OperatorFamily::Input;
    } else if (tensor.used && tensor.firstUse < 0) {
        made.name = QObject::tr("state");
        made.family = modules::OperatorFamily::Memory;
    }
    const QString known = text(recorded.name(tensor.value));
    if (!known.isEmpty() && (recorded.isHeld(tensor.value) || made.name.isEmpty())) made.name = known;
    if (!tensor.name.empty()) made.name = text(tensor.name);
    if (made.name.isEmpty()) made.name = QObject::tr("value %1").arg(tensor.value);
    return made;
}

QString instructionText(std::int64_t at) { return QStringLiteral("0/%1").arg(at); }

/// First and last instruction, and between them all at which it lives.
Cell lifeCell(const MemoryRow& row) {
    const program::PlannedTensor& tensor = *row.tensor;
    if (!tensor.used) return {.text = QObject::tr("never"), .dim = true};
    const QString from = tensor.firstUse < 0 ? QObject::tr("input") : instructionText(tensor.firstUse);
    const QString to = tensor.lastUse >= row.instructions ? QObject::tr("output") : instructionText(tensor.lastUse);
    return {.text = from + QStringLiteral(" … ") + to,
            .sort = QVariant::fromValue(static_cast<qlonglong>(tensor.firstUse)),
            .span = std::pair(static_cast<double>(tensor.firstUse), static_cast<double>(tensor.lastUse))};
}

Cell plannedCell(const MemoryRow& row) {
    return {.text = row.name->name, .tooltip = row.name->maker, .family = static_cast<int>(row.name->family)};
}

Cell arenaShareCell(const MemoryRow& row) {
    return {.text = QString::number(row.share * 100, 'f', 1) + QStringLiteral(" %"), .sort = row.share, .share = row.share};
}

Cell sizeIsCell(const MemoryRow& row) {
    const program::PlannedTensor& tensor = *row.tensor;
    return {.text = tensor.sizeUnknown ? QObject::tr("unknown") : tensor.upperBound ? QObject::tr("upper") : QObject::tr("exact")};
}

Cell arenaPlaceCell(const MemoryRow& row) {
    return row.tensor->fits ? noCell() : Cell{.text = QObject::tr("beyond its arena"), .mark = Mark::Error};
}

Result<Rows> firstArenaRows(const SessionPtr& session, const QString& method, const JobContext& job) {
    return memoryRows(session, method, 0, job);
}

}  // namespace

const program::MemoryPeak* MethodMemory::peakOf(std::uint32_t arena) const {
    const auto peak = std::ranges::find(plan.peaks, arena, &program::MemoryPeak::memoryId);
    return peak == plan.peaks.end() ? nullptr : &*peak;
}

std::uint64_t MethodMemory::bytesOf(std::uint32_t arena) const {
    const auto buffer = std::ranges::find(plan.buffers, arena, &program::PlannedBuffer::memoryId);
    return buffer == plan.buffers.end() ? 0 : static_cast<std::uint64_t>(std::max<std::int64_t>(0, buffer->bytes));
}

std::uint64_t MethodMemory::occupied(std::uint32_t arena, std::int64_t instruction) const {
    const program::MemoryPeak* peak = peakOf(arena);
    if (peak == nullptr) return 0;
    const auto behind = std::ranges::upper_bound(peak->levels, instruction, {}, &program::MemoryLevel::from);
    return behind == peak->levels.begin() ? 0 : std::prev(behind)->bytes;
}

std::size_t MethodMemory::liveAt(std::uint32_t arena, std::int64_t instruction) const {
    return static_cast<std::size_t>(std::ranges::count_if(plan.tensors, [&](const program::PlannedTensor& tensor) {
        return tensor.memoryId == arena && tensor.used && tensor.firstUse <= instruction && instruction <= tensor.lastUse;
    }));
}

Result<std::shared_ptr<const MethodMemory>> methodMemory(const session::Session& session, const QString& method,
                                                         const JobContext& job) {
    using Kept = std::shared_ptr<const MethodMemory>;
    return session.store().get<MethodMemory>("ui::methodMemory " + method.toStdString(), job, [&]() -> Result<Kept> {
        auto made = std::make_shared<MethodMemory>();
        const program::ExecutionPlan* plan = session.plan(method.toStdString());
        if (plan == nullptr) return Kept(std::move(made));
        auto memory = program::memoryPlan(*plan, job);
        if (!memory) return memory.failure();
        made->plan = *std::move(memory);
        made->instructions = static_cast<std::int64_t>(plan->mainInstructions().size());
        const CallNames names(session, method, {}, job);
        const auto recorded = replay::PlannedNames::make(session, *plan, job);
        if (!recorded) return recorded.failure();
        for (const program::PlannedTensor& tensor : made->plan.tensors) {
            if (job.cancelled()) return cancelledFailure();
            made->names.emplace(tensor.value, nameOf(*plan, tensor, names, *recorded));
        }
        for (std::int64_t i = 0; i < made->instructions; ++i) {
            if (job.cancelled()) return cancelledFailure();
            made->modules.append(names.of(i).module);
        }
        if (made->modules.join(QString()).isEmpty()) made->modules.clear();
        return Kept(std::move(made));
    });
}

std::uint32_t firstArena(const MethodMemory& memory) {
    if (!memory.plan.peaks.empty()) return memory.plan.peaks.front().memoryId;
    return memory.plan.buffers.empty() ? 0 : memory.plan.buffers.front().memoryId;
}

Result<Rows> memoryRows(const SessionPtr& session, const QString& method, std::uint32_t arena, const JobContext& job) {
    if (session->plan(method.toStdString()) == nullptr) {
        Rows rows;
        rows.nothing = {QObject::tr("No memory plan"), QObject::tr("The program has no method %1.").arg(method), {}};
        return rows;
    }
    const auto read = methodMemory(*session, method, job);
    if (!read) return read.failure();
    const MethodMemory& memory = **read;
    const std::uint32_t shown = arena > 0 ? arena : firstArena(memory);
    const auto arenaBytes = static_cast<double>(memory.bytesOf(shown));
    std::vector<MemoryRow> largest;
    for (const program::PlannedTensor& tensor : memory.plan.tensors)
        if (tensor.memoryId == shown)
            largest.push_back({&tensor, &memory.names.at(tensor.value),
                               arenaBytes > 0 ? static_cast<double>(tensor.bytes) / arenaBytes : 0, memory.instructions});
    std::ranges::stable_sort(largest, std::ranges::greater(), [](const MemoryRow& row) { return row.tensor->bytes; });
    Rows rows = Tables::memory().rows(
        std::move(largest), [&](const MemoryRow& row) { return Address::ofMemory(method, row.tensor->value); }, *read);
    if (!std::ranges::all_of(memory.plan.tensors, &program::PlannedTensor::fits)) rows.finding = Mark::Error;
    if (memory.plan.tensors.empty())
        rows.nothing = {
            QObject::tr("No memory plan"), QObject::tr("The program puts no tensor of %1 into planned memory.").arg(method), {}};
    std::size_t overlaps = 0;
    for (const program::MemoryOverlap& overlap : memory.plan.overlaps)
        overlaps += overlap.kind == program::OverlapKind::Suspicious ? 1U : 0U;
    if (overlaps > 0 && rows.finding == Mark::None) rows.finding = Mark::Warning;
    rows.summary = QObject::tr("%n tensor(s)", nullptr, counted(rows.size()));
    if (overlaps > 0)
        rows.summary =
            QObject::tr("%1 · %n pair(s) run into each other while both are in use", nullptr, counted(overlaps)).arg(rows.summary);
    return rows;
}

const TypedSpec<MemoryRow>& Tables::memory() {
    using Row = MemoryRow;
    static const TypedSpec<Row> kSpec{
        {"memoryTable", QT_TR_NOOP("Reading the memory plan"), QT_TR_NOOP("linear, live:12, module:layers.0"), hasProgram,
         QT_TR_NOOP("No memory plan"), QT_TR_NOOP("Memory is planned in a program (.pte)."),
         QT_TR_NOOP("Add the .pte of this export."), firstArenaRows},
        {{{QT_TR_NOOP("Tensor"), QT_TR_NOOP("Its name where the program gives one, else what makes it, or its role"), kCode},
          plannedCell},
         {{QT_TR_NOOP("Module"), QT_TR_NOOP("The innermost around all that it runs"), kCode},
          [](const Row& row) { return nameCell(row.name->module); }},
         {{QT_TR_NOOP("Shape"), QT_TR_NOOP("Type and sizes; the most they can be"), kCode, 14},
          [](const Row& row) { return nameCell(row.name->shape); }},
         {{QT_TR_NOOP("Size"), QT_TR_NOOP("Bytes of the elements"), kNumber, 11},
          [](const Row& row) { return bytesCell(row.tensor->bytes); }},
         {{QT_TR_NOOP("Share of the arena"), QT_TR_NOOP("Its bytes against all that are planned"), kNumber, 18}, arenaShareCell},
         {{QT_TR_NOOP("Offset"), QT_TR_NOOP("In the arena"), kDigits, 13, 2},
          [](const Row& row) { return offsetCell(row.tensor->offset); }},
         {{QT_TR_NOOP("Live"), QT_TR_NOOP("First and last instruction that uses it; live:45 shows what is live at 45"), kNumber,
           16},
          lifeCell},
         {{QT_TR_NOOP("Bound"), QT_TR_NOOP("Exact, or the most it can be"), kPlain, 9, 1}, sizeIsCell},
         {{QT_TR_NOOP("Place"), QT_TR_NOOP("Where it lies, if not inside its arena"), kPlain, 18}, arenaPlaceCell},
         {{QT_TR_NOOP("Value"), QT_TR_NOOP("Index in the plan"), kNumber, 8, kOnDemand},
          [](const Row& row) { return Cell{.text = QString::number(row.tensor->value), .sort = row.tensor->value}; }},
         {{QT_TR_NOOP("Made by"), QT_TR_NOOP("What the instruction that writes it runs"), kCode, 0, kOnDemand},
          [](const Row& row) { return nameCell(row.name->maker); }}}};
    return kSpec;
}

}  // namespace etscope::ui
