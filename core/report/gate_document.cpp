#include "report/gate_document.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/name_text.h"
#include "base/number_text.h"
#include "join/source_lines.h"
#include "report/text_cells.h"
#include "report/text_form.h"
#include "report/text_table.h"
#include "session/entity.h"

namespace etscope::report {
namespace {

using gate::GateRow;
using gate::GateState;

/// Bytes and counts are integers.
Json amount(const std::optional<double>& value, gate::Unit unit) {
    if (!value) return nullptr;
    const bool whole = unit == gate::Unit::Bytes || unit == gate::Unit::Count;
    const bool exact = std::fabs(*value) < 9e15 && std::floor(*value) == *value;
    return whole && exact ? Json(static_cast<std::int64_t>(*value)) : number(*value);
}

/// Where the user's own code made what is there; each line once.
Json sourcesOf(const session::Session& session, const GateRow& row, const JobContext& job) {
    const std::vector<std::string> methods = session.methodNames();
    Json list = Json::array();
    std::set<std::pair<std::string, std::uint64_t>> seen;
    for (const std::string& address : row.addresses) {
        const auto entity = session::Entity::parse(address, methods);
        if (entity.kind != session::Entity::Kind::Node) continue;
        const auto frame = join::ownLine({session, entity.method}, entity.stageId(), entity.name, job);
        if (!frame || !seen.insert({frame->file, frame->line}).second) continue;
        list.push_back(
            object(F("file", frame->file), F("line", frame->line), F("function", textOrNull(frame->function)), F("of", address)));
    }
    return list;
}

Json rowJson(const session::Session& session, const GateRow& row, const JobContext& job) {
    const gate::Unit unit = row.budget.unit();
    const bool fails = row.fails();
    Json json =
        object(F("budget", row.budget.key()), F("method", textOrNull(row.method)), F("output", orNull(row.output)),
               F("line", row.budget.line), F("state", gate::gateStateName(row.state)), F("fails", fails),
               F("measured", row.measured ? amount(row.measured, unit) : textOrNull(row.word)), F("bound", row.bound),
               F("limit", amount(row.limit, unit)), F("limit_text", textOrNull(row.limitText)), F("base", amount(row.base, unit)),
               F("margin", amount(row.margin(), unit)), F("unit", textOrNull(gate::unitName(unit))),
               F("interval", row.interval ? Json{number(row.interval->first), number(row.interval->second)} : Json(nullptr)),
               F("within_noise", row.withinNoise), F("note", textOrNull(row.note)), F("addresses", row.addresses));
    json["sources"] = fails ? sourcesOf(session, row, job) : Json::array();
    return json;
}

/// The row's name: "text_decoder output 0 max_abs".
std::string nameOf(const Json& row) { return filled("{?method}{method} {/}{?output}output {output} {/}{budget}", row); }

std::string amountText(const Json& value, const Json& row) {
    if (value.is_null()) return "–";
    if (row["unit"] == "share" && value.is_number()) return etscope::printed("%.6g %%", 100 * value.get<double>());
    const std::string unit = row["unit"] == "bytes"                            ? "B"
                             : row["unit"].is_null() || row["unit"] == "count" ? ""
                                                                               : cell(row["unit"]);
    const bool rough = value.is_number_float() && row["unit"] != "ticks";
    const std::string text = rough ? rounded(value) : cell(value);
    return value.is_number() && !unit.empty() ? text + " " + unit : text;
}

std::string measuredText(const Json& row) {
    const bool bound = row["bound"] == true && row["measured"].is_number();
    return (!bound ? "" : row["unit"] == "dB" ? "≤ " : "≥ ") + amountText(row["measured"], row);
}

/// As the file has it, "1 MiB", "1024 B"; of what is relative to a base "1024 B (+5 %)".
std::string limitText(const Json& row) {
    const std::string written = cell(row["limit_text"]);
    if (!row["limit"].is_number() || row["budget"] == "tolerance") return written;
    if (!row["base"].is_null()) return amountText(row["limit"], row) + " (" + written + ")";
    const bool bare = written.find_first_not_of("0123456789.e+-") == std::string::npos;
    return bare ? amountText(row["limit"], row) : written;
}

/// "12 B (3.2 %)", of the limit; more than ten times of it is told as it is.
std::string marginText(const Json& row) {
    std::string text = amountText(row["margin"], row);
    const bool none = !row["margin"].is_number() || !row["limit"].is_number() || row["limit"] == 0;
    if (none || row["unit"] == "share") return text;
    const double share = row["margin"].get<double>() / std::fabs(row["limit"].get<double>());
    if (std::fabs(share) > 10) return text;
    return text + etscope::printed(" (%.1f %%)", 100 * share);
}

std::string stateText(const Json& row) {
    return cell(row["state"]) + (row["state"] == "unknown" && row["fails"] == false ? ", allowed" : "");
}

int orderOf(const Json& row) { return row["state"] == "broken" ? 0 : row["fails"] == true ? 1 : row["state"] == "unknown" ? 2 : 3; }

}  // namespace

Result<Json> gateDocument(const std::shared_ptr<const session::Session>& session, const gate::Budgets& budgets,
                          const gate::GateOptions& options, bool& failed, const JobContext& job) {
    const auto rows = gate::gate(session, budgets, options, job);
    if (!rows) return rows.failure();
    Json document = beginDocument("gate", *session);
    document["budgets"] = validName(budgets.path);
    document["against"] = options.base.files != nullptr ? beginDocument("gate", *options.base.files)["files"] : Json(nullptr);
    Json& list = document["rows"] = Json::array();
    std::array<std::size_t, 3> counts{};
    std::size_t allowed = 0;
    for (const GateRow& row : *rows) {
        ++counts[static_cast<std::size_t>(row.state)];
        allowed += row.state == GateState::Unknown && row.budget.allowUnknown ? 1U : 0U;
        failed = failed || row.fails();
        list.push_back(rowJson(*session, row, job));
    }
    if (job.cancelled()) return cancelledFailure();
    document["summary"] =
        object(F("held", counts[0]), F("broken", counts[1]), F("unknown", counts[2]), F("allowed_unknown", allowed));
    document["passed"] = !failed;
    return endDocument(document, *session);
}

Json budgetsDocument(const session::Session& session, const std::string& path, std::size_t bytes) {
    return documentOf("budgets", session, F("output", validName(path)), F("bytes", bytes));
}

std::string gateText(const Json& document) {
    std::vector<const Json*> rows;
    for (const Json& row : document["rows"]) rows.push_back(&row);
    std::ranges::stable_sort(rows, {}, [](const Json* row) { return orderOf(*row); });
    using Align = TextTable::Align;
    TextTable table(
        {{"state"}, {"budget"}, {"measured", Align::Right}, {"limit", Align::Right}, {"margin", Align::Right}, {"note"}});
    for (const Json* row : rows)
        table.add({stateText(*row), nameOf(*row), measuredText(*row), limitText(*row), marginText(*row),
                   (*row)["note"].is_null() ? "" : cell((*row)["note"])});
    return table.text();
}

}  // namespace etscope::report
