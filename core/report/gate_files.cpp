// Gates for tools: JUnit XML and SARIF 2.1.0, both made of the document.
#include <set>

#include "base/escaped.h"
#include "base/hex.h"
#include "base/text.h"
#include "report/gate_document.h"
#include "report/text_cells.h"
#include "report/text_form.h"
#include "report/trace.h"

namespace etscope::report {
namespace {

constexpr const char* kSarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// "output 0 max_abs (budgets.toml:7)" within its method.
std::string caseName(const Json& row) {
    return filled("{?output}output {output} {/}{budget} {?limit_text}({limit_text}) {/}line {line}", row);
}

/// "peak_memory is broken: 1048592 bytes, limit 1048576".
std::string sentenceOf(const Json& row) {
    const bool bare = row["unit"].is_null() || row["unit"] == "count" || row["unit"] == "share";
    const std::string unit = bare ? "" : " " + cell(row["unit"]);
    std::string text = row["method"].is_null() ? "" : cell(row["method"]) + ": ";
    if (!row["output"].is_null()) text += "output " + cell(row["output"]) + ": ";
    text += cell(row["budget"]) + " is " + cell(row["state"]);
    if (!row["measured"].is_null())
        text += std::string(": measured ") +
                (row["bound"] != true  ? ""
                 : row["unit"] == "dB" ? "at most "
                                       : "at least ") +
                cell(row["measured"]) + unit;
    const bool number = row["limit"].is_number() && row["budget"] != "tolerance";
    text += ", limit " + (number ? cell(row["limit"]) + unit : cell(row["limit_text"]));
    if (number && !row["base"].is_null()) text += " (" + cell(row["limit_text"]) + " of " + cell(row["base"]) + ")";
    return row["note"].is_null() ? text : text + "; " + cell(row["note"]);
}

/// The element of a case; "" of one that passed.
std::string_view elementOf(const Json& row) {
    if (row["state"] == "held") return {};
    return row["state"] == "broken" ? "failure" : row["fails"] == true ? "error" : "skipped";
}

/// A path of a URI: all but letters, digits and "-._~/" in percent form.
std::string uriOf(const std::string& path, const std::string& folder) {
    std::string_view part = path;
    const bool below = !folder.empty() && part.starts_with(folder + "/");
    if (below) part.remove_prefix(folder.size() + 1);
    std::string uri = !below && part.starts_with('/') ? "file://" : "";
    for (const char c : part) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("-._~/").find(c) != std::string_view::npos;
        if (plain) {
            uri += c;
        } else {
            uri += '%';
            appendHex(uri, static_cast<std::byte>(c), HexCase::Upper);
        }
    }
    return uri;
}

Json locationJson(const std::string& path, const Json& line, const std::string& folder) {
    Json physical = object(F("artifactLocation", object(F("uri", uriOf(path, folder)))));
    if (line.is_number() && line > 0) physical["region"] = object(F("startLine", line));
    return object(F("physicalLocation", std::move(physical)));
}

Json resultJson(const Json& document, const Json& row, const std::string& folder) {
    Json locations = Json::array();
    for (const Json& source : row["sources"])
        if (const std::string file = source["file"].get<std::string>(); !file.empty() && file.front() != '<')
            locations.push_back(locationJson(file, source["line"], folder));
    Json budget = locationJson(document["budgets"].get<std::string>(), row["line"], folder);
    Json result = object(F("ruleId", row["budget"]), F("level", row["state"] == "broken" ? "error" : "warning"),
                         F("message", object(F("text", visible(sentenceOf(row))))));
    if (locations.empty()) {
        locations.push_back(std::move(budget));
    } else {
        budget["id"] = 0;
        budget["message"] = object(F("text", "the budget"));
        result["relatedLocations"] = Json::array({std::move(budget)});
    }
    result["locations"] = std::move(locations);
    result["partialFingerprints"] =
        object(F("etscopeBudget/v1", cell(row["method"]) + "/" + cell(row["output"]) + "/" + cell(row["budget"])));
    return result;
}

}  // namespace

std::string junitOfGate(const Json& document) {
    JunitSuite suite("gate");
    for (const Json& row : document["rows"]) {
        const std::string owner = row["method"].is_null() ? "session" : row["method"].get<std::string>();
        suite.add(owner, caseName(row), elementOf(row), row["state"] == "held" ? std::string() : xmlText(sentenceOf(row)));
    }
    return suite.text();
}

Json sarifOfGate(const Json& document, const std::string& folder, const std::string& version) {
    Json results = Json::array(), rules = Json::array();
    std::set<std::string> seen;
    for (const Json& row : document["rows"]) {
        const std::string rule = row["budget"].get<std::string>();
        if (seen.insert(rule).second)
            rules.push_back(object(F("id", rule), F("shortDescription", object(F("text", "The budget " + rule + " holds")))));
        if (row["fails"] == true) results.push_back(resultJson(document, row, folder));
    }
    const Json driver = object(F("name", "etscope"), F("version", version), F("rules", std::move(rules)));
    return object(F("$schema", kSarifSchema), F("version", "2.1.0"),
                  F("runs", Json::array({{{"tool", object(F("driver", driver))}, {"results", std::move(results)}}})));
}

}  // namespace etscope::report
