#include "program/program.h"

#include <algorithm>
#include <map>

#include "base/escaped.h"

namespace etscope::program {
namespace {

using flat::Region;
using flat::RegionKind;

/// Names joined for an owner column; a long list ends in "…".
void join(std::string& list, const std::string& name) {
    constexpr std::size_t kMostOwnerText = 200;
    if (list.size() > kMostOwnerText || name.empty()) return;
    if (!list.empty()) list += ", ";
    list += list.size() + name.size() > kMostOwnerText ? "…" : name;
}

/// Who uses an entry of a list of offsets, and how many bytes of it.
struct Use {
    std::uint64_t bytes = 0;
    std::string owners;
};
using Uses = std::map<std::uint32_t, Use>;

class RegionBuilder {
public:
    explicit RegionBuilder(const Program& program) : m_program(program) {}

    std::vector<Region> build() {
        addRegion();
        collectUses();
        if (const auto& constants = m_program.constantSegment(); constants && !constants->offsets.empty())
            addParts(*constants, m_constants, "constant");
        const auto& lists = m_program.mutableDataSegments();
        for (std::size_t i = 0; i < lists.size(); ++i) addParts(lists[i], i == 0 ? m_initialValues : Uses{}, "initial value");
        addDelegates();
        addNamedData();
        addOtherSegments();
        return flat::accountFor(std::move(m_claims), m_program.file().size, tail());
    }

private:
    void claim(std::uint64_t offset, std::uint64_t size, std::string name, RegionKind kind, std::string owner = {}) {
        if (size > 0) m_claims.push_back({offset, size, std::move(name), kind, std::move(owner)});
    }

    /// Header and FlatBuffers region.
    void addRegion() {
        const FileHeader& header = m_program.header();
        const std::uint64_t start = std::min(header.headerBytes(), header.regionSize);
        claim(0, start, header.extended ? "extended header" : "identifier", RegionKind::Header);
        if (m_program.innerRegions().empty())
            claim(start, header.regionSize - start, m_program.verified() ? "program" : "damaged program", RegionKind::Program);
        for (const Region& region : m_program.innerRegions()) m_claims.push_back(region);
    }

    void collectUses() {
        for (const ExecutionPlan& plan : m_program.plans()) {
            for (std::size_t i = 0; i < plan.values.size(); ++i) {
                const TensorInfo* tensor = plan.tensor(static_cast<std::int64_t>(i));
                if (tensor == nullptr || (tensor->kind() != TensorKind::Constant && tensor->kind() != TensorKind::InitialValue))
                    continue;
                Use& use = (tensor->kind() == TensorKind::Constant ? m_constants : m_initialValues)[tensor->dataBufferIndex];
                use.bytes = std::max(use.bytes, tensor->byteCount().value_or(0));
                join(use.owners,
                     escaped(plan.name) + " v" + std::to_string(i) + (tensor->name().empty() ? "" : " " + escaped(tensor->name())));
            }
        }
    }

    /// Start of a segment in the file and its size, cut at the end of the file.
    std::optional<Region> segmentRange(std::uint64_t index) {
        const auto& area = m_program.segments();
        if (index >= area.segments.size() || area.base == 0) return std::nullopt;
        const flat::Segment& segment = area.segments[static_cast<std::size_t>(index)];
        const auto start = area.start(segment);
        if (!start || *start >= area.file.size) return std::nullopt;
        m_claimed.resize(area.segments.size(), false);
        m_claimed[static_cast<std::size_t>(index)] = true;
        return Region{*start, std::min(segment.size, area.file.size - *start), {}, RegionKind::Unknown, {}};
    }

    /// One region per entry, up to the next; what its tensors do not need is padding.
    void addParts(const SubsegmentOffsets& list, const Uses& uses, const std::string& name) {
        const auto segment = segmentRange(list.segmentIndex);
        if (!segment) return;
        std::map<std::uint64_t, std::pair<std::uint32_t, Use>> parts;  // by offset
        for (std::size_t i = 1; i < list.offsets.size(); ++i) {
            auto& [index, use] = parts.try_emplace(list.offsets[i], static_cast<std::uint32_t>(i), Use{}).first->second;
            if (const auto known = uses.find(static_cast<std::uint32_t>(i)); known != uses.end()) {
                use.bytes = std::max(use.bytes, known->second.bytes);
                join(use.owners, known->second.owners);
            }
        }
        for (auto part = parts.begin(); part != parts.end() && part->first < segment->size; ++part) {
            const auto next = std::next(part);
            const std::uint64_t end = next == parts.end() ? segment->size : std::min(next->first, segment->size);
            const auto& [index, use] = part->second;
            const std::uint64_t slot = end - part->first, size = use.bytes == 0 ? slot : std::min(use.bytes, slot);
            claim(segment->offset + part->first, size, name + " " + std::to_string(index), RegionKind::Constant, use.owners);
        }
        if (parts.empty() || parts.begin()->first > 0)
            claim(segment->offset, parts.empty() ? segment->size : std::min(parts.begin()->first, segment->size), name + " segment",
                  RegionKind::Constant);
    }

    void addDelegates() {
        std::map<std::uint32_t, std::string> owners;
        for (const ExecutionPlan& plan : m_program.plans())
            for (std::size_t i = 0; i < plan.delegates.size(); ++i)
                if (const Delegate& delegate = plan.delegates[i]; delegate.hasData && delegate.location == DataLocation::Segment)
                    join(owners[delegate.dataIndex],
                         escaped(plan.name) + " delegate " + std::to_string(i) + " " + escaped(delegate.id));
        for (const auto& [index, owner] : owners)
            if (const auto segment = segmentRange(index))
                claim(segment->offset, segment->size, "segment " + std::to_string(index), RegionKind::Delegate, owner);
    }

    void addNamedData() {
        std::map<std::uint32_t, std::string> keys;
        for (const NamedData& entry : m_program.namedData()) join(keys[entry.segmentIndex], escaped(entry.key));
        for (const auto& [index, owner] : keys)
            if (const auto segment = segmentRange(index))
                claim(segment->offset, segment->size, "segment " + std::to_string(index), RegionKind::NamedData, owner);
    }

    void addOtherSegments() {
        const std::size_t count = m_program.segments().segments.size();
        m_claimed.resize(count, false);
        for (std::size_t i = 0; i < count; ++i)
            if (!m_claimed[i])
                if (const auto segment = segmentRange(i))
                    claim(segment->offset, segment->size, "segment " + std::to_string(i), RegionKind::Unknown);
    }

    static Region tail() { return {0, 0, "trailing bytes", RegionKind::Unknown, {}}; }

    const Program& m_program;
    std::vector<Region> m_claims;
    std::vector<bool> m_claimed;
    Uses m_constants, m_initialValues;
};

}  // namespace

std::vector<Region> regions(const Program& program) { return RegionBuilder(program).build(); }

}  // namespace etscope::program
