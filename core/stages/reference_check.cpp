#include "stages/reference_check.h"

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "compare/test_cases.h"
#include "evaluate/plan.h"
#include "gap/closeness.h"
#include "pickle/torch_archive.h"
#include "replay/state.h"
#include "session/reference_cases.h"
#include "stages/stage_values.h"
#include "tensor/format.h"

namespace etscope::stages {

namespace {

using graph::StageId;

/// Four units of numbers with 11 bits, as TF32 and f16 have them.
const double kShortArithmetic = std::ldexp(1.0, -9);

using References = std::vector<std::vector<tensor::Value>>;  ///< by case

/// The record's, of that method.
Result<References> recordReferences(const session::MethodView& method, const JobContext& job) {
    References references;
    const etrecord::Record& record = *method.session.recordFile()->record;
    if (!record.referenceOutputs()) return references;
    const auto artifact = method.session.artifact(*record.referenceOutputs(), job);
    if (artifact.cancelled()) return artifact.failure();
    if (!artifact) return references;  // whoever opens it tells of the damage
    for (const auto& [name, cases] : session::referenceCases(**artifact, session::defaultMethod(method.session)))
        for (const pickle::ValueId one : cases)
            if (name == method.name) references.push_back(session::leafValues(**artifact, one, job));
    return references;
}

/// Whether the graph's own answer counts: it computes everything, keeps no state, quantises nothing.
Result<bool> decides(const session::MethodView& method, const StageId& stage, const evaluate::Plan& plan, const JobContext& job) {
    if (!plan.unsupported.empty() || !quantisingNode(method, stage, job).empty()) return false;
    const auto state = replay::stateOf(method, stage, job);
    if (state.cancelled()) return state.failure();
    return state && (*state)->empty();
}

/// Nothing: the reference follows, or nothing can be said.
Result<std::optional<std::string>> fault(const tensor::Value& reference, const MeasuredValue& computed, const JobContext& job) {
    const auto* recorded = std::get_if<tensor::Tensor>(&reference);
    const auto* own = std::get_if<tensor::Tensor>(&computed.value);
    if (recorded == nullptr || own == nullptr || recorded->state != tensor::DataState::Dense) return std::optional<std::string>();
    const auto close = gap::closeness(computed.value, reference, job);
    if (close.cancelled()) return close.failure();
    if (!close || close->equal) return std::optional<std::string>();
    const std::string what = "the graph gives " + tensor::typeAndShapeText(own->type, own->shape) + " on the case's inputs, ";
    if (!close->fits) return what + "the reference is " + tensor::typeAndShapeText(recorded->type, recorded->shape);
    if (!close->floating && computed.derived) return std::optional<std::string>();  // an index that rounding may turn
    const double forgiven =
        gap::kHighUnits * (computed.noise + gap::roundingOf(close->type, close->norm)) + kShortArithmetic * close->norm;
    if (close->floating && close->finite && close->distance <= forgiven) return std::optional<std::string>();
    if (!close->finite) return what + "the reference has NaN or infinity where it has none, or the other way round";
    return what + "the reference is " + printed("%.2g", close->relative()) + " of its norm away";
}

class ReferenceChecker {
public:
    ReferenceChecker(const session::Session& session, std::uint64_t operations, const JobContext& job)
        : m_session(session), m_left(operations), m_job(job) {}

    Result<void> check(const bundle::SuiteContent& suite) {
        const session::Method* method = m_session.method(suite.method);
        if (method == nullptr) return {};
        const StageId stage = method->primaryStage();
        m_cases = suite.cases.size();
        const auto references = recordReferences({m_session, suite.method}, m_job);
        if (!references) return references.failure();
        if (references->empty()) return {};
        const auto program = m_session.program(suite.method, stage, m_job);
        if (program.cancelled()) return program.failure();
        if (!program) return {};
        const evaluate::Plan plan = evaluate::planOf(*(*program)->graph);
        const auto open = decides({m_session, suite.method}, stage, plan, m_job);
        if (!open || !*open) return {};
        for (std::size_t i = 0; i < suite.cases.size(); ++i) {
            if (plan.operations > m_left && evaluate::Allowance::current()) evaluate::Allowance::current()->cut();
            if (plan.operations > m_left) break;
            if (auto done = checkCase(suite, stage, i, *references); !done) return done;
        }
        return {};
    }

    std::vector<WrongReference> found;

private:
    Result<void> checkCase(const bundle::SuiteContent& suite, const StageId& stage, std::size_t index,
                           const References& references) {
        const replay::GraphInputs inputs{suite.cases[index].inputs, "case", index, "representative_inputs"};
        StageOptions options;
        options.nodes = false;
        options.operations = m_left / 2;  // it is computed twice
        const auto values = stageValues({m_session, suite.method}, stage, inputs, options, m_job);
        if (values.cancelled()) return values.failure();
        if (!values || !values->notComputed.empty()) return {};
        m_left -= std::min(m_left, 2 * values->operations);
        auto wrong = faults(suite.method, index, references, *values);
        if (wrong) std::ranges::move(*wrong, std::back_inserter(found));
        return wrong ? Result<void>() : wrong.failure();
    }

    /// Where there are as many references as cases they belong together; else one that fits any of them is right.
    Result<std::vector<WrongReference>> faults(const std::string& method, std::size_t index, const References& references,
                                               const StageValues& values) const {
        if (references.size() == m_cases) return faultsOf(method, index, references[index], values);
        Result<std::vector<WrongReference>> first = std::vector<WrongReference>{};
        for (std::size_t i = 0; i < references.size(); ++i) {
            auto wrong = faultsOf(method, i, references[i], values);
            if (!wrong || wrong->empty()) return wrong;
            if (i == 0) first = std::move(wrong);
        }
        return first;
    }

    Result<std::vector<WrongReference>> faultsOf(const std::string& method, std::size_t index,
                                                 const std::vector<tensor::Value>& references, const StageValues& values) const {
        std::vector<WrongReference> wrong;
        if (values.outputs.size() != references.size()) return wrong;
        for (std::size_t i = 0; i < references.size(); ++i) {
            if (!values.outputs[i]) continue;
            auto sentence = fault(references[i], *values.outputs[i], m_job);
            if (!sentence) return sentence.failure();
            if (*sentence) wrong.push_back({method, index, i, *std::move(*sentence)});
        }
        return wrong;
    }

    const session::Session& m_session;
    std::size_t m_cases = 0;  ///< of the suite
    std::uint64_t m_left;
    const JobContext& m_job;
};

}  // namespace

Result<std::vector<WrongReference>> wrongReferences(const session::Session& session, std::uint64_t operations,
                                                    const JobContext& job) {
    if (session.recordFile() == nullptr) return std::vector<WrongReference>{};
    const auto suites = compare::suitesOfRecord(session, job);
    if (suites.cancelled()) return suites.failure();
    if (!suites) return std::vector<WrongReference>{};  // there are no such inputs, or they cannot be read
    ReferenceChecker checker(session, operations, job);
    for (const bundle::SuiteContent& suite : *suites)
        if (auto done = checker.check(suite); !done) return done.failure();
    return std::move(checker.found);
}

}  // namespace etscope::stages
