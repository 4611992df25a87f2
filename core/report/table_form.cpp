#include "report/table_form.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <optional>

#include "base/escaped.h"
#include "base/float_limits.h"
#include "base/text.h"
#include "report/table_columns.h"
#include "report/text_cells.h"
#include "report/time_text.h"

namespace etscope::report {
namespace {

const TableForm* formOf(const Json& document) {
    const auto table = document.find("table");
    const std::string name = table == document.end() ? std::string() : table->get<std::string>();
    for (const TableForm& form : tableForms())
        if (document["schema"] == form.schema && form.table == name) return &form;
    return nullptr;
}

const Json* valueOf(const Json& row, std::string_view field) {
    const Json* at = &row;
    while (!field.empty()) {
        const std::string_view step = field.substr(0, field.find('.'));
        field.remove_prefix(std::min(field.size(), step.size() + 1));
        const auto hit = at->is_object() ? at->find(std::string(step)) : at->end();
        if (hit == at->end()) return nullptr;
        at = &*hit;
    }
    return at->is_null() ? nullptr : at;
}

/// The field of the row, or of what holds it ("^name"); of alternatives ("a|b") the first that is there.
const Json* valueOf(const Json& row, const Json& holder, std::string_view fields) {
    while (true) {
        const std::string_view field = fields.substr(0, fields.find('|'));
        const Json* value = field.starts_with('^') ? valueOf(holder, field.substr(1)) : valueOf(row, field);
        if (value != nullptr || field.size() == fields.size()) return value;
        fields.remove_prefix(field.size() + 1);
    }
}

/// Lists joined by commas, small objects (users) as "a/b".
std::string joined(const Json& value, std::string (*leaf)(const Json&)) {
    if (!value.is_structured()) return leaf(value);
    std::string text;
    for (const Json& item : value)
        if (value.is_array() || !item.is_null()) text += (text.empty() ? "" : value.is_array() ? "," : "/") + joined(item, leaf);
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

std::string percent(const Json& share) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share.get<double>());
    return text.data();
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
    return timeText(value.get<double>(), name, told ? std::optional(ticks->get<double>()) : std::nullopt);
}

/// A list as far as people read it; files have all of it.
std::string listText(const Json& value) {
    constexpr std::size_t kShown = 12;
    if (!value.is_array() || value.size() <= kShown) return joined(value, cell);
    const Json first(value.begin(), value.begin() + kShown);
    return joined(first, cell) + " and " + std::to_string(value.size() - kShown) + " more";
}

/// "" for what is not there.
std::string textCell(const Json& value, ColumnKind kind, const Around& around) {
    switch (kind) {
        case ColumnKind::Time: return time(value, around);
        case ColumnKind::Plain:
        case ColumnKind::Remark: return listText(value);
        case ColumnKind::Metric: return rounded(value);
        case ColumnKind::Maximum: return maximum(value);
        case ColumnKind::Share: return percent(value);
        case ColumnKind::Type: return typeText(value);
        case ColumnKind::Guess: return otherReadings(value);
    }
    return {};
}

std::string fileCell(const Json& value, ColumnKind kind) {
    switch (kind) {
        case ColumnKind::Maximum: return rowCell(value["max_abs"]);
        case ColumnKind::Type: return typeText(value);
        case ColumnKind::Guess: return otherReadings(value);
        default: return rowCell(value);
    }
}

/// Calls `visit` with the cells of every row that `cellOf` makes.
template <class CellOf, class Visit>
void eachRow(const Json& document, const TableForm& form, Shown most, const CellOf& cellOf, const Visit& visit) {
    form.rows(document, [&](const Json& row, const Json& holder) {
        std::vector<std::string> cells;
        for (const TableColumn& column : form.columns) {
            if (column.shown > most) continue;
            const Json* value = valueOf(row, holder, column.field);
            cells.push_back(cellOf(value, column.kind, Around{row, document}));
        }
        visit(cells);
    });
}

/// The words that stand for numbers that are not finite, as numbers.
Json numberOf(const Json& value) {
    if (value == "NaN") return std::numeric_limits<double>::quiet_NaN();
    return value == "Infinity" ? Json(kInfinity) : value == "-Infinity" ? Json(-kInfinity) : value;
}

/// Numbers and booleans stay what they are.
Json typedCell(const Json* value, ColumnKind kind) {
    if (value == nullptr) return nullptr;
    if (kind == ColumnKind::Maximum) return numberOf((*value)["max_abs"]);
    if (kind == ColumnKind::Type || kind == ColumnKind::Guess || value->is_structured()) return fileCell(*value, kind);
    return numberOf(*value);
}

}  // namespace

std::optional<TableValues> tableValues(const Json& document) {
    const TableForm* form = formOf(document);
    if (form == nullptr) return std::nullopt;
    TableValues table;
    for (const TableColumn& column : form->columns) table.columns.push_back({column.title, {}});
    form->rows(document, [&](const Json& row, const Json& holder) {
        ++table.rows;
        for (std::size_t i = 0; i < form->columns.size(); ++i)
            table.columns[i].values.push_back(typedCell(valueOf(row, holder, form->columns[i].field), form->columns[i].kind));
    });
    return table;
}

std::string rowCell(const Json& value) {
    return joined(value, [](const Json& leaf) {
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

std::string tableText(const Json& document) {
    const TableForm* form = formOf(document);
    if (form == nullptr) return {};
    std::vector<TextTable::Column> columns;
    for (const TableColumn& column : form->columns)
        if (column.shown == Shown::Always) columns.push_back({column.title, column.align});
    TextTable table(std::move(columns));
    const auto cellOf = [](const Json* value, ColumnKind kind, const Around& around) {
        const std::string text = value == nullptr ? std::string() : textCell(*value, kind, around);
        return text.empty() && value == nullptr && kind != ColumnKind::Remark ? std::string("–")
               : text.empty() && kind == ColumnKind::Guess                    ? std::string("–")
                                                                              : text;
    };
    eachRow(document, *form, Shown::Always, cellOf, [&](const std::vector<std::string>& cells) { table.add(cells); });
    return table.text();
}

std::string titleLine(const Json& document, RowFormat format) {
    const TableForm* form = formOf(document);
    if (form == nullptr) return {};
    std::vector<std::string> titles;
    for (const TableColumn& column : form->columns) titles.push_back(column.title);
    return rowLine(titles, format);
}

std::string rowLines(const Json& document, RowFormat format) {
    const TableForm* form = formOf(document);
    if (form == nullptr) return {};
    std::string text;
    const auto cellOf = [](const Json* value, ColumnKind kind, const Around&) {
        return value == nullptr ? std::string() : fileCell(*value, kind);
    };
    eachRow(document, *form, Shown::InFiles, cellOf,
            [&](const std::vector<std::string>& cells) { text += rowLine(cells, format); });
    return text;
}

std::string rowsText(const Json& document, RowFormat format) { return titleLine(document, format) + rowLines(document, format); }

}  // namespace etscope::report
