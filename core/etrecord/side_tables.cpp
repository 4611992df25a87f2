#include "etrecord/side_tables.h"

#include <algorithm>
#include <charconv>

#include "base/limits.h"
#include "base/text.h"
#include "io/json_reader.h"

namespace etscope::etrecord {
namespace {

/// One table, read forward; what does not have the expected form is told and left out.
class TableReader {
public:
    TableReader(Role role, const ByteRange& content, SideTables& tables, Diagnostics& diagnostics, const JobContext& job)
        : m_name(roleName(role)), m_content(content), m_json(content, job), m_tables(tables), m_diagnostics(diagnostics) {}

    void readDebugHandles() {
        m_tables.hasDebugHandles = hasText();
        eachCell(
            [this](const std::string& method) {
                m_tables.debugHandles[method].clear();
                m_tables.debugHandleIsList[method].clear();
            },
            [this](const std::string& method, std::int64_t at) {
                m_tables.debugHandleIsList[method][at] = m_json.peek() == JsonReader::Kind::Array;
                return takeHandles(m_tables.debugHandles[method][at]);
            });
    }
    void readDelegates() {
        m_tables.hasDelegates = hasText();
        eachCell([this](const std::string& method) { m_tables.delegates[method].clear(); },
                 [this](const std::string& method, std::int64_t at) { return takeDelegate(m_tables.delegates[method][at]); });
    }
    void readOutputCounts() {
        m_tables.hasOutputCounts = hasText();
        eachCell([](const std::string&) {},
                 [this](const std::string& method, std::int64_t at) {
                     const auto count = takeInteger();
                     if (count) m_tables.outputCounts[method][at] = *count;
                     return count.has_value();
                 });
    }
    /// Written as Python's id(): an address.
    void readExportGraphId() {
        const auto number = m_json.peek() == JsonReader::Kind::Number ? m_json.number() : std::nullopt;
        std::uint64_t id = 0;
        const std::string_view text = number && number->kind != JsonNumber::Kind::Float ? number->text : std::string_view();
        const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), id);
        if (!text.empty() && problem == std::errc() && rest == text.data() + text.size())
            m_tables.exportGraphId = id;
        else
            malformed("", "the id is not a non-negative integer");
    }
    /// Tells where the text broke, or what follows its end.
    void finish() {
        if (!m_json.failed() && !m_json.atEnd() && !m_json.failed())
            m_diagnostics.error("side-table-malformed", std::string(m_name) + ", " + m_content.where(m_json.offset()),
                                "bytes follow the end of the table");
        if (m_json.failed())
            m_diagnostics.error("side-table-malformed", std::string(m_name) + ", " + m_json.error().where, m_json.error().message);
        if (m_json.repairedTexts() != 0)
            m_diagnostics.warning("json-invalid-utf8", m_content.where(), "invalid UTF-8 was replaced");
    }

private:
    bool hasText() { return m_json.peek() != JsonReader::Kind::Failed; }

    /// Calls `begin(method)` and `take(method, instruction)` for {method: {instruction: value}}; `take` consumes the value and says
    /// whether it had the expected form. A method that comes twice counts the second time, as in every JSON reader.
    template <class Begin, class Take>
    void eachCell(Begin&& begin, Take&& take) {
        const bool isTable = m_json.object([&](std::string_view key) {
            const std::string method(key);
            const std::string place = "[" + escaped(key.substr(0, kPlace)) + "]";
            if (m_json.peek() != JsonReader::Kind::Object) {
                m_json.skip();
                return malformed(place, "the method's table is not an object");
            }
            if (spend()) begin(method);
            m_json.object([&](std::string_view cell) {
                const std::string name(cell.substr(0, kPlace));
                const auto instruction = parseInt(cell);
                const bool counts = instruction && *instruction >= 0 && spend();
                if (!counts) m_json.skip();
                if (!counts || !take(method, *instruction))
                    malformed(place + "[" + escaped(name) + "]", "the entry does not have the expected form");
            });
        });
        if (!isTable) malformed("", "the table is not an object");
    }

    void malformed(const std::string& place, const char* what) {
        if (!m_json.failed()) m_diagnostics.warning("side-table-malformed", std::string(m_name) + place, what);
    }

    /// A row, or a handle of it; false beyond what the table may hold.
    bool spend() {
        const std::uint64_t most = limits::kSideTableItems + m_content.storedSize() / limits::kSideTableBytesPerItem;
        if (!m_json.failed() && ++m_tables.items > most)
            m_json.stop("limit-exceeded", "the table has more rows and handles than its " + std::to_string(m_content.storedSize()) +
                                              " bytes in the file can honestly hold");
        return !m_json.failed();
    }

    std::optional<std::int64_t> takeInteger() {
        if (m_json.peek() == JsonReader::Kind::Number) {
            const auto number = m_json.number();
            return number && number->kind == JsonNumber::Kind::Int ? std::optional(number->integer) : std::nullopt;
        }
        m_json.skip();
        return std::nullopt;
    }

    /// Integer or list of integers; false for anything else.
    bool takeHandles(std::vector<std::int64_t>& handles) {
        handles.clear();
        if (m_json.peek() != JsonReader::Kind::Array) {
            const auto handle = takeInteger();
            if (handle) handles.push_back(*handle);
            return handle.has_value();
        }
        bool good = true;
        m_json.array([&] {
            const auto handle = takeInteger();
            good = good && handle && spend();
            if (good) handles.push_back(*handle);
        });
        return good && !m_json.failed();
    }

    bool takeDelegate(DelegateRow& row) {
        row = {};
        bool hasName = false, mapIsGood = true;
        const bool isObject = m_json.object([&](std::string_view key) {
            const bool isMap = key == "delegate_map";
            if (key == "name") {
                hasName = m_json.peek() == JsonReader::Kind::String;
                row.backend = m_json.string().value_or("");
            } else if (isMap && !m_json.takeNull()) {
                mapIsGood = takeMap(row);
            } else if (!isMap) {
                m_json.skip();
            }
        });
        return isObject && hasName && mapIsGood;
    }

    /// {delegate debug id: handles}, in the order of the ids.
    bool takeMap(DelegateRow& row) {
        row.hasMap = m_json.peek() == JsonReader::Kind::Object;
        row.handles.clear();
        bool good = true;
        m_json.object([&](std::string_view id) {
            auto& [key, handles] = row.handles.emplace_back(std::string(id), std::vector<std::int64_t>{});
            good = spend() && takeHandles(handles) && good;
        });
        std::ranges::stable_sort(row.handles, {}, &std::pair<std::string, std::vector<std::int64_t>>::first);
        return row.hasMap && good;
    }

    static constexpr std::size_t kPlace = 64;

    const std::string_view m_name;
    const ByteRange& m_content;
    JsonReader m_json;
    SideTables& m_tables;
    Diagnostics& m_diagnostics;
};

}  // namespace

void readSideTable(Role role, const ByteRange& content, SideTables& tables, Diagnostics& diagnostics, const JobContext& job) {
    if (content.size > limits::kMaxSideTable)
        return diagnostics.error("side-table-malformed", std::string(roleName(role)) + ", " + content.where(),
                                 std::to_string(content.size) + " bytes of JSON where a small table is expected");
    TableReader reader(role, content, tables, diagnostics, job);
    switch (role) {
        case Role::DebugHandleMap: reader.readDebugHandles(); break;
        case Role::DelegateMap: reader.readDelegates(); break;
        case Role::InstructionOutputCounts: reader.readOutputCounts(); break;
        case Role::ExportGraphId: reader.readExportGraphId(); break;
        default: return;
    }
    reader.finish();
}

}  // namespace etscope::etrecord
