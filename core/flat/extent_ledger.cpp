#include "flat/extent_ledger.h"

#include <algorithm>

#include "flat/limits.h"

namespace etscope::flat {
namespace {

/// The largest alignment that files ask for inside a FlatBuffers region, less one.
constexpr std::size_t kMaxInnerPadding = 15;

}  // namespace

ExtentLedger::OwnerId ExtentLedger::addOwner(RegionKind kind, std::string name, std::string owner) {
    m_owners.push_back({kind, std::move(name), std::move(owner)});
    m_current = static_cast<OwnerId>(m_owners.size() - 1);
    return m_current;
}

void ExtentLedger::add(std::size_t begin, std::size_t size) {
    if (size == 0 || m_owners.empty()) return;
    const std::size_t end = begin + size;
    if (!m_extents.empty() && m_extents.back().owner == m_current) {
        Extent& last = m_extents.back();
        if (begin >= last.begin && begin <= last.end) return void(last.end = std::max(last.end, end));
        if (end >= last.begin && end <= last.end) return void(last.begin = begin);
    }
    m_extents.push_back({begin, end, m_current});
}

std::vector<Region> ExtentLedger::regions(std::size_t begin, std::size_t end) const {
    std::vector<Extent> sorted = m_extents;
    // Of those that begin together the first one that was met: a table that several share has one owner on every system.
    std::ranges::stable_sort(sorted, {}, &Extent::begin);
    std::vector<Region> regions;
    OwnerId last = 0;
    const auto append = [&](std::size_t from, std::size_t to, OwnerId id) {
        if (!regions.empty() && last == id && regions.back().kind == m_owners[id].kind) {
            regions.back().size += to - from;
            return;
        }
        regions.push_back({from, to - from, m_owners[id].name, m_owners[id].kind, m_owners[id].owner});
        last = id;
    };
    std::size_t at = begin;
    const auto fill = [&](std::size_t to) {
        if (to <= at) return;
        const bool small = to - at <= kMaxInnerPadding;
        if (small && regions.empty()) return;  // goes with the extent that follows
        if (regions.empty())
            regions.push_back({at, to - at, "padding", RegionKind::Padding, {}});
        else if (small)
            regions.back().size += to - at;
        else
            regions.push_back({at, to - at, "unreferenced", RegionKind::Unknown, {}});
        at = to;
    };
    for (const Extent& extent : sorted) {
        if (extent.end <= at || extent.begin >= end) continue;
        fill(extent.begin);
        const std::size_t to = std::min(extent.end, end);
        append(at, to, extent.owner);
        at = to;
    }
    fill(end);
    if (regions.size() > limits::kMaxInnerRegions) return {{begin, end - begin, "FlatBuffers region", RegionKind::Program, {}}};
    return regions;
}

}  // namespace etscope::flat
