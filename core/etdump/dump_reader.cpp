#include "etdump/dump_reader.h"

#include <algorithm>

#include "base/limits.h"
#include "base/name_text.h"
#include "etdump/dump_slots.h"
#include "etdump/event_names.h"
#include "etdump/salvage.h"

namespace etscope::etdump {
namespace {

EventKind kindOf(const Place& place, std::string_view name) {
    if (place.delegate.kind != DelegateId::Kind::None) return EventKind::Delegate;
    if (name == "DELEGATE_CALL") return EventKind::DelegateCall;
    if (name == "OPERATOR_CALL" || !kernelOf(name).empty()) return EventKind::Operator;
    const bool kernel = place.chain >= 0 && !name.empty() && name.find("::") == std::string_view::npos && !isControlCall(name);
    return kernel ? EventKind::Operator : EventKind::Other;
}

std::string rebuiltText(const Dump& dump) {
    std::size_t events = 0, values = 0;
    for (const Run& run : dump.runs()) events += run.events.count, values += run.values.count;
    return "the lists of the dump hold other tables than they should: the runtime breaks them when it logs a tensor of float16 or "
           "bfloat16. Its " +
           std::to_string(dump.runs().size()) + " runs, " + std::to_string(events) + " events and " + std::to_string(values) +
           " values of other types were found by the layout of their tables, in the order of writing";
}

}  // namespace

/// Outside instructions the runtime writes 0 for the instruction: it says nothing.
Place placeOf(std::int64_t chain, std::int32_t instruction, DelegateId delegate) {
    return chain < 0 ? Place{-1, -1, delegate} : Place{static_cast<std::int32_t>(chain), instruction, delegate};
}

DumpReader::DumpReader(Dump& dump, Diagnostics& diagnostics, const JobContext& job)
    : m_dump(dump),
      m_diagnostics(diagnostics),
      m_job(job),
      m_bytes(dump.m_content != nullptr ? std::span<const std::byte>(*dump.m_content) : std::span<const std::byte>()),
      m_budget(std::max(limits::kMinDumpElements, m_bytes.size() / limits::kDumpBytesPerElement)),
      m_textBudget(std::max(limits::kMinDumpTextBytes, m_bytes.size() * limits::kDumpTextShare)) {
    m_dump.m_texts.emplace_back();
}

DumpReader::DumpReader(Dump& scratch, std::span<const std::byte> bytes, Diagnostics& diagnostics, flat::ExtentLedger& ledger,
                       const JobContext& job)
    : DumpReader(scratch, diagnostics, job) {
    m_bytes = bytes;
    m_budget = std::max(limits::kMinDumpElements, bytes.size() / limits::kDumpBytesPerElement);
    m_textBudget = std::max(limits::kMinDumpTextBytes, bytes.size() * limits::kDumpTextShare);
    m_ledger = &ledger;
    m_layouts = ledger.addOwner(flat::RegionKind::Program, "layouts of tables", {});
    ledger.addOwner(flat::RegionKind::Program, "list of runs", {});
}

void DumpReader::note(std::size_t begin, std::size_t size) const {
    if (m_ledger != nullptr) m_ledger->add(begin, std::min(size, m_bytes.size() - std::min(begin, m_bytes.size())));
}

/// The table under the owner selected, its vtable, which tables share, under one of its own.
void DumpReader::noteTable(const Table& table) const {
    if (m_ledger == nullptr) return;
    m_ledger->add(table.position(), table.size());
    const auto owner = m_ledger->selected();
    m_ledger->select(m_layouts);
    m_ledger->add(table.vtablePosition(), table.vtableSize());
    m_ledger->select(owner);
}

bool DumpReader::take(std::uint64_t elements) {
    if (elements > m_budget) return false;
    m_budget -= elements;
    return true;
}

/// Whether another mention of a text or metadata is taken; says so once when it is not.
bool DumpReader::takeText(std::uint64_t bytes) {
    if (bytes <= m_textBudget) {
        m_textBudget -= bytes;
        return true;
    }
    if (!m_textsLeftOut)
        m_diagnostics.error("etdump-damaged", where(m_at),
                            "its names and metadata add up to far more than the file: the rest is left out");
    m_textsLeftOut = true;
    return false;
}

void DumpReader::damaged(Run& run, const char* what) {
    run.damaged = true;
    m_diagnostics.error("etdump-damaged", where(m_at), what);
}

std::optional<flat::RawTable> DumpReader::tableAt(std::optional<std::size_t> position) const {
    const auto table = position ? Table::at(m_bytes, *position) : std::nullopt;
    if (table) noteTable(*table);
    return table;
}

/// Positions of the tables of a vector; what lies outside is left out and noted.
std::vector<std::size_t> DumpReader::tablesOf(const Table& table, unsigned slot, Run* run) {
    Run ignored;
    Run& noted = run != nullptr ? *run : ignored;
    if (!table.has(slot)) return {};
    const auto vector = table.vectorPrefix(slot, sizeof(std::uint32_t));
    if (!vector || vector->cut) damaged(noted, "a list reaches beyond the end of the dump: the file is cut");
    if (!vector) return {};
    if (!take(limits::kDumpElementsPerTable * vector->count)) {
        damaged(noted, "lists of the dump share their elements: the rest is left out");
        return {};
    }
    note(vector->first - sizeof(std::uint32_t), sizeof(std::uint32_t) * (1 + std::size_t{vector->count}));
    std::vector<std::size_t> positions;
    positions.reserve(vector->count);
    for (std::uint32_t i = 0; i < vector->count; ++i) {
        const auto position = flat::followOffset(m_bytes, vector->first + i * sizeof(std::uint32_t));
        if (tableAt(position))
            positions.push_back(*position);
        else
            damaged(noted, "an entry of a list lies outside the dump");
    }
    return positions;
}

TextId DumpReader::text(std::optional<std::size_t> position) {
    if (!position || !rangeFits(*position, sizeof(std::uint32_t), m_bytes.size())) return kNoText;
    const auto size = loadLittle<std::uint32_t>(m_bytes.data() + *position);
    const std::size_t first = *position + sizeof(std::uint32_t);
    if (!rangeFits(first, size, m_bytes.size()) || m_dump.m_texts.size() >= limits::kMaxDumpTexts) return kNoText;
    if (!takeText(size)) return kNoText;
    note(*position, sizeof(std::uint32_t) + size + 1);
    const std::string_view view(reinterpret_cast<const char*>(m_bytes.data()) + first, size);
    const auto [at, fresh] = m_textIds.try_emplace(view, static_cast<TextId>(m_dump.m_texts.size()));
    if (fresh) m_dump.m_texts.push_back(view);
    return at->second;
}

/// −1 and the empty text stand for "none".
DelegateId DumpReader::delegateId(const Table& table, unsigned numberSlot, unsigned textSlot) {
    if (const TextId id = text(table.target(textSlot)); id != kNoText && !m_dump.m_texts[id].empty())
        return {DelegateId::Kind::Text, 0, id};
    const std::int32_t number = table.number<std::int32_t>(numberSlot).value_or(-1);
    return number == -1 ? DelegateId{} : DelegateId{DelegateId::Kind::Int, number, kNoText};
}

/// Before v0.2.0 a run had no field for the bundled input: allocators and events stand one slot earlier.
bool DumpReader::isFirstLayout(const Table& root) const {
    constexpr unsigned kRuns = 1, kLeastVtable = 8;
    const auto runs = root.vectorPrefix(kRuns, sizeof(std::uint32_t));
    if (!runs) return false;
    bool events = false;
    for (std::uint32_t i = 0; i < runs->count; ++i) {
        const auto run = tableAt(flat::followOffset(m_bytes, runs->first + i * sizeof(std::uint32_t)));
        if (!run) continue;
        if (run->has(run_slot::Events)) return false;
        const auto list = run->vectorPrefix(first_layout_slot::Events, sizeof(std::uint32_t));
        if (!list || list->count == 0) continue;
        const auto first = tableAt(flat::followOffset(m_bytes, list->first));
        const auto profile = first ? tableAt(first->target(event_slot::Profile)) : std::nullopt;
        if (!profile || profile->vtableSize() < kLeastVtable) return false;
        events = true;
    }
    return events;
}

Result<void> DumpReader::read() {
    const auto root = Table::root(m_bytes);
    if (!root) return fail("etdump-root", "the dump's root table lies outside the file", where(0));
    noteTable(*root);
    m_dump.m_version = root->u32(0).value_or(0);
    if (m_dump.m_version != 0)
        m_diagnostics.warning("etdump-version", where(root->position()),
                              "the dump has version " + std::to_string(m_dump.m_version) + "; 0 is known");
    m_firstLayout = isFirstLayout(*root);
    if (m_firstLayout)
        m_diagnostics.note("etdump-first-layout", where(root->position()),
                           "written by ExecuTorch 0.1: times are read, logged values are not");
    m_at = root->position();
    const bool cut = m_dump.m_prefixed && m_dump.m_claimed > m_bytes.size();  // blocks may be missing that nothing tells of
    const auto salvaged = m_firstLayout || cut ? std::vector<SalvagedRun>() : salvagedRuns(m_bytes, *root);
    if (salvaged.empty())
        readRuns(tablesOf(*root, 1, nullptr));
    else
        readSalvaged(salvaged);
    if (m_job.cancelled()) return cancelledFailure();
    const auto still = [this](const Event& event) {
        return event.start == m_dump.m_events.front().start && event.end == event.start;
    };
    if (m_dump.m_events.size() > 1 && std::ranges::all_of(m_dump.m_events, still))
        m_diagnostics.warning("etdump-no-clock", where(root->position()),
                              "all events start and end at one tick: the runner's platform layer has no clock, there are no times");
    return {};
}

Run& DumpReader::beginRun() {
    if (m_ledger != nullptr) m_ledger->addOwner(flat::RegionKind::Program, "run " + std::to_string(m_dump.m_runs.size()), {});
    return m_dump.m_runs.emplace_back();
}

void DumpReader::readRuns(const std::vector<std::size_t>& runs) {
    reserveEvents(runs);
    for (const std::size_t position : runs) {
        m_at = position;
        readRun(*Table::at(m_bytes, position));
        if (m_job.cancelled()) return;
    }
    checkRuns();
}

void DumpReader::readSalvaged(const std::vector<SalvagedRun>& runs) {
    m_dump.m_rebuilt = true;
    for (const SalvagedRun& salvaged : runs) {
        Run& run = beginRun();
        m_at = salvaged.name;
        run.name = text(salvaged.name);
        for (const std::size_t event : salvaged.events) noteTable(*Table::at(m_bytes, event));
        readEvents(salvaged.events, run);
        m_dump.attachValues(run);
    }
    m_diagnostics.warning("etdump-rebuilt", where(m_at), rebuiltText(m_dump));
}

/// Logging a float16 or bfloat16 tensor makes the stock writer leave a table open: what is in the list of runs are then events in
/// part, and no run has its name. Entries without any content are no runs.
void DumpReader::checkRuns() {
    const auto nameless = [](const Run& run) { return run.name == kNoText; };
    const auto empty = [](const Run& run) {
        return run.name == kNoText && run.events.count == 0 && run.values.count == 0 && run.allocations.count == 0;
    };
    if (m_firstLayout || std::ranges::none_of(m_dump.m_runs, nameless)) return;
    std::erase_if(m_dump.m_runs, empty);
    m_diagnostics.error("etdump-half", where(m_at),
                        "runs have no names and lists hold other tables: the runtime breaks its dump so when it logs a tensor of "
                        "float16 or bfloat16; what can be read is shown");
}

/// Room for the events of all runs at once: to move them when the room grows costs as much as to read them.
void DumpReader::reserveEvents(std::span<const std::size_t> runs) {
    constexpr std::uint64_t kLeastEvent = 32;  // bytes: its offset, its table and that of its profile
    std::uint64_t events = 0;
    for (const std::size_t position : runs)
        if (const auto list = Table::at(m_bytes, position)->vectorPrefix(eventsSlot(), sizeof(std::uint32_t)))
            events += list->count;
    m_dump.m_events.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(events, m_bytes.size() / kLeastEvent)));
}

void DumpReader::readRun(const Table& table) {
    Run& run = beginRun();
    run.name = text(table.target(run_slot::Name));
    if (!m_firstLayout) run.bundledInput = table.number<std::int32_t>(run_slot::BundledInput).value_or(-1);
    const unsigned allocators = m_firstLayout ? unsigned{first_layout_slot::Allocators} : unsigned{run_slot::Allocators};
    for (const std::size_t position : tablesOf(table, allocators, &run))
        run.allocators.push_back(nameText(m_dump.m_texts[text(Table::at(m_bytes, position)->target(0))]));
    readEvents(tablesOf(table, eventsSlot(), &run), run);
    m_dump.attachValues(run);
}

unsigned DumpReader::eventsSlot() const noexcept {
    return m_firstLayout ? unsigned{first_layout_slot::Events} : unsigned{run_slot::Events};
}

void DumpReader::readEvents(const std::vector<std::size_t>& positions, Run& run) {
    run.events.first = static_cast<std::uint32_t>(m_dump.m_events.size());
    run.values.first = static_cast<std::uint32_t>(m_dump.m_values.size());
    run.allocations.first = static_cast<std::uint32_t>(m_dump.m_allocations.size());
    for (const std::size_t position : positions) {
        if (m_job.cancelled()) return;
        m_at = position;
        readEvent(*Table::at(m_bytes, position), run);
        run.events.count = static_cast<std::uint32_t>(m_dump.m_events.size()) - run.events.first;
    }
    run.values.count = static_cast<std::uint32_t>(m_dump.m_values.size()) - run.values.first;
    run.allocations.count = static_cast<std::uint32_t>(m_dump.m_allocations.size()) - run.allocations.first;
}

/// Exactly one of the three should be there; any number is read.
void DumpReader::readEvent(const Table& table, Run& run) {
    const auto part = [&](unsigned slot) {
        const auto inner = tableAt(table.target(slot));
        if (!inner && table.has(slot)) damaged(run, "an event leads outside the dump");
        return inner;
    };
    if (const auto profile = part(event_slot::Profile)) readProfile(*profile);
    if (const auto allocation = part(event_slot::Allocation)) readAllocation(*allocation, run);
    if (m_firstLayout) return;
    if (const auto debug = part(event_slot::Debug)) readValue(*debug, run);
}

void DumpReader::readAllocation(const Table& table, const Run& run) {
    const Allocation allocation{table.number<std::int32_t>(0).value_or(0), table.number<std::uint64_t>(1).value_or(0),
                                run.events.count};
    if (allocation.allocator < 1 || static_cast<std::size_t>(allocation.allocator) > run.allocators.size())
        m_diagnostics.warning("etdump-allocator", where(table.position()),
                              "an allocation is of allocator " + std::to_string(allocation.allocator) + "; the run has " +
                                  std::to_string(run.allocators.size()) + ", counted from 1");
    m_dump.m_allocations.push_back(allocation);
}

void DumpReader::readProfile(const Table& table) {
    Event& event = m_dump.m_events.emplace_back();
    event.place = placeOf(table.number<std::int32_t>(profile_slot::Chain).value_or(0),
                          table.number<std::int32_t>(profile_slot::Instruction).value_or(-1),
                          delegateId(table, profile_slot::DelegateInt, profile_slot::DelegateText));
    event.name = text(table.target(profile_slot::Name));
    event.kind = kindOf(event.place, m_dump.m_texts[event.name]);
    event.start = table.number<std::uint64_t>(profile_slot::Start).value_or(0);
    event.end = table.number<std::uint64_t>(profile_slot::End).value_or(0);
    if (event.end < event.start) {
        event.clockWrapped = event.start < (std::uint64_t{1} << 32U);
        if (!event.clockWrapped) event.end = event.start;
        m_diagnostics.warning("etdump-clock", where(table.position()),
                              event.clockWrapped ? "an event ends before it starts: a 32-bit clock went round"
                                                 : "an event ends before it starts: its time is taken as 0");
    }
    if (const auto metadata = table.vector(profile_slot::Metadata, 1); metadata && takeText(metadata->count)) {
        event.metadata = static_cast<std::uint32_t>(metadata->first);
        event.metadataSize = metadata->count;
        note(metadata->first - sizeof(std::uint32_t), sizeof(std::uint32_t) + metadata->count);
    }
}

}  // namespace etscope::etdump
