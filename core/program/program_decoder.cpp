#include "program/program_decoder.h"

#include <algorithm>

#include "flat/aligned_buffer.h"
#include "program/plan_decoder.h"

namespace etscope::program {

using flat::RegionKind;

Result<std::shared_ptr<Program>> ProgramDecoder::decode() {
    auto header = readFileHeader(m_file, m_diagnostics);
    if (!header) return header.failure();
    m_program->m_header = *std::move(header);
    m_program->m_segments.file = m_file;
    m_program->m_segments.base = m_program->m_header.segmentBase;
    m_program->m_segments.dataSize = m_program->m_header.segmentDataSize;
    const std::uint64_t regionSize = m_program->m_header.regionSize;
    auto region = flat::AlignedBuffer::read(m_file, regionSize);
    if (!region) return region.failure();

    flat::ExtentLedger ledger;
    flat::TableReader reader(region->bytes(), m_file, ledger, m_job);
    decodeTables(verifyRoot(region->bytes(), m_diagnostics), reader);
    if (m_job.cancelled()) return cancelledFailure();
    if (reader.exhausted())
        m_diagnostics.error("pte-decode-limit", "program",
                            "far more values than the file has bytes for: it leads many tables to the same data; "
                            "the rest is left out");
    const auto headerEnd = static_cast<std::size_t>(std::min(m_program->m_header.headerBytes(), regionSize));
    if (m_program->m_verified) m_program->m_innerRegions = ledger.regions(headerEnd, static_cast<std::size_t>(regionSize));
    return m_program;
}

void ProgramDecoder::decodeTables(const RootTables& tables, flat::TableReader& reader) {
    m_program->m_verified = tables.verified;
    m_program->m_version = tables.version;
    reader.ledger().addOwner(RegionKind::Program, "root", {});
    if (tables.root != nullptr) {
        reader.table(tables.root);
        reader.count(tables.root->execution_plan(), 0);
        reader.count(tables.root->constant_buffer(), 0);
        reader.count(tables.root->backend_delegate_data(), 0);
    }
    decodeSegments(tables, reader);
    decodeInlineData(tables, reader);
    decodeNamedData(tables, reader);
    decodePlans(tables, reader);
}

void ProgramDecoder::decodePlans(const RootTables& tables, flat::TableReader& reader) {
    m_program->m_hasPlans = tables.plans.has_value();
    if (!tables.plans || !reader.take(tables.plans->size() * sizeof(ExecutionPlan))) return;
    for (const auto* table : *tables.plans) {
        if (table != nullptr)
            m_program->m_plans.push_back(decodePlan(*table, m_program->m_plans.size(), reader, m_diagnostics));
        else
            m_program->m_plans.emplace_back().damaged = true;
    }
}

SubsegmentOffsets ProgramDecoder::decodeOffsets(const wire::SubsegmentOffsets& table, flat::TableReader& reader) {
    reader.table(&table);
    SubsegmentOffsets list{table.segment_index(), reader.numbers(table.offsets()), {}};
    list.sorted = list.offsets;
    std::sort(list.sorted.begin(), list.sorted.end());
    return list;
}

void ProgramDecoder::decodeSegments(const RootTables& tables, flat::TableReader& reader) {
    reader.ledger().addOwner(RegionKind::Program, "segments", {});
    m_program->m_hasSegments = tables.segments.has_value();
    if (tables.root != nullptr) reader.count(tables.root->segments(), 0);
    if (tables.segments && reader.take(tables.segments->size() * sizeof(flat::Segment))) {
        for (const auto* table : *tables.segments) {
            if (table != nullptr) reader.table(table);
            m_program->m_segments.segments.push_back(table == nullptr ? flat::Segment{}
                                                                      : flat::Segment{table->offset(), table->size()});
        }
    }
    reader.ledger().addOwner(RegionKind::Program, "constant offsets", {});
    if (tables.constantSegment != nullptr) m_program->m_constantSegment = decodeOffsets(*tables.constantSegment, reader);
    reader.ledger().addOwner(RegionKind::Program, "initial value offsets", {});
    if (tables.root != nullptr) reader.count(tables.root->mutable_data_segments(), 0);
    if (!tables.mutableSegments || !reader.take(tables.mutableSegments->size() * sizeof(SubsegmentOffsets))) return;
    for (const auto* table : *tables.mutableSegments)
        m_program->m_mutableSegments.push_back(table == nullptr ? SubsegmentOffsets{} : decodeOffsets(*table, reader));
}

void ProgramDecoder::decodeInlineData(const RootTables& tables, flat::TableReader& reader) {
    const auto decode = [&](const auto& list, RegionKind kind, const char* name, auto&& content, std::vector<ByteRange>& into) {
        if (!list || !reader.take(list->size() * sizeof(ByteRange))) return;
        for (const auto* table : *list) {
            reader.ledger().addOwner(RegionKind::Program, name, {});
            if (table != nullptr) reader.table(table);
            reader.ledger().addOwner(kind, std::string(name) + " " + std::to_string(into.size()), {});
            into.push_back(table == nullptr ? ByteRange{} : reader.bytes(content(*table)));
        }
    };
    m_program->m_hasInlineConstants = tables.constantBuffers && !tables.constantBuffers->empty();
    decode(
        tables.constantBuffers, RegionKind::Constant, "constant", [](const wire::Buffer& table) { return table.storage(); },
        m_program->m_inlineConstants);
    decode(
        tables.delegateData, RegionKind::Delegate, "delegate data",
        [](const wire::BackendDelegateInlineData& table) { return table.data(); }, m_program->m_inlineDelegateData);
}

void ProgramDecoder::decodeNamedData(const RootTables& tables, flat::TableReader& reader) {
    reader.ledger().addOwner(RegionKind::Program, "named data keys", {});
    m_program->m_hasNamedData = tables.namedData.has_value();
    if (tables.root != nullptr) reader.count(tables.root->named_data(), 0);
    if (!tables.namedData || !reader.take(tables.namedData->size() * sizeof(NamedData))) return;
    for (const auto* table : *tables.namedData) {
        if (table != nullptr) reader.table(table);
        m_program->m_namedData.push_back(
            table == nullptr ? NamedData{} : NamedData{reader.name(table->key()), table->key() != nullptr, table->segment_index()});
    }
}

}  // namespace etscope::program
