#include "report/html/history_page.h"

#include <algorithm>
#include <cmath>

#include "report/html/charts.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/html/sections.h"

namespace etscope::report {
namespace html {
namespace {

/// Series that are drawn, those with findings first.
constexpr std::size_t kMostSeries = 120;

std::string seriesName(const Json& series) {
    std::string name = textOf(series["variant"]);
    for (const char* part : {"member", "method", "device"})
        if (!series[part].is_null()) name += " · " + textOf(series[part]);
    return name;
}

Cell ticksCell(const Json& value) {
    const auto ticks = numberOf(value);
    return ticks ? countCell(static_cast<std::uint64_t>(std::llround(*ticks))) : noCell();
}

void fillSeries(Section& section, const Json& document) {
    const Json& list = document["series"];
    for (const Json& note : document["notes"]) section.quiet(sentence(textOf(note)));
    const TableForm form{
        "Variants, methods and devices: what is known of the last export of each",
        columns(left("State"), left("Variant"), left("Method"), left("Device"), right("Exports"), left("Last export"),
                left("Bad since"), left("Cause"), right("KL", "Nats, the worst run"), right("Largest difference"),
                right("Median time", "Ticks of the device's clock"), right("Program"), right("Planned memory"), right("Findings")),
        ", in the order of their names"};
    section.table(form, list.size(), [&](std::size_t i) {
        const Json& one = list[i];
        const Json& last = one["last"];
        const std::string variant = textOf(one["variant"]) + (one["member"].is_null() ? "" : " · " + textOf(one["member"]));
        return cells(stateCell(textOf(one["state"])), codeCell(variant), codeCell(textOf(one["method"])),
                     codeCell(textOf(one["device"].is_null() ? one["target"] : one["device"])), countCellOf(one["exports"]),
                     textCell(textOf(one["last_export"])), textCell(textOf(one["first_bad"])),
                     textCell(words(textOf(one["cause"]))), numberCellOf(last["kl"]), numberCellOf(last["max_abs"]),
                     ticksCell(last["p50_ticks"]), bytesCellOf(last["program_bytes"]), bytesCellOf(last["memory_bytes"]),
                     countCellOf(one["findings"]));
    });
}

/// "bad" and the like as the marks that the page has.
std::string_view markWord(const std::string& weight) {
    return weight == "bad"                               ? "differ"
           : weight == "unknown"                         ? "missing"
           : weight == "unconfirmed" || weight == "slow" ? "warning"
                                                         : "note";
}

void fillHistoryFindings(Section& section, const Json& document) {
    const Json& list = document["findings"];
    if (list.empty()) return section.paragraph("Nothing changed beyond noise, as far as the tables tell.");
    const TableForm form{
        "What is found, what is bad now first",
        columns(left(""), left("What"), left("Variant"), left("Method"), left("Device"), left("Export"), left("Seen")), ""};
    section.table(form, list.size(), [&](std::size_t i) {
        const Json& one = list[i];
        return cells(Cell{markHtml(markOf(markWord(textOf(one["weight"]))), textOf(one["weight"])), std::to_string(i)},
                     textCell(textOf(one["kind"])), codeCell(textOf(one["variant"])), codeCell(textOf(one["method"])),
                     codeCell(textOf(one["device"])), textCell(textOf(one["export"])), textCell(sentence(textOf(one["sentence"]))));
    });
}

std::vector<CoursePoint> pointsOf(const Json& series, const std::string& key, const std::string& unit) {
    std::vector<CoursePoint> points;
    for (const Json& one : series["points"]) {
        CoursePoint point{numberOf(one[key]), textOf(one["state"]) == "differ", textOf(one["export"]), {}};
        point.tip = point.name + ": " + (point.value ? floatText(*point.value) + (unit.empty() ? "" : " " + unit) : "not known");
        points.push_back(std::move(point));
    }
    return points;
}

/// The limits of a budget of that measure, where it has one.
std::vector<std::optional<double>> limitsOf(const Json& series, const std::string& key) {
    static constexpr std::pair<std::string_view, std::string_view> kBudgets[] = {{"kl", "kl_mean"},
                                                                                 {"p50_ticks", "latency_p50"},
                                                                                 {"program_bytes", "file_size"},
                                                                                 {"weight_bytes", "weights_bytes"},
                                                                                 {"memory_bytes", "planned_memory"},
                                                                                 {"kernels", "kernels_outside_delegates"}};
    const auto* named = std::ranges::find(kBudgets, key, &std::pair<std::string_view, std::string_view>::first);
    const std::string_view budget = named == std::end(kBudgets) ? std::string_view(key) : named->second;
    std::vector<std::optional<double>> limits;
    for (const Json& gate : series["gates"]) {
        if (gate["budget"] != budget) continue;
        for (const Json& limit : gate["limits"]) limits.push_back(numberOf(limit));
        break;
    }
    return limits;
}

/// What changes, or is held against a budget; what stays is in the table.
bool isDrawn(const Json& measure, const std::vector<CoursePoint>& points, bool hasLimit) {
    if (measure["known"] < 2) return false;
    const auto differs = [&](const CoursePoint& point) { return point.value && point.value != numberOf(measure["first"]); };
    return hasLimit || std::ranges::any_of(points, differs);
}

void drawSeries(Section& section, const Json& series) {
    std::vector<StripPart> strip;
    for (const Json& point : series["points"])
        strip.push_back({textOf(point["state"]) == "match"    ? "s-match"
                         : textOf(point["state"]) == "differ" ? "s-differ"
                                                              : "s-missing",
                         textOf(point["export"]) + ": " + textOf(point["state"])});
    std::string pictures = "<figure>" + stripPicture(strip, "Verdicts of " + seriesName(series)) +
                           "<figcaption>Verdicts, the oldest export left.</figcaption></figure>";
    for (const Json& measure : series["measures"]) {
        const std::string key = textOf(measure["measure"]), unit = textOf(measure["unit"]);
        const auto points = pointsOf(series, key, unit);
        const auto limits = limitsOf(series, key);
        if (!isDrawn(measure, points, !limits.empty())) continue;
        std::vector<std::size_t> steps;
        for (const Json& step : measure["steps"])
            if (step["worse"] == true) steps.push_back(step["at"].get<std::size_t>());
        pictures += "<figure>" + coursePicture(points, limits, steps, key + " of " + seriesName(series)) + "<figcaption>" +
                    escape(words(key) + (unit.empty() ? "" : ", " + unit)) + "</figcaption></figure>";
    }
    section.add("<h3>" + escape(seriesName(series), kMostCell) + "</h3><div class=\"pictures\">" + pictures + "</div>\n");
}

void fillCourses(Section& section, const Json& document) {
    std::vector<const Json*> list;
    for (const Json& one : document["series"])
        if (one["exports"] > 1) list.push_back(&one);
    if (list.empty()) return section.unknown("No series has two exports: there is nothing to draw over time.");
    std::ranges::stable_sort(list, std::greater(), [](const Json* one) {
        return std::pair((*one)["fails"] == true, (*one)["findings"].get<std::size_t>());
    });
    section.quiet(
        "Filled points: exports that are good or not known; open ones: bad. An upright line: the first export beyond the noise of "
        "those "
        "before it. Dashed: the budget. Where nothing is known the line has a gap.");
    for (std::size_t i = 0; i < std::min(list.size(), kMostSeries); ++i) drawSeries(section, *list[i]);
    if (list.size() > kMostSeries) section.quiet("and " + counted(list.size() - kMostSeries, "more series", "more series"));
}

Mark markOfAll(const Json& document) {
    if (document["passed"] == false) return Mark::Differ;
    const auto isKnown = [](const Json& one) { return one["state"] == "match"; };
    const Json& list = document["series"];
    return !list.empty() && std::ranges::all_of(list, isKnown) ? Mark::Match : Mark::Missing;
}

}  // namespace
}  // namespace html

std::string historyPage(const Json& document, const std::string& made) {
    std::vector<html::Section> sections;
    html::Section series("verdict", "Series", 900'000);
    html::fillSeries(series, document);
    series.setMark(html::markOfAll(document));
    html::Section findings("findings", "Findings", 900'000);
    html::fillHistoryFindings(findings, document);
    html::Section courses("courses", "Over time", 3'000'000);
    html::fillCourses(courses, document);
    for (html::Section* one : {&series, &findings, &courses}) sections.push_back(std::move(*one));
    const std::size_t tables = document["tables"].size();
    return html::page({"History of " + html::counted(document["summary"]["exports"].get<std::size_t>(), "export", "exports") +
                           " in " + html::counted(tables, "table", "tables"),
                       made},
                      sections);
}

}  // namespace etscope::report
