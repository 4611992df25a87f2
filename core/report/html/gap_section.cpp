// The numeric gap, method by method: what is at fault and its source line, the picture, the calls with what each did itself.
#include <algorithm>
#include <map>

#include "causes/investigation.h"
#include "compare/run_cases.h"
#include "join/source_lines.h"
#include "join/stage_graph.h"
#include "modules/operator_family.h"
#include "report/audit_json.h"
#include "report/html/charts.h"
#include "report/html/html_text.h"
#include "report/html/sections.h"

namespace etscope::report::html {
namespace {

bool isBlamed(causes::Origin origin) { return origin == causes::Origin::Introduced || origin == causes::Origin::Constant; }

std::string operatorOf(const gap::GapRow& row) {
    return row.nodes.empty() ? row.runtime : row.nodes[modules::namedNode(row.nodes)];
}

const evaluate::Judgement* judgementOf(const causes::RowParts& parts) { return parts.audit ? parts.audit->judgement() : nullptr; }

GapPoint pointOf(const gap::GapRow& row, const causes::RowParts& parts, causes::Origin blame, std::optional<double> normal) {
    GapPoint point{
        .instruction = row.instruction, .error = row.error, .own = {}, .diverges = row.diverges, .normal = normal, .tip = {}};
    point.tip = "0/" + std::to_string(row.instruction) + " " + operatorOf(row) + ": error " + floatText(row.error);
    const evaluate::Judgement* judgement = judgementOf(parts);
    if (blame == causes::Origin::Constant && parts.constant) {
        point.own = parts.constant;
        point.constant = true;
        point.tip += ", a constant makes " + floatText(*parts.constant);
    } else if (parts.introduced && judgement != nullptr && judgement->verdict >= evaluate::Verdict::High) {
        point.own = parts.introduced;
        point.tip += ", the call itself introduces " + floatText(*parts.introduced);
    }
    return point;
}

void addPicture(Section& section, const std::string& method, const causes::Investigation& made) {
    std::vector<GapPoint> points;
    std::optional<std::size_t> flagged;
    std::string flag;
    const gap::GapOptions defaults;
    for (std::size_t r = 0; r < made.held.table.rows.size(); ++r) {
        const gap::GapRow& row = made.held.table.rows[r];
        if (!row.compared()) continue;
        if (made.beginning == r) {
            flagged = points.size();
            flag = "begins at " + operatorOf(row);
        }
        points.push_back(pointOf(row, made.audited->rows[r], made.origins[r], made.audited->rows[r].limit));
    }
    if (points.empty()) return;
    const std::string caption = "Each point is the error of one operator's output: " + code(method, 80) +
                                " in the order of execution, hollow where elements are beyond the tolerance; " +
                                markHtml(Mark::Introduced) + " what a call itself did and rounding does not explain, " +
                                markHtml(Mark::Constant) + " what a constant did; green what rounding alone may have led to.";
    section.figure(gapPicture(points, defaults.tolerance.rtol, flagged, flag, "Errors of the calls of " + method), caption);
}

/// Modules of the nodes that rows are named after; where the graph cannot be read there are none.
Result<std::map<std::string, std::string>> modulesOf(const session::MethodView& method, const gap::GapTable& table,
                                                     const JobContext& job) {
    std::map<std::string, std::string> modules;
    const auto index = join::graphIndex(method, graph::StageId::edge(), job);
    if (!index) return job.cancelled() ? Result<std::map<std::string, std::string>>(cancelledFailure()) : modules;
    for (const gap::GapRow& row : table.rows) {
        if (row.nodes.empty()) continue;
        const std::string node = operatorOf(row);
        const graph::NodeId id = (*index)->model().findNode(node);
        const auto module = id.valid() ? (*index)->hierarchy().moduleOf(id) : modules::ModuleId();
        if (module.valid()) modules.emplace(node, (*index)->hierarchy().module(module).path);
    }
    return modules;
}

/// What is at fault first, in the order of execution; then the largest errors; what was not compared last.
std::vector<std::size_t> orderOf(const causes::Investigation& made) {
    std::vector<std::size_t> order(made.held.table.rows.size());
    for (std::size_t r = 0; r < order.size(); ++r) order[r] = r;
    const auto rank = [&](std::size_t r) { return isBlamed(made.origins[r]) ? 0 : made.held.table.rows[r].compared() ? 1 : 2; };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (rank(a) != rank(b)) return rank(a) < rank(b);
        return rank(a) == 1 && made.held.table.rows[a].error > made.held.table.rows[b].error;
    });
    return order;
}

/// With the kernel that ran it below.
Cell operatorCell(const gap::GapRow& row) {
    constexpr std::string_view kKernel = "native_call_";
    Cell cell{breakableCode(operatorOf(row)), {}};
    const std::string_view runtime = row.runtime;
    if (runtime == "DELEGATE_CALL")
        cell.html += "<br><small>in a delegate</small>";
    else if (!row.nodes.empty() && !runtime.empty())
        cell.html += "<br><small>" + code(runtime.substr(runtime.starts_with(kKernel) ? kKernel.size() : 0)) + "</small>";
    return cell;
}

Cell partCell(const std::optional<double>& part) { return part ? numberCell(*part) : noCell(); }

Cell verdictCell(const causes::RowParts& parts) {
    if (!parts.audit) return textCell("not judged");
    const evaluate::Judgement* judgement = judgementOf(parts);
    if (judgement == nullptr) {
        const std::string reason = parts.audit->reason.text();
        return textCell(words(verdictWord(*parts.audit)) + (reason.empty() ? "" : ": " + reason));
    }
    Cell cell = stateCell(verdictWord(*parts.audit));
    if (judgement->normal > 0)
        cell.html += "<br><small>" + floatText(judgement->units) + " of " + floatText(judgement->normal) + " units</small>";
    return cell;
}

Cell originCell(const causes::Investigation& made, std::size_t r) {
    const gap::GapRow& row = made.held.table.rows[r];
    if (!row.compared()) return stateCell(gap::gapStateName(row.state));
    const causes::Origin origin = isBlamed(made.origins[r]) ? made.origins[r] : causes::originOf(row, &made.audited->rows[r]);
    if (origin == causes::Origin::None) return noCell();
    // Within the tolerance it is of no account: the word without its sign.
    if (!row.diverges && !isBlamed(made.origins[r])) return {"<small>" + escape(causes::originName(origin)) + "</small>", {}};
    return stateCell(causes::originName(origin));
}

TableForm gapForm() {
    return {"Operators, faulty first",
            columns(left("Instruction"), left("Operator"), left("Module"), right("Error", "‖runtime − reference‖ ∕ ‖reference‖"),
                    left("Error is"), left("The call itself", "Whether rounding explains what the call itself did"),
                    right("Own error", "By the call itself: ‖runtime − right result on what it read‖ ∕ ‖reference‖"),
                    right("Constant", "By constants of the program that are not the record's, over ‖reference‖"),
                    right("Inherited", "By what the call read: ‖right result on that − reference‖ ∕ ‖reference‖")),
            "; etscope-cli gap lists all", 200};
}

std::vector<Cell> cellsOf(const causes::Investigation& made, std::size_t r, const std::map<std::string, std::string>& modules) {
    const gap::GapRow& row = made.held.table.rows[r];
    const causes::RowParts& parts = made.audited->rows[r];
    const auto module = modules.find(operatorOf(row));
    return cells(Cell{"0/" + std::to_string(row.instruction), std::to_string(row.instruction)}, operatorCell(row),
                 module == modules.end() || module->second.empty() ? noCell() : Cell{breakableCode(module->second), {}},
                 row.compared() ? numberCell(row.error) : noCell(), originCell(made, r), verdictCell(parts),
                 partCell(parts.introduced), partCell(parts.constant), partCell(parts.inherited));
}

std::string sourceText(const gap::ReferenceValues& references) {
    const gap::ComputedSource* computed = references.computed();
    if (computed == nullptr) return references.source();
    return "the record's " + computed->stage + " graph, computed on " + computed->inputsText.text();
}

std::string summaryOf(const causes::Investigation& made) {
    const auto compared = static_cast<std::size_t>(std::ranges::count_if(made.held.table.rows, &gap::GapRow::compared));
    std::string text = countText(compared) + " of " + counted(made.held.table.rows.size(), "call", "calls");
    if (!made.held.table.rows.empty()) text += " of run " + std::to_string(made.held.table.rows.front().run);
    text += (compared == 1 ? " was" : " were") + (" held against " + sourceText(*made.held.references)) + ".";
    return made.held.table.doubt.empty() ? text : text + " " + sentence(made.held.table.doubt.text());
}

/// The line of the export script that a node was made by.
Result<void> addSource(Section& section, const session::MethodView& method, const causes::Culprit& culprit, const JobContext& job) {
    if (culprit.nodes.empty()) return {};
    const std::string& node = culprit.nodes[modules::namedNode(culprit.nodes)];
    const auto frame = join::ownLine(method, graph::StageId::edge(), node, job);
    if (job.cancelled()) return cancelledFailure();
    if (!frame) return {};
    const std::string file = frame->file.substr(frame->file.find_last_of("/\\") + 1);  // npos + 1 is 0
    section.add("<pre><code>" + escape(file, 80) + ":" + std::to_string(frame->line) +
                (frame->function.empty() ? "" : " in " + escape(frame->function, 80)) +
                (frame->text.empty() ? "" : "\n    " + escape(frame->text, 300)) + "</code></pre>\n");
    return {};
}

Result<void> addCulprit(Section& section, const session::MethodView& method, const causes::Culprit& culprit,
                        const JobContext& job) {
    std::string where;
    if (culprit.run) where += " · run " + std::to_string(*culprit.run);
    if (culprit.instruction) where += " · instruction 0/" + std::to_string(*culprit.instruction);
    section.add("<p>" + markHtml(Mark::Differ, "at fault") + " <strong>" + escape(sentence(culprit.sentence.text())) +
                "</strong> <span class=\"quiet\">" + escape(words(causes::causeName(culprit.cause)) + where) + "</span></p>\n");
    return addSource(section, method, culprit, job);
}

Result<void> addMethod(Section& section, const Facts& facts, const findings::MethodOutcome& outcome, const JobContext& job) {
    section.heading(outcome.method);
    if (outcome.culprit)
        if (auto added = addCulprit(section, {*facts.session, outcome.method}, *outcome.culprit, job); !added) return added;
    const auto run = outcome.culprit ? outcome.culprit->run : std::nullopt;
    gap::GapOptions options;
    options.run = run;
    const auto made = causes::investigate({*facts.session, outcome.method}, {}, options, job);
    if (!made) {
        if (made.cancelled()) return made.failure();
        section.quiet("Not known: " + made.error().message + ".");
        return {};
    }
    section.quiet(summaryOf(*made));
    addPicture(section, outcome.method, *made);
    const auto modules = modulesOf({*facts.session, outcome.method}, made->held.table, job);
    if (!modules) return modules.failure();
    const auto order = orderOf(*made);
    section.table(gapForm(), order.size(), [&](std::size_t i) { return cellsOf(*made, order[i], *modules); });
    return {};
}

/// Methods that a run is known to be of, in the order of the verdict.
Result<std::vector<const findings::MethodOutcome*>> methodsWithRuns(const Facts& facts, const JobContext& job) {
    const auto runs = compare::runs(*facts.session, job);
    if (!runs) return runs.failure();
    std::vector<const findings::MethodOutcome*> methods;
    for (const findings::MethodOutcome& outcome : facts.outcome->methods)
        if (std::ranges::any_of(**runs, [&](const join::SessionRun& run) { return run.attribution.method == outcome.method; }))
            methods.push_back(&outcome);
    return methods;
}

}  // namespace

Result<void> fillGap(Section& section, const Facts& facts, const JobContext& job) {
    const auto& files = facts.session->files();
    if (std::ranges::none_of(files, [](const session::SessionFile& file) { return file.dump != nullptr; }))
        return fail("no-runs",
                    "No run is open: an ETDump with intermediate values, and its debug buffer, tell what each call gave");
    if (facts.session->recordFile() == nullptr)
        return fail("no-record", "No record is open: its graph tells what each call should have given");
    const auto methods = methodsWithRuns(facts, job);
    if (!methods) return methods.failure();
    if (methods->empty()) return fail("no-runs", "No run is known to be of a method of the record");
    const std::size_t shown = std::min(kMostGaps, methods->size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto share = [&](std::size_t n) { return static_cast<double>(n) / static_cast<double>(shown); };
        section.lend(kMostReport);
        section.lend(section.room() / (shown - i));
        if (auto added = addMethod(section, facts, *(*methods)[i], part(job, share(i), share(i + 1))); !added) return added;
        if ((*methods)[i]->culprit) section.setMark(Mark::Differ);
    }
    section.lend(kMostReport);
    if (shown < methods->size())
        section.quiet("and " + counted(methods->size() - shown, "more method", "more methods") +
                      "; etscope-cli gap --method tells of each");
    return {};
}

}  // namespace etscope::report::html
