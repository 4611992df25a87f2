#include "etrecord/side_tables.h"

#include "base/text.h"
#include "io/json.h"

namespace etscope::etrecord {
namespace {

using nlohmann::json;

/// Calls `take(method, instruction, value)` for every well-formed cell of {method: {instruction: value}}.
template <class Take>
void eachCell(const json& document, std::string_view table, Diagnostics& diagnostics, Take&& take) {
    const auto malformed = [&](const std::string& place, const char* what) {
        diagnostics.warning("side-table-malformed", std::string(table) + place, what);
    };
    if (!document.is_object()) return malformed("", "the table is not an object");
    for (const auto& [method, rows] : document.items()) {
        if (!rows.is_object()) {
            malformed("[" + escaped(method) + "]", "the method's table is not an object");
            continue;
        }
        for (const auto& [key, value] : rows.items()) {
            const auto instruction = parseInt(key);
            if (!instruction || *instruction < 0 || !take(method, *instruction, value))
                malformed("[" + escaped(method) + "][" + escaped(key) + "]", "the entry does not have the expected form");
        }
    }
}

/// Integer or list of integers; false for anything else.
bool takeHandles(const json& value, std::vector<std::int64_t>& handles) {
    if (value.is_number_integer()) {
        handles.push_back(value.get<std::int64_t>());
        return true;
    }
    if (!value.is_array()) return false;
    for (const json& item : value) {
        if (!item.is_number_integer()) return false;
        handles.push_back(item.get<std::int64_t>());
    }
    return true;
}

bool takeDelegate(const json& value, DelegateRow& row) {
    if (!value.is_object()) return false;
    const auto name = value.find("name");
    if (name == value.end() || !name->is_string()) return false;
    row.backend = name->get<std::string>();
    const auto map = value.find("delegate_map");
    if (map == value.end() || map->is_null()) return true;
    if (!map->is_object()) return false;
    row.hasMap = true;
    for (const auto& [id, handles] : map->items()) {
        auto& added = row.handles.emplace_back(id, std::vector<std::int64_t>{});
        if (!takeHandles(handles, added.second)) return false;
    }
    return true;
}

/// The keys of a method table, so that methods without rows are known too.
template <class Map>
void addMethods(const json& document, Map& map) {
    if (!document.is_object()) return;
    for (const auto& [method, rows] : document.items())
        if (rows.is_object()) map[method];
}

}  // namespace

void readSideTable(Role role, const ByteRange& content, SideTables& tables, Diagnostics& diagnostics) {
    auto document = readJson(content, diagnostics);
    if (!document) {
        diagnostics.error("side-table-malformed", std::string(roleName(role)) + ", " + document.error().where, document.error().message);
        return;
    }
    switch (role) {
        case Role::DebugHandleMap:
            tables.hasDebugHandles = true;
            addMethods(*document, tables.debugHandles);
            eachCell(*document, roleName(role), diagnostics, [&](const std::string& method, std::int64_t at, const json& value) {
                tables.debugHandleIsList[method][at] = value.is_array();
                return takeHandles(value, tables.debugHandles[method][at]);
            });
            break;
        case Role::DelegateMap:
            tables.hasDelegates = true;
            addMethods(*document, tables.delegates);
            eachCell(*document, roleName(role), diagnostics, [&](const std::string& method, std::int64_t at, const json& value) {
                DelegateRow row;
                const bool whole = takeDelegate(value, row);
                tables.delegates[method][at] = std::move(row);
                return whole;
            });
            break;
        case Role::InstructionOutputCounts:
            tables.hasOutputCounts = true;
            eachCell(*document, roleName(role), diagnostics, [&](const std::string& method, std::int64_t at, const json& value) {
                if (!value.is_number_integer()) return false;
                tables.outputCounts[method][at] = value.get<std::int64_t>();
                return true;
            });
            break;
        case Role::ExportGraphId:
            if (document->is_number_integer() && *document >= 0)
                tables.exportGraphId = document->get<std::uint64_t>();
            else
                diagnostics.warning("side-table-malformed", std::string(roleName(role)), "the id is not a non-negative integer");
            break;
        default: break;
    }
}

}  // namespace etscope::etrecord
