// The answer, and what is behind it: verdict, possible causes, what lint found.
#include <algorithm>
#include <array>

#include "etrecord/removed.h"
#include "report/html/charts.h"
#include "report/html/html_text.h"
#include "report/html/sections.h"

namespace etscope::report::html {
namespace {

std::string fact(std::string_view title, const std::string& html) {
    return "<div><dt>" + escape(title) + "</dt><dd>" + html + "</dd></div>";
}

std::string outputsFact(const Json& counts) {
    static constexpr std::array<std::pair<const char*, std::string_view>, 4> kStates{
        {{"match", "s-match"}, {"differ", "s-differ"}, {"incomparable", "s-incomparable"}, {"missing", "s-missing"}}};
    std::vector<Part> parts;
    std::string said;
    for (const auto& [state, kind] : kStates) {
        const auto count = counts[state].get<std::uint64_t>();
        parts.push_back({kind, count});
        if (count > 0) said += (said.empty() ? "" : " · ") + countText(count) + " " + wordOf(state);
    }
    return said.empty() ? "<span class=\"none\">none</span>" : escape(said) + partsPicture(parts, "Outputs: " + said);
}

std::string callsFact(const Json& methods) {
    std::uint64_t right = 0, wrong = 0, open = 0;
    for (const Json& method : methods) {
        right += method["calls"]["right"].get<std::uint64_t>();
        wrong += method["calls"]["wrong"].get<std::uint64_t>();
        open += method["calls"]["unknown"].get<std::uint64_t>();
    }
    if (right + wrong + open == 0) return "<span class=\"none\">none was judged</span>";
    return countText(right) + " correct · " + countText(wrong) + " wrong · " + countText(open) + " unchecked";
}

std::string constantsFact(const Json& constants) {
    const auto compared = constants["compared"].get<std::uint64_t>(), differ = constants["differ"].get<std::uint64_t>();
    return compared == 0 ? "<span class=\"none\">none was compared</span>"
                         : countText(differ) + " of " + countText(compared) + (differ == 1 ? " differs" : " differ");
}

std::string filesFact(const Json& joins) {
    std::string html;
    for (const Json& join : joins) {
        const std::string finding = textOf(join["finding"]);
        html += "<div>" + markHtml(markOf(textOf(join["state"])), wordOf(textOf(join["state"]))) + " " +
                escape(textOf(join["files"][0]) + " and " + textOf(join["files"][1]), kMostCell) +
                (finding.empty() ? "" : " <span class=\"quiet\">" + escape(finding, kMostCell) + "</span>") + "</div>";
    }
    return html.empty() ? "<span class=\"none\">nothing to hold against each other</span>" : html;
}

/// What kind of finding a cause of that state is.
std::string kindOf(std::string_view state) {
    static constexpr std::array<std::pair<std::string_view, const char*>, 6> kKinds{{{"differ", "Cause"},
                                                                                     {"incomparable", "Not comparable"},
                                                                                     {"warning", "Conflict"},
                                                                                     {"doubtful", "Uncertain"},
                                                                                     {"missing", "Missing"},
                                                                                     {"match", "Works"}}};
    const auto found = std::ranges::find(kKinds, state, [](const auto& kind) { return kind.first; });
    return found == kKinds.end() ? words(state) : found->second;
}

std::string causeHtml(const Json& cause) {
    constexpr std::size_t kEvidence = 4;
    const std::string state = textOf(cause["state"]), source = textOf(cause["source"]), address = textOf(cause["address"]);
    const std::string action = escape(sentence(textOf(cause["action"])));
    const std::string todo =
        action.empty() ? "" : "<div class=\"todo\"><span class=\"kind\">What to do</span><br>" + action + "</div>";
    std::string html = "<li>" + markHtml(markOf(state), wordOf(state)) + "<div><span class=\"kind\">" + escape(kindOf(state)) +
                       "</span><br><strong>" + escape(sentence(textOf(cause["title"]))) + "</strong>";
    std::size_t told = 0;
    for (const Json& line : cause["evidence"])
        if (!textOf(line).empty() && told++ < kEvidence) html += "<p>" + escape(textOf(line)) + "</p>";
    if (told > kEvidence) html += "<p>and " + counted(told - kEvidence, "more line", "more lines") + " of evidence</p>";
    if (!source.empty()) html += "<p>made by " + code(source) + "</p>";
    if (!address.empty()) html += "<p>at " + code(address) + "</p>";
    return html + "</div>" + todo + "</li>\n";
}

void addCauses(Section& section, const Json& causes) {
    constexpr std::size_t kBelow = 400;
    std::string html = "<ol class=\"causes\">\n";
    std::size_t shown = 0;
    for (const Json& cause : causes) {
        const std::string item = causeHtml(cause);
        if (shown == kMostRows || html.size() + item.size() + kBelow > section.room()) break;
        html += item;
        ++shown;
    }
    section.add(html + "</ol>\n");
    if (shown < causes.size())
        section.quiet("and " + countText(causes.size() - shown) + " more, none of them worse; etscope-cli verdict lists all");
}

/// What is missing stands among the causes, and what runners make of metadata has a section of its own.
bool isOfTheExport(const Json& finding) {
    const auto& code = finding["code"].get_ref<const std::string&>();
    return code.starts_with("lint-") || code.starts_with("runner-");
}

/// Worst first; of equal severity in the order of the rules.
std::vector<const Json*> bySeverity(const Json& findings) {
    static constexpr std::array<std::string_view, 3> kOrder{"error", "warning", "note"};
    std::vector<const Json*> rows;
    for (const Json& finding : findings)
        if (isOfTheExport(finding)) rows.push_back(&finding);
    std::ranges::stable_sort(rows, {}, [](const Json* row) {
        return std::ranges::find(kOrder, (*row)["severity"].get_ref<const std::string&>()) - kOrder.begin();
    });
    return rows;
}

void addLint(Section& section, const Json& document) {
    section.heading("Export checks");
    if (!document["runner"].is_null())
        section.quiet("Made for the " + textOf(document["runner"]["name"]) + " (" + textOf(document["runner"]["evidence"]) + ").");
    const auto rows = bySeverity(document["findings"]);
    if (rows.empty()) return section.quiet("No rule of lint found anything in what these files hold.");
    const TableForm form{"Lint", columns(left("Severity"), left("Where"), left("What was found"), left("What to do"), left("Rule")),
                         ", none of them more severe; etscope-cli lint lists all"};
    section.table(form, rows.size(), [&](std::size_t i) {
        const Json& row = *rows[i];
        return cells(stateCell(textOf(row["severity"])), codeCell(textOf(row["where"])),
                     Cell{escape(sentence(textOf(row["message"])), 600), {}},
                     Cell{escape(sentence(textOf(row["suggestion"])), 600), {}}, codeCell(textOf(row["code"])));
    });
}

/// What is not there on purpose is not missing.
void addRemoved(Section& section, const Facts& facts) {
    const auto& files = facts.session->files();
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].record == nullptr) continue;
        const std::string removed = etrecord::removedParts(*files[i].record).sentence();
        if (!removed.empty())
            section.add("<p>" + markHtml(Mark::Note, "note") + " " + code(facts.files[i]) + ": " + escape(removed) + ".</p>\n");
    }
}

}  // namespace

Result<void> fillVerdict(Section& section, const Facts& facts, const JobContext&) {
    constexpr std::size_t kSentences = 24;
    section.setMark(markOf(textOf(facts.verdict["state"])));
    std::string html = "<ul class=\"verdict\">\n";
    const Json& sentences = facts.verdict["sentences"];
    for (std::size_t i = 0; i < std::min(kSentences, sentences.size()); ++i) {
        const std::string state = textOf(sentences[i]["state"]);
        html += std::string(i == 0 ? "<li class=\"first\">" : "<li>") + markHtml(markOf(state), wordOf(state)) + "<span>" +
                escape(sentenceOf(facts.outcome->sentences[i].text)) + "</span></li>\n";
    }
    if (sentences.size() > kSentences) html += "<li>and " + countText(sentences.size() - kSentences) + " more</li>\n";
    for (const Json& one : facts.verdict["other_members"])
        html += "<li>" + markHtml(markOf(textOf(one["state"])), wordOf(textOf(one["state"]))) + "<span>" +
                escape(textOf(one["member"]) + ": " + textOf(one["text"])) + "</span></li>\n";
    section.add(html + "</ul>\n");
    addRemoved(section, facts);
    section.add("<dl class=\"facts\">" + fact("Outputs", outputsFact(facts.verdict["outputs"])) +
                fact("Calls of the runs", callsFact(facts.verdict["methods"])) +
                fact("Constants", constantsFact(facts.verdict["constants"])) + fact("Files", filesFact(facts.verdict["joins"])) +
                "</dl>\n");
    return {};
}

Result<void> fillFindings(Section& section, const Facts& facts, const JobContext& job) {
    const Json& causes = facts.verdict["causes"];
    bool failed = false;
    const auto lint = lintDocument(*facts.session, failed, job);
    if (lint.cancelled()) return lint.failure();
    section.lend(section.room() * 2 / 3);
    if (causes.empty())
        section.quiet(
            "In what could be compared no possible cause of a difference, no contradiction and nothing missing was found.");
    else
        addCauses(section, causes);
    section.lend(kMostReport);
    if (lint)
        addLint(section, *lint);
    else
        section.quiet("Lint: " + lint.error().message);
    if (!causes.empty()) section.setMark(markOf(textOf(causes[0]["state"])));
    return {};
}

}  // namespace etscope::report::html
