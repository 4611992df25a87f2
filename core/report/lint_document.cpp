#include "report/lint_document.h"

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "findings/lint.h"
#include "findings/lint_rules.h"
#include "findings/suppressions.h"
#include "inventory/metadata.h"
#include "program/known_keys.h"
#include "report/text_cells.h"

namespace etscope::report {
namespace {

Json suppressedJson(const findings::Suppressions& suppressions, const std::string& path) {
    Json lines = Json::array();
    for (const findings::Suppression& line : suppressions.lines())
        lines.push_back({{"line", line.line},
                         {"rule", line.rule},
                         {"place", line.place.empty() ? Json(nullptr) : Json(line.place)},
                         {"findings", line.findings}});
    return {{"file", validName(path)}, {"findings", suppressions.suppressed()}, {"lines", std::move(lines)}};
}

void addDiagnostics(Json& document, const Diagnostics& diagnostics) {
    for (const Diagnostic& item : diagnostics.items())
        document["diagnostics"].push_back({{"severity", severityName(item.severity)},
                                           {"code", item.code},
                                           {"where", item.where},
                                           {"message", item.message},
                                           {"count", item.count}});
}

}  // namespace

Result<Json> lintDocument(const session::Session& session, const std::string& path, bool& failed, const JobContext& job) {
    auto suppressions =
        path.empty() ? Result<findings::Suppressions>(findings::Suppressions{}) : findings::Suppressions::read(path);
    if (!suppressions) return suppressions.failure();
    auto findings = findings::lint(session, job);
    if (!findings) return findings.failure();
    if (auto applied = suppressions->apply(*findings, job); !applied) return applied.failure();
    Json document = beginDocument("lint", session);
    Json list = Json::array();
    for (const findings::LintFinding& finding : *findings) {
        failed = failed || finding.severity == Severity::Error;
        list.push_back({{"severity", severityName(finding.severity)},
                        {"code", finding.code},
                        {"where", finding.where},
                        {"message", finding.message},
                        {"suggestion", finding.suggestion}});
    }
    document["findings"] = std::move(list);
    const auto metadata = inventory::metadata(session);
    document["runner"] =
        metadata->runner ? Json{{"name", metadata->runner->name}, {"evidence", metadata->runner->evidence}} : Json(nullptr);
    document["suppressed"] = path.empty() ? Json(nullptr) : suppressedJson(*suppressions, path);
    endDocument(document, session);
    Diagnostics ofFile;
    suppressions->tell(escaped(baseName(validName(path))), ofFile);
    addDiagnostics(document, ofFile);
    return document;
}

Result<Json> lintDocument(const session::Session& session, bool& failed, const JobContext& job) {
    return lintDocument(session, std::string(), failed, job);
}

Json lintRulesDocument() {
    Json rules = Json::array();
    for (const findings::LintRule& rule : findings::lintRules())
        rules.push_back({{"id", rule.id},
                         {"severity", severityName(rule.severity)},
                         {"description", rule.description()},
                         {"hint", rule.hint},
                         {"section", rule.section()}});
    return {
        {"schema", "etscope.lint-rules/1"}, {"files", Json::array()}, {"rules", std::move(rules)}, {"diagnostics", Json::array()}};
}

Json knownKeysDocument() {
    const auto orNull = [](std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); };
    Json keys = Json::array();
    for (const program::KnownKey& key : program::knownKeys())
        keys.push_back({{"key", key.key},
                        {"type", program::knownTypeName(key.type)},
                        {"meaning", key.meaning},
                        {"used_by", key.usedBy},
                        {"required", key.required},
                        {"default", orNull(key.fallback)},
                        {"absent", orNull(key.absent)},
                        {"since", orNull(key.since)}});
    return {{"schema", "etscope.metadata-known/1"},
            {"files", Json::array()},
            {"keys", std::move(keys)},
            {"diagnostics", Json::array()}};
}

std::string suppressedText(const Json& document) {
    const Json suppressed = document.value("suppressed", Json(nullptr));
    if (suppressed.is_null()) return {};
    const std::string count = cell(suppressed["findings"]);
    return count + (count == "1" ? " finding is" : " findings are") + " suppressed by " + cell(suppressed["file"]) + "\n";
}

}  // namespace etscope::report
