#include "report/html/sections.h"

#include <cmath>

#include "base/float_limits.h"
#include "report/html/html_text.h"

namespace etscope::report::html {

std::string textOf(const Json& value) {
    if (value.is_null()) return {};
    return value.is_string() ? value.get<std::string>() : value.dump();
}

std::optional<double> numberOf(const Json& value) {
    if (value.is_number()) return value.get<double>();
    if (!value.is_string()) return std::nullopt;
    const auto text = value.get<std::string>();
    if (text == "NaN") return std::nan("");
    if (text == "Infinity") return kInfinity;
    return text == "-Infinity" ? std::optional(-kInfinity) : std::nullopt;
}

Cell numberCellOf(const Json& value) {
    const auto number = numberOf(value);
    return number ? numberCell(*number) : noCell();
}

Cell bytesCellOf(const Json& value) { return value.is_number_unsigned() ? bytesCell(value.get<std::uint64_t>()) : noCell(); }

Cell countCellOf(const Json& value) {
    if (!value.is_number_integer()) return noCell();
    const auto number = value.get<std::int64_t>();
    return number < 0 ? Cell{floatText(static_cast<double>(number)), std::to_string(number)}
                      : countCell(static_cast<std::uint64_t>(number));
}

Cell linesCell(const std::vector<std::string>& lines) {
    constexpr std::size_t kShown = 4;
    if (lines.empty()) return noCell();
    if (lines.size() == 1) return {lines.front(), {}};
    const std::size_t shown = lines.size() <= kShown + 1 ? lines.size() : kShown;
    std::string html = "<ul>";
    for (std::size_t i = 0; i < shown; ++i) html += "<li>" + lines[i] + "</li>";
    if (shown < lines.size()) html += "<li class=\"quiet\">+ " + countText(lines.size() - shown) + " more</li>";
    return {html + "</ul>", {}};
}

JobContext part(const JobContext& job, double from, double to) {
    JobContext inner = job;
    if (job.progress)
        inner.progress = [report = job.progress, from, to](double fraction) { report(from + (to - from) * fraction); };
    return inner;
}

}  // namespace etscope::report::html
