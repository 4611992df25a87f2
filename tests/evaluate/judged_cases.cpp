// judged_cases FOLDER [OVERLOAD…]: judges torch's own results of a folder of operator cases, which are right: none may be beyond
// rounding. Prints a line for each overload with its worst share of what is normal, then how many results have which verdict. Exit
// status 1: some are beyond rounding; 2: no folder is named; 77: it does not exist.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "evaluate/case_folders.h"
#include "evaluate/cases.h"
#include "evaluate/elements.h"
#include "evaluate/judgement.h"

namespace {

using namespace etscope;

struct Count {
    std::array<std::size_t, 4> verdicts{};
    std::size_t results = 0, otherAccumulator = 0, refused = 0;
    double worst = 0, spread = 0;  ///< units over those that are normal
    std::string firstFailure;

    void add(const Count& other) {
        for (std::size_t v = 0; v < verdicts.size(); ++v) verdicts[v] += other.verdicts[v];
        results += other.results;
        otherAccumulator += other.otherAccumulator;
        refused += other.refused;
    }
};

/// torch's vectorised remainder gives NaN where a quotient is beyond f32, ExecuTorch's kernels do not.
bool judgedCasesLosesLargeQuotients(std::string_view target) {
    return target.starts_with("aten.fmod") || target.starts_with("aten.remainder");
}

bool hasNan(const evaluate::Array& array) {
    const std::vector<double> values = array.floating() ? evaluate::doublesOf(array) : std::vector<double>();
    return std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); });
}

/// Whether the results are the same whatever lies between the elements of operands: else they have no right value.
bool defined(const tests::OperatorCase& one, const tests::OperatorCase& again, const evaluate::Operator& op,
             const evaluate::Context& context) {
    if (op.row.target.find("as_strided") == std::string_view::npos) return true;
    const auto a = evaluate::apply(op, context, one.arguments), b = evaluate::apply(op, context, again.arguments);
    if (!a || !b) return true;
    const auto x = evaluate::doublesOf(*a->front().array()), y = evaluate::doublesOf(*b->front().array());
    return std::equal(x.begin(), x.end(), y.begin(), [](double l, double r) { return l == r || (l != l && r != r); });
}

std::vector<std::optional<evaluate::Array>> givenResults(const tests::OperatorCase& one, const evaluate::Operator& op,
                                                         const evaluate::Context& context) {
    std::vector<std::optional<evaluate::Array>> actual;
    for (const tests::ExpectedResult& result : one.results) {
        actual.emplace_back();
        if (!result.value) continue;
        auto array = evaluate::borrowed(*result.value, context.memory);
        if (array && !(judgedCasesLosesLargeQuotients(op.row.target) && hasNan(*array))) actual.back() = *std::move(array);
    }
    return actual;
}

void judgeCase(const tests::OperatorCase& one, const evaluate::Operator& op, const evaluate::Context& context, Count& count) {
    const auto actual = givenResults(one, op, context);
    const auto judged = evaluate::judge(op, context, one.arguments, actual);
    if (!judged) {
        ++count.refused;
        if (count.firstFailure.empty())
            count.firstFailure = "case " + std::to_string(one.number) + ": " + judged.error().code + ": " + judged.error().message;
        return;
    }
    for (std::size_t i = 0; i < actual.size(); ++i) {
        if (!actual[i]) continue;
        const evaluate::Judgement& judgement = (*judged)[i];
        ++count.results;
        ++count.verdicts[static_cast<std::size_t>(judgement.verdict)];
        if (judgement.accumulator && *judgement.accumulator != evaluate::Accumulator::F32 && actual[i]->type == ScalarType::F32)
            ++count.otherAccumulator;
        count.spread = std::max(count.spread, judgement.accumulator ? judgement.spread : 0);
        if (judgement.normal > 0 && std::isfinite(judgement.units))
            count.worst = std::max(count.worst, judgement.units / judgement.normal);
        if (judgement.verdict != evaluate::Verdict::NotRounding || !count.firstFailure.empty()) continue;
        char text[200];
        std::snprintf(text, sizeof text, "case %zu, result %zu: %.3g units of %.3g, %lld elements, first %lld, off %.3g",
                      one.number, i, judgement.units, judgement.limit, static_cast<long long>(judgement.mismatched),
                      static_cast<long long>(judgement.worst), judgement.maxAbs);
        count.firstFailure = text;
    }
}

Count judgeOverload(const std::string& folder, const evaluate::Operator& op) {
    Count count;
    const JobContext job;
    const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{4} << 30), job};
    const auto cases = tests::readCases(folder, context), others = tests::readCases(folder, context, std::byte{0x5A});
    if (!cases || !others) return count;
    for (std::size_t i = 0; i < cases->size(); ++i)
        if (defined((*cases)[i], (*others)[i], op, context)) judgeCase((*cases)[i], op, context, count);
    return count;
}

}  // namespace

int main(int argc, char** argv) {
    int status = 0;
    const auto folders = tests::caseFolders("judged_cases", argc, argv, status);
    if (!folders) return status;
    Count all;
    for (const std::string& target : folders->targets) {
        const evaluate::Operator* op = evaluate::findOperator(target);
        if (op == nullptr) continue;
        const Count count = judgeOverload(folders->of(target), *op);
        std::printf("%-60s %3zu exact %3zu normal %3zu high %3zu beyond %3zu narrow  %.2f %.2f  %s\n", target.c_str(),
                    count.verdicts[0], count.verdicts[1], count.verdicts[2], count.verdicts[3], count.otherAccumulator, count.worst,
                    count.spread, count.firstFailure.c_str());
        all.add(count);
    }
    std::printf(
        "%zu results: %zu exact, %zu normal, %zu high, %zu beyond rounding; %zu cases refused; %zu look like narrower sums\n",
        all.results, all.verdicts[0], all.verdicts[1], all.verdicts[2], all.verdicts[3], all.refused, all.otherAccumulator);
    return all.verdicts[3] == 0 ? 0 : 1;
}
