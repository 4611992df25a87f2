#include "report/table_form.h"

#include <algorithm>
#include <limits>

#include "base/bytes_text.h"
#include "base/escaped.h"
#include "base/float_limits.h"
#include "base/text.h"
#include "profile/time_text.h"
#include "report/columns.h"
#include "report/text_cells.h"
#include "report/text_table.h"

namespace etscope::report {
namespace {

using enum Kind;
using enum Shown;

/// Lists joined by commas, small objects (users) as "a/b".
std::string flattened(const Json& value, std::string (*leaf)(const Json&)) {
    if (!value.is_structured()) return leaf(value);
    std::string text;
    for (const Json& item : value)
        if (value.is_array() || !item.is_null()) text += (text.empty() ? "" : value.is_array() ? "," : "/") + flattened(item, leaf);
    return text;
}

/// What a guessed value may be as well; any bytes can be read as bytes.
std::string otherReadings(const Json& row) {
    if (!row["guessed"].get<bool>()) return {};
    std::string text;
    for (const Json& reading : row.value("other_readings", Json::array()))
        if (reading["type"] != "bytes") text += " or " + cell(reading["type"]) + " " + cell(reading["value"]);
    return "guess" + text;
}

/// No maximum tells of positions where a side is not finite: their number stands beside it.
std::string maximum(const Json& metrics) {
    const Json& odd = metrics["not_finite"];
    if (odd == 0) return rounded(metrics["max_abs"]);
    return (metrics["max_abs"] == 0 ? "" : rounded(metrics["max_abs"]) + " + ") + cell(odd) + " not finite";
}

/// What stands around a value.
struct Around {
    const Json& row;
    const Json& document;
};

std::string time(const Json& value, const Around& around) {
    const auto unit = around.row.find("unit");
    const auto ticks = around.document.find("ticks_per_second");
    const bool told = ticks != around.document.end() && !ticks->is_null();
    const std::string name = unit == around.row.end() ? "ticks" : unit->is_null() ? "" : unit->get<std::string>();
    if (!value.is_number()) return cell(value);
    return profile::timeText(value.get<double>(), name, told ? std::optional(ticks->get<double>()) : std::nullopt);
}

/// A list as far as people read it; files have all of it.
std::string listText(const Json& value) {
    constexpr std::size_t kShown = 12;
    if (!value.is_array() || value.size() <= kShown) return flattened(value, cell);
    const Json first(value.begin(), value.begin() + kShown);
    return flattened(first, cell) + " and " + std::to_string(value.size() - kShown) + " more";
}

/// Of people: a dash for what is not there.
std::string textCell(const Json* value, const Column& column, const Around& around) {
    const std::string none = column.shown == WhereKnown || column.shown == IfAny ? "" : "–";
    if (value == nullptr) return none;
    switch (column.kind) {
        case Time: return time(*value, around);
        case Metric: return rounded(*value);
        case Maximum: return maximum(*value);
        case Share: return percent(*value);
        case Type: return typeText(*value);
        case Place: return place(*value);
        case Size: return bytesText(value->get<std::uint64_t>());
        case Guess: {
            const std::string text = otherReadings(*value);
            return text.empty() ? none : text;
        }
        default: return listText(*value);
    }
}

std::string fileCell(const Json* value, const Column& column, const Around&) {
    if (value == nullptr) return {};
    switch (column.kind) {
        case Maximum: return rowCell((*value)["max_abs"]);
        case Type: return typeText(*value);
        case Guess: return otherReadings(*value);
        default: return rowCell(*value);
    }
}

using CellOf = std::string (*)(const Json* value, const Column& column, const Around& around);

/// Calls `visit` with the cells of every row.
void eachRow(const Json& document, const Json& from, const Table& table, const std::vector<Column>& columns, CellOf cellOf,
             const std::function<void(const std::vector<std::string>&)>& visit) {
    table.eachRow(from, [&](const Json& row, const Json& holder) {
        std::vector<std::string> cells;
        for (const Column& column : columns) cells.push_back(cellOf(valueOf(column, row, holder), column, {row, document}));
        visit(cells);
    });
}

/// The words that stand for numbers that are not finite, as numbers.
Json numberOf(const Json& value) {
    if (value == "NaN") return std::numeric_limits<double>::quiet_NaN();
    return value == "Infinity" ? Json(kInfinity) : value == "-Infinity" ? Json(-kInfinity) : value;
}

/// Numbers and booleans stay what they are.
Json typedCell(const Json* value, const Column& column, const Around& around) {
    if (value == nullptr) return nullptr;
    if (column.kind == Maximum) return numberOf((*value)["max_abs"]);
    if (column.kind == Type || column.kind == Guess || value->is_structured()) return fileCell(value, column, around);
    return numberOf(*value);
}

}  // namespace

std::optional<TableValues> tableValues(const Json& document) {
    const Table* table = tableOf(document);
    if (table == nullptr) return std::nullopt;
    TableValues values;
    const auto columns = table->shown(InFiles);
    for (const Column& column : columns) values.columns.push_back({std::string(column.shownTitle()), {}});
    table->eachRow(document, [&](const Json& row, const Json& holder) {
        ++values.rows;
        for (std::size_t i = 0; i < columns.size(); ++i)
            values.columns[i].values.push_back(typedCell(valueOf(columns[i], row, holder), columns[i], {row, document}));
    });
    return values;
}

std::string rowCell(const Json& value) {
    return flattened(value, [](const Json& leaf) {
        if (leaf.is_null()) return std::string();
        return leaf.is_string() ? visible(leaf.get_ref<const std::string&>()) : cell(leaf);
    });
}

std::string rowLine(const std::vector<std::string>& cells, RowFormat format) {
    std::string line;
    for (const std::string& one : cells) {
        if (&one != cells.data()) line += format == RowFormat::Csv ? ',' : '\t';
        const std::string text = spreadsheetText(one);
        line += format == RowFormat::Csv ? csvField(text) : text;
    }
    return line + (format == RowFormat::Csv ? "\r\n" : "\n");
}

namespace {

/// Without columns that are there for rows that have something, where none has.
std::vector<Column> withoutEmpty(const std::vector<Column>& columns, const Json& document, const Table& table, const Json& holder) {
    if (std::ranges::find(columns, IfAny, &Column::shown) == columns.end()) return columns;
    std::vector<bool> any(columns.size());
    eachRow(document, holder, table, columns, textCell, [&](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) any[i] = any[i] || !cells[i].empty();
    });
    std::vector<Column> kept;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (any[i] || columns[i].shown != IfAny) kept.push_back(columns[i]);
    return kept;
}

}  // namespace

std::string tableText(const Json& document) {
    const Table* table = tableOf(document);
    return table == nullptr ? std::string() : tableText(document, table->name, document, 0);
}

std::string tableText(const Json& document, std::string_view name, const Json& holder, std::size_t indent) {
    const Table& table = *tableOf(document, name);
    const auto columns = withoutEmpty(table.shown(IfAny), document, table, holder);
    std::vector<TextTable::Column> titles;
    for (const Column& column : columns)
        titles.push_back({column.shownTitle(), column.isNumber() ? TextTable::Align::Right : TextTable::Align::Left});
    TextTable text(std::move(titles));
    eachRow(document, holder, table, columns, textCell, [&](const std::vector<std::string>& cells) { text.add(cells); });
    return text.text(indent);
}

std::string titleLine(const Json& document, RowFormat format) {
    const Table* table = tableOf(document);
    if (table == nullptr) return {};
    std::vector<std::string> titles;
    for (const Column& column : table->shown(InFiles)) titles.emplace_back(column.shownTitle());
    return rowLine(titles, format);
}

std::string rowLines(const Json& document, RowFormat format) {
    const Table* table = tableOf(document);
    std::string text;
    if (table != nullptr)
        eachRow(document, document, *table, table->shown(InFiles), fileCell,
                [&](const std::vector<std::string>& cells) { text += rowLine(cells, format); });
    return text;
}

std::string rowsText(const Json& document, RowFormat format) { return titleLine(document, format) + rowLines(document, format); }

}  // namespace etscope::report
