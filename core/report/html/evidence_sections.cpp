// What is right without a reference: ways of a graph that must agree, and a conversation that was written down.
#include <algorithm>

#include "conversation/conversation.h"
#include "findings/consistency_rows.h"
#include "report/html/html_text.h"
#include "report/html/sections.h"

namespace etscope::report::html {
namespace {

struct ConsistencyRow {
    const consistency::MethodConsistency* method;
    const consistency::CheckResult* check;
};

/// Worst first; what the model does not claim is left out.
std::vector<ConsistencyRow> consistencyRows(const findings::Consistencies& all) {
    std::vector<ConsistencyRow> rows;
    for (const consistency::MethodConsistency& method : all)
        for (const consistency::CheckResult& check : method.checks)
            if (check.state != consistency::State::NotApplicable) rows.push_back({&method, &check});
    const auto rank = [](const ConsistencyRow& row) {
        return row.check->state == consistency::State::Disagree ? 0 : row.check->state == consistency::State::NotSetUp ? 1 : 2;
    };
    std::ranges::stable_sort(rows, {}, rank);
    return rows;
}

std::string_view stateWord(consistency::State state) {
    return state == consistency::State::Agree ? "match" : state == consistency::State::Disagree ? "warning" : "unknown";
}
std::string_view stateWord(conversation::State state) {
    return state == conversation::State::Right ? "match" : state == conversation::State::Wrong ? "differ" : "unknown";
}

std::vector<Cell> cellsOf(const ConsistencyRow& row) {
    const consistency::CheckResult& check = *row.check;
    const bool measured = check.compared > 0;
    return cells(codeCell(row.method->method), textCell(check.id), stateCell(stateWord(check.state)), textCell(check.reason.text()),
                 measured ? numberCell(check.difference) : noCell(), measured ? numberCell(check.envelope) : noCell(),
                 check.blame ? codeCell(check.blame->first.node) : noCell(),
                 check.blame ? textCell(check.blame->first.source) : noCell());
}

void addFindings(Section& section, const conversation::Answer& answer) {
    const TableForm form{"Findings", columns(left("Check"), left("Where"), left("What was seen"), left("Proof"))};
    section.table(form, answer.findings.size(), [&](std::size_t i) {
        const conversation::Finding& one = answer.findings[i];
        return cells(textCell(conversation::checkName(one.check)), textCell(conversation::placeText(one.place)),
                     textCell(one.sentence.text()), textCell(conversation::evidenceName(one.evidence)));
    });
}

void addChecks(Section& section, const conversation::Answer& answer) {
    const TableForm form{"What was checked", columns(left("Check"), left("State"), right("Looked at"),
                                                     right("Open", "Of which nothing could be told"), left("Why"))};
    section.table(form, answer.checks.size(), [&](std::size_t i) {
        const conversation::CheckRow& row = answer.checks[i];
        return cells(textCell(conversation::checkName(row.check)), stateCell(stateWord(row.state)), countCell(row.looked),
                     countCell(row.open), textCell(row.reason.text()));
    });
}

void addTokens(Section& section, const conversation::Answer& answer) {
    const auto textOf = [](const std::string& text, const std::optional<std::int64_t>& id) {
        return !text.empty() ? codeCell(text)
               : id          ? countCell(static_cast<std::uint64_t>(std::max<std::int64_t>(*id, 0)))
                             : noCell();
    };
    const TableForm form{
        "Tokens, in order",
        columns(left("Chosen"), right("Call"), right("Probability", "By the logits that were read, at temperature 1"),
                left("Reference", "The likeliest by the record's graph on what the call was given"),
                right("Margin", "Of the reference's largest logit over its next"), right("Error", "Largest |given − reference|"))};
    section.table(form, answer.tokens.size(), [&](std::size_t i) {
        const conversation::ChosenToken& token = answer.tokens[i];
        const auto reference =
            std::ranges::find(token.values.candidates, token.values.reference.value_or(-1), &conversation::Candidate::id);
        const auto number = [](const std::optional<double>& value) { return value ? numberCell(*value) : noCell(); };
        return cells(textOf(token.text, token.id),
                     token.call ? countCell(static_cast<std::uint64_t>(std::max<std::int64_t>(*token.call, 0))) : noCell(),
                     token.probability ? shareCell(*token.probability) : noCell(),
                     reference != token.values.candidates.end() ? textOf(reference->text, reference->id) : noCell(),
                     number(token.values.margin), number(token.values.error));
    });
}

}  // namespace

Result<void> fillConsistency(Section& section, const Facts& facts, const JobContext& job) {
    const auto all = findings::consistencies(*facts.session, job);
    if (!all) return all.failure();
    const auto rows = consistencyRows(**all);
    if (rows.empty()) return fail("no-graph", "No recorded graph is there to be computed in ways that must agree");
    const TableForm form{"Ways that must agree, worst first",
                         columns(left("Method"), left("Check"), left("State"), left("What was found, or why it was not asked"),
                                 right("Difference", "Largest |left − right|"), right("Rounding", "What it may do to both"),
                                 left("First node that differs"), left("Source")),
                         "; etscope-cli consistency lists all"};
    section.table(form, rows.size(), [&](std::size_t i) { return cellsOf(rows[i]); });
    section.setMark(markOf(stateWord(rows.front().check->state)));
    return {};
}

Result<void> fillConversation(Section& section, const Facts& facts, const JobContext& job) {
    const auto hasTrace = [](const session::SessionFile& file) { return file.trace != nullptr; };
    if (std::ranges::none_of(facts.session->files(), hasTrace)) return fail(std::string(kNoSubject), "");
    const auto answer = conversation::conversation(*facts.session, job, {.look = true});
    if (answer.cancelled()) return answer.failure();
    if (!answer) return answer.failure();
    const conversation::Answer& all = **answer;
    section.paragraph(std::to_string(all.calls) + " calls, " + std::to_string(all.tokens.size()) + " tokens chosen" +
                      (all.runner.empty() ? "" : "; runner " + all.runner) + (all.device.empty() ? "" : "; device " + all.device));
    section.setMark(markOf(stateWord(all.state)));
    addFindings(section, all);
    addChecks(section, all);
    addTokens(section, all);
    return {};
}

}  // namespace etscope::report::html
