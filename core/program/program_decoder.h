// ProgramDecoder: builds a Program from a file: header, verified tables, plain values, account of the region. Used once by
// Program::open().
#pragma once

#include <memory>

#include "flat/extent_ledger.h"
#include "flat/table_reader.h"
#include "program/program.h"
#include "program/root_tables.h"

namespace etscope::program {

class ProgramDecoder {
public:
    ProgramDecoder(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job)
        : m_file(file), m_diagnostics(diagnostics), m_job(job) {}
    Result<std::shared_ptr<Program>> decode();

private:
    void decodeTables(const RootTables& tables, flat::TableReader& reader);
    void decodePlans(const RootTables& tables, flat::TableReader& reader);
    void decodeSegments(const RootTables& tables, flat::TableReader& reader);
    void decodeInlineData(const RootTables& tables, flat::TableReader& reader);
    void decodeNamedData(const RootTables& tables, flat::TableReader& reader);
    static SubsegmentOffsets decodeOffsets(const wire::SubsegmentOffsets& table, flat::TableReader& reader);

    const ByteRange& m_file;
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    std::shared_ptr<Program> m_program = std::make_shared<Program>();
};

}  // namespace etscope::program
