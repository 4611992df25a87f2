// Where time went: runs, by backend and by operator, the calls that took longest.
#include <algorithm>

#include "profile/time_text.h"
#include "report/html/charts.h"
#include "report/html/html_text.h"
#include "report/html/sections.h"

namespace etscope::report::html {
namespace {

std::string unitOf(const Json& row) { return row["unit"].is_null() ? std::string() : textOf(row["unit"]); }

std::string amountText(const Json& value, const Json& row, const std::optional<double>& ticksPerSecond) {
    const auto number = numberOf(value);
    if (!number) return "–";
    const std::string unit = unitOf(row);
    const std::string text = profile::timeText(*number, unit, ticksPerSecond);
    return unit == "ticks" && !ticksPerSecond ? text + " ticks" : text;
}

Cell timeCell(const Json& value, const Json& row, const std::optional<double>& ticksPerSecond) {
    const auto number = numberOf(value);
    if (!number) return noCell();
    Cell cell = numberCell(*number);
    cell.html = escape(amountText(value, row, ticksPerSecond));
    return cell;
}

/// What the runs are, a line each set.
void addSets(Section& section, const Json& document) {
    const Json& sets = document["run_sets"];
    const TableForm form{"Runs that are taken together", columns(left("Method"), right("Runs"), left("Which"))};
    section.table(form, sets.size(), [&](std::size_t i) {
        const Json& runs = sets[i]["runs"];
        std::string which;
        for (std::size_t r = 0; r < std::min<std::size_t>(runs.size(), 16); ++r) which += (r == 0 ? "" : ", ") + runs[r].dump();
        if (runs.size() > 16) which += " and " + countText(runs.size() - 16) + " more";
        return cells(codeCell(textOf(sets[i]["title"])), countCell(runs.size()), textCell(which));
    });
}

/// The longest totals of one set, of one kind.
void addTotals(Section& section, const Json& document, std::size_t set, std::string_view by, const std::string& title,
               const std::optional<double>& ticksPerSecond) {
    constexpr std::size_t kMostBars = 12;
    std::vector<Bar> bars;
    std::size_t all = 0;
    for (const Json& total : document["totals"]) {
        if (total["set"] != set || total["by"] != by || total["share"].is_null()) continue;
        if (++all > kMostBars) continue;
        const double share = total["share"].get<double>();
        bars.push_back({textOf(total["name"]),
                        percentText(share) + " · " + amountText(total["ticks"], total, ticksPerSecond) + " · " +
                            counted(total["calls"].get<std::uint64_t>(), "call", "calls"),
                        share});
    }
    if (all < 2) return;  // of one alone the table below says all
    const std::string more = all > bars.size() ? ", the longest " + countText(bars.size()) + " of " + countText(all) : "";
    section.figure(barsPicture(bars, title), escape(title + more + "; shares of the time of all calls.", 300));
}

/// Instructions, those that take longest in a run first: shares of different methods are of different times.
std::vector<const Json*> longestCalls(const Json& summary) {
    std::vector<const Json*> rows;
    for (const Json& row : summary)
        if (row["level"] == "instruction") rows.push_back(&row);
    std::ranges::stable_sort(rows, std::greater(), [](const Json* row) { return numberOf((*row)["per_run"]).value_or(-1); });
    return rows;
}

void addCalls(Section& section, const Json& document, const std::optional<double>& ticksPerSecond) {
    const auto rows = longestCalls(document["summary"]);
    const TableForm form{"Instructions, by their time in a run",
                         columns(left("Method"), left("Instruction"), left("Operator"), left("Module"), left("Runs on"),
                                 right("Times", "How often it ran"), right("Median"), right("10 %", "A tenth took no longer"),
                                 right("90 %", "Nine tenths took no longer"), right("Longest"),
                                 right("Share", "Of the time of all instructions of its method, at the median")),
                         ", none of them longer; etscope-cli events --summary lists all", 200};
    section.table(form, rows.size(), [&](std::size_t i) {
        const Json& row = *rows[i];
        const Json& instruction = row["instruction"];
        const std::string op = textOf(row["operator"]), title = textOf(row["title"]);
        return cells(codeCell(textOf(document["run_sets"][row["set"].get<std::size_t>()]["title"])),
                     instruction.is_null() ? noCell() : Cell{"0/" + instruction.dump(), instruction.dump()},
                     codeCell(!title.empty() ? title
                              : op.empty()   ? textOf(row["name"])
                                             : op),
                     codeCell(textOf(row["module"])), codeCell(textOf(row["backend"])), countCellOf(row["count"]),
                     timeCell(row["p50"], row, ticksPerSecond), timeCell(row["p10"], row, ticksPerSecond),
                     timeCell(row["p90"], row, ticksPerSecond), timeCell(row["max"], row, ticksPerSecond),
                     row["share"].is_null() ? noCell() : shareCell(row["share"].get<double>()));
    });
}

}  // namespace

Result<void> fillTime(Section& section, const Facts& facts, const JobContext& job) {
    constexpr std::size_t kMostSets = 8;
    const auto document = eventsDocument(*facts.session, {}, {facts.ticksPerSecond, nullptr, true}, job);
    if (!document) {
        if (document.error().code != "no-runs") return document.failure();
        return fail("no-runs", "No run is open: an ETDump tells what ran and how long it took");
    }
    if (!facts.ticksPerSecond)
        section.quiet(
            "Times of the runtime are in ticks: a dump does not say how long a tick is; etscope-cli report --ticks-per-second "
            "does.");
    for (const Json& note : (*document)["notes"]) section.quiet(sentence(textOf(note)));
    addSets(section, *document);
    const Json& sets = (*document)["run_sets"];
    for (std::size_t set = 0; set < std::min(kMostSets, sets.size()); ++set) {
        const std::string name = textOf(sets[set]["title"]);
        addTotals(section, *document, set, "backend", name + " by what runs the calls", facts.ticksPerSecond);
        addTotals(section, *document, set, "target", name + " by operator", facts.ticksPerSecond);
    }
    if (sets.size() > kMostSets) section.quiet("and " + counted(sets.size() - kMostSets, "more set", "more sets") + " of runs");
    addCalls(section, *document, facts.ticksPerSecond);
    return {};
}

}  // namespace etscope::report::html
