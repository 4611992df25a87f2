// How values of documents are written in their texts where cell() is not enough.
#include <algorithm>
#include <array>
#include <map>

#include "base/bytes_text.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "profile/time_text.h"
#include "report/gate_document.h"
#include "report/table_form.h"
#include "report/text_cells.h"
#include "report/text_form.h"
#include "report/text_table.h"

namespace etscope::report {
namespace {

using Align = TextTable::Align;

/// Three digits: of what is about 1, more would be noise.
std::string shortNumber(const Json& value) { return printed("%.3g", value); }
std::string size(const Json& bytes) { return bytes.is_null() ? cell(bytes) : bytesText(bytes.get<std::uint64_t>()); }
std::string next(const Json& number) { return std::to_string(number.get<std::size_t>() + 1); }
std::string count(const Json& list) { return std::to_string(list.size()); }
std::string known(const Json& value) { return value.is_null() ? "unknown" : cell(value); }
std::string visibleText(const Json& text) { return visible(text.get<std::string>()); }
std::string compact(const Json& value) { return value.dump(); }

/// Up to where the values of a list stand.
std::string padded(const Json& name) {
    const std::string text = cell(name);
    return text + std::string(text.size() < 10 ? 10 - text.size() : 1, ' ');
}

std::string ports(const Json& list) {
    const auto port = [](const Json& one) {
        const std::string name = cell(one["name"]);
        return (name.empty() ? "" : name + " ") + typeText(one);
    };
    return list.empty() ? "–" : joined(list, ", ", port);
}

/// Elements and bytes of tensors.
std::string amount(const Json& data) { return cell(data["elements"]) + " elements, " + size(data["bytes"]); }
std::string totals(const Json& data) {
    return data["count"].is_null() ? "unknown" : cell(data["count"]) + " tensors, " + amount(data);
}

/// A token for a cell: its text between quotes, else its number.
std::string token(const Json& one) { return one["text"].is_null() ? cell(one["id"]) : "\"" + cell(one["text"]) + "\""; }
std::string candidate(const Json& one) { return token(one) + " " + rounded(one["probability"]) + ", " + rounded(one["logit"]); }

/// What becomes of the largest elements of each row of an output, and of its softmax; "" for outputs without rows. That the first
/// is among the 5 largest says something of longer rows only.
std::string largest(const Json& row) {
    const Json& metrics = row["metrics"];
    if (metrics["top1_match"].is_null()) return {};
    const Json& shape = row["reference"]["shape"];
    const std::int64_t columns = shape.is_array() && !shape.empty() ? shape.back().get<std::int64_t>() : 0;
    return "  rows: argmax the same in " + percent(metrics["top1_match"]) +
           (columns > 5 ? ", among the 5 largest in " + percent(metrics["top5_match"]) : "") +
           (columns > 10 ? ", among the 10 largest in " + percent(metrics["top10_match"]) : "") +
           (!metrics["kl"].is_number() ? "" : "; KL of softmax " + rounded(metrics["kl"]) + " nats") + "\n";
}

std::string renamed(const Json& row) {
    return row["right_node"] == row["node"] ? std::string() : " (right: " + cell(row["right_node"]) + ")";
}

/// Modules with their sentences, indented; nodes are told below, by stage.
std::string modulesText(const Json& rows, std::size_t depth) {
    std::string text;
    for (const Json& row : rows) {
        const std::string sentence =
            (row["differs_from_likes"].get<bool>() ? "differs from its likes: " : "") + cell(row["sentence"]);
        text += std::string(2 * depth + 2, ' ') + cell(row["title"]) + (sentence.empty() ? "" : ": ") + sentence;
        if (!row["left_bytes"].is_null() || !row["right_bytes"].is_null())
            text += "  (" + (row["left_bytes"] == row["right_bytes"] ? "" : cell(row["left_bytes"]) + " → ") +
                    cell(row["right_bytes"]) + " bytes)";
        text += "\n" + modulesText(row["inside"], depth + 1);
    }
    return text;
}
/// "layers.0.attention.wq" → "layers.*.attention.wq".
std::string numberless(const std::string& path) {
    std::string text;
    for (std::size_t first = 0; first <= path.size();) {
        const std::size_t dot = std::min(path.find('.', first), path.size());
        const std::string part = path.substr(first, dot - first);
        const bool number = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
        text += (first > 0 ? "." : "") + (number ? std::string("*") : part);
        first = dot + 1;
    }
    return text;
}

/// Modules of which the same is told, as one line.
struct SchemeLine {
    std::string name, text;
    std::size_t count = 0;
    std::uint64_t left = 0, right = 0;
    bool known = true;  ///< their bytes
};

void addBytes(const Json& side, std::uint64_t& sum, bool& known) {
    if (side.is_null()) return;
    if (side["bytes"].is_null())
        known = false;
    else
        sum += side["bytes"].get<std::uint64_t>();
}

std::string schemeLineText(const SchemeLine& line) {
    std::string text = "  " + line.name + (line.count > 1 ? " (" + std::to_string(line.count) + ")" : "") + ": " + line.text;
    if (line.known) text += "  (" + std::to_string(line.left) + " → " + std::to_string(line.right) + " bytes)";
    return text + "\n";
}

/// What is kept otherwise, by method; repeated modules once.
std::string schemes(const Json& document) {
    std::vector<SchemeLine> lines;
    std::map<std::string, std::size_t> known;
    for (const Json& row : document["schemes"]["rows"]) {
        if (row["changed"] != true) continue;
        const auto of = [](const Json& side) { return side.is_null() ? std::string("–") : cell(side["scheme"]["text"]); };
        const std::string text = of(row["left"]) + " → " + of(row["right"]) + (row["joined_by"] == "order" ? ", by order" : "");
        const std::string plain = cell(row["name"]), name = cell(row["method"]) + " " + numberless(plain);
        const auto [at, fresh] = known.try_emplace(name + '\x1f' + text, lines.size());
        if (fresh) lines.push_back({cell(row["method"]) + " " + plain, text});
        SchemeLine& line = lines[at->second];
        if (++line.count == 2) line.name = name;
        addBytes(row["left"], line.left, line.known);
        addBytes(row["right"], line.right, line.known);
    }
    std::string all;
    for (const SchemeLine& line : lines) all += schemeLineText(line);
    for (const Json& one : document["schemes"]["untold"])
        all += "  " + cell(one["method"]) + ", " + (one["side"] == "left" ? "before" : "after") + ": " + cell(one["reason"]) + "\n";
    return all;
}

/// Parts that were exchanged, each with what comes back of the lost lead.
std::string partsText(const Json& parts, std::size_t depth) {
    std::string text;
    for (const Json& part : parts) {
        const std::string share = part["share"].is_null() ? "not exchanged" : percent(part["share"]);
        text += std::string(2 * depth + 2, ' ') + cell(part["title"]) + ": " + share +
                (part["brings_back"].get<bool>() ? ", brings it back" : "") +
                (part["source"].is_null() ? "" : " (" + cell(part["source"]) + ")") + "\n" + partsText(part["parts"], depth + 1);
    }
    return text;
}
std::string exchanged(const Json& blame) { return partsText(blame["parts"], 0); }

std::string modules(const Json& document) { return modulesText(document["by_module"]["methods"], 0); }

/// Rows against steps.
std::string gridText(const Json& document, const char* list, const char* title, bool tops) {
    std::vector<std::string> titles;
    for (const Json& step : document["steps"])
        titles.push_back(cell(step["step"]) + (step["tokens"].is_null() ? "" : "·" + cell(step["tokens"])));
    std::vector<TextTable::Column> columns{{title}};
    for (const std::string& one : titles) columns.push_back({one, Align::Right});
    TextTable table(columns);
    for (const Json& row : document[list]) {
        if (tops && row["depth"] != 0) continue;
        std::vector<std::string> cells{cell(row["name"])};
        for (const Json& one : row["cells"]) cells.push_back(shortNumber(one["total"]));
        table.add(cells);
    }
    return table.empty() ? std::string() : table.text();
}
std::string driftRows(const Json& document) { return gridText(document, "rows", "step · tokens", true); }
std::string driftCaches(const Json& document) { return gridText(document, "caches", "left in caches", false); }

std::string compared(const Json& document) {
    const auto any = [](const Json& lists, const char* list, const char* key, const Json& value) {
        return std::ranges::any_of(lists, [&](const Json& one) {
            return std::ranges::any_of(one[list], [&](const Json& item) { return item[key] == value; });
        });
    };
    if (!any(document["rows"], "cells", "state", "known")) return "nothing could be compared";
    return any(document["steps"], "outputs", "differs", true)
               ? "nothing that was compared is beyond rounding; how far that moves the outputs which differ is not known"
               : "rounding explains all that was compared";
}

/// "forward, 3 runs (1, 2, 3)"; "unknown method 1 (8 instructions), run 4"; "Default, method unknown, run 0".
std::string setTitle(const Json& set) {
    constexpr std::size_t kNamed = 8;
    const Json& runs = set["runs"];
    std::string title = cell(set["title"]);
    if (set["method"].is_null() && set["instructions"].is_null()) title += ", method unknown";
    title += runs.size() == 1 ? ", run " + cell(runs) : ", " + std::to_string(runs.size()) + " runs";
    return title + (runs.size() > 1 && runs.size() <= kNamed ? " (" + cell(runs) + ")" : "");
}

/// Rows of a set by level, the longest first.
Json eventRows(const Json& document, const Json& set) {
    static constexpr std::array<std::string_view, 5> kLevels{"execute", "instruction", "kernel", "inside", "other"};
    std::vector<Json> rows;
    std::ranges::copy_if(document["summary"], std::back_inserter(rows), [&](const Json& row) { return row["set"] == set["set"]; });
    std::ranges::stable_sort(rows, {}, [](const Json& row) {
        const auto level = std::ranges::find(kLevels, row["level"].get_ref<const std::string&>());
        return std::pair(level - kLevels.begin(), -(row["share"].is_null() ? row["per_run"] : row["share"]).get<double>());
    });
    return rows;
}

/// With the statistics alone a table for each set of runs.
std::string eventTables(const Json& document) {
    if (document.value("table", "") != "summary") return tableText(document);
    std::string text;
    for (const Json& set : document["run_sets"]) {
        const Json part = object(F("schema", document["schema"]), F("table", "summary"),
                                 F("ticks_per_second", document["ticks_per_second"]), F("summary", eventRows(document, set)));
        text += setTitle(set) + "\n" + tableText(part) + "\n";
    }
    return text;
}

std::string timeTotals(const Json& document) {
    if (document["totals"].empty()) return {};
    const Json& length = document["ticks_per_second"];
    const auto ticks = length.is_null() ? std::nullopt : std::optional(length.get<double>());
    TextTable table(
        {{"method"}, {"by"}, {"name"}, {"calls", Align::Right}, {ticks ? "time" : "ticks", Align::Right}, {"share", Align::Right}});
    for (const Json& total : document["totals"])
        table.add({cell(document["run_sets"][total["set"].get<std::size_t>()]["title"]), cell(total["by"]), cell(total["name"]),
                   cell(total["calls"]),
                   profile::timeText(total["ticks"].get<double>(), total["unit"].is_null() ? "" : total["unit"].get<std::string>(),
                                     ticks),
                   percent(total["share"])});
    return "\n" + table.text();
}

constexpr TextFormat kTextFormats[] = {
    {"amount", amount},      {"caches", driftCaches},     {"candidate", candidate}, {"compared", compared},   {"count", count},
    {"events", eventTables}, {"gate", gateText},          {"json", compact},        {"known", known},         {"largest", largest},
    {"list", listed},        {"modules", modules},        {"schemes", schemes},     {"exchanged", exchanged}, {"next", next},
    {"padded", padded},      {"percent", percent},        {"place", place},         {"ports", ports},         {"renamed", renamed},
    {"rounded", rounded},    {"rows", driftRows},         {"short", shortNumber},   {"size", size},           {"token", token},
    {"totals", totals},      {"total times", timeTotals}, {"type", typeText},       {"visible", visibleText}};

}  // namespace

std::span<const TextFormat> textFormats() noexcept { return kTextFormats; }

}  // namespace etscope::report
