#include "flat/segment_area.h"

#include <algorithm>

#include "base/checked_math.h"

namespace etscope::flat {
namespace {

std::string placeOf(std::size_t index) { return "segments[" + std::to_string(index) + "]"; }

void checkOverlaps(const SegmentArea& area, const std::string& code, Diagnostics& diagnostics) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < area.segments.size(); ++i)
        if (area.segments[i].size > 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return area.segments[a].offset < area.segments[b].offset; });
    std::optional<std::size_t> widest;  // the one that reaches furthest so far
    for (const std::size_t i : order) {
        const Segment& segment = area.segments[i];
        if (widest) {
            const Segment& before = area.segments[*widest];
            if (segment.offset - before.offset < before.size)
                diagnostics.error(code, placeOf(i), "the segment overlaps " + placeOf(*widest));
            if (segment.offset - before.offset < before.size && segment.size <= before.size - (segment.offset - before.offset))
                continue;
        }
        widest = i;
    }
}

}  // namespace

std::optional<std::uint64_t> SegmentArea::start(const Segment& segment) const noexcept { return checkedAdd(base, segment.offset); }

Result<ByteRange> SegmentArea::bytes(std::uint64_t index) const {
    const std::string place = "segments[" + std::to_string(index) + "]";
    if (index >= segments.size())
        return fail("segment-index", "there is no such segment: the file has " + std::to_string(segments.size()), place);
    const Segment& segment = segments[static_cast<std::size_t>(index)];
    const auto at = start(segment);
    if (!at || !rangeFits(*at, segment.size, file.size))
        return fail("segment-out-of-range", "the segment reaches beyond the end of the file", place);
    return file.part(*at, segment.size);
}

void checkSegments(const SegmentArea& area, std::string_view prefix, Diagnostics& diagnostics) {
    const std::string code = std::string(prefix);
    std::uint64_t previous = 0;
    bool wanted = false;
    for (std::size_t i = 0; i < area.segments.size(); ++i) {
        const Segment& segment = area.segments[i];
        const auto at = area.start(segment);
        wanted = wanted || segment.size > 0;
        if (segment.size > 0 && area.base != 0 && (!at || !rangeFits(*at, segment.size, area.file.size)))
            diagnostics.error(code + "-segment-out-of-range", placeOf(i),
                              "the segment reaches beyond the end of the file: offset " + std::to_string(segment.offset) +
                                  " from the base, size " + std::to_string(segment.size));
        if (area.dataSize && !rangeFits(segment.offset, segment.size, *area.dataSize))
            diagnostics.error(code + "-segment-beyond-data-size", placeOf(i),
                              "the segment reaches beyond the segment data size of the header, " + std::to_string(*area.dataSize));
        if (segment.offset < previous)
            diagnostics.warning(code + "-segment-order", placeOf(i), "the segment starts before the one listed before it");
        previous = segment.offset;
    }
    if (wanted && area.base == 0)
        diagnostics.error(code + "-segments-without-area", "segments",
                          "segments are listed, but the header gives no place for them");
    checkOverlaps(area, code + "-segment-overlap", diagnostics);
}

void checkUnreferenced(const std::vector<bool>& used, const SegmentArea& area, std::string_view prefix, Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < area.segments.size() && i < used.size(); ++i)
        if (!used[i] && area.segments[i].size > 0)
            diagnostics.note(std::string(prefix) + "-segment-unreferenced", placeOf(i),
                             "nothing refers to this segment of " + std::to_string(area.segments[i].size) + " bytes");
}

}  // namespace etscope::flat
