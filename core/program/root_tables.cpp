#include "program/root_tables.h"

#include <algorithm>
#include <string>

#include "flat/limits.h"
#include "flat/raw_table.h"
#include "flat/table_reader.h"

namespace etscope::program {
namespace {

/// Field numbers of the root (schema/program.fbs).
enum Slot : unsigned { Version, Plans, ConstantBuffers, DelegateData, Segments, ConstantSegment, MutableSegments, NamedData };

constexpr std::string_view kCode = "pte-flatbuffer-invalid";

const std::uint8_t* dataOf(std::span<const std::byte> region) { return reinterpret_cast<const std::uint8_t*>(region.data()); }

template <class T>
RootTables::Tables<T> all(const flatbuffers::Vector<flatbuffers::Offset<T>>* vector) {
    if (vector == nullptr) return std::nullopt;
    return std::vector<const T*>(vector->begin(), vector->end());
}

RootTables wholeRoot(std::span<const std::byte> region) {
    const wire::Program* root = wire::GetProgram(region.data());
    RootTables tables;
    tables.verified = true;
    tables.root = root;
    tables.version = root->version();
    tables.plans = all(root->execution_plan());
    tables.constantBuffers = all(root->constant_buffer());
    tables.delegateData = all(root->backend_delegate_data());
    tables.segments = all(root->segments());
    tables.constantSegment = root->constant_segment();
    tables.mutableSegments = all(root->mutable_data_segments());
    tables.namedData = all(root->named_data());
    return tables;
}

class Salvage {
public:
    Salvage(std::span<const std::byte> region, const flat::RawTable& root, Diagnostics& diagnostics)
        : m_region(region), m_root(root), m_diagnostics(diagnostics) {}

    template <class T>
    const T* tableAt(std::size_t position, const std::string& place) {
        auto options = flat::verifierOptions(m_region.size());
        options.max_tables = std::min<flatbuffers::uoffset_t>(options.max_tables, limits::kMaxSalvagedTables);
        const auto* table = reinterpret_cast<const T*>(m_region.data() + position);
        const bool placed = position % alignof(std::uint32_t) == 0 && flat::RawTable::at(m_region, position).has_value();
        flatbuffers::Verifier verifier(dataOf(m_region), m_region.size(), options);
        if (placed && verifier.VerifyTable(table)) return table;
        ++m_failures;
        m_diagnostics.error(kCode, place, "offsets in this part lead outside the file or into each other; it is left out");
        return nullptr;
    }

    template <class T>
    const T* table(Slot slot, const std::string& field) {
        if (!m_root.has(slot)) return nullptr;
        if (const auto position = m_root.target(slot)) return tableAt<T>(*position, field);
        m_diagnostics.error(kCode, field, "the field leads outside the file");
        return nullptr;
    }

    /// `deep`: elements have tables below them, so that each costs time.
    template <class T>
    RootTables::Tables<T> tables(Slot slot, const std::string& field, bool deep = false) {
        if (!m_root.has(slot)) return std::nullopt;
        const auto vector = m_root.vector(slot, sizeof(flatbuffers::uoffset_t));
        std::vector<const T*> found;
        if (!vector) {
            m_diagnostics.error(kCode, field, "the vector does not fit into the file");
            return found;
        }
        const std::size_t most = deep ? limits::kMaxSalvagedParts : vector->count;
        m_failures = 0;
        for (std::size_t i = 0; i < vector->count; ++i) {
            if (i >= most || m_failures >= limits::kMaxSalvageFailures) {
                m_diagnostics.error(kCode, field, "too many parts are damaged; the rest is left out");
                break;
            }
            found.push_back(element<T>(vector->first + i * sizeof(flatbuffers::uoffset_t), field + "[" + std::to_string(i) + "]"));
        }
        return found;
    }

private:
    template <class T>
    const T* element(std::size_t offsetAt, const std::string& place) {
        if (const auto position = flat::followOffset(m_region, offsetAt)) return tableAt<T>(*position, place);
        ++m_failures;
        m_diagnostics.error(kCode, place, "its offset leads outside the file; it is left out");
        return nullptr;
    }

    std::span<const std::byte> m_region;
    flat::RawTable m_root;
    Diagnostics& m_diagnostics;
    std::size_t m_failures = 0;
};

RootTables rootByParts(std::span<const std::byte> region, Diagnostics& diagnostics) {
    const auto root = flat::RawTable::root(region);
    if (!root) {
        diagnostics.error(kCode, "root table", "the root table lies outside the file: nothing of the program can be read");
        return {};
    }
    Salvage salvage(region, *root, diagnostics);
    RootTables tables;
    tables.version = root->u32(Version).value_or(0);
    tables.plans = salvage.tables<wire::ExecutionPlan>(Plans, "execution_plan", true);
    tables.constantBuffers = salvage.tables<wire::Buffer>(ConstantBuffers, "constant_buffer");
    tables.delegateData = salvage.tables<wire::BackendDelegateInlineData>(DelegateData, "backend_delegate_data");
    tables.segments = salvage.tables<wire::DataSegment>(Segments, "segments");
    tables.constantSegment = salvage.table<wire::SubsegmentOffsets>(ConstantSegment, "constant_segment");
    tables.mutableSegments = salvage.tables<wire::SubsegmentOffsets>(MutableSegments, "mutable_data_segments");
    tables.namedData = salvage.tables<wire::NamedData>(NamedData, "named_data");
    return tables;
}

}  // namespace

RootTables verifyRoot(std::span<const std::byte> region, Diagnostics& diagnostics) {
    if (region.size() < 8) {
        diagnostics.error(kCode, "root table", "the program region is empty");
        return {};
    }
    flatbuffers::Verifier verifier(dataOf(region), region.size(), flat::verifierOptions(region.size()));
    if (verifier.VerifyBuffer<wire::Program>(nullptr)) return wholeRoot(region);
    diagnostics.error(kCode, "program", "the program's tables are damaged; sound parts are shown");
    return rootByParts(region, diagnostics);
}

}  // namespace etscope::program
