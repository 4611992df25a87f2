#include "report/text_report.h"

#include <array>
#include <functional>

#include "base/text.h"
#include "report/documents.h"
#include "report/drift_document.h"
#include "report/events_text.h"
#include "report/gate_document.h"
#include "report/html/html_report.h"
#include "report/lint_document.h"
#include "report/set_metadata_document.h"
#include "report/slim_document.h"
#include "report/stages_document.h"
#include "report/table_form.h"
#include "report/text_cells.h"
#include "report/text_table.h"
#include "report/tokens_document.h"
#include "report/verdict_document.h"

namespace etscope::report {
namespace {

using ColumnAlign = TextTable::Align;

std::string portsText(const Json& ports) {
    std::string text;
    for (const Json& port : ports) {
        const std::string name = cell(port["name"]);
        text += (text.empty() ? "" : ", ") + (name.empty() ? "" : name + " ") + typeText(port);
    }
    return text.empty() ? "–" : text;
}

std::string filesText(const Json& document) {
    TextTable table({{"file"}, {"kind"}, {"size", ColumnAlign::Right}});
    for (const Json& file : document["files"])
        table.add({cell(file["path"]), cell(file["kind"]), bytesText(file["size"].get<std::uint64_t>())});
    return table.text();
}

std::string programText(const Json& program) {
    if (program.is_null()) return {};
    std::string text = "\nProgram, schema version " + cell(program["schema_version"]) + ", " +
                       std::to_string(program["segments"].size()) + " segments, " +
                       std::to_string(program["constant_methods"].size()) + " constant methods\n";
    TextTable table({{"plan"},
                     {"values", ColumnAlign::Right},
                     {"operators", ColumnAlign::Right},
                     {"delegates", ColumnAlign::Right},
                     {"instructions", ColumnAlign::Right}});
    for (const Json& plan : program["plans"])
        table.add({cell(plan["name"]), cell(plan["values"]), cell(plan["operators"]), cell(plan["delegates"]),
                   cell(plan["instructions"])});
    return text + table.text(2);
}

std::string nativeText(const Json& document) {
    std::string text;
    for (const Json& native : document.value("native", Json::array())) {
        text += "\n" + cell(native["format"]) + (native["reason"].is_null() ? "" : ": " + cell(native["reason"])) + "\n";
        TextTable table({{"inside"}, {"kind"}, {"size", ColumnAlign::Right}, {"offset", ColumnAlign::Right}, {"opens as"}});
        for (const Json& one : native["nested"])
            table.add({cell(one["name"]), cell(one["kind"]), cell(one["size"]), cell(one["data_offset"]), cell(one["opens"])});
        if (!native["nested"].empty()) text += table.text(2);
    }
    return text;
}

std::string joinsText(const Json& document) {
    std::string text;
    for (const Json& join : document["joins"]) {
        text += "\n" + cell(join["from"]) + " with " + cell(join["to"]) + ": " + cell(join["state"]) + "\n";
        for (const Json& fact : join["evidence"]) text += "  " + cell(fact) + "\n";
    }
    return text;
}

/// "3 cases of the record, model.bpte"; "none".
std::string referencesText(const Json& method) {
    if (!method["has_reference_outputs"].get<bool>()) return "none";
    std::string text = cell(method["reference_cases"]) + (method["reference_cases"] == 1 ? " case of " : " cases of ");
    for (const Json& source : method["reference_sources"]) text += (text.ends_with("of ") ? "" : ", ") + cell(source);
    return text;
}

std::string infoText(const Json& document) {
    std::string text = filesText(document);
    for (const Json& method : document["methods"]) {
        text += "\n" + cell(method["name"]) + "\n  inputs       " + portsText(method["inputs"]) + "\n  outputs      " +
                portsText(method["outputs"]) + "\n  nodes        ";
        for (const auto& [stage, count] : method["node_counts"].items()) text += escaped(stage) + " " + count.dump() + "  ";
        static constexpr std::array<std::pair<const char*, const char*>, 5> kData{{{"parameters", "parameters   "},
                                                                                   {"buffers", "buffers      "},
                                                                                   {"constants", "constants    "},
                                                                                   {"delegate_data", "in delegates "},
                                                                                   {"unused_parameters", "unused       "}}};
        for (const auto& [key, title] : kData) {
            const Json& data = method[key];
            const bool unused = std::string_view(key) == "unused_parameters";
            if (unused && (data["count"].is_null() || data["count"] == 0)) continue;
            if (std::string_view(key) == "delegate_data" && data["count"] == 0) continue;
            text += std::string("\n  ") + title;
            if (data["count"].is_null())
                text += "unknown";
            else
                text += cell(data["count"]) + (unused ? " parameters that the graph does not read, " : " tensors, ") +
                        cell(data["elements"]) + " elements, " +
                        (data["bytes"].is_null() ? std::string("–") : bytesText(data["bytes"].get<std::uint64_t>()));
        }
        for (const Json& delegate : method["delegates"])
            text += "\n  delegate     " + cell(delegate["backend"]) + ", " + cell(delegate["calls"]) + " calls";
        text += "\n  references   " + referencesText(method) + "\n";
    }
    text += programText(document["pte"]) + nativeText(document) + joinsText(document);
    const Json& record = document["etrecord"];
    if (record.is_null()) return text;
    text += "\nETRecord " + cell(record["generation"]) + ", " + std::to_string(record["entries"].size()) + " entries\n";
    std::string removed;
    for (const Json& word : record["removed"]) removed += (removed.empty() ? "" : ", ") + cell(word);
    if (!removed.empty()) text += "  removed from this record on purpose: " + removed + "\n";
    TextTable table({{"entry"}, {"role"}, {"size", ColumnAlign::Right}, {"offset", ColumnAlign::Right}});
    for (const Json& entry : record["entries"])
        table.add({cell(entry["name"]), cell(entry["role"]), cell(entry["size"]), cell(entry["data_offset"])});
    return text + table.text(2);
}

void addTensor(std::string& text, const Json& row) {
    text += cell(row["name"]) + "  " + typeText(row) + "  " + cell(row["role"]) + " of " + cell(row["method"]) + "/" +
            cell(row["stage"]) + "\n";
    if (!row["statistics"].is_null())
        for (const auto& [name, value] : row["statistics"].items())
            if (name != "histogram")
                text += "  " + name + std::string(name.size() < 10 ? 10 - name.size() : 1, ' ') + cell(value) + "\n";
    if (row.contains("channels")) {
        const Json part{{"schema", "etscope.tensor/1"}, {"table", "channels"}, {"tensors", Json::array({row})}};
        text += "  along axis " + cell(row["channel_axis"]) + "\n" + tableText(part);
    }
    if (row.contains("values")) text += "  values    " + row["values"].dump() + "\n";
}

std::string tensorText(const Json& document) {
    std::string text;
    if (!document.contains("tensors"))
        addTensor(text, document);
    else
        for (const Json& row : document["tensors"]) addTensor(text, row);
    return text;
}

std::string verifyText(const Json& document) {
    std::string text = document["ok"].get<bool>() ? "ok\n" : "not ok\n";
    for (const auto& [what, count] : document["checked"].items()) text += "  " + count.dump() + " " + what + "\n";
    return text;
}

/// Which runner is assumed, and why.
std::string runnerText(const Json& document) {
    const Json& runner = document["runner"];
    return runner.is_null() ? std::string() : "made for the " + cell(runner["name"]) + " (" + cell(runner["evidence"]) + ")\n";
}

std::string metadataText(const Json& document) {
    std::string text = tableText(document);
    if (const std::string runner = runnerText(document); !runner.empty()) text += "\n" + runner;
    for (const Json& finding : document["findings"])
        text += cell(finding["severity"]) + "  " + cell(finding["code"]) + "  " + cell(finding["key"]) + ": " +
                cell(finding["message"]) + "\n";
    return text;
}

std::string namedDataText(const Json& document) {
    const Json& sentence = document["sharing"]["sentence"];
    return tableText(document) + (sentence.is_null() ? "" : "\n" + cell(sentence) + "\n");
}

std::string lintText(const Json& document) { return runnerText(document) + tableText(document) + suppressedText(document); }

std::string culpritText(const Json& culprit) {
    return culprit.is_null() ? std::string() : "culprit, " + cell(culprit["cause"]) + ": " + cell(culprit["sentence"]) + "\n";
}

std::string checkText(const Json& document) {
    std::string text = tableText(document) + "\n";
    for (const Json& run : document["runs"]) {
        const std::string culprit = culpritText(run["culprit"]);
        text += "run " + cell(run["run"]) + " of " + cell(run["method"]) + ": " +
                (culprit.empty() ? "no instruction that could be looked at is wrong\n" : culprit);
    }
    return text;
}

std::string tableAndNotes(const Json& document) {
    std::string text = tableText(document);
    if (!document["notes"].empty()) text += "\n";
    for (const Json& note : document["notes"]) text += "note: " + cell(note) + "\n";
    return text;
}

std::string gapText(const Json& document) {
    const std::string text = culpritText(document["culprit"]) + tableAndNotes(document);
    if (!document["rows"].empty()) return text;
    return text + "no call of the run has reference values to be held against; `check` judges each call on what it read\n";
}

/// A plan has "flops", a computed graph has "outputs".
std::string evaluateText(const Json& document) {
    std::string text = cell(document["method"]) + "/" + cell(document["stage"]) + "\n";
    static constexpr std::pair<const char*, const char*> kLines[] = {{"nodes", "nodes"},
                                                                     {"delegate calls", "delegate_calls"},
                                                                     {"operations", "flops"},
                                                                     {"peak bytes", "peak_bytes"},
                                                                     {"weight bytes", "weight_bytes"},
                                                                     {"mode", "mode"},
                                                                     {"nodes without value", "unknown_nodes"},
                                                                     {"written to", "exported"}};
    for (const auto& [title, key] : kLines)
        if (document.contains(key) && (std::string_view(key) != "exported" || !document[key].is_null()))
            text += "  " + std::string(title) + ": " + (document[key].is_null() ? "unknown" : cell(document[key])) + "\n";
    for (const Json& word : document.value("removed", Json::array()))
        text += "  removed from this record on purpose: " + cell(word) +
                (word == "weights" ? "; nothing that reads them is computed\n" : "\n");
    if (document.contains("inputs"))
        text += "  inputs: " + cell(document["inputs"]["from"]) + " (" + cell(document["inputs"]["source"]) + ")\n";
    for (const Json& output : document.value("outputs", Json::array()))
        text += "  output " + cell(output["index"]) + ": " +
                (output["value_type"].is_null() ? cell(output["state"]) : typeText(output)) + "\n";
    return document["unsupported"].empty() ? text : text + "\n" + tableText(document);
}

}  // namespace

std::string textOf(const Json& document) {
    struct Form {
        std::string_view schema;
        std::string (*text)(const Json&);
    };
    static constexpr auto kForms = std::to_array<Form>({
        {"etscope.info/1", infoText},
        {"etscope.tensor/1", tensorText},
        {"etscope.compare/1", compareText},
        {"etscope.diff/1", diffText},
        {"etscope.drift/1", driftText},
        {"etscope.events/1", eventsText},
        {"etscope.evaluate/1", evaluateText},
        {"etscope.check/1", checkText},
        {"etscope.gap/1", gapText},
        {"etscope.gate/1", gateText},
        {"etscope.lint/1", lintText},
        {"etscope.report/1", reportText},
        {"etscope.stages/1", stagesText},
        {"etscope.tokens/1", tokensText},
        {"etscope.verdict/1", verdictText},
        {"etscope.verify/1", verifyText},
        {"etscope.metadata/1", metadataText},
        {"etscope.named-data/1", namedDataText},
        {"etscope.set-metadata/1", setMetadataText},
        {"etscope.slim/1", slimText},
        {"etscope.undelegated/1", tableAndNotes},
    });
    for (const Form& form : kForms)
        if (document["schema"] == form.schema) return form.text(document);
    return tableText(document);
}

std::string diagnosticsText(const Json& document) {
    std::string text;
    for (const Json& item : document["diagnostics"]) {
        const std::string where = visible(item["where"].get<std::string>());
        text += cell(item["severity"]) + "  " + cell(item["code"]) + "  " + (where.empty() ? "" : where + ": ") +
                visible(item["message"].get<std::string>());
        if (item["count"] > 1) text += " (×" + cell(item["count"]) + ")";
        text += "\n";
    }
    return text;
}

}  // namespace etscope::report
