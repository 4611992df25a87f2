// Outputs, worst first, with pictures of the error of the worst.
#include <algorithm>
#include <cmath>

#include "compare/outputs.h"
#include "report/html/charts.h"
#include "report/html/html_text.h"
#include "report/html/sections.h"
#include "report/text_cells.h"

namespace etscope::report::html {
namespace {

struct OutputRow {
    const Json* json;
    const compare::OutputPair* pair;
    int severity = 0;
    double error = 0;  ///< relative; what is not finite on one side is worse than any
};

int severityOf(const std::string& state) {
    static constexpr compare::PairState kStates[] = {
        compare::PairState::Match,        compare::PairState::Differ,           compare::PairState::ShapeMismatch,
        compare::PairState::TypeMismatch, compare::PairState::MissingReference, compare::PairState::MissingRuntime,
        compare::PairState::Unreadable};
    for (const compare::PairState one : kStates)
        if (compare::pairStateName(one) == state) return compare::pairSeverity(one);
    return 0;
}

double errorOf(const Json& row) {
    const Json& metrics = row["metrics"];
    if (!metrics.is_object() || metrics.empty()) return 0;
    if (metrics["not_finite"] != 0) return HUGE_VAL;
    const double error = numberOf(metrics["rel_l2"]).value_or(0);
    return std::isnan(error) ? 0 : error;
}

std::vector<OutputRow> rowsOf(const Json& document, const std::vector<compare::OutputPair>& pairs) {
    std::vector<OutputRow> rows;
    const Json& list = document["comparisons"];  // one for each pair, in their order
    for (std::size_t i = 0; i < std::min(list.size(), pairs.size()); ++i)
        rows.push_back({&list[i], &pairs[i], severityOf(textOf(list[i]["state"])), errorOf(list[i])});
    std::ranges::stable_sort(rows, [](const OutputRow& a, const OutputRow& b) {
        return a.severity != b.severity ? a.severity > b.severity : a.error > b.error;
    });
    return rows;
}

/// "case 2", "run 3"; empty: neither is known.
std::string columnOf(const Json& row) {
    if (!row["case"].is_null()) return "case " + row["case"].dump();
    return row["run"].is_null() ? std::string() : "run " + row["run"].dump();
}

Cell beyondCell(const Json& metrics) {
    if (metrics.is_null()) return noCell();
    const auto mismatched = metrics["mismatched"].get<std::uint64_t>(), count = metrics["count"].get<std::uint64_t>();
    return {countText(mismatched) + " of " + countText(count), std::to_string(mismatched)};
}

/// No maximum tells of positions where one side is not finite.
Cell maximumCell(const Json& metrics) {
    if (metrics.is_null()) return noCell();
    const auto odd = metrics["not_finite"].get<std::uint64_t>();
    Cell cell = numberCellOf(metrics["max_abs"]);
    if (odd > 0) cell = {(metrics["max_abs"] == 0 ? "" : cell.html + " + ") + countText(odd) + " not finite", "1e999"};
    return cell;
}

Cell metricCell(const Json& metrics, const char* name) { return metrics.is_null() ? noCell() : numberCellOf(metrics[name]); }

Json metricsOf(const Json& row) {
    const auto found = row.find("metrics");
    return found == row.end() || !found->is_object() || found->empty() ? Json(nullptr) : *found;
}

std::vector<Cell> cellsOf(const Json& row) {
    const Json metrics = metricsOf(row);
    const Json& typed = row["reference"].is_null() ? row["runtime"] : row["reference"];
    return cells(stateCell(textOf(row["state"])), codeCell(textOf(row["method"])), textCell(columnOf(row)),
                 countCellOf(row["output"]), typed.is_null() ? noCell() : codeCell(typeText(typed)), beyondCell(metrics),
                 maximumCell(metrics), metricCell(metrics, "max_rel"), metricCell(metrics, "rel_l2"), metricCell(metrics, "snr_db"),
                 metricCell(metrics, "cosine"), textCell(textOf(row.value("note", Json(nullptr)))));
}

TableForm outputsForm() {
    return {"Runtime values against reference values, worst first",
            columns(left("State"), left("Method"), left("Case"), right("Output"), left("Type"),
                    right("Beyond tolerance", "Elements with |d| > absolute tolerance + relative tolerance × |reference|"),
                    right("Max |d|", "Largest |runtime − reference|"), right("Max relative", "Largest |d| ∕ |reference|"),
                    right("Relative L2", "‖d‖ ∕ ‖reference‖"), right("SNR, dB", "10 lg (Σ reference² ∕ Σ d²)"), right("Cosine"),
                    left("Note")),
            ", none of them worse; etscope-cli compare lists all"};
}

/// The plane of the last two axes that holds the worst element.
tensor::PlaneRequest planeOf(const tensor::Tensor& tensor, const Json& worst) {
    tensor::PlaneRequest plane;
    plane.maxRows = plane.maxColumns = kMostPixels;
    plane.index.assign(tensor.shape.size(), 0);
    if (!worst.empty() && worst[0]["index"].size() == plane.index.size())
        for (std::size_t axis = 0; axis < plane.index.size(); ++axis)
            plane.index[axis] = worst[0]["index"][axis].get<std::int64_t>();
    std::vector<std::size_t> axes;  // from the last one on
    for (std::size_t axis = tensor.shape.size(); axis-- > 0 && axes.size() < 2;)
        if (tensor.shape[axis] > 1) axes.push_back(axis);
    if (!axes.empty()) plane.columnAxis = axes[0];
    if (axes.size() > 1) plane.rowAxis = axes[1];
    return plane;
}

/// "[0, :, :]".
std::string placeOf(const tensor::PlaneRequest& plane) {
    std::string text;
    for (std::size_t axis = 0; axis < plane.index.size(); ++axis) {
        const bool shown = plane.rowAxis == axis || plane.columnAxis == axis;
        text += (axis == 0 ? "" : ", ") + (shown ? std::string(":") : std::to_string(plane.index[axis]));
    }
    return "[" + text + "]";
}

std::string worstText(const Json& worst) {
    if (worst.empty()) return {};
    const auto valueText = [](const Json& value) {
        const auto number = numberOf(value);
        return number ? floatText(*number) : cell(value);
    };
    return ". The worst element stands at " + place(worst[0]["index"]) + ": reference " + valueText(worst[0]["reference"]) +
           ", runtime " + valueText(worst[0]["runtime"]);
}

std::string captionOf(const OutputRow& row, const tensor::PlaneRequest& plane, const tensor::HeatMap& map) {
    const Json& json = *row.json;
    const std::string column = columnOf(json);
    return "<strong>" + code(textOf(json["method"])) + (column.empty() ? "" : ", " + escape(column)) + ", output " +
           json["output"].dump() + "</strong><br>|runtime − reference| of " + escape(typeText(json["reference"])) + " at " +
           escape(placeOf(plane)) + "; from " + errorScale(map.max) + (map.sampled ? "of some of the rows or columns" : "") +
           escape(worstText(json["worst"])) + ".";
}

/// Nothing where the sides cannot be drawn.
Result<bool> addPicture(Section& section, const OutputRow& row, const JobContext& job) {
    const auto sides = compare::comparableSides(*row.pair);
    if (!sides) return false;
    const Json& worst = (*row.json)["worst"];
    const tensor::PlaneRequest plane = planeOf(sides->reference, worst);
    const auto map = tensor::differenceMap(sides->reference, sides->runtime, plane, job);
    if (!map) return map.cancelled() ? Result<bool>(map.failure()) : false;
    const auto picture =
        errorPicture(*map, "Error of output " + (*row.json)["output"].dump() + " of " + textOf((*row.json)["method"]));
    return picture && section.figure(*picture, captionOf(row, plane, *map));
}

Result<void> addPictures(Section& section, const std::vector<OutputRow>& rows, const JobContext& job) {
    const bool differ = !rows.empty() && (*rows.front().json)["state"] == "differ";
    const std::size_t most = differ ? kMostErrorPictures : 2;  // of what is within the tolerance a glance
    std::size_t drawn = 0, drawable = 0;
    section.add("<div class=\"pictures\">\n");
    for (const OutputRow& row : rows) {
        if (!row.pair->reference || !row.pair->runtime || ((*row.json)["state"] == "differ") != differ || !(row.error > 0))
            continue;
        ++drawable;
        if (drawn == most) continue;
        const auto added = addPicture(section, row, part(job, 1, 1));
        if (!added) return added.failure();
        drawn += *added ? 1U : 0U;
    }
    section.add("</div>\n");
    if (drawable > drawn && drawn > 0)
        section.quiet("Pictures are of the " + counted(drawn, "output", "outputs") + " with the largest relative error; " +
                      counted(drawable - drawn, "more output has", "more outputs have") + " none.");
    return {};
}

}  // namespace

Result<void> fillOutputs(Section& section, const Facts& facts, const JobContext& job) {
    bool failed = false;
    compare::OutputCompareOptions options;
    options.tolerance.equalNan = true;  // as the verdict has it
    const auto document = compareDocument(facts.session, options, {}, std::string(), failed, part(job, 0, 0.8));
    if (!document) return document.failure();
    const auto pairs = compare::pairOutputs(facts.session, job);
    if (!pairs) return pairs.failure();
    const auto rows = rowsOf(*document, *pairs);
    if (rows.empty())
        return fail("compare-nothing",
                    "No output is known: reference outputs come with a record or a bundled program, runtime values with an ETDump "
                    "and its debug buffer or as .npy files");
    const Json& tolerance = (*document)["tolerance"];
    section.quiet("Within the tolerance is |runtime − reference| ≤ " + floatText(tolerance["atol"].get<double>()) + " + " +
                  floatText(tolerance["rtol"].get<double>()) + " × |reference|.");
    section.lend(section.room() * 2 / 5);
    section.table(outputsForm(), rows.size(), [&](std::size_t i) { return cellsOf(*rows[i].json); });
    section.lend(kMostReport);
    section.setMark(markOf(textOf((*rows.front().json)["state"])));
    return addPictures(section, rows, job);
}

}  // namespace etscope::report::html
