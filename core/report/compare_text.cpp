#include "report/text_cells.h"
#include "report/text_report.h"
#include "report/text_table.h"

namespace etscope::report {
namespace {

using Align = TextTable::Align;

std::string placeText(const Json& index) {
    std::string text;
    for (const Json& one : index) text += (text.empty() ? "" : ", ") + cell(one);
    return "[" + text + "]";
}

/// Which output it is, the tolerance that judged it, and the one that would have passed it.
std::string judgementText(const Json& row) {
    const std::string place = row["case"].is_null() ? "run " + cell(row["run"]) : "case " + cell(row["case"]);
    const Json& tolerance = row["tolerance"];
    const Json& least = row["metrics"]["required_rtol"];
    std::string text = cell(row["method"]) + ", " + place + ", output " + cell(row["output"]) + ": " +
                       cell(row["metrics"]["mismatched"]) + " of " + cell(row["metrics"]["count"]) + " beyond rtol " +
                       cell(tolerance["rtol"]) + ", atol " + cell(tolerance["atol"]);
    text += least.is_number() ? "; required_rtol " + rounded(least) : "; no rtol passes";
    return text + "\n";
}

/// The first mismatch and the worst elements of an output that differs; "" for others.
std::string differenceText(const Json& row) {
    if (row["metrics"].is_null() || row["metrics"]["mismatched"] == 0) return {};
    std::string text = judgementText(row);
    const auto place = [&](const char* which, const char* words) {
        if (const Json& one = row[which]; !one.is_null())
            text += words + placeText(one["index"]) + ": reference " + cell(one["reference"]) + ", runtime " +
                    cell(one["runtime"]) + "\n";
    };
    place("first", "  first mismatch at ");
    place("first_not_finite", "  first that is not finite at ");
    TextTable table(
        {{"worst"}, {"reference", Align::Right}, {"runtime", Align::Right}, {"abs", Align::Right}, {"rel", Align::Right}});
    for (const Json& worst : row["worst"])
        table.add({placeText(worst["index"]), cell(worst["reference"]), cell(worst["runtime"]), rounded(worst["abs"]),
                   rounded(worst["rel"])});
    return text + (table.empty() ? "" : table.text(2)) + "\n";
}

/// No maximum tells of positions where a side is not finite: their number stands beside it.
std::string maximumText(const Json& metrics) {
    if (metrics.is_null()) return "–";
    const Json& odd = metrics["not_finite"];
    return rounded(metrics["max_abs"]) + (odd == 0 ? "" : " + " + cell(odd) + " not finite");
}

}  // namespace

std::string compareText(const Json& document) {
    TextTable table({{"state"},
                     {"method"},
                     {"case", Align::Right},
                     {"output", Align::Right},
                     {"type"},
                     {"mismatched", Align::Right},
                     {"max_abs", Align::Right},
                     {"max_rel", Align::Right},
                     {"snr_db", Align::Right},
                     {"cosine", Align::Right},
                     {"note"}});
    for (const Json& row : document["comparisons"]) {
        const Json& metrics = row["metrics"];
        const auto metric = [&metrics](const char* name) { return metrics.is_null() ? std::string("–") : rounded(metrics[name]); };
        const Json& side = row["reference"].is_null() ? row["runtime"] : row["reference"];
        table.add({cell(row["state"]), cell(row["method"]), cell(row["case"]), cell(row["output"]), typeText(side),
                   metric("mismatched"), maximumText(metrics), metric("max_rel"), metric("snr_db"), metric("cosine"),
                   row["note"].is_null() ? "" : cell(row["note"])});
    }
    const Json& summary = document["summary"];
    std::string text = table.text() + "\n";
    for (const Json& row : document["comparisons"]) text += differenceText(row);
    return text + cell(summary["match"]) + " match, " + cell(summary["differ"]) + " differ, " + cell(summary["missing"]) +
           " missing" + (summary["unreadable"] == 0 ? "" : ", " + cell(summary["unreadable"]) + " unreadable") + "\n";
}

}  // namespace etscope::report
