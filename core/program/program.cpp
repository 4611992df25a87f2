#include "program/program.h"

#include <algorithm>

#include "flat/aligned_buffer.h"
#include "flat/extent_ledger.h"
#include "flat/table_reader.h"
#include "program/checks.h"
#include "program/plan_decoder.h"
#include "program/root_tables.h"

namespace etscope::program {

using flat::RegionKind;

namespace {

constexpr std::uint64_t kToTheEnd = ~std::uint64_t{0};

/// `size` bytes (or, with kToTheEnd, all up to the next entry) from where an entry starts in its segment.
Result<ByteRange> entryBytes(const flat::SegmentArea& area, const SubsegmentOffsets& list, std::uint32_t index, std::uint64_t size,
                             const std::string& place) {
    if (index >= list.offsets.size())
        return fail("constant-index", "there is no such entry: the list has " + std::to_string(list.offsets.size()), place);
    auto segment = area.bytes(list.segmentIndex);
    if (!segment) return segment;
    const std::uint64_t begin = list.offsets[index];
    if (begin > segment->size) return fail("constant-out-of-range", "the offset lies behind the end of the segment", place);
    if (size == kToTheEnd) {
        const auto next = std::upper_bound(list.sorted.begin(), list.sorted.end(), begin);
        size = (next == list.sorted.end() ? segment->size : std::min(*next, segment->size)) - begin;
    }
    if (size > segment->size - begin)
        return fail("constant-out-of-range", std::to_string(size) + " bytes do not fit into the segment", place);
    return segment->part(begin, size);
}

}  // namespace

/// Builds a Program from a file: header, verified tables, plain values, account of the region.
class ProgramDecoder {
public:
    ProgramDecoder(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job)
        : m_file(file), m_diagnostics(diagnostics), m_job(job) {}
    Result<std::shared_ptr<Program>> decode() {
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

private:
    void decodeTables(const RootTables& tables, flat::TableReader& reader) {
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

    void decodePlans(const RootTables& tables, flat::TableReader& reader) {
        if (!tables.plans || !reader.take(tables.plans->size() * sizeof(ExecutionPlan))) return;
        for (const auto* table : *tables.plans) {
            if (table != nullptr)
                m_program->m_plans.push_back(decodePlan(*table, m_program->m_plans.size(), reader, m_diagnostics));
            else
                m_program->m_plans.emplace_back().damaged = true;
        }
    }

    void decodeSegments(const RootTables& tables, flat::TableReader& reader) {
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

    void decodeInlineData(const RootTables& tables, flat::TableReader& reader) {
        const auto decode = [&](const auto& list, RegionKind kind, const char* name, auto&& content, std::vector<ByteRange>& into) {
            if (!list || !reader.take(list->size() * sizeof(ByteRange))) return;
            for (const auto* table : *list) {
                reader.ledger().addOwner(RegionKind::Program, name, {});
                if (table != nullptr) reader.table(table);
                reader.ledger().addOwner(kind, std::string(name) + " " + std::to_string(into.size()), {});
                into.push_back(table == nullptr ? ByteRange{} : reader.bytes(content(*table)));
            }
        };
        decode(
            tables.constantBuffers, RegionKind::Constant, "constant", [](const wire::Buffer& table) { return table.storage(); },
            m_program->m_inlineConstants);
        decode(
            tables.delegateData, RegionKind::Delegate, "delegate data",
            [](const wire::BackendDelegateInlineData& table) { return table.data(); }, m_program->m_inlineDelegateData);
    }

    void decodeNamedData(const RootTables& tables, flat::TableReader& reader) {
        reader.ledger().addOwner(RegionKind::Program, "named data keys", {});
        m_program->m_hasNamedData = tables.namedData.has_value();
        if (tables.root != nullptr) reader.count(tables.root->named_data(), 0);
        if (!tables.namedData || !reader.take(tables.namedData->size() * sizeof(NamedData))) return;
        for (const auto* table : *tables.namedData) {
            if (table != nullptr) reader.table(table);
            m_program->m_namedData.push_back(
                table == nullptr ? NamedData{}
                                 : NamedData{reader.name(table->key()), table->key() != nullptr, table->segment_index()});
        }
    }

    static SubsegmentOffsets decodeOffsets(const wire::SubsegmentOffsets& table, flat::TableReader& reader) {
        reader.table(&table);
        SubsegmentOffsets list{table.segment_index(), reader.numbers(table.offsets()), {}};
        list.sorted = list.offsets;
        std::sort(list.sorted.begin(), list.sorted.end());
        return list;
    }

    const ByteRange& m_file;
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    std::shared_ptr<Program> m_program = std::make_shared<Program>();
};

Result<std::shared_ptr<const Program>> Program::open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    auto program = ProgramDecoder(file, diagnostics, job).decode();
    if (!program) return program.failure();
    (*program)->m_namedDataByKey = flat::KeyIndex((*program)->m_namedData);
    checkProgram(**program, diagnostics);
    return std::shared_ptr<const Program>(*std::move(program));
}

const ExecutionPlan* Program::plan(std::string_view name) const& noexcept {
    const auto found =
        std::find_if(m_plans.begin(), m_plans.end(), [&](const ExecutionPlan& plan) { return !plan.damaged && plan.name == name; });
    return found == m_plans.end() ? nullptr : &*found;
}

std::uint64_t Program::constantCount() const noexcept {
    if (m_constantSegment && !m_constantSegment->offsets.empty()) return m_constantSegment->offsets.size();
    return m_inlineConstants.size();
}

Result<ByteRange> Program::constantBytes(std::uint32_t index) const {
    const std::string place = "constant " + std::to_string(index);
    if (m_constantSegment && !m_constantSegment->offsets.empty())
        return entryBytes(m_segments, *m_constantSegment, index, kToTheEnd, place);
    if (index >= m_inlineConstants.size())
        return fail("constant-index", "there is no such constant: the program has " + std::to_string(m_inlineConstants.size()),
                    place);
    if (!m_inlineConstants[index].hasData())
        return fail("constant-out-of-range", "the constant's bytes are missing or damaged", place);
    return m_inlineConstants[index];
}

Result<ByteRange> Program::tensorBytes(const TensorInfo& tensor) const {
    const auto kind = tensor.kind();
    if (kind != TensorKind::Constant && kind != TensorKind::InitialValue)
        return fail("tensor-without-data", "the program holds no bytes of this tensor");
    const auto size = tensor.byteCount();
    if (!size) return fail("tensor-size", "the tensor's size is negative, overflows or has an unknown element type");
    if (*size == kToTheEnd) return fail("tensor-size", "the tensor's size is beyond any file");
    const std::string place = "data " + std::to_string(tensor.dataBufferIndex);
    if (kind == TensorKind::InitialValue) {
        if (m_mutableSegments.empty()) return fail("constant-index", "the program has no initial values", place);
        return entryBytes(m_segments, m_mutableSegments.front(), tensor.dataBufferIndex, *size, place);
    }
    if (m_constantSegment && !m_constantSegment->offsets.empty())
        return entryBytes(m_segments, *m_constantSegment, tensor.dataBufferIndex, *size, place);
    auto constant = constantBytes(tensor.dataBufferIndex);
    if (!constant) return constant;
    if (*size > constant->size) return fail("constant-out-of-range", "the tensor is larger than its constant", place);
    return constant->part(0, *size);
}

Result<ByteRange> Program::delegateBytes(const Delegate& delegate) const {
    if (!delegate.hasData || delegate.location == DataLocation::Unknown)
        return fail("delegate-data-missing", "the delegate does not say where its data are");
    if (delegate.location == DataLocation::Segment) return m_segments.bytes(delegate.dataIndex);
    const std::string place = "backend_delegate_data[" + std::to_string(delegate.dataIndex) + "]";
    if (delegate.dataIndex >= m_inlineDelegateData.size())
        return fail("delegate-data-index", "there are no such data: the program has " + std::to_string(m_inlineDelegateData.size()),
                    place);
    const ByteRange& data = m_inlineDelegateData[delegate.dataIndex];
    if (!data.hasData()) return fail("delegate-data-missing", "the delegate's bytes are missing or damaged", place);
    return data;
}

Result<ByteRange> Program::namedData(std::string_view key) const {
    if (const NamedData* entry = m_namedDataByKey.find(m_namedData, key)) return m_segments.bytes(entry->segmentIndex);
    return fail("named-data-key", "the program has no named data of this key", std::string(key));
}

}  // namespace etscope::program
