#include "mend/cases.h"

#include <algorithm>

#include "base/escaped.h"
#include "compare/outputs.h"
#include "compare/test_cases.h"
#include "replay/state.h"
#include "run/run_plan.h"
#include "stages/computed_graph.h"

namespace etscope::mend {
namespace {

/// The outputs of a case in their order; empty: not all are known.
std::vector<tensor::Value> expectedOf(const std::vector<compare::OutputPair>& pairs, const std::string& method,
                                      std::optional<std::int64_t> caseIndex, std::size_t outputs) {
    std::vector<const compare::OutputPair*> found(outputs, nullptr);
    for (const compare::OutputPair& pair : pairs) {
        const bool isHere = pair.method == method && pair.caseIndex == caseIndex && caseIndex && !pair.tap && pair.reference;
        if (isHere && pair.output >= 0 && static_cast<std::size_t>(pair.output) < outputs &&
            compare::isReadable(pair.reference->value))
            found[static_cast<std::size_t>(pair.output)] = &pair;
    }
    std::vector<tensor::Value> values;
    if (std::ranges::find(found, nullptr) != found.end()) return values;
    for (const compare::OutputPair* pair : found) values.push_back(pair->reference->value);
    return values;
}

/// What the recorded graph gives; empty: it cannot be computed whole.
std::vector<tensor::Value> computedOf(const session::MethodView& method, const std::vector<tensor::Value>& inputs,
                                      const JobContext& job) {
    const session::Method* known = method.known();
    if (known == nullptr) return {};
    const graph::StageId stage = known->primaryStage();
    const auto state = replay::stateOf(method, stage, job);
    if (!state || !(*state)->empty()) return {};
    replay::GraphInputs given;
    given.values = inputs;
    const auto computed = stages::computeGraph(method, stage, given, {}, job);
    std::vector<tensor::Value> values;
    if (!computed) return values;
    for (const auto& output : computed->userOutputs) {
        const auto* array = output ? std::get_if<evaluate::Array>(&*output) : nullptr;
        if (array == nullptr) return {};
        values.emplace_back(evaluate::tensorOf(*array));
    }
    return values;
}

bundle::SuiteContent& suiteOf(Cases& cases, const std::string& method) {
    const auto found = std::ranges::find(cases.suites, method, &bundle::SuiteContent::method);
    return found != cases.suites.end() ? *found : cases.suites.emplace_back(bundle::SuiteContent{method, {}});
}

}  // namespace

Result<Cases> casesOf(const session::Session& session, const JobContext& job) {
    run::PlanOptions options;
    options.values = run::Values::Outputs;
    options.repeat = 0;
    auto plan = run::makePlan(session, options, job);
    if (!plan) return plan.failure();
    const auto pairs = compare::pairOutputs(session.shared_from_this(), job);
    if (!pairs) return pairs.failure();
    Cases cases;
    cases.notes = plan->notes;
    std::size_t computed = 0;
    for (run::PlannedCall& call : plan->calls) {
        if (job.cancelled()) return cancelledFailure();
        const session::MethodView method(session, call.facts.method);
        const program::ExecutionPlan* of = method.plan();
        bundle::CaseContent content;
        content.expected = expectedOf(*pairs, method.name, call.facts.caseIndex, of == nullptr ? 0 : of->outputs.size());
        if (content.expected.empty()) {
            content.expected = computedOf(method, call.values, job);
            computed += content.expected.empty() ? 0U : 1U;
        }
        content.inputs = std::move(call.values);
        cases.expected += content.expected.empty() ? 0U : 1U;
        suiteOf(cases, method.name).cases.push_back(std::move(content));
    }
    if (computed > 0)
        cases.notes.push_back("the outputs that " + std::to_string(computed) +
                              " cases should give were computed of the record's graph: the session has none");
    return cases;
}

Result<void> writeCases(const Cases& cases, const std::string& program, const std::string& path, const JobContext& job) {
    const auto made = session::Session::open({program}, {}, job);
    if (!made) return made.failure();
    const session::SessionFile* file = (*made)->programFile();
    if (file == nullptr || file->program == nullptr)
        return fail("no-program", "the program that was made cannot be read", escaped(program));
    const auto signatures = compare::signaturesOf(*file->program);
    if (auto checked = bundle::checkSuites(cases.suites, signatures); !checked) return checked;
    return bundle::write(file->bytes, cases.suites, path, job);
}

}  // namespace etscope::mend
