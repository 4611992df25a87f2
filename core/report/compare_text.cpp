#include <array>
#include <cstdio>

#include "report/table_form.h"
#include "report/text_cells.h"
#include "report/text_report.h"
#include "report/text_table.h"

namespace etscope::report {
namespace {

using TextAlign = TextTable::Align;

std::string placeText(const Json& index) {
    std::string text;
    for (const Json& one : index) text += (text.empty() ? "" : ", ") + cell(one);
    return "[" + text + "]";
}

/// What becomes of the largest elements of each row, and of its softmax; "" for outputs without rows. That the first is among the 5
/// largest says something of longer rows only.
std::string rowsText(const Json& row) {
    const Json& metrics = row["metrics"];
    if (metrics["top1_match"].is_null()) return {};
    const auto share = [&](const char* name) {
        const Json& value = metrics[name];
        std::array<char, 16> text{};
        if (!value.is_number()) return cell(value);
        std::snprintf(text.data(), text.size(), "%.1f %%", 100 * value.get<double>());
        return std::string(text.data());
    };
    const Json& shape = row["reference"]["shape"];
    const std::int64_t columns = shape.is_array() && !shape.empty() ? shape.back().get<std::int64_t>() : 0;
    return "  rows: argmax the same in " + share("top1_match") +
           (columns > 5 ? ", among the 5 largest in " + share("top5_match") : "") +
           (columns > 10 ? ", among the 10 largest in " + share("top10_match") : "") +
           (!metrics["kl"].is_number() ? "" : "; KL of softmax " + rounded(metrics["kl"]) + " nats") + "\n";
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
    return text + "\n" + rowsText(row);
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
    TextTable table({{"worst"},
                     {"reference", TextAlign::Right},
                     {"runtime", TextAlign::Right},
                     {"abs", TextAlign::Right},
                     {"rel", TextAlign::Right}});
    for (const Json& worst : row["worst"])
        table.add({placeText(worst["index"]), cell(worst["reference"]), cell(worst["runtime"]), rounded(worst["abs"]),
                   rounded(worst["rel"])});
    return text + (table.empty() ? "" : table.text(2)) + "\n";
}

}  // namespace

std::string compareText(const Json& document) {
    const Json& summary = document["summary"];
    std::string text = tableText(document) + "\n";
    for (const Json& row : document["comparisons"]) text += differenceText(row);
    return text + cell(summary["match"]) + " match, " + cell(summary["differ"]) + " differ, " + cell(summary["missing"]) +
           " missing" + (summary["unreadable"] == 0 ? "" : ", " + cell(summary["unreadable"]) + " unreadable") + "\n";
}

}  // namespace etscope::report
