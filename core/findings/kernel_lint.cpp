#include "findings/program_lint.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>

#include "compare/run_cases.h"
#include "join/graph_index.h"
#include "modules/operator_family.h"
#include "profile/time_totals.h"
#include "program/metadata.h"
#include "program/stock_kernels.h"

namespace etscope::findings {
namespace {

using program::ExecutionPlan;

std::string times(std::size_t count) { return std::to_string(count) + (count == 1 ? " call" : " calls"); }

/// Operators of the kernel calls of all chains with how often each is called.
std::map<std::string, std::size_t> kernelsOf(const ExecutionPlan& plan) {
    std::map<std::string, std::size_t> kernels;
    for (const program::Chain& chain : plan.chains)
        for (const program::Instruction& instruction : chain.instructions)
            if (const program::Operator* op = plan.calledOperator(instruction)) ++kernels[op->fullName()];
    return kernels;
}

std::string outside(const ExecutionPlan& plan) {
    return ", outside the method's " + std::to_string(plan.delegates.size()) +
           (plan.delegates.size() == 1 ? " delegate" : " delegates");
}

/// Kernels by the time that runs spent in them; false when no run of the method has times.
bool lintTimes(const ExecutionPlan& plan, const std::vector<profile::TimeTotal>& totals, std::vector<LintFinding>& findings) {
    constexpr double kNoticed = 0.01, kLarge = 0.05;
    const std::string method = plan.name;
    const auto kernels = kernelsOf(plan);
    bool known = false;
    for (const profile::TimeTotal& total : totals) {
        if (total.method != method || total.by != "target" || total.ticks <= 0 || !total.share) continue;
        known = true;
        if (!kernels.contains(total.name) || *total.share < kNoticed) continue;
        std::array<char, 16> share{};
        std::snprintf(share.data(), share.size(), "%.1f %%", 100 * *total.share);
        findings.push_back(
            {*total.share < kLarge ? Severity::Note : Severity::Warning, "lint-kernel-beside-delegates", method,
             total.name + " takes " + share.data() + " of the time of the runs, in " + times(total.calls) + outside(plan),
             "see whether the partitioner can take it"});
    }
    return known;
}

/// Without times: operators of the compute family in a method that a backend mostly runs.
void lintFamilies(const ExecutionPlan& plan, std::vector<LintFinding>& findings) {
    for (const auto& [name, count] : kernelsOf(plan))
        if (modules::describeOperator(name).family == modules::OperatorFamily::Compute)
            findings.push_back(
                {Severity::Warning, "lint-kernel-beside-delegates", plan.name,
                 name + " runs in " + times(count) + " as a kernel" + outside(plan) + "; no run tells how long it takes",
                 "see whether the partitioner can take it"});
}

void lintStock(const ExecutionPlan& plan, std::vector<LintFinding>& findings) {
    std::map<std::string, std::pair<std::size_t, std::size_t>> libraries;  // namespace → operators, calls
    for (const auto& [name, count] : kernelsOf(plan)) {
        const program::KernelOrigin origin = program::kernelOrigin(name);
        if (origin == program::KernelOrigin::Missing)
            findings.push_back(
                {Severity::Warning, "lint-kernel-missing", plan.name,
                 name + ", " + times(count) + ", is in none of the stock kernel libraries: the runtime refuses the method",
                 "replace or decompose the operator, give it to a delegate, or register a kernel for it"});
        if (origin != program::KernelOrigin::OtherLibrary) continue;
        auto& [operators, calls] = libraries[name.substr(0, name.find("::"))];
        ++operators, calls += count;
    }
    for (const auto& [space, counts] : libraries)
        findings.push_back({Severity::Note, "lint-kernel-library", plan.name,
                            std::to_string(counts.first) + (counts.first == 1 ? " operator" : " operators") + " of " + space +
                                ", " + times(counts.second) + ", are in no stock kernel library",
                            "find the library that registers " + space + " for this runtime and link it into the runner"});
}

/// The most equal blocks that follow each other in the method's graph; 0: none, or not known.
std::size_t layersOf(const session::MethodView& method, const JobContext& job) {
    const session::Method* known = method.known();
    if (known == nullptr || known->primaryStage() == graph::StageId::program()) return 0;
    const auto index = join::graphIndex(method, known->primaryStage(), job);
    if (!index) return 0;
    std::size_t layers = 0;
    for (std::uint32_t m = 0; m < (*index)->hierarchy().size(); ++m)
        if (const auto rest = (*index)->blocks().restOf(modules::ModuleId(m)); !rest.empty())
            layers = std::max(layers, rest.size() + 1);
    return layers;
}

void lintFragmentation(const session::Session& session, const ExecutionPlan& plan, std::vector<LintFinding>& findings,
                       const JobContext& job) {
    constexpr std::size_t kManyCalls = 4;
    const Fragmentation parts = fragmentationOf(plan);
    if (parts.calls < 2) return;
    const std::string method = plan.name;
    const std::size_t layers = layersOf({session, method}, job);
    const bool many = layers > 0 ? parts.calls > layers : parts.calls >= kManyCalls;
    if (!many && parts.conversions == 0) return;
    std::string message = std::to_string(parts.calls) + " delegate calls";
    if (layers > 0) {
        std::array<char, 16> each{};
        std::snprintf(each.data(), each.size(), "%.1f", static_cast<double>(parts.calls) / static_cast<double>(layers));
        message += std::string(", ") + each.data() + " for each of " + std::to_string(layers) + " layers";
    }
    if (parts.conversions > 0)
        message += ", with " + counted(parts.conversions, "layout conversion", "layout conversions") + " between them";
    findings.push_back({Severity::Warning, "lint-fragmented", method, message,
                        "look at what stands between the calls: what the partitioner could take as well would join them"});
}

}  // namespace

Fragmentation fragmentationOf(const ExecutionPlan& plan) {
    static const std::set<std::string> kConversions{"clone_dim_order", "to_dim_order", "permute", "transpose", "t",
                                                    "clone",           "contiguous"};
    Fragmentation parts;
    std::size_t since = 0;  // conversions behind the last call
    for (const program::Instruction& instruction : plan.mainInstructions()) {
        if (std::holds_alternative<program::DelegateCall>(instruction)) {
            if (parts.calls++ > 0) parts.conversions += since;
            since = 0;
        }
        const program::Operator* op = plan.calledOperator(instruction);
        if (op != nullptr && kConversions.contains(modules::operatorWord(op->fullName()))) ++since;
    }
    return parts;
}

Result<void> lintKernels(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return {};
    std::vector<profile::TimeTotal> totals;
    const auto runs = compare::runs(session, job);
    if (runs.cancelled()) return runs.failure();
    if (runs) {
        auto found = profile::timeTotals(session, profile::eventStatistics(**runs, 1), job);
        if (!found) return found.failure();
        totals = *std::move(found);
    }
    for (const ExecutionPlan& plan : file->program->plans()) {
        if (job.cancelled()) return cancelledFailure();
        if (program::isConstantMethod(plan)) continue;
        if (!plan.delegates.empty() && !lintTimes(plan, totals, findings)) lintFamilies(plan, findings);
        lintFragmentation(session, plan, findings, job);
        lintStock(plan, findings);
    }
    return {};
}

}  // namespace etscope::findings
