#include "findings/program_lint.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/lists.h"
#include "base/number_text.h"
#include "compare/run_cases.h"
#include "join/stage_graph.h"
#include "modules/operator_family.h"
#include "profile/time_totals.h"
#include "program/metadata.h"
#include "program/stock_kernels.h"

namespace etscope::findings {
namespace {

using program::ExecutionPlan;

/// Operators of the kernel calls of all chains with how often each is called.
std::map<std::string, std::size_t> kernelsOf(const ExecutionPlan& plan) {
    std::map<std::string, std::size_t> kernels;
    for (const program::Chain& chain : plan.chains)
        for (const program::Instruction& instruction : chain.instructions)
            if (const program::Operator* op = plan.calledOperator(instruction)) ++kernels[op->fullName()];
    return kernels;
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
        tell(findings, "lint-kernel-beside-delegates", method,
             Sentence::of("%1 takes %2 of the time of the runs, in %3 {3:call|calls}, outside the method's %4 "
                          "{4:delegate|delegates}",
                          total.name, printed("%.1f %%", 100 * *total.share), total.calls, plan.delegates.size()));
        if (*total.share < kLarge) findings.back().severity = Severity::Note;
    }
    return known;
}

/// Without times: operators of the compute family in a method that a backend mostly runs.
void lintFamilies(const ExecutionPlan& plan, std::vector<LintFinding>& findings) {
    for (const auto& [name, count] : kernelsOf(plan))
        if (modules::describeOperator(name).family == modules::OperatorFamily::Compute)
            tell(findings, "lint-kernel-beside-delegates", plan.name,
                 Sentence::of("%1 runs in %2 {2:call|calls} as a kernel, outside the method's %3 {3:delegate|delegates}; no run "
                              "tells how long it takes",
                              name, count, plan.delegates.size()));
}

void lintStock(const ExecutionPlan& plan, std::vector<LintFinding>& findings) {
    std::map<std::string, std::pair<std::size_t, std::size_t>> libraries;  // namespace → operators, calls
    for (const auto& [name, count] : kernelsOf(plan)) {
        const program::KernelOrigin origin = program::kernelOrigin(name);
        if (origin == program::KernelOrigin::Missing)
            tell(findings, "lint-kernel-missing", plan.name,
                 Sentence::of("%1, %2 {2:call|calls}, is in none of the stock kernel libraries: the runtime refuses the method",
                              name, count));
        if (origin != program::KernelOrigin::OtherLibrary) continue;
        auto& [operators, calls] = libraries[name.substr(0, name.find("::"))];
        ++operators, calls += count;
    }
    for (const auto& [space, counts] : libraries)
        tell(findings, "lint-kernel-library", plan.name,
             Sentence::of("%1 {1:operator|operators} of %2, %3 {3:call|calls}, are in no stock kernel library", counts.first, space,
                          counts.second),
             Sentence::of("find the library that registers %1 for this runtime and link it into the runner", space));
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
    Sentence message = Sentence::of("split into %1 delegate calls", parts.calls);
    if (layers > 0)
        message += Sentence::of(", %1 for each of %2 layers",
                                printed("%.1f", static_cast<double>(parts.calls) / static_cast<double>(layers)), layers);
    if (parts.conversions > 0)
        message += Sentence::of(", with %1 {1:layout conversion|layout conversions} between them", parts.conversions);
    tell(findings, "lint-fragmented", method, std::move(message));
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

void lintRegistered(const program::Program& program, const program::RegisteredKernels& registered,
                    std::vector<LintFinding>& findings) {
    using State = program::KernelState;
    for (const ExecutionPlan& plan : program.plans())
        for (const program::KernelNeed& need : program::kernelNeeds(plan)) {
            if (need.calls == 0) continue;
            const auto answer = registered.answerTo(need);
            if (answer.state == State::Missing)
                tell(findings, "lint-kernel-missing", plan.name,
                     Sentence::of("%1, %2 {2:call|calls}, is in none of the given lists of kernels: the runtime refuses the method",
                                  need.name, need.calls));
            if (answer.state == State::OtherTypes)
                tell(findings, "lint-kernel-missing", plan.name,
                     Sentence::of("%1, %2 {2:call|calls}, is registered for other types; needed as well: %3", need.name, need.calls,
                                  joined(answer.missing, ", ")),
                     Sentence::of("add these types to the list of the selective build; `kernels --write` makes one"));
            if (answer.state == State::Doubtful) {
                tell(findings, "lint-kernel-missing", plan.name,
                     Sentence::of("%1, %2 {2:call|calls}, is named in a library none of whose symbols registers kernels", need.name,
                                  need.calls),
                     Sentence::of("give the library with its symbols, or the list of the selective build"));
                findings.back().severity = Severity::Note;
            }
        }
}

Result<void> lintKernels(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return {};
    std::vector<profile::TimeTotal> totals;
    const auto runs = compare::runs(session, job);
    if (runs.cancelled()) return runs.failure();
    if (runs) {
        const auto summary = profile::summary(session, **runs, job);
        if (!summary) return summary.failure();
        totals = profile::timeTotals(*summary);
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
