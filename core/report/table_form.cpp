#include "report/table_form.h"

#include <array>
#include <functional>
#include <vector>

#include "base/text.h"
#include "report/text_cells.h"
#include "report/text_table.h"

namespace etscope::report {
namespace {

using Align = TextTable::Align;

struct FormColumn {
    const char* title;
    const char* field;  ///< "a.b": of an object inside; "a|b": b where a is null; "*": type and shape; "?": other readings
    Align align = Align::Left;
};

/// Rows are the items of `list`; with `outer`, those of `list` in each item of `outer`, which adds its `method` column.
struct Form {
    std::string_view schema;
    const char* outer;
    const char* list;
    std::vector<FormColumn> columns;
};

const std::vector<Form>& forms() {
    static const std::vector<Form> kForms{
        {"etscope.tensors/1",
         nullptr,
         "tensors",
         {{"name", "name"},
          {"role", "role"},
          {"method", "method"},
          {"stage", "stage"},
          {"case", "case", Align::Right},
          {"index", "index", Align::Right},
          {"type", "*"},
          {"bytes", "bytes", Align::Right},
          {"offset", "data_offset", Align::Right}}},
        {"etscope.handles/1",
         "methods",
         "instructions",
         {{"instruction", "instruction", Align::Right},
          {"kind", "kind"},
          {"operator", "operator"},
          {"backend", "delegate.name"},
          {"debug handles", "debug_handles"},
          {"edge nodes", "edge_nodes"},
          {"exported nodes", "exported_nodes"}}},
        {"etscope.metadata/1",
         nullptr,
         "entries",
         {{"key", "key"},
          {"type", "type"},
          {"value", "flag|value"},
          {"guess", "?"},
          {"source", "source"},
          {"bytes", "bytes", Align::Right},
          {"meaning", "known.meaning"}}},
        {"etscope.named-data/1",
         nullptr,
         "entries",
         {{"key", "key"},
          {"file", "file", Align::Right},
          {"segment", "segment", Align::Right},
          {"offset", "data_offset", Align::Right},
          {"bytes", "bytes", Align::Right},
          {"shadowed by file", "shadowed_by", Align::Right},
          {"users", "users"},
          {"sha256", "sha256"}}},
        {"etscope.delegates/1",
         nullptr,
         "delegates",
         {{"method", "method"},
          {"index", "index", Align::Right},
          {"backend", "backend"},
          {"format", "format"},
          {"bytes", "bytes", Align::Right},
          {"nodes", "nodes", Align::Right},
          {"calls", "calls"},
          {"reason", "reason"}}},
        {"etscope.memory/1",
         "methods",
         "tensors",
         {{"memory", "memory_id", Align::Right},
          {"offset", "offset", Align::Right},
          {"bytes", "bytes", Align::Right},
          {"value", "value", Align::Right},
          {"first use", "first_use", Align::Right},
          {"last use", "last_use", Align::Right},
          {"upper bound", "upper_bound"},
          {"name", "name"}}},
        {"etscope.events/1",
         "runs",
         "events",
         {{"instruction", "instruction", Align::Right},
          {"name", "name"},
          {"kind", "kind"},
          {"delegate id", "delegate_debug_id"},
          {"start", "start", Align::Right},
          {"duration", "duration", Align::Right}}},
        {"etscope.gap/1",
         nullptr,
         "rows",
         {{"instruction", "instruction", Align::Right},
          {"runs as", "runtime"},
          {"state", "state"},
          {"gap", "gap"},
          {"max_abs", "metrics.max_abs", Align::Right},
          {"not finite", "metrics.not_finite", Align::Right},
          {"error", "error", Align::Right},
          {"inherited", "inherited_error", Align::Right},
          {"diverges", "diverges"},
          {"nodes", "aot_nodes"}}},
        {"etscope.lint/1",
         nullptr,
         "findings",
         {{"severity", "severity"}, {"code", "code"}, {"where", "where"}, {"message", "message"}, {"suggestion", "suggestion"}}},
        {"etscope.sizes/1",
         nullptr,
         "regions",
         {{"file", "file", Align::Right},
          {"offset", "offset", Align::Right},
          {"size", "size", Align::Right},
          {"kind", "kind"},
          {"name", "name"},
          {"owner", "owner"}}},
    };
    return kForms;
}

const Form* formOf(const Json& document) {
    for (const Form& form : forms())
        if (document["schema"] == form.schema) return &form;
    return nullptr;
}

/// Users and other small objects as "a/b".
std::string joined(const Json& value) {
    if (value.is_array()) {
        std::string text;
        for (const Json& item : value) text += (text.empty() ? "" : ",") + joined(item);
        return text;
    }
    if (!value.is_object()) return cell(value);
    std::string text;
    for (const Json& item : value)
        if (!item.is_null()) text += (text.empty() ? "" : "/") + joined(item);
    return text;
}

/// What a guessed value may be as well; any bytes can be read as bytes.
std::string otherReadings(const Json& row) {
    if (!row["guessed"].get<bool>()) return "–";
    std::string text;
    for (const Json& reading : row.value("other_readings", Json::array()))
        if (reading["type"] != "bytes") text += " or " + cell(reading["type"]) + " " + cell(reading["value"]);
    return "guess" + text;
}

std::string fieldText(const Json& row, std::string_view field) {
    if (field == "*") return typeText(row);
    if (field == "?") return otherReadings(row);
    if (const std::size_t bar = field.find('|'); bar != std::string_view::npos) {
        const std::string text = fieldText(row, field.substr(0, bar));
        return text != "–" ? text : fieldText(row, field.substr(bar + 1));
    }
    const std::size_t dot = field.find('.');
    const Json* value = row.is_object() && row.contains(field.substr(0, dot)) ? &row[std::string(field.substr(0, dot))] : nullptr;
    if (value == nullptr) return "–";
    return dot == std::string_view::npos ? joined(*value) : fieldText(*value, field.substr(dot + 1));
}

/// Calls `visit` with the cells of every row.
void eachRow(const Json& document, const Form& form, const std::function<void(std::vector<std::string>)>& visit) {
    const auto rows = [&](const Json& holder, const std::string& method) {
        for (const Json& row : holder[form.list]) {
            std::vector<std::string> cells;
            if (form.outer != nullptr) cells.push_back(method);
            for (const FormColumn& column : form.columns) cells.push_back(fieldText(row, column.field));
            visit(std::move(cells));
        }
    };
    if (form.outer == nullptr) return rows(document, "");
    for (const Json& holder : document[form.outer]) rows(holder, cell(holder["method"]));
}

std::string csvLine(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i > 0 ? "," : "") + csvField(cells[i] == "–" ? std::string_view() : cells[i]);
    return line + "\r\n";
}

}  // namespace

std::string tableText(const Json& document) {
    const Form* form = formOf(document);
    if (form == nullptr) return {};
    std::vector<TextTable::Column> columns;
    if (form->outer != nullptr) columns.push_back({"method"});
    for (const FormColumn& column : form->columns) columns.push_back({column.title, column.align});
    TextTable table(std::move(columns));
    eachRow(document, *form, [&](std::vector<std::string> cells) { table.add(std::move(cells)); });
    return table.text();
}

std::string csvOf(const Json& document) {
    const Form* form = formOf(document);
    if (form == nullptr) return {};
    std::vector<std::string> titles;
    if (form->outer != nullptr) titles.emplace_back("method");
    for (const FormColumn& column : form->columns) titles.emplace_back(column.title);
    std::string text = csvLine(titles);
    eachRow(document, *form, [&](std::vector<std::string> cells) { text += csvLine(cells); });
    return text;
}

}  // namespace etscope::report
