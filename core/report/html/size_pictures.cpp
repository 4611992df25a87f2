// Where the bytes are: of a file, of planned memory.
#include <algorithm>
#include <map>

#include "base/bytes_text.h"
#include "layout/treemap.h"
#include "report/html/charts.h"
#include "report/html/html_text.h"
#include "report/text_table.h"

namespace etscope::report::html {
namespace {

constexpr double kSizePicturesWidth = 1120, kTreeHeight = 230, kHeader = 18, kName = 16;
/// Boxes of fewer square units are one, hatched.
constexpr double kLeastBox = 36;
/// Levels of a picture: more are folded to the highest of each column.
constexpr std::size_t kMostLevels = 1100;

struct Group {
    flat::RegionKind kind = flat::RegionKind::Unknown;
    std::uint64_t size = 0;
    std::vector<const flat::Region*> members;  ///< largest first
};

/// The largest first.
std::vector<Group> groupsOf(const std::vector<flat::Region>& regions) {
    std::map<flat::RegionKind, Group> byKind;
    for (const flat::Region& region : regions) {
        if (region.size == 0) continue;
        Group& group = byKind[region.kind];
        group.kind = region.kind;
        group.size += region.size;
        group.members.push_back(&region);
    }
    std::vector<Group> groups;
    for (auto& [kind, group] : byKind) groups.push_back(std::move(group));
    std::ranges::stable_sort(groups, std::greater(), &Group::size);
    for (Group& group : groups)
        std::ranges::stable_sort(group.members, std::greater(), [](const flat::Region* region) { return region->size; });
    return groups;
}

std::string tipOf(const flat::Region& region) {
    return region.name + (region.owner.empty() ? "" : " · " + region.owner) + " · " + bytesText(region.size);
}

/// Segments of delegates are called by whose they are, without the backend: "text_decoder delegate 5".
std::string labelOf(const flat::Region& region) {
    if (region.kind != flat::RegionKind::Delegate || region.owner.empty()) return region.name;
    return region.owner.substr(0, region.owner.rfind(' '));
}

void drawMembers(SvgCanvas& canvas, const Group& group, const layout::Rect& inside) {
    std::vector<double> sizes;
    for (const flat::Region* region : group.members) sizes.push_back(static_cast<double>(region->size));
    layout::Rect rest;
    const auto boxes = layout::squarified(sizes, inside, kLeastBox, &rest);
    const std::string kind = "r-" + std::string(flat::regionKindName(group.kind));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const layout::Rect& box = boxes[i];
        canvas.rect({box.x + 0.5, box.y + 0.5, std::max(0.0, box.width - 1), std::max(0.0, box.height - 1)}, kind,
                    tipOf(*group.members[i]));
        if (box.height >= kName && box.width > 44)
            canvas.text({box.x + 5, box.y + 13}, fitting(labelOf(*group.members[i]), box.width - 9), "onfill");
    }
    if (boxes.size() < group.members.size() && rest.width > 0 && rest.height > 0)
        canvas.rect(rest, "rest", counted(group.members.size() - boxes.size(), "smaller one", "smaller ones"));
}

/// The highest level of each column where there are more than can be seen.
std::vector<program::MemoryLevel> shownLevels(const std::vector<program::MemoryLevel>& levels) {
    const std::size_t stride = levels.size() / kMostLevels + 1;
    if (stride == 1) return levels;
    std::vector<program::MemoryLevel> shown;
    for (std::size_t start = 0; start < levels.size(); start += stride) {
        const auto end = levels.begin() + static_cast<std::ptrdiff_t>(std::min(start + stride, levels.size()));
        const auto highest = std::max_element(levels.begin() + static_cast<std::ptrdiff_t>(start), end,
                                              [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
        shown.push_back({levels[start].from, highest->bytes});
    }
    return shown;
}

}  // namespace

std::string regionWord(flat::RegionKind kind) {
    if (kind == flat::RegionKind::Json) return "JSON";
    return kind == flat::RegionKind::Zip ? "archive" : words(flat::regionKindName(kind));
}

std::string sizesPicture(const std::vector<flat::Region>& regions, std::string_view name) {
    const std::vector<Group> groups = groupsOf(regions);
    std::vector<double> sizes;
    for (const Group& group : groups) sizes.push_back(static_cast<double>(group.size));
    SvgCanvas canvas(kSizePicturesWidth, kTreeHeight, "chart wide");
    const auto areas = layout::squarified(sizes, {0, 0, kSizePicturesWidth, kTreeHeight});
    for (std::size_t i = 0; i < areas.size(); ++i) {
        const layout::Rect& area = areas[i];
        const bool headed = area.width >= 60 && area.height >= kHeader + kName;
        canvas.rect(area, "group");
        if (headed) {
            const std::string title = regionWord(groups[i].kind), bytes = bytesText(groups[i].size);
            canvas.text({area.x + 5, area.y + 13}, fitting(title, area.width - 10), "strong");
            if (widthOf(title) + widthOf(bytes) + 24 < area.width)
                canvas.text({area.right() - 5, area.y + 13}, bytes, "", Anchor::End);
        }
        const double top = headed ? kHeader : 1;
        drawMembers(canvas, groups[i],
                    {area.x + 1, area.y + top, std::max(0.0, area.width - 2), std::max(0.0, area.height - top - 1)});
    }
    return std::move(canvas).html(name);
}

std::string memoryPicture(const program::MemoryPeak& peak, std::uint64_t buffer, std::size_t instructions, std::string_view name) {
    constexpr double kHeight = 150, kLeft = 70, kRight = 12, kTop = 24, kBase = kHeight - 32;
    const double most = static_cast<double>(std::max<std::uint64_t>(1, std::max(buffer, peak.bytes)));
    const double last = static_cast<double>(std::max<std::size_t>(1, instructions));
    const auto xOf = [&](std::int64_t at) {
        return kLeft + std::clamp((static_cast<double>(at) + 1) / (last + 1), 0.0, 1.0) * (kSizePicturesWidth - kLeft - kRight);
    };
    const auto yOf = [&](std::uint64_t bytes) { return kBase - static_cast<double>(bytes) / most * (kBase - kTop); };
    SvgCanvas canvas(kSizePicturesWidth, kHeight, "chart wide");
    for (const std::uint64_t bytes : {buffer, buffer / 2}) {
        canvas.line({kLeft, yOf(bytes)}, {kSizePicturesWidth - kRight, yOf(bytes)}, "grid");
        canvas.text({kLeft - 6, yOf(bytes) + 4}, bytesText(bytes), "", Anchor::End);
    }
    std::string data = "M" + fixed(xOf(-1)) + " " + fixed(kBase);
    for (const program::MemoryLevel& level : shownLevels(peak.levels))
        data += "H" + fixed(xOf(level.from)) + "V" + fixed(yOf(level.bytes));
    canvas.path(data + "H" + fixed(kSizePicturesWidth - kRight) + "V" + fixed(kBase) + "z", "level");
    canvas.line({kLeft, kBase}, {kSizePicturesWidth - kRight, kBase}, "axis");
    canvas.text({kLeft, kBase + 14}, "input", "");
    canvas.text({kSizePicturesWidth - kRight, kBase + 14}, "instruction " + countText(instructions), "", Anchor::End);
    const double x = xOf(peak.atInstruction);
    const bool left = x > kSizePicturesWidth * 0.7;
    canvas.line({x, kTop - 14}, {x, kBase}, "flag");
    canvas.text({left ? x - 6 : x + 6, kTop - 6},
                "peak " + bytesText(peak.bytes) +
                    (peak.atInstruction < 0 ? " at the input"
                                            : " at instruction " + countText(static_cast<std::uint64_t>(peak.atInstruction))),
                "flagtext", left ? Anchor::End : Anchor::Start);
    return std::move(canvas).html(name);
}

}  // namespace etscope::report::html
