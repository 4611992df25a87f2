#include "compare/recorded_cases.h"

#include <algorithm>
#include <map>
#include <span>

#include "base/escaped.h"
#include "base/number_text.h"
#include "compare/run_cases.h"
#include "compare/test_cases.h"
#include "graph/roles.h"
#include "pickle/torch_archive.h"
#include "session/reference_cases.h"
#include "tensor/format.h"

namespace etscope::compare {
namespace {

using Values = std::vector<tensor::Value>;

/// Whether a bundle can hold them: tensors whose elements are there, and for inputs also numbers.
bool canBeWritten(const Values& values, bool numbers) {
    return std::ranges::all_of(values, [numbers](const tensor::Value& value) {
        if (const auto* tensor = std::get_if<tensor::Tensor>(&value)) return tensor->state == tensor::DataState::Dense;
        return numbers && !std::holds_alternative<tensor::None>(value) && !std::holds_alternative<std::string>(value);
    });
}

/// The sizes that the graph's symbols have in a call, as far as sizes of its inputs are single symbols.
class CallSizes {
public:
    CallSizes(const graph::GraphModel& model, const Values& inputs) : m_model(model) {
        const auto given = graph::userInputsOf(model, inputs.size());
        for (std::size_t i = 0; i < given.size(); ++i)
            if (const auto* tensor = std::get_if<tensor::Tensor>(&inputs[i])) bind(given[i]->value, tensor->shape);
    }

    /// "output 0 is f32[1,5], the method gives [1,3] for these inputs"; empty: nothing contradicts.
    std::string contradiction(const Values& outputs) const {
        std::size_t i = 0;
        for (const graph::GraphOutput* given : m_model.userOutputs()) {
            const graph::GraphOutput& output = *given;
            if (i == outputs.size()) break;
            const auto* tensor = std::get_if<tensor::Tensor>(&outputs[i]);
            const bool known = tensor != nullptr && output.argument.kind == graph::ArgumentKind::Value;
            const auto sizes = known ? sizesOf(output.argument.value(), tensor->shape) : std::nullopt;
            if (sizes && *sizes != tensor->shape)
                return "output " + std::to_string(i) + " is " + tensor::typeAndShapeText(tensor->type, tensor->shape) +
                       ", the method gives " + tensor::shapeText(*sizes) + " for these inputs";
            ++i;
        }
        return {};
    }

private:
    std::span<const graph::Dim> dimsOf(graph::ValueId id) const {
        const graph::MetaId meta = id.valid() ? m_model.value(id).meta : graph::MetaId();
        return meta.valid() ? m_model.dims(m_model.meta(meta).sizes) : std::span<const graph::Dim>();
    }
    void bind(graph::ValueId id, const std::vector<std::int64_t>& shape) {
        const auto dims = dimsOf(id);
        for (std::size_t axis = 0; dims.size() == shape.size() && axis < dims.size(); ++axis)
            if (dims[axis].expression.valid()) m_sizes.try_emplace(dims[axis].expression, shape[axis]);
    }
    /// The sizes of a value in this call; those that only a computation would tell are as they are given.
    std::optional<std::vector<std::int64_t>> sizesOf(graph::ValueId id, std::vector<std::int64_t> given) const {
        const auto dims = dimsOf(id);
        if (dims.size() != given.size()) return std::nullopt;
        for (std::size_t axis = 0; axis < dims.size(); ++axis)
            if (const auto hit = m_sizes.find(dims[axis].expression); !dims[axis].expression.valid())
                given[axis] = dims[axis].value;
            else if (hit != m_sizes.end())
                given[axis] = hit->second;
        return given;
    }

    const graph::GraphModel& m_model;
    std::map<graph::StringId, std::int64_t> m_sizes;  ///< by expression: the same one has the same size
};

class RecordCases {
public:
    RecordCases(const session::Session& session, const JobContext& job)
        : m_session(session), m_record(*session.recordFile()->record), m_job(job), m_fallback(session::defaultMethod(session)) {}

    Result<CollectedCases> collect() {
        if (auto read = readReferences(); !read) return read.failure();
        if (auto read = readRepresentatives(); !read) return read.failure();
        for (const session::Method& method : m_session.methods()) {
            if (m_job.cancelled()) return cancelledFailure();
            if (std::ranges::any_of(m_record.stages(),
                                    [&](const etrecord::StageEntry& stage) { return stage.method == method.name; }))
                if (auto added = addMethod(method.name); !added) return added.failure();
        }
        if (m_cases.suites.empty())
            return fail("no-representative-inputs", "the record holds neither representative nor example inputs",
                        escaped(m_session.recordFile()->path));
        return std::move(m_cases);
    }

private:
    Result<void> readReferences() {
        if (!m_record.referenceOutputs()) return {};
        const auto outputs = m_session.artifact(*m_record.referenceOutputs(), m_job);
        if (!outputs) return outputs.failure();
        for (const auto& [method, cases] : session::referenceCases(**outputs, m_fallback))
            for (const pickle::ValueId one : cases) m_references[method].push_back(session::leafValues(**outputs, one, m_job));
        return {};
    }

    Result<void> readRepresentatives() {
        if (!m_record.representativeInputs() || m_fallback.empty()) return {};
        auto suites = suitesOfRecord(m_session, m_job);
        if (!suites) return suites.failure();
        for (const bundle::SuiteContent& suite : *suites)
            for (const bundle::CaseContent& one : suite.cases) m_representatives[suite.method].push_back(one.inputs);
        return {};
    }

    /// What the method was exported with: of the edge program, else of any of its programs.
    std::optional<Values> exampleInputs(const std::string& method) const {
        std::optional<Values> found;
        for (const etrecord::StageEntry& stage : m_record.stages()) {
            if (stage.method != method || !stage.exampleInputs || (found && stage.stage != "edge")) continue;
            const auto artifact = m_session.artifact(*stage.exampleInputs, m_job);
            if (!artifact) continue;
            Values values = session::leafValues(**artifact, (*artifact)->root(), m_job);
            if (canBeWritten(values, true)) found = std::move(values);
        }
        return found;
    }

    Result<void> addMethod(const std::string& method) {
        std::vector<Values> inputs;
        std::string from = "representative inputs";
        if (const auto known = m_representatives.find(method); known != m_representatives.end()) {
            inputs = known->second;
        } else if (auto example = exampleInputs(method)) {
            inputs.push_back(*std::move(example));
            from = "the inputs that it was exported with";
        }
        if (inputs.empty()) {
            m_cases.notes.push_back(escaped(method) + ": left out, the record has no inputs for it");
            return {};
        }
        bundle::SuiteContent suite{method, {}};
        for (Values& values : inputs) suite.cases.push_back({std::move(values), {}, false});
        const bool example = !m_representatives.contains(method);
        std::string outputs = addOutputs(suite, example);
        if (const std::string wrong = contradiction(suite); !wrong.empty()) {
            if (!example)
                return fail("bundle-shape", "the record's reference outputs are of other inputs: " + wrong, escaped(method));
            suite.cases.front().expected.clear();
            outputs = "without expected outputs: the record's first are of other inputs (" + wrong + ")";
        }
        m_cases.notes.push_back(escaped(method) + ": " + counted(suite.cases.size(), "case", "cases") + " of " + from + ", " +
                                outputs);
        m_cases.suites.push_back(std::move(suite));
        return {};
    }

    /// "case 2: output 0 is …" of the first case whose inputs and outputs cannot be of one call; empty: there is none.
    std::string contradiction(const bundle::SuiteContent& suite) const {
        const session::Method* method = m_session.method(suite.method);
        const auto graph = m_session.graph(suite.method, method->primaryStage(), m_job);
        for (std::size_t c = 0; graph && c < suite.cases.size(); ++c)
            if (const std::string wrong = CallSizes(**graph, suite.cases[c].inputs).contradiction(suite.cases[c].expected);
                !wrong.empty())
                return "case " + std::to_string(c) + ": " + wrong;
        return {};
    }

    /// Reference outputs count as the suite's cases do. What is said of them.
    std::string addOutputs(bundle::SuiteContent& suite, bool example) {
        const auto hit = m_references.find(suite.method);
        if (hit == m_references.end() || hit->second.empty())
            return "without expected outputs: the record has no reference outputs of it";
        const std::vector<Values>& references = hit->second;
        std::size_t added = 0;
        for (std::size_t c = 0; c < std::min(references.size(), suite.cases.size()); ++c)
            if (canBeWritten(references[c], false)) suite.cases[c].expected = references[c], ++added;
        if (added == 0) return "without expected outputs: the record's are no tensors that can be read";
        std::string text = example ? "with the first reference outputs, which are not recorded to be of these inputs"
                                   : "with reference outputs for " + std::to_string(added);
        if (references.size() > suite.cases.size())
            text += "; the record has " + std::to_string(references.size()) + " and no inputs for the others";
        return text;
    }

    const session::Session& m_session;
    const etrecord::Record& m_record;
    const JobContext& m_job;
    std::string m_fallback;
    std::map<std::string, std::vector<Values>> m_references, m_representatives;
    CollectedCases m_cases;
};

/// All outputs of the plan, in order; nothing where one was not logged, or cannot be read.
std::optional<Values> loggedOutputs(const session::Session& session, const join::SessionRun& run) {
    const program::ExecutionPlan* plan = session.plan(*run.attribution.method);
    Values values;
    for (join::RunOutput& output : join::runOutputs(session, run)) {
        if (output.position != static_cast<std::int64_t>(values.size())) return std::nullopt;
        values.push_back(std::move(output.value));
    }
    if (plan == nullptr || values.size() != plan->outputs.size() || !canBeWritten(values, false)) return std::nullopt;
    return values;
}

/// Whether the method's outputs depend on earlier calls: its plan reads memory that nothing of the call has written.
bool keepsState(const session::MethodView& method, const JobContext& job) {
    const auto graph = method.graph(graph::StageId::program(), job);
    return graph && std::ranges::find((*graph)->top().inputs, graph::InputKind::ProgramState, &graph::GraphInput::kind) !=
                        (*graph)->top().inputs.end();
}

/// That a case cannot be verified alone; "" for methods without one, and for the first call.
std::string stateText(const session::Session& session, const join::SessionRun& run, const JobContext& job) {
    if (*run.caseIndex == 0 || !keepsState({session, *run.attribution.method}, job)) return {};
    return "; they depend on the calls before, and a runtime that verifies the case alone starts from an empty state";
}

/// Adds the run's case; what is said of it.
std::string addRun(const session::Session& session, const join::SessionRun& run, const std::vector<bundle::SuiteContent>& known,
                   std::vector<bundle::SuiteContent>& suites, std::size_t& added, const JobContext& job) {
    const std::string name = "run " + std::to_string(run.index);
    if (!run.attribution.method) return name + ": left out, which method it ran is not known (--run-method tells)";
    const std::string& method = *run.attribution.method;
    const std::string of = name + " of " + escaped(method);
    if (!run.caseIndex)
        return of + ": left out, a dump holds no inputs, and it belongs to no case" +
               (run.caseEvidence.empty() ? std::string() : " (" + run.caseEvidence.text() + ")") + "; --pair RUN=CASE tells";
    const auto suite = std::ranges::find(known, method, &bundle::SuiteContent::method);
    const auto number = static_cast<std::size_t>(*run.caseIndex);
    if (suite == known.end() || number >= suite->cases.size())
        return of + ": left out, the inputs of case " + std::to_string(number) + " are in none of the files";
    auto outputs = loggedOutputs(session, run);
    if (!outputs) return of + ": left out, not all of its outputs were logged as tensors that can be read";
    auto into = std::ranges::find(suites, method, &bundle::SuiteContent::method);
    if (into == suites.end()) into = suites.insert(suites.end(), bundle::SuiteContent{method, {}});
    bundle::CaseContent one = suite->cases[number];
    one.expected = *std::move(outputs);
    into->cases.push_back(std::move(one));
    ++added;
    return of + ": inputs of case " + std::to_string(number) + " (" + run.caseEvidence.text() + "), the outputs that it logged" +
           stateText(session, run, job);
}

}  // namespace

Result<CollectedCases> casesOfRecord(const session::Session& session, const JobContext& job) {
    if (session.recordFile() == nullptr) return fail("no-record", "none of the files is an ETRecord");
    return RecordCases(session, job).collect();
}

Result<CollectedCases> casesOfRuns(const session::Session& session, const std::vector<bundle::SuiteContent>& known,
                                   std::optional<std::size_t> only, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    if ((*runs)->empty()) return fail("no-runs", "none of the files is an ETDump with runs");
    CollectedCases collected;
    std::size_t added = 0, seen = 0;
    for (const join::SessionRun& run : **runs) {
        if (job.cancelled()) return cancelledFailure();
        if (only ? run.index != *only : run.kind() != etdump::BlockKind::Execute) continue;
        ++seen;
        collected.notes.push_back(addRun(session, run, known, collected.suites, added, job));
    }
    if (seen == 0) return fail("no-such-run", only ? "there is no run " + std::to_string(*only) : "no run executes a method");
    if (added == 0) return fail("run-without-inputs", collected.notes.front());
    return collected;
}

}  // namespace etscope::compare
