#include "tensordata/directory.h"

#include <cstring>

#include "flat/extent_ledger.h"
#include "flat/raw_table.h"
#include "schema/flat_tensor_early_generated.h"
#include "schema/flat_tensor_generated.h"
#include "tensordata/file_header.h"

namespace etscope::tensordata {
namespace {

namespace wire = schema::flat_tensor;
namespace early = schema::flat_tensor_early;

/// The early directory always has its field 3, the current one has three fields.
constexpr std::uint16_t kEarlyVtable = 12;

template <class Root>
bool verifies(std::span<const std::byte> region) {
    flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(region.data()), region.size(),
                                   flat::verifierOptions(region.size()));
    return verifier.VerifyBuffer<Root>(nullptr);
}

}  // namespace

Result<std::shared_ptr<TensorData>> DirectoryReader::read() {
    auto header = readFileHeader(m_file, m_diagnostics);
    if (!header) return header.failure();
    m_data->m_header = *std::move(header);
    m_data->m_segments.file = m_file;
    m_data->m_segments.base = m_data->m_header.segmentBase;
    m_data->m_segments.dataSize = m_data->m_header.segmentDataSize;
    auto read = flat::AlignedBuffer::read(m_file, m_data->m_header.regionSize);
    if (!read) return read.failure();
    flat::AlignedBuffer region = *std::move(read);
    m_data->m_directory = verify(region.bytes());
    std::size_t inserted = 0;
    if (m_data->m_directory == Directory::Unreadable) {
        auto realigned = readRealigned();
        if (realigned) m_data->m_directory = verify(realigned->bytes());
        if (m_data->m_directory != Directory::Unreadable) {
            region = *std::move(realigned);
            inserted = static_cast<std::size_t>(m_data->m_header.flatbufferOffset);
            m_diagnostics.warning("ptd-flatbuffer-misaligned", "byte 16",
                                  "the header moves the directory by a number that is no multiple of 8");
        }
    }
    decodeRegion(region.bytes(), inserted);
    if (m_job.cancelled()) return cancelledFailure();
    return m_data;
}

void DirectoryReader::decodeRegion(std::span<const std::byte> region, std::size_t inserted) {
    flat::ExtentLedger ledger;
    flat::TableReader reader(region, m_file, ledger, m_job);
    reader.setInserted(inserted);
    decode(region, reader);
    const FileHeader& header = m_data->m_header;
    const auto headerEnd = static_cast<std::size_t>(std::min(kHeaderStart + header.length, header.regionSize));
    if (m_data->m_directory != Directory::Unreadable)
        m_data->m_innerRegions = ledger.regions(headerEnd, static_cast<std::size_t>(header.regionSize));
}

Directory DirectoryReader::verify(std::span<const std::byte> region) const {
    const auto root = flat::RawTable::root(region);
    if (!root) return Directory::Unreadable;
    const bool looksEarly = root->vtableSize() >= kEarlyVtable;
    if (looksEarly && verifies<early::FlatTensor>(region)) return Directory::Early;
    if (verifies<wire::FlatTensor>(region)) return Directory::Current;
    return !looksEarly && verifies<early::FlatTensor>(region) ? Directory::Early : Directory::Unreadable;
}

/// The directory as it was before the header was inserted.
Result<flat::AlignedBuffer> DirectoryReader::readRealigned() const {
    const FileHeader& header = m_data->m_header;
    if (header.flatbufferOffset == 0 || header.flatbufferOffset % 8 == 0 ||
        header.flatbufferOffset > header.regionSize - kHeaderStart || header.rootOffset < header.flatbufferOffset)
        return fail("ptd-flatbuffer-invalid", "the directory is not merely misaligned");
    auto buffer = flat::AlignedBuffer::readWithout(m_file, header.regionSize, kHeaderStart, kHeaderStart + header.flatbufferOffset);
    if (!buffer) return buffer;
    const auto root = static_cast<std::uint32_t>(header.rootOffset - header.flatbufferOffset);
    std::memcpy(buffer->mutableBytes().data(), &root, sizeof root);
    return buffer;
}

void DirectoryReader::decode(std::span<const std::byte> region, flat::TableReader& reader) {
    reader.ledger().addOwner(flat::RegionKind::Program, "directory", {});
    switch (m_data->m_directory) {
        case Directory::Current: decodeCurrent(region, reader); break;
        case Directory::Early:
            m_diagnostics.note("ptd-early-directory", "byte 0",
                               "a directory as ExecuTorch v0.6.0 wrote it; today's runtime misreads it");
            decodeEarly(region, reader);
            break;
        case Directory::Unreadable:
            m_diagnostics.error("ptd-flatbuffer-invalid", "directory",
                                "the directory is damaged: offsets lead outside the file or into each other");
            break;
    }
    if (reader.exhausted())
        m_diagnostics.error("ptd-decode-limit", "directory",
                            "far more values than the file has bytes for: it leads many tables to the same data; "
                            "the rest is left out");
}

template <class Segments>
void DirectoryReader::decodeSegments(const Segments* segments, flat::TableReader& reader) {
    m_data->m_hasSegments = segments != nullptr;
    const auto count = reader.count(segments, sizeof(flat::Segment));
    for (flatbuffers::uoffset_t i = 0; i < count; ++i) {
        reader.table(segments->Get(i));
        m_data->m_segments.segments.push_back({segments->Get(i)->offset(), segments->Get(i)->size()});
    }
}

template <class Layout>
TensorLayout DirectoryReader::layoutOf(const Layout& table, flat::TableReader& reader) {
    return {scalarTypeFromC10(table.scalar_type()), reader.numbers(table.sizes()), reader.numbers(table.dim_order())};
}

namespace {

template <class Table>
Entry entryOf(const flatbuffers::String* key, const Table& table, flat::TableReader& reader) {
    Entry entry;
    entry.key = reader.name(key);
    entry.hasKey = key != nullptr;
    entry.segmentIndex = table.segment_index();
    return entry;
}

template <class Tables, class Visit>
void eachTable(const Tables* tables, flat::TableReader& reader, const Visit& visit) {
    const auto count = reader.count(tables, sizeof(Entry));
    for (flatbuffers::uoffset_t i = 0; i < count && !reader.exhausted(); ++i) {
        reader.table(tables->Get(i));
        visit(*tables->Get(i));
    }
}

}  // namespace

void DirectoryReader::decodeCurrent(std::span<const std::byte> region, flat::TableReader& reader) {
    const wire::FlatTensor* root = wire::GetFlatTensor(region.data());
    reader.table(root);
    m_data->m_version = root->version();
    decodeSegments(root->segments(), reader);
    m_data->m_hasEntries = root->named_data() != nullptr;
    eachTable(root->named_data(), reader, [&](const auto& table) {
        Entry& entry = m_data->m_entries.emplace_back(entryOf(table.key(), table, reader));
        if (const auto* layout = table.tensor_layout()) {
            reader.table(layout);
            entry.layout = layoutOf(*layout, reader);
        }
    });
}

void DirectoryReader::decodeEarly(std::span<const std::byte> region, flat::TableReader& reader) {
    const early::FlatTensor* root = early::GetFlatTensor(region.data());
    reader.table(root);
    m_data->m_version = root->version();
    m_data->m_tensorAlignment = root->tensor_alignment();
    decodeSegments(root->segments(), reader);
    m_data->m_hasEntries = root->tensors() != nullptr;
    eachTable(root->tensors(), reader, [&](const auto& table) {
        Entry& entry = m_data->m_entries.emplace_back(entryOf(table.fully_qualified_name(), table, reader));
        entry.offset = table.offset();
        entry.layout = layoutOf(table, reader);
    });
    eachTable(root->named_data(), reader,
              [&](const auto& table) { m_data->m_entries.push_back(entryOf(table.key(), table, reader)); });
}

}  // namespace etscope::tensordata
