#include "report/html/history_page.h"

#include <algorithm>
#include <cmath>

#include "history/history.h"
#include "report/html/charts.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/html/sections.h"

namespace etscope::report {
namespace html {
namespace {

/// Series that are drawn, those with findings first, and exports of each, the newest.
constexpr std::size_t kMostSeries = 120, kMostExports = 400;

const Json& deviceOf(const Json& series) { return series[series["device"].is_null() ? "target" : "device"]; }

std::string seriesName(const Json& series) {
    std::string name = textOf(series["variant"]);
    for (const Json* part : {&series["member"], &series["method"], &deviceOf(series)})
        if (!part->is_null()) name += " · " + textOf(*part);
    return name;
}

/// Its variant, and below it what of that.
Cell seriesCell(const Json& series) {
    std::string rest;
    for (const Json* part : {&series["member"], &series["method"], &deviceOf(series)})
        if (!part->is_null()) rest += (rest.empty() ? "" : " · ") + textOf(*part);
    return {codeCell(textOf(series["variant"])).html + (rest.empty() ? "" : "<br><small>" + escape(rest, kMostCell) + "</small>"),
            escape(seriesName(series), kMostCell)};
}

/// In one line, where it is as short as a name with a date; below it what of that.
Cell exportCell(const std::string& name, const std::string& below = {}) {
    constexpr std::size_t kShort = 24;
    Cell cell = textCell(name);
    if (name.empty()) return cell;
    if (name.size() <= kShort) cell.html = "<span class=\"whole\">" + cell.html + "</span>";
    if (!below.empty()) cell.html += "<br><small>" + escape(below, kMostCell) + "</small>";
    cell.order = escape(name, kMostCell);
    return cell;
}

Cell ticksCell(const Json& value) {
    const auto ticks = numberOf(value);
    return ticks ? countCell(static_cast<std::uint64_t>(std::llround(*ticks))) : noCell();
}

/// How many budgets the last export breaks.
Cell budgetsCell(const Json& series) {
    const Json& gates = series["gates"];
    if (gates.empty()) return noCell();
    const auto count = [&](std::string_view state) {
        return std::ranges::count_if(gates, [&](const Json& one) { return one["states"].back() == state; });
    };
    const auto broken = count("broken"), unknown = count("unknown");
    const auto of = [&](auto many, const char* word) {
        return std::to_string(many) + " of " + std::to_string(gates.size()) + " " + word;
    };
    const auto cell = [](Mark mark, const std::string& text, const char* order) {
        return Cell{"<span class=\"whole\">" + markHtml(mark, "") + " " + text + "</span>", order};
    };
    return broken > 0    ? cell(Mark::Differ, of(broken, "broken"), "0")
           : unknown > 0 ? cell(Mark::Missing, of(unknown, "unknown"), "1")
                         : cell(Mark::Match, "held", "2");
}

void fillSeries(Section& section, const Json& document) {
    std::vector<const Json*> list;
    for (const Json& one : document["series"]) list.push_back(&one);
    std::ranges::stable_sort(list, {}, [](const Json* one) {
        return (*one)["fails"] == true ? 0 : (*one)["state"] == "differ" ? 1 : (*one)["state"] == "unknown" ? 2 : 3;
    });
    for (const Json& note : document["notes"]) section.quiet(sentence(textOf(note)));
    const TableForm form{"Variants, methods and devices, as their last exports are",
                         columns(left("Last export"), left("Series"), left("Bad since"), left("Budgets"),
                                 right("KL", "Nats, the worst run"), right("Difference", "The largest of an output"),
                                 right("Median time", "Ticks of the device's clock"), right("Program"), right("Memory", "Planned")),
                         ", none of them worse"};
    section.table(form, list.size(), [&](std::size_t i) {
        const Json& one = *list[i];
        const Json& last = one["last"];
        Cell state = stateCell(textOf(one["state"]));
        state.html += "<br><small>" + escape(textOf(one["last_export"]), kMostCell) + "</small>";
        return cells(std::move(state), seriesCell(one), exportCell(textOf(one["first_bad"]), words(textOf(one["cause"]))),
                     budgetsCell(one), numberCellOf(last["kl"]), numberCellOf(last["max_abs"]), ticksCell(last["p50_ticks"]),
                     bytesCellOf(last["program_bytes"]), bytesCellOf(last["memory_bytes"]));
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
    if (list.empty()) return section.paragraph("Nothing was found in what the tables tell.");
    const TableForm form{"What is found, what is bad now first",
                         columns(left(""), left("What"), left("Series"), left("Export"), left("Seen")), ""};
    section.table(form, list.size(), [&](std::size_t i) {
        const Json& one = list[i];
        return cells(Cell{markHtml(markOf(markWord(textOf(one["weight"]))), textOf(one["weight"])), std::to_string(i)},
                     textCell(textOf(one["kind"])), seriesCell(one), exportCell(textOf(one["export"])),
                     textCell(sentence(textOf(one["sentence"]))));
    });
}

/// The first export that is drawn.
std::size_t firstDrawn(const Json& series) {
    const std::size_t count = series["points"].size();
    return count - std::min(count, kMostExports);
}

std::vector<CoursePoint> pointsOf(const Json& series, const std::string& key, const std::string& unit) {
    std::vector<CoursePoint> points;
    for (std::size_t i = firstDrawn(series); i < series["points"].size(); ++i) {
        const Json& one = series["points"][i];
        CoursePoint point{numberOf(one[key]), textOf(one["state"]) == "differ", textOf(one["export"]), {}};
        point.tip = point.name + ": " + (point.value ? floatText(*point.value) + (unit.empty() ? "" : " " + unit) : "not known");
        points.push_back(std::move(point));
    }
    return points;
}

/// Of each budget of that measure its limits.
std::vector<std::vector<std::optional<double>>> limitsOf(const Json& series, const std::string& key) {
    std::vector<std::vector<std::optional<double>>> limits;
    for (const Json& gate : series["gates"]) {
        if (gate["measure"] != key) continue;
        limits.emplace_back();
        for (std::size_t i = firstDrawn(series); i < gate["limits"].size(); ++i)
            limits.back().push_back(numberOf(gate["limits"][i]));
    }
    return limits;
}

/// What changes, or is held against a budget; what stays is in the table.
bool isDrawn(const Json& measure, const std::vector<CoursePoint>& points, bool hasLimit) {
    if (measure["known"] < 2) return false;
    const auto differs = [&](const CoursePoint& point) { return point.value && point.value != numberOf(measure["first"]); };
    return hasLimit || std::ranges::any_of(points, differs);
}

std::string measureTitle(const std::string& key) {
    const auto facts = history::measureFacts();
    const auto hit = std::ranges::find(facts, key, &history::MeasureFacts::key);
    return hit == facts.end() ? words(key) : std::string(hit->title);
}

void drawSeries(Section& section, const Json& series) {
    std::vector<StripPart> strip;
    const std::size_t from = firstDrawn(series);
    for (std::size_t i = from; i < series["points"].size(); ++i) {
        const Json& point = series["points"][i];
        strip.push_back({textOf(point["state"]) == "match"    ? "s-match"
                         : textOf(point["state"]) == "differ" ? "s-differ"
                                                              : "s-missing",
                         textOf(point["export"]) + ": " + textOf(point["state"])});
    }
    std::string pictures;
    for (const Json& measure : series["measures"]) {
        const std::string key = textOf(measure["measure"]), unit = textOf(measure["unit"]), title = measureTitle(key);
        const auto points = pointsOf(series, key, unit);
        const auto limits = limitsOf(series, key);
        if (!isDrawn(measure, points, !limits.empty())) continue;
        std::vector<std::size_t> steps;
        for (const Json& step : measure["steps"])
            if (const auto at = step["at"].get<std::size_t>(); step["worse"] == true && at >= from) steps.push_back(at - from);
        pictures += "<figure>" + coursePicture(points, limits, steps, title + " of " + seriesName(series)) + "<figcaption>" +
                    escape(title + (unit.empty() ? "" : ", " + unit)) + "</figcaption></figure>";
    }
    const std::string newest = from == 0 ? ""
                                         : " Of " + counted(series["points"].size(), "export", "exports") + " the newest " +
                                               std::to_string(kMostExports) + ".";
    section.add("<h3>" + escape(seriesName(series), kMostCell) + "</h3><figure>" +
                stripPicture(strip, "Verdicts of " + seriesName(series)) + "<figcaption>Verdicts, the oldest export left." +
                newest + "</figcaption></figure>" + (pictures.empty() ? "" : "<div class=\"pictures\">" + pictures + "</div>") +
                "\n");
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
        "Filled points: exports that are good or not known; open ones: bad. An upright line: a step to the worse. Dashed: budgets. "
        "Where nothing is known the line has a gap.");
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
