#include "run/plan_cases.h"

#include <algorithm>
#include <filesystem>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/number_text.h"
#include "compare/test_cases.h"
#include "tensor/format.h"

namespace etscope::run {
namespace {

using replay::GraphInputs;
using replay::InputChoice;
using runrecord::CaseSource;

/// The calls that one word of --case stands for.
class CaseWords {
public:
    CaseWords(const session::MethodView& method, const program::ExecutionPlan& plan, const JobContext& job)
        : m_method(method), m_plan(plan), m_job(job) {}

    Result<std::vector<PlannedCall>> of(const std::string& word) {
        if (word == "example") return single(example());
        if (word == "random") return single(random());
        if (word == "bundle" || word == "record") return allOf(word);
        if (const auto number = parseInt(word); number && *number >= 0) return single(numbered(static_cast<std::size_t>(*number)));
        return single(ofFile(word));
    }

    /// Cases where there are some, else the example inputs.
    Result<std::vector<PlannedCall>> usual() {
        std::vector<PlannedCall> calls;
        for (std::size_t i = 0; i < kMostCases; ++i) {
            if (m_job.cancelled()) return cancelledFailure();
            auto one = numbered(i);
            if (!one && one.error().code == "run-cases") break;
            if (!one) return one.failure();
            calls.push_back(*std::move(one));
        }
        return calls.empty() ? single(example()) : std::move(calls);
    }

private:
    static constexpr std::size_t kMostCases = 100'000;

    static Result<std::vector<PlannedCall>> single(Result<PlannedCall> one) {
        if (!one) return one.failure();
        std::vector<PlannedCall> calls;
        calls.push_back(*std::move(one));
        return calls;
    }
    PlannedCall made(CaseSource source, std::optional<std::int64_t> index, std::string text,
                     std::vector<tensor::Value> values) const {
        PlannedCall call;
        call.facts.method = m_method.name;
        call.facts.source = source;
        call.facts.caseIndex = index;
        call.facts.caseText = std::move(text);
        call.values = std::move(values);
        return call;
    }

    Result<PlannedCall> example() const {
        const auto inputs = replay::graphInputs(m_method, graph::StageId::edge(), {}, m_job);
        if (inputs) return made(CaseSource::Example, std::nullopt, "the example inputs", inputs->values);
        return fail("run-cases", "there are no inputs of '" + m_method.name + "': " + inputs.error().message +
                                     "; give --case FILE, or --case random as a last resort");
    }
    Result<PlannedCall> random() const {
        auto values = randomInputs(m_plan);
        if (!values) return values.failure();
        return made(CaseSource::Random, std::nullopt, "random inputs", *std::move(values));
    }
    Result<PlannedCall> numbered(std::size_t index) const {
        const auto inputs = replay::graphInputs(m_method, graph::StageId::edge(), {InputChoice::Kind::Case, index, {}}, m_job);
        if (!inputs && inputs.error().code == "no-such-case") return fail("run-cases", inputs.error().message);
        if (!inputs) return inputs.failure();
        const CaseSource source = inputs->from == "bundle" ? CaseSource::Bundle
                                  : inputs->from == "case" ? CaseSource::Record
                                                           : CaseSource::Files;
        const std::string where = source == CaseSource::Bundle   ? std::string(baseName(inputs->source))
                                  : source == CaseSource::Record ? "the record"
                                                                 : "files";
        return made(source, static_cast<std::int64_t>(index), "case " + std::to_string(index) + " of " + escaped(where),
                    inputs->values);
    }
    /// All cases of the bundle; those of the record are numbered as the bundle's, so a bundle beside it gives the same.
    Result<std::vector<PlannedCall>> allOf(const std::string& word) {
        const CaseSource wanted = word == "bundle" ? CaseSource::Bundle : CaseSource::Record;
        std::vector<PlannedCall> calls;
        if (wanted == CaseSource::Record) {
            auto recorded = ofRecord();
            if (!recorded) return recorded;
            calls = *std::move(recorded);
        }
        for (std::size_t i = 0; wanted == CaseSource::Bundle && i < kMostCases; ++i) {
            auto one = numbered(i);
            if (!one && one.error().code != "run-cases") return one.failure();
            if (!one || one->facts.source != wanted) break;
            calls.push_back(*std::move(one));
        }
        if (calls.empty())
            return fail("run-cases",
                        "the " + word + " has no cases of '" + m_method.name + "'; leave --case out for what there is");
        return calls;
    }
    Result<std::vector<PlannedCall>> ofRecord() const {
        std::vector<PlannedCall> calls;
        const auto suites = compare::suitesOfRecord(m_method.session, m_job);
        if (!suites) return fail("run-cases", suites.error().message);
        for (const bundle::SuiteContent& suite : *suites)
            for (std::size_t i = 0; suite.method == m_method.name && i < suite.cases.size(); ++i)
                calls.push_back(made(CaseSource::Record, static_cast<std::int64_t>(i),
                                     "case " + std::to_string(i) + " of the record", suite.cases[i].inputs));
        return calls;
    }
    Result<PlannedCall> ofFile(const std::string& path) const {
        std::error_code error;
        if (!std::filesystem::exists(path, error))
            return fail("run-cases", "--case takes a number, bundle, record, example, random or a file: '" + escaped(path) +
                                         "' is none of these");
        Diagnostics diagnostics;
        const auto values = compare::caseValues(path, diagnostics, m_job);
        if (!values) return values.failure();
        return made(CaseSource::Given, std::nullopt, escaped(baseName(path)), *values);
    }

    const session::MethodView& m_method;
    const program::ExecutionPlan& m_plan;
    const JobContext& m_job;
};

std::string sizesText(const std::map<std::string, std::int64_t>& sizes) {
    std::string text;
    for (const auto& [symbol, size] : sizes) text += (text.empty() ? "" : ", ") + escaped(symbol) + "=" + std::to_string(size);
    return text;
}

Result<void> setSizes(PlannedCall& call, const session::MethodView& method, const PlanOptions& options, const JobContext& job) {
    auto sized = sizedInputs(method, std::move(call.values), options.sizes, job);
    if (!sized) return sized.failure();
    call.values = *std::move(sized);
    call.facts.source = CaseSource::Sizes;
    call.facts.caseText = "sizes " + sizesText(options.sizes) + ", of " + call.facts.caseText;
    call.facts.caseIndex.reset();
    return {};
}

/// The method that the word is for, of those of the program: "text_decoder:record". Empty: for all.
std::string_view methodOfWord(const session::Session& session, std::string_view word) {
    std::string_view found;
    const session::SessionFile* file = session.programFile();
    if (file == nullptr || file->program == nullptr) return found;
    for (const program::ExecutionPlan& plan : file->program->plans()) {
        const bool names = word.size() > plan.name.size() && word.starts_with(plan.name) && word[plan.name.size()] == ':';
        if (names && plan.name.size() > found.size()) found = word.substr(0, plan.name.size());
    }
    return found;
}

/// Those of the method itself, else those for all.
std::vector<std::string> wordsFor(const session::MethodView& method, const std::vector<std::string>& words) {
    std::vector<std::string> own, all;
    for (const std::string& word : words) {
        const std::string_view of = methodOfWord(method.session, word);
        if (of.empty())
            all.push_back(word);
        else if (of == method.name)
            own.push_back(word.substr(of.size() + 1));
    }
    return own.empty() ? all : own;
}

}  // namespace

Result<void> fit(PlannedCall& call, const program::ExecutionPlan& plan) {
    const auto wrong = [&](const std::string& what) {
        return fail("run-cases", call.facts.caseText + " does not fit '" + call.facts.method + "': " + what);
    };
    if (call.values.size() != plan.inputs.size())
        return wrong("it has " + std::to_string(call.values.size()) + " inputs, the method takes " +
                     std::to_string(plan.inputs.size()));
    for (std::size_t i = 0; i < call.values.size(); ++i) {
        const auto* tensor = std::get_if<tensor::Tensor>(&call.values[i]);
        const program::TensorInfo* taken = plan.tensor(plan.inputs[i]);
        call.dimOrders.emplace_back();
        call.types.push_back(tensor != nullptr ? tensor->type : ScalarType::Unknown);
        if (std::holds_alternative<std::string>(call.values[i])) return wrong("input " + std::to_string(i) + " is a text");
        if (tensor == nullptr || taken == nullptr) continue;
        if (tensor->state != tensor::DataState::Dense)
            return wrong("input " + std::to_string(i) + " cannot be read" + (tensor->note.empty() ? "" : ": " + tensor->note));
        // Files hold halves as f32 where numpy lacks them.
        const bool isOfType =
            tensor->type == taken->scalarType ||
            (tensor->type == ScalarType::F32 && (taken->scalarType == ScalarType::BF16 || taken->scalarType == ScalarType::F16));
        if (!isOfType || !taken->fits(tensor->shape))
            return wrong(
                "input " + std::to_string(i) + " is " + tensor::typeAndShapeText(tensor->type, tensor->shape) + ", it takes " +
                tensor::typeAndShapeText(taken->scalarType, std::vector<std::int64_t>(taken->sizes.begin(), taken->sizes.end())) +
                (taken->dynamism == program::Dynamism::UpperBound ? " at most" : ""));
        call.types.back() = taken->scalarType;
        if (taken->dimOrder.size() == tensor->shape.size() && taken->dimOrderIsPermutation())
            call.dimOrders.back() = taken->dimOrder;
    }
    return {};
}

Result<std::vector<PlannedCall>> callsOf(const session::MethodView& method, const program::ExecutionPlan& plan,
                                         const PlanOptions& options, const JobContext& job) {
    CaseWords words(method, plan, job);
    std::vector<PlannedCall> calls;
    const std::vector<std::string> asked = wordsFor(method, options.cases);
    if (asked.empty()) {
        auto found = words.usual();
        if (!found) return found;
        calls = *std::move(found);
        if (!options.sizes.empty()) calls.erase(calls.begin() + 1, calls.end());  // all would be cut to the same sizes
    }
    for (const std::string& word : asked) {
        if (job.cancelled()) return cancelledFailure();
        auto found = words.of(word);
        if (!found) return found;
        std::ranges::move(*found, std::back_inserter(calls));
    }
    for (PlannedCall& call : calls) {
        if (auto fits = fit(call, plan); !fits) return fits.failure();
        if (options.sizes.empty()) continue;
        if (auto set = setSizes(call, method, options, job); !set) return set.failure();
    }
    return calls;
}

}  // namespace etscope::run
