// Methods: what goes in and out, what they are made of, how their outputs stand; and their graphs, where these are small.
#include <map>

#include "base/bytes_text.h"
#include "draw/svg.h"
#include "join/call_titles.h"
#include "join/stage_graph.h"
#include "report/html/html_text.h"
#include "report/html/sections.h"
#include "report/text_cells.h"
#include "report/text_table.h"
#include "view/first_view.h"

namespace etscope::report::html {
namespace {

/// The worst of a method's outputs; "unknown" where it has none.
std::string_view stateOf(const Json& outputs) {
    for (const char* state : {"differ", "incomparable", "match", "missing"})
        if (outputs[state] != 0) return state;
    return "unknown";
}

std::vector<std::string> portLines(const Json& ports) {
    std::vector<std::string> lines;
    for (const Json& port : ports) {
        const std::string name = modules::shownNode(textOf(port["name"]));
        lines.push_back((name.empty() ? "" : breakableCode(name, 60) + " ") + code(typeText(port), 80));
    }
    return lines;
}

Cell nodesCell(const Json& counts) {
    std::vector<std::string> lines;
    for (const auto& [stage, count] : counts.items())
        lines.push_back(escape(stage, 40) + " " + countText(count.get<std::uint64_t>()));
    return linesCell(lines);
}

Cell dataCell(const Json& method) {
    std::vector<std::string> lines;
    struct Kind {
        const char *key, *one, *many;
    };
    static constexpr Kind kData[] = {{"parameters", "parameter", "parameters"},
                                     {"buffers", "buffer", "buffers"},
                                     {"constants", "constant", "constants"},
                                     {"delegate_data", "in delegates", "in delegates"}};
    for (const auto& [key, one, many] : kData) {
        const Json& data = method[key];
        if (data["count"].is_null() || data["count"] == 0) continue;
        const std::string bytes = data["bytes"].is_null() ? "size not known" : bytesText(data["bytes"].get<std::uint64_t>());
        lines.push_back(counted(data["count"].get<std::uint64_t>(), one, many) + ", <span class=\"whole\">" + escape(bytes) +
                        "</span>");
    }
    return linesCell(lines);
}

Cell delegatesCell(const Json& delegates) {
    std::vector<std::string> lines;
    for (const Json& one : delegates)
        lines.push_back(code(join::shortBackendName(textOf(one["backend"])), 60) + " " +
                        counted(one["calls"].get<std::uint64_t>(), "call", "calls"));
    return linesCell(lines);
}

Cell worstCell(const Json& outcome) {
    const auto most = numberOf(outcome["max_abs"]);
    const auto odd = outcome["not_finite"].get<std::uint64_t>();
    if (odd > 0) return {counted(odd, "element", "elements") + " not finite on one side", "1e999"};
    return most ? numberCell(*most) : noCell();
}

Cell callsCell(const Json& calls) {
    const auto right = calls["right"].get<std::uint64_t>(), wrong = calls["wrong"].get<std::uint64_t>(),
               open = calls["unknown"].get<std::uint64_t>();
    if (right + wrong + open == 0) return noCell();
    const std::string sign = wrong > 0 ? markHtml(Mark::Differ, "wrong") + " " : std::string();
    return {sign + countText(wrong) + " wrong of " + countText(right + wrong) +
                (open > 0 ? "<br><small>" + countText(open) + " not judged</small>" : ""),
            std::to_string(wrong)};
}

/// What the verdict says of a method that it does not speak of: nothing is known.
Json unknownOutcome() {
    return object(F("outputs", object(F("match", 0), F("differ", 0), F("incomparable", 0), F("missing", 0))), F("max_abs", nullptr),
                  F("not_finite", 0), F("calls", object(F("right", 0), F("wrong", 0), F("unknown", 0))));
}

struct MethodRow {
    const Json* info;
    Json outcome;
};

/// As the verdict has them, worst first; then those that it does not speak of.
std::vector<MethodRow> rowsOf(const Json& info, const Json& verdict) {
    std::map<std::string, const Json*> known;
    for (const Json& method : info["methods"]) known[textOf(method["name"])] = &method;
    std::vector<MethodRow> rows;
    for (const Json& outcome : verdict["methods"]) {
        const auto found = known.find(textOf(outcome["method"]));
        if (found == known.end()) continue;
        rows.push_back({found->second, outcome});
        known.erase(found);
    }
    for (const Json& method : info["methods"])
        if (known.contains(textOf(method["name"]))) rows.push_back({&method, unknownOutcome()});
    return rows;
}

std::vector<Cell> cellsOf(const MethodRow& row) {
    const Json& info = *row.info;
    return cells(codeCell(textOf(info["name"])), stateCell(stateOf(row.outcome["outputs"])), worstCell(row.outcome),
                 callsCell(row.outcome["calls"]), countCellOf(info["reference_cases"]), countCellOf(info["runs"]),
                 linesCell(portLines(info["inputs"])), linesCell(portLines(info["outputs"])), nodesCell(info["node_counts"]),
                 delegatesCell(info["delegates"]), dataCell(info));
}

/// The stage whose modules are known, else the first.
graph::StageId drawnStage(const session::Method& method) {
    for (const auto& stage : method.stages)
        if (stage.is(graph::StageId::Kind::Edge)) return stage;
    return method.stages.front();
}

/// The first view of the window; too large ones with closed modules. Empty: it is large even so, or cannot be drawn.
Result<std::string> drawing(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    constexpr double kWidth = 1000;
    const auto index = join::graphIndex(method, stage, job);
    if (!index) return index.cancelled() ? Result<std::string>(index.failure()) : std::string();
    const view::TableTextMeasure measure;
    view::ViewOptions options;
    options.gatherStubs = true;
    options.foldRepeats = true;
    options.titles = join::nodeTitles(method, stage, job);
    options.bundles = join::callBundles(method, stage, job);
    const auto first = view::firstView(*index, options, measure, {.labels = false}, kWidth, job);
    if (!first) return first.failure();
    std::string svg = draw::svgText(**first, measure, draw::SvgUse::Inline);
    if (svg.size() <= kMostDrawing) return svg;
    options.expanded = view::modulesToDepth((*index)->hierarchy(), 0);
    const auto closed = view::buildScene(std::make_shared<const view::ViewGraph>(*index, options), measure, {.labels = false}, job);
    if (!closed) return closed.failure();
    svg = draw::svgText(**closed, measure, draw::SvgUse::Inline);
    return svg.size() <= kMostDrawing ? svg : std::string();
}

Result<void> addDrawings(Section& section, const Facts& facts, const std::vector<MethodRow>& rows, const JobContext& job) {
    std::size_t drawn = 0;
    for (const MethodRow& row : rows) {
        const session::Method* method = facts.session->method(textOf((*row.info)["name"]));
        if (method == nullptr || method->stages.empty() || drawn == kMostDrawings) continue;
        const graph::StageId stage = drawnStage(*method);
        const auto svg = drawing({*facts.session, method->name}, stage, job);
        if (!svg) return svg.failure();
        if (svg->empty() || svg->size() + 500 > section.room()) continue;
        section.add("<details><summary>Graph of " + code(method->name) + ", " + escape(stage.text(), 60) +
                    "</summary><div class=\"drawing\" tabindex=\"0\" role=\"region\" aria-label=\"Graph of " +
                    escape(method->name, 60) + "\">" + *svg + "</div></details>\n");
        ++drawn;
    }
    if (drawn < rows.size())
        section.quiet(counted(rows.size() - drawn, "graph is", "graphs are") +
                      " not drawn here, for size or because none can be read; etscope-cli graph --svg draws each.");
    return {};
}

}  // namespace

Result<void> fillMethods(Section& section, const Facts& facts, const JobContext& job) {
    const auto info = infoDocument(*facts.session, job);
    if (!info) return info.failure();
    const auto rows = rowsOf(*info, facts.verdict);
    if (rows.empty()) return fail("no-graph", "No method is known: open a record, a program or an exported program");
    const TableForm form{
        "Methods, worst first",
        columns(left("Method"), left("Outputs"),
                right("Max |d|", "Largest |runtime − reference| of the outputs that differ, else of those that match"),
                right("Calls", "Calls of its runs that were judged on what they read"),
                right("Cases", "Sets of inputs with reference outputs"), right("Runs"), left("Inputs"), left("Gives"),
                right("Nodes", "Of each stage"), left("Delegates"), left("Weights")),
        "; etscope-cli info lists all"};
    section.table(form, rows.size(), [&](std::size_t i) { return cellsOf(rows[i]); });
    section.setMark(markOf(stateOf(rows.front().outcome["outputs"])));
    return addDrawings(section, facts, rows, job);
}

}  // namespace etscope::report::html
