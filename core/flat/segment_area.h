// SegmentArea: the segments behind a FlatBuffers region, as `.pte` and `.ptd` have them: a base, and ranges relative to it.
// Owns no bytes; any thread. Rules: docs/FORMATS.md "Segments".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope::flat {

struct Segment {
    std::uint64_t offset = 0;  ///< relative to the base
    std::uint64_t size = 0;    ///< without padding
};

struct SegmentArea {
    ByteRange file;
    std::uint64_t base = 0;  ///< in `file`; 0: there is no area
    /// Bytes from the base to the end of the last segment; nothing when the header does not say.
    std::optional<std::uint64_t> dataSize;
    std::vector<Segment> segments;

    /// Start of a segment in `file`; nothing when the sum overflows.
    std::optional<std::uint64_t> start(const Segment& segment) const noexcept;
    /// Bytes of a segment, which must lie inside the file. Errors: `segment-index`, `segment-out-of-range`.
    Result<ByteRange> bytes(std::uint64_t index) const;
};

/// Checks every range against the file and the data size, the order, and that none overlaps another. `prefix` stands before the
/// codes: "pte" gives `pte-segment-out-of-range`, `-segment-beyond-data-size`, `-segment-overlap`, `-segment-order`,
/// `-segments-without-area`.
void checkSegments(const SegmentArea& area, std::string_view prefix, Diagnostics& diagnostics);

/// Adds a note `<prefix>-segment-unreferenced` for every segment with bytes that nobody uses.
void checkUnreferenced(const std::vector<bool>& used, const SegmentArea& area, std::string_view prefix, Diagnostics& diagnostics);

/// The largest power of two that divides an offset; 0 for offset 0.
constexpr std::uint64_t alignmentOf(std::uint64_t offset) noexcept { return offset & (~offset + 1); }

}  // namespace etscope::flat
