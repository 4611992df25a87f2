#include "report/events_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "report/table_form.h"
#include "report/text_cells.h"
#include "report/text_table.h"
#include "report/time_text.h"

namespace etscope::report {
namespace {

using Align = TextTable::Align;

std::optional<double> ticksPerSecond(const Json& document) {
    const Json& value = document["ticks_per_second"];
    return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

std::string shareText(const Json& share) {
    if (share.is_null()) return "–";
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share.get<double>());
    return text.data();
}

/// "forward, 3 runs (1, 2, 3)"; "Default, method unknown, run 0".
std::string setTitle(const Json& set) {
    const Json& runs = set["runs"];
    std::string title = set["method"].is_null() ? cell(set["name"]) + ", method unknown" : cell(set["method"]);
    title += runs.size() == 1 ? ", run " + cell(runs) : ", " + std::to_string(runs.size()) + " runs";
    constexpr std::size_t kNamed = 8;
    return title + (runs.size() > 1 && runs.size() <= kNamed ? " (" + cell(runs) + ")" : "");
}

/// Rows of a set by level, the longest first.
Json eventRows(const Json& document, const Json& set) {
    static constexpr std::array<std::string_view, 5> kLevels{"execute", "instruction", "kernel", "inside", "other"};
    std::vector<const Json*> rows;
    for (const Json& row : document["summary"])
        if (row["set"] == set["set"]) rows.push_back(&row);
    const auto place = [](const Json* row) {
        const auto level = std::ranges::find(kLevels, (*row)["level"].get_ref<const std::string&>());
        return std::pair(level - kLevels.begin(), -(*row)["mean"].get<double>() * (*row)["count"].get<double>());
    };
    std::ranges::stable_sort(rows, {}, place);
    Json list = Json::array();
    for (const Json* row : rows) list.push_back(*row);
    return list;
}

std::string summaryText(const Json& document) {
    std::string text;
    for (const Json& set : document["run_sets"]) {
        const Json part{{"schema", document["schema"]},
                        {"table", "summary"},
                        {"ticks_per_second", document["ticks_per_second"]},
                        {"summary", eventRows(document, set)}};
        text += setTitle(set) + "\n" + tableText(part) + "\n";
    }
    return text;
}

std::string totalsText(const Json& document) {
    if (document["totals"].empty()) return {};
    const bool told = ticksPerSecond(document).has_value();
    TextTable table(
        {{"method"}, {"by"}, {"name"}, {"calls", Align::Right}, {told ? "time" : "ticks", Align::Right}, {"share", Align::Right}});
    for (const Json& total : document["totals"]) {
        const std::string unit = total["unit"].is_null() ? "" : total["unit"].get<std::string>();
        const bool severalSets = total["method"].is_null();
        table.add({severalSets ? "set " + cell(total["set"]) : cell(total["method"]), cell(total["by"]), cell(total["name"]),
                   cell(total["calls"]), timeText(total["ticks"].get<double>(), unit, ticksPerSecond(document)),
                   shareText(total["share"])});
    }
    return "\n" + table.text();
}

std::string allocationsText(const Json& document) {
    if (document["allocations"].empty()) return {};
    TextTable table({{"allocator"},
                     {"allocations", Align::Right},
                     {"bytes", Align::Right},
                     {"largest", Align::Right},
                     {"peak of a run", Align::Right}});
    for (const Json& use : document["allocations"])
        table.add({cell(use["allocator"]), cell(use["count"]), cell(use["bytes"]), cell(use["largest"]), cell(use["peak"])});
    return "\n" + table.text();
}

/// What each run took, then the events of both sides.
std::string againstText(const Json& document) {
    TextTable table({{"side"}, {"run", Align::Right}, {"method"}, {"execution", Align::Right}, {"instructions", Align::Right}});
    const auto time = [&](const Json& value) {
        return value.is_null() ? std::string("–") : timeText(value.get<double>(), "ticks", ticksPerSecond(document));
    };
    for (const Json& run : document["against"]["runs"])
        table.add({cell(run["side"]), cell(run["run"]), cell(run["method"]), time(run["execute"]), time(run["instructions"])});
    return table.text() + "\n" + tableText(document);
}

}  // namespace

std::string eventsText(const Json& document) {
    const std::string table = document.value("table", "");
    std::string text = table == "summary"   ? summaryText(document)
                       : table == "against" ? againstText(document)
                                            : tableText(document);
    if (table != "against") text += totalsText(document) + allocationsText(document);
    if (document["ticks_per_second"].is_null() && !document["summary"].empty())
        text += "\ntimes in ticks of the runner's clock; --ticks-per-second N says what one is (nanoseconds on POSIX: 1e9)\n";
    for (const Json& note : document["notes"]) text += "note: " + cell(note) + "\n";
    return text;
}

}  // namespace etscope::report
