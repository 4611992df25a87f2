// operator_cases FOLDER [OVERLOAD…]: runs folders of operator cases and prints a line for each overload, then `N passed, M failed`.
// Exit status 1: something failed; 2: the folder cannot be read; 77: it does not exist.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "evaluate/altered.h"
#include "evaluate/case_folders.h"
#include "evaluate/cases.h"
#include "evaluate/operator_table.h"
#include "evaluate/pass_rule.h"

namespace {

using namespace etscope;

struct OperatorCasesCount {
    std::size_t passed = 0, failed = 0, strict = 0;
    std::string firstFailure;
};

Result<evaluate::Values> resultsOf(const tests::OperatorCase& one, const evaluate::Operator& op, const evaluate::Context& context) {
    auto results = evaluate::apply(op, context, one.arguments);
    if (!results) return results.failure();
    evaluate::Values all = evaluate::flattened(*std::move(results));
    if (all.empty() && one.results.size() == 1) all.emplace_back(evaluate::Nothing{});
    return all;
}

/// `again`: the same case in other surroundings.
std::string runCase(const tests::OperatorCase& one, const tests::OperatorCase& again, const evaluate::Operator& op,
                    const evaluate::Context& context, OperatorCasesCount& count) {
    const auto values = resultsOf(one, op, context), others = resultsOf(again, op, context);
    if (!values || !others) return values ? others.error().message : values.error().code + ": " + values.error().message;
    if (values->size() < one.results.size() || others->size() != values->size()) return std::to_string(values->size()) + " results";
    bool strict = true;
    for (std::size_t i = 0; i < one.results.size(); ++i) {
        const tests::Verdict verdict = tests::judged(one, op.row.target, i, (*values)[i], (*others)[i]);
        if (!verdict.passed) return "result " + std::to_string(i) + ", " + verdict.why;
        strict &= verdict.strict;
    }
    count.strict += strict ? 1 : 0;
    return {};
}

OperatorCasesCount runOverload(const std::string& folder, const std::string& target) {
    OperatorCasesCount count;
    const JobContext job;
    const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{4} << 30), job};
    const auto cases = tests::readCases(folder, context), others = tests::readCases(folder, context, std::byte{0x5A});
    if (!cases || !others) return {0, 1, 0, cases ? others.error().message : cases.error().message};
    const evaluate::Operator* op = evaluate::findOperator(target);
    for (std::size_t i = 0; i < cases->size(); ++i) {
        const std::string why = op == nullptr ? "not in the table" : runCase((*cases)[i], (*others)[i], *op, context, count);
        (why.empty() ? count.passed : count.failed) += 1;
        if (!why.empty() && count.firstFailure.empty())
            count.firstFailure = "case " + std::to_string((*cases)[i].number) + ": " + why;
    }
    return count;
}

/// Why the overload is left out; nullptr: it is not.
const char* leftOut(const std::string& target) {
    for (const evaluate::LeftOut& row : evaluate::leftOutOperators())
        if (row.target == target) return row.reason.data();
    return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
    int status = 0;
    const auto folders = tests::caseFolders("operator_cases", argc, argv, status);
    if (!folders) return status;
    OperatorCasesCount all;
    for (const std::string& target : folders->targets) {
        if (const char* reason = leftOut(target)) {
            std::printf("%-60s left out: %s\n", target.c_str(), reason);
            continue;
        }
        const OperatorCasesCount count = runOverload(folders->of(target), target);
        std::printf("%-60s %3zu passed %3zu failed %3zu strict  %s\n", target.c_str(), count.passed, count.failed, count.strict,
                    count.firstFailure.c_str());
        all.passed += count.passed;
        all.failed += count.failed;
        all.strict += count.strict;
    }
    std::printf("%zu passed, %zu failed (%zu strict)\n", all.passed, all.failed, all.strict);
    return all.failed == 0 ? 0 : 1;
}
