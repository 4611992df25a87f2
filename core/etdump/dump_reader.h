// DumpReader: steps through the tables of an ETDump, every offset checked. Used by Dump::open only. One thread.
#pragma once

#include "base/text_hash.h"
#include "etdump/dump.h"
#include "etdump/salvage.h"
#include "flat/extent_ledger.h"
#include "flat/raw_table.h"

namespace etscope::etdump {

/// As it is noted in a dump; outside instructions there is none.
Place placeOf(std::int64_t chain, std::int32_t instruction, DelegateId delegate);

class DumpReader {
public:
    DumpReader(Dump& dump, Diagnostics& diagnostics, const JobContext& job);
    /// Reads the bytes of another dump again, into `scratch`, and notes which of them each run uses.
    DumpReader(Dump& scratch, std::span<const std::byte> bytes, Diagnostics& diagnostics, flat::ExtentLedger& ledger,
               const JobContext& job);
    /// Reads everything below the root. Errors: `etdump-root`, `cancelled`.
    Result<void> read();

private:
    using Table = flat::RawTable;

    void reserveEvents(std::span<const std::size_t> runs);
    unsigned eventsSlot() const noexcept;
    Run& beginRun();
    void readRuns(const std::vector<std::size_t>& runs);
    void readSalvaged(const std::vector<SalvagedRun>& runs);
    void readRun(const Table& table);
    void checkRuns();
    void readEvents(const std::vector<std::size_t>& positions, Run& run);
    void readEvent(const Table& table, Run& run);
    void readAllocation(const Table& table, const Run& run);
    void readProfile(const Table& table);
    void readValue(const Table& table, Run& run);
    void readContent(const Table& table, LoggedValue& value, Run& run);
    void readTensor(std::optional<std::size_t> position, LoggedValue& value, Run& run);
    void readTensorList(std::optional<std::size_t> position, LoggedValue& value, Run& run);
    std::optional<Range> readDims(const Table& table, unsigned slot);
    bool isFirstLayout(const Table& root) const;

    std::optional<Table> tableAt(std::optional<std::size_t> position) const;
    void note(std::size_t begin, std::size_t size) const;
    void noteTable(const Table& table) const;
    std::vector<std::size_t> tablesOf(const Table& table, unsigned slot, Run* run);
    TextId text(std::optional<std::size_t> position);
    DelegateId delegateId(const Table& table, unsigned numberSlot, unsigned textSlot);
    bool take(std::uint64_t elements);
    bool takeText(std::uint64_t bytes);
    void damaged(Run& run, const char* what);
    std::string where(std::size_t position) const { return m_dump.m_file.where(position); }

    Dump& m_dump;
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    std::span<const std::byte> m_bytes;
    TextViewMap<TextId> m_textIds;
    std::uint64_t m_budget, m_textBudget;
    bool m_textsLeftOut = false;
    std::size_t m_at = 0;  ///< of the table being read, for diagnostics
    bool m_firstLayout = false;
    flat::ExtentLedger* m_ledger = nullptr;  ///< of the account of bytes; null while a dump is opened
    flat::ExtentLedger::OwnerId m_layouts = 0;
};

}  // namespace etscope::etdump
