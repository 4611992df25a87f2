// Charts of the report, as SVG: the numeric gap, memory over a run, sizes as a treemap, bars, measures over
// exports, pictures of errors. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flat/region.h"
#include "program/memory_plan.h"
#include "report/html/svg_canvas.h"
#include "tensor/heat_map.h"

namespace etscope::report::html {

/// One call of a run.
struct GapPoint {
    std::int64_t instruction = 0;
    double error = 0;              ///< relative, of its value
    std::optional<double> own;     ///< what it did itself, where rounding does not explain that
    bool constant = false;         ///< and a constant is why
    bool diverges = false;         ///< outside the tolerance
    std::optional<double> normal;  ///< what rounding alone may have led to until here
    std::string tip;
};
/// Errors in the order of execution on a logarithmic axis. `flagged`: where it begins, an index of the points, with what it is.
std::string gapPicture(const std::vector<GapPoint>& points, double tolerance, std::optional<std::size_t> flagged,
                       std::string_view flagText, std::string_view name);

/// What of a buffer is occupied, instruction by instruction, with its peak.
std::string memoryPicture(const program::MemoryPeak& peak, std::uint64_t buffer, std::size_t instructions, std::string_view name);

/// What regions of that kind are called: "named data", "JSON".
std::string regionWord(flat::RegionKind kind);
/// A file's regions as areas, grouped by kind.
std::string sizesPicture(const std::vector<flat::Region>& regions, std::string_view name);

struct Bar {
    std::string name, value;
    double share = 0;
};
/// One below the other; the longest is as long as there is room.
std::string barsPicture(const std::vector<Bar>& bars, std::string_view name);

/// A measure of one export.
struct CoursePoint {
    std::optional<double> value;
    bool bad = false;  ///< the export is
    std::string name, tip;
};
/// Values over exports on a linear axis, gaps where nothing is known. `limits`: lines, of each point; may be shorter. `steps`: indices
/// of points that are marked.
std::string coursePicture(const std::vector<CoursePoint>& points, const std::vector<std::vector<std::optional<double>>>& limits,
                          const std::vector<std::size_t>& steps, std::string_view name);
/// Equal parts of one bar, with what each is.
struct StripPart {
    std::string_view kind;
    std::string tip;
};
std::string stripPicture(const std::vector<StripPart>& parts, std::string_view name);

struct Part {
    std::string_view kind;  ///< "s-match", …
    std::uint64_t count = 0;
};
/// Shares of one bar.
std::string partsPicture(const std::vector<Part>& parts, std::string_view name);

/// |runtime − reference| of a plane: light is nothing, dark the largest; what is not finite is marked. Errors: those of
/// tensor::pngOf().
Result<std::string> errorPicture(const tensor::HeatMap& map, std::string_view name);
/// The colours of errorPicture() from 0 to its largest value.
std::string errorScale(double largest);

}  // namespace etscope::report::html
