#include "history/table_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "base/escaped.h"
#include "base/real_text.h"
#include "base/utf8.h"
#include "history/limits.h"
#include "io/json_reader.h"

namespace etscope::history {
namespace {

constexpr std::size_t kMostOfCell = 40;  ///< bytes of one that is told

using TextField = std::string TableRow::*;
using NumberField = std::optional<double> TableRow::*;

/// A count, or bytes or ticks: no number is below nothing.
struct AmountField {
    NumberField field;
};

struct TableField {
    std::string_view column;
    std::variant<TextField, NumberField, AmountField> field;
};
constexpr TableField kTableFields[] = {
    {"session", &TableRow::session},
    {"folder", &TableRow::folder},
    {"member", &TableRow::member},
    {"program", &TableRow::program},
    {"method", &TableRow::method},
    {"run", AmountField{&TableRow::run}},
    {"started", &TableRow::started},
    {"state", &TableRow::state},
    {"cause", &TableRow::cause},
    {"node", &TableRow::node},
    {"source", &TableRow::source},
    {"sentence", &TableRow::sentence},
    {"max_abs", &TableRow::maxAbs},
    {"snr_db", &TableRow::snrDb},
    {"kl", &TableRow::kl},
    {"tokens", AmountField{&TableRow::tokens}},
    {"tokens_stay", AmountField{&TableRow::stay}},
    {"p50_ticks", AmountField{&TableRow::p50}},
    {"program_bytes", AmountField{&TableRow::programBytes}},
    {"weight_bytes", AmountField{&TableRow::weightBytes}},
    {"memory_bytes", AmountField{&TableRow::memoryBytes}},
    {"kernels", AmountField{&TableRow::kernels}},
    {"delegate_calls", AmountField{&TableRow::delegateCalls}},
    {"backends", &TableRow::backends},
    {"executorch", &TableRow::executorch},
    {"torch", &TableRow::torch},
    {"export_torch", &TableRow::exportTorch},
    {"etscope", &TableRow::etscope},
    {"target", &TableRow::target},
    {"device", &TableRow::device},
    {"system", &TableRow::system},
    {"program_sha256", &TableRow::programHash},
    {"export_id", &TableRow::exportId},
    {"error", &TableRow::error},
};

/// Of a column by its key or by its title in CSV ("p50 ticks"); null: a history does not read it.
const TableField* fieldOf(std::string_view title) {
    std::string key(title);
    std::ranges::replace(key, ' ', '_');
    const auto* hit = std::ranges::find(kTableFields, key, &TableField::column);
    return hit == std::end(kTableFields) ? nullptr : hit;
}

/// A number, or a word of documents for one that is not finite; nothing: the text is none.
std::optional<double> numberOf(std::string_view text) {
    if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity" || text == "inf") return std::numeric_limits<double>::infinity();
    if (text == "-Infinity" || text == "-inf") return -std::numeric_limits<double>::infinity();
    double value = 0;
    const auto [end, error] = readReal(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool isAmount(double value) { return value >= 0 && value <= 9007199254740992.0; }

/// False: the field is a number, and the text is none that it can be.
bool take(const TableField& field, std::string_view text, TableRow& row) {
    if (const auto* into = std::get_if<TextField>(&field.field)) {
        row.*(*into) = repairedUtf8(text.substr(0, limits::kMaxTableCell));
        return true;
    }
    const auto* amount = std::get_if<AmountField>(&field.field);
    auto number = numberOf(text);
    if (number && amount != nullptr && !isAmount(*number)) number.reset();
    row.*(amount != nullptr ? amount->field : std::get<NumberField>(field.field)) = number;
    return number.has_value();
}

Failure noTable(const std::string& name, std::string message) { return fail("table-form", std::move(message), escaped(name)); }

/// What is counted and checked of every row, however it was written.
class RowTaker {
public:
    RowTaker(const std::string& name, const TableRowVisitor& visit, const JobContext& job)
        : m_name(name), m_visit(visit), m_job(job) {}

    /// A cell of the next row.
    void cell(const TableField& field, std::string_view text, TableRow& row) {
        if (!history::take(field, text, row)) addUnread(field.column, text);
    }
    void addUnread(std::string_view column, std::string_view text) {
        auto hit = std::ranges::find(m_unread, column, &UnreadCells::column);
        if (hit == m_unread.end())
            hit = m_unread.insert(hit, {std::string(column), repairedUtf8(text.substr(0, kMostOfCell)), m_rows + 1, 0});
        ++hit->count;
    }

    Result<void> take(TableRow& row) {
        if (row.tokens && row.stay && *row.stay > *row.tokens) {
            addUnread("tokens_stay", "more than tokens");
            row.stay.reset();
        }
        if ((++m_rows & 0xFFU) == 0 && m_job.cancelled()) return cancelledFailure();
        if (m_rows > limits::kMaxHistoryRows) return fail("limit-exceeded", "there are more than 6,000,000 rows", escaped(m_name));
        if (row.session.empty() || row.state.empty())
            return noTable(m_name, "row " + std::to_string(m_rows) + " has no session or no state: survey writes both");
        if (std::ranges::find(kStates, row.state) == std::end(kStates))
            return noTable(m_name, "row " + std::to_string(m_rows) + " has the state \"" + escaped(row.state).substr(0, 100) +
                                       "\": survey writes match, differ or unknown");
        return m_visit(row);
    }
    std::size_t rows() const noexcept { return m_rows; }
    TableRead read() && { return {m_rows, std::move(m_unread)}; }

private:
    static constexpr std::string_view kStates[] = {"match", "differ", "unknown"};

    const std::string& m_name;
    const TableRowVisitor& m_visit;
    const JobContext& m_job;
    std::size_t m_rows = 0;
    std::vector<UnreadCells> m_unread;
};

/// A document of survey, its rows alone, or rows one behind the other.
class JsonTable {
public:
    JsonTable(const ByteRange& file, const std::string& name, const JobContext& job, RowTaker& taker)
        : m_json(file, job), m_name(name), m_taker(taker) {}

    Result<void> read() {
        while (!m_json.failed() && !m_json.atEnd() && m_taken) top();
        if (!m_taken) return m_taken;
        if (m_json.failed()) return Failure{m_json.error()};
        return {};
    }

private:
    void top() {
        if (m_json.peek() == JsonReader::Kind::Array) return rows();
        TableRow row;
        bool whole = false;  // a document, no row
        m_json.object([&](std::string_view key) {
            whole = whole || key == "schema" || key == "rows";
            if (key == "rows")
                rows();
            else if (key == "schema")
                checkSchema();
            else
                member(std::string(key), row);
        });
        if (!whole) give(row);
    }

    void checkSchema() {
        if (m_json.peek() != JsonReader::Kind::String) return m_json.skip();
        const auto schema = m_json.string();
        if (schema && *schema != "etscope.survey/1")
            m_taken = noTable(m_name, "it is a document \"" + escaped(*schema).substr(0, 100) + "\"; etscope.survey/1 is read");
    }

    void rows() {
        m_json.array([&] {
            if (!m_taken) return m_json.skip();
            TableRow row;
            m_json.object([&](std::string_view key) { member(std::string(key), row); });
            give(row);
        });
    }

    void member(const std::string& key, TableRow& row) {
        const auto* field = std::ranges::find(kTableFields, key, &TableField::column);
        if (field == std::end(kTableFields)) return m_json.skip();
        switch (m_json.peek()) {
            case JsonReader::Kind::String:
                if (const auto text = m_json.string()) m_taker.cell(*field, *text, row);
                return;
            case JsonReader::Kind::Number:
                if (const auto number = m_json.number()) m_taker.cell(*field, number->text, row);
                return;
            case JsonReader::Kind::Null: return m_json.skip();
            default: m_taker.addUnread(field->column, "neither text nor number"); m_json.skip();
        }
    }

    void give(TableRow& row) {
        if (!m_json.failed() && m_taken) m_taken = m_taker.take(row);
    }

    JsonReader m_json;
    const std::string& m_name;
    RowTaker& m_taker;
    Result<void> m_taken;
};

/// RFC 4180, or tabs between cells; a line of titles first.
class CellTable {
public:
    CellTable(const ByteRange& file, const std::string& name, const JobContext& job, RowTaker& taker)
        : m_file(file), m_name(name), m_job(job), m_taker(taker) {}

    Result<void> read() {
        constexpr std::uint64_t kWindow = std::uint64_t{1} << 18U;
        std::string window;
        for (std::uint64_t at = 0; at < m_file.size; at += kWindow) {
            if (m_job.cancelled()) return cancelledFailure();
            window.resize(static_cast<std::size_t>(std::min(kWindow, m_file.size - at)));
            if (const auto got = m_file.read(at, std::as_writable_bytes(std::span(window))); !got) return got;
            if (at == 0) start(window);
            for (const char c : window)
                if (const auto taken = feed(c); !taken) return taken;
        }
        if (m_inside) return noTable(m_name, "the last cell begins with a quote and does not end");
        return m_cell.empty() && m_cells.empty() ? Result<void>() : line();
    }

private:
    void start(std::string& window) {
        if (window.starts_with("\xEF\xBB\xBF")) window.erase(0, 3);
        const std::size_t tab = window.find('\t'), comma = window.find(','), end = window.find_first_of("\r\n");
        m_between = tab < std::min(comma, end) ? '\t' : ',';
    }

    Result<void> feed(char c) {
        const bool returned = std::exchange(m_returned, !m_inside && c == '\r');
        if (m_inside) {
            if (c != '"') return put(c);
            m_inside = false;
            m_quoted = true;
            return {};
        }
        if (c == '"' && m_between == ',' && (m_cell.empty() || m_quoted)) {
            if (m_quoted) m_cell += '"';
            m_inside = true;
            return {};
        }
        m_quoted = false;
        if (c == m_between) return endCell();
        if (c == '\n' && returned) return {};  // "\r\n"
        return c == '\n' || c == '\r' ? line() : put(c);
    }
    Result<void> put(char c) {
        if (m_cell.size() >= limits::kMaxTableCell) return fail("limit-exceeded", "a cell is longer than 64 KiB", escaped(m_name));
        m_cell += c;
        return {};
    }
    Result<void> endCell() {
        if (m_cells.size() >= limits::kMaxTableCells)
            return fail("limit-exceeded", "a line has more than 1,000 cells", escaped(m_name));
        m_cells.push_back(std::move(m_cell));
        m_cell.clear();
        m_quoted = false;
        return {};
    }

    Result<void> line() {
        if (const auto ended = endCell(); !ended) return ended;
        std::vector<std::string> cells;
        cells.swap(m_cells);
        if (cells.size() == 1 && cells.front().empty()) return {};
        if (m_fields.empty()) return titles(cells);
        if (cells.size() != m_fields.size())
            return noTable(m_name, "row " + std::to_string(m_taker.rows() + 1) + " has " + std::to_string(cells.size()) +
                                       " cells of " + std::to_string(m_fields.size()));
        TableRow row;
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (m_fields[i] != nullptr && !cells[i].empty()) m_taker.cell(*m_fields[i], cells[i], row);
        return m_taker.take(row);
    }
    Result<void> titles(const std::vector<std::string>& cells) {
        for (const std::string& title : cells) m_fields.push_back(fieldOf(title));
        const auto has = [&](std::string_view column) {
            return std::ranges::any_of(m_fields,
                                       [&](const TableField* field) { return field != nullptr && field->column == column; });
        };
        if (has("session") && has("state")) return {};
        return noTable(m_name, "its first line has no columns \"session\" and \"state\": survey -o writes tables that have");
    }

    const ByteRange& m_file;
    const std::string& m_name;
    const JobContext& m_job;
    RowTaker& m_taker;
    std::string m_cell;
    std::vector<std::string> m_cells;
    std::vector<const TableField*> m_fields;  ///< of each column
    char m_between = ',';
    bool m_returned = false;  ///< the last one was a carriage return, which ended the line
    bool m_inside = false;    ///< of quotes
    bool m_quoted = false;    ///< a quote has just ended the cell, or is the first of two
};

Result<std::string> beginningOf(const ByteRange& file, std::uint64_t bytes) {
    std::string text(static_cast<std::size_t>(std::min(bytes, file.size)), '\0');
    if (const auto got = file.read(0, std::as_writable_bytes(std::span(text))); !got) return got.failure();
    return text;
}

}  // namespace

Result<bool> isParquet(const ByteRange& file) {
    const auto beginning = beginningOf(file, 4);
    if (!beginning) return beginning.failure();
    return *beginning == "PAR1";
}

Result<TableRead> readTable(const ByteRange& file, const std::string& name, const TableRowVisitor& visit, const JobContext& job) {
    const auto beginning = beginningOf(file, 4096);
    if (!beginning) return beginning.failure();
    const auto first = beginning->find_first_not_of(" \t\r\n");
    if (first == std::string::npos && file.size > beginning->size()) return noTable(name, "it begins with blanks");
    if (first == std::string::npos) return TableRead{};  // lines of a survey that found nothing
    RowTaker taker(name, visit, job);
    const char c = (*beginning)[first];
    const auto read = c == '{' || c == '[' ? JsonTable(file, name, job, taker).read() : CellTable(file, name, job, taker).read();
    if (!read) return read.failure();
    return std::move(taker).read();
}

}  // namespace etscope::history
