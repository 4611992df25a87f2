#include "etrecord/record.h"

#include <charconv>
#include <iterator>
#include <map>
#include <set>

#include "base/escaped.h"
#include "base/limits.h"
#include "base/number_text.h"
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
                 [this](const std::string& method, std::int64_t at) {
                     return takeDelegate(m_tables.delegates[method][at], placeOf(method) + placeOf(std::to_string(at)));
                 });
    }
    void readOutputCounts() {
        m_tables.hasOutputCounts = hasText();
        eachCell([this](const std::string& method) { m_tables.outputCounts.erase(method); },
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
            m_diagnostics.error("side-table-malformed", m_name + ", " + m_content.where(m_json.offset()),
                                "bytes follow the end of the table");
        if (m_json.failed())
            m_diagnostics.error("side-table-malformed", m_name + ", " + m_json.error().where, m_json.error().message);
        if (m_json.repairedTexts() != 0)
            m_diagnostics.warning("json-invalid-utf8", m_content.where(), "invalid UTF-8 was replaced");
    }

private:
    bool hasText() { return m_json.peek() != JsonReader::Kind::Failed; }

    /// Calls `begin(method)` and `take(method, instruction)` for {method: {instruction: value}}; `take` consumes the value and says
    /// whether it had the expected form. What comes twice is told and counts the second time, as in every JSON reader.
    template <class Begin, class Take>
    void eachCell(Begin&& begin, Take&& take) {
        std::set<std::string> methods;
        const bool isTable = m_json.object([&](std::string_view key) {
            const std::string method(key);
            const std::string place = placeOf(key);
            if (m_json.peek() != JsonReader::Kind::Object) {
                m_json.skip();
                return malformed(place, "the method's table is not an object");
            }
            if (!methods.insert(method).second) duplicate(place, "the method");
            if (spend()) begin(method);
            std::set<std::int64_t> instructions;
            m_json.object([&](std::string_view cell) {
                const std::string cellPlace = place + placeOf(cell);
                const auto instruction = parseInt(cell);
                const bool counts = instruction && *instruction >= 0 && spend();
                if (counts && !instructions.insert(*instruction).second) duplicate(cellPlace, "the instruction");
                if (!counts) m_json.skip();
                if (!counts || !take(method, *instruction)) malformed(cellPlace, "the entry does not have the expected form");
            });
        });
        if (!isTable) malformed("", "the table is not an object");
    }

    static std::string placeOf(std::string_view key) { return "[" + escaped(key.substr(0, kPlace)) + "]"; }

    void duplicate(const std::string& place, const char* what) {
        m_diagnostics.warning("json-duplicate-key", m_name + place, std::string(what) + " occurs twice; the last one counts");
    }

    void malformed(const std::string& place, const char* what) {
        if (!m_json.failed()) m_diagnostics.warning("side-table-malformed", m_name + place, what);
    }

    /// A row, or a handle of it; false beyond what the table may hold.
    bool spend() {
        if (m_json.failed()) return false;
        if (m_items == kFloor + m_content.storedSize() / limits::kSideTableBytesPerItem) {
            m_json.stop("limit-exceeded", "the table has more rows and handles than its " + std::to_string(m_content.storedSize()) +
                                              " bytes in the file can honestly hold");
            return false;
        }
        ++m_items;
        ++m_tables.items;
        return true;
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

    bool takeDelegate(DelegateRow& row, const std::string& place) {
        row = {};
        bool hasName = false, hasMap = false, mapIsGood = true;
        const bool isObject = m_json.object([&](std::string_view key) {
            const bool isMap = key == "delegate_map";
            if (key == "name" ? hasName : isMap && hasMap) duplicate(place + placeOf(key), "the member");
            hasMap = hasMap || isMap;
            if (key == "name") {
                hasName = m_json.peek() == JsonReader::Kind::String;
                row.backend = m_json.string().value_or("");
            } else if (isMap && !m_json.takeNull()) {
                mapIsGood = takeMap(row, place);
            } else if (!isMap) {
                m_json.skip();
            }
        });
        return isObject && hasName && mapIsGood;
    }

    /// {delegate debug id: handles}, in the order of the ids.
    bool takeMap(DelegateRow& row, const std::string& place) {
        row.hasMap = m_json.peek() == JsonReader::Kind::Object;
        std::map<std::string, std::vector<std::int64_t>> handles;
        bool good = true;
        m_json.object([&](std::string_view id) {
            const auto [at, fresh] = handles.try_emplace(std::string(id));
            if (!fresh) duplicate(place + placeOf(id), "the id");
            good = spend() && takeHandles(at->second) && good;
        });
        row.handles.assign(std::make_move_iterator(handles.begin()), std::make_move_iterator(handles.end()));
        return row.hasMap && good;
    }

    static constexpr std::size_t kPlace = 64;
    static constexpr std::uint64_t kFloor = limits::kSideTableItems / 4;  ///< of each of the four tables

    const std::string m_name;
    const ByteRange& m_content;
    JsonReader m_json;
    std::uint64_t m_items = 0;
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
