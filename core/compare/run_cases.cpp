#include "compare/run_cases.h"

#include <algorithm>
#include <map>

#include "compare/outputs.h"

namespace etscope::compare {
namespace {

/// Pairs of a run and a case that are compared at most: beyond that only the order counts.
constexpr std::size_t kMostPairs = 4096;
/// Elements at the start of a longer output that are compared before all of them are: another case differs there, too.
constexpr std::int64_t kStart = 1 << 16;
/// Outputs closer than that are taken for the same: far looser than any tolerance, far tighter than another input.
constexpr double kClose = 1e-2;

using Case = std::map<std::int64_t, tensor::Value>;  ///< output → value
using CasesByNumber = std::map<std::int64_t, Case>;  ///< case → outputs

bool isClose(const tensor::Tensor& reference, const tensor::Tensor& runtime, const JobContext& job) {
    tensor::ComparisonOptions options;
    options.tolerance = {kClose, kClose * 1e-2, true};
    options.worst = 0;
    options.findAxisOrder = false;
    const auto result = tensor::compare(reference, runtime, options, job);
    return result && result->state == tensor::ComparisonState::Match;
}

/// The leading elements of a row-major tensor; nothing when it is short or lies otherwise.
std::optional<tensor::Tensor> startOf(const tensor::Tensor& tensor) {
    if (!tensor.contiguous() || tensor.elementCount().value_or(0) <= static_cast<std::uint64_t>(kStart)) return std::nullopt;
    tensor::Tensor start = tensor;
    start.shape = {kStart};
    start.strides.clear();
    return start;
}

bool isClose(const tensor::Value& reference, const tensor::Value& runtime, const JobContext& job) {
    const OutputPair pair{"", 0, 0, OutputValue{.value = reference}, OutputValue{.value = runtime}};
    const auto sides = comparableSides(pair);
    if (!sides) return compareOutput(pair, {}, job).state == PairState::Match;
    if (sides->reference.shape != sides->runtime.shape) return false;
    const auto left = startOf(sides->reference), right = startOf(sides->runtime);
    if (left && right && !isClose(*left, *right, job)) return false;
    return isClose(sides->reference, sides->runtime, job);
}

/// Whether all that the run logged is what the case expects; outputs that the runtime cannot log count for nothing.
bool fits(const std::vector<join::RunOutput>& outputs, const Case& expected, const JobContext& job) {
    return !outputs.empty() && std::ranges::all_of(outputs, [&](const join::RunOutput& output) {
        const auto value = expected.find(output.position);
        return value != expected.end() && isClose(value->second, output.value, job);
    });
}

void assign(join::SessionRun& run, std::int64_t to, join::Pairing pairing, Sentence why) {
    run.caseIndex = to;
    run.pairing = pairing;
    run.caseEvidence = std::move(why);
}

/// The cases whose expected outputs these are; the one by order is tried first, and is enough when it fits.
std::vector<std::int64_t> casesByOutputs(const std::vector<join::RunOutput>& outputs, const CasesByNumber& cases,
                                         std::optional<std::int64_t> byOrder, const JobContext& job) {
    std::vector<std::int64_t> found;
    if (byOrder && cases.contains(*byOrder) && fits(outputs, cases.at(*byOrder), job)) return {*byOrder};
    for (const auto& [number, expected] : cases)
        if (number != byOrder && fits(outputs, expected, job)) found.push_back(number);
    return found;
}

Result<void> assignMethod(const session::Session& session, std::vector<join::SessionRun*>& runs, const CasesByNumber& cases,
                          const JobContext& job) {
    const bool sameCount = runs.size() == cases.size(), isTried = runs.size() * cases.size() <= kMostPairs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (job.cancelled()) return cancelledFailure();
        join::SessionRun& run = *runs[i];
        if (run.caseIndex || run.recorded != nullptr) continue;
        if (run.run().bundledInput >= 0 && cases.contains(run.run().bundledInput)) {
            assign(run, run.run().bundledInput, join::Pairing::Told, Sentence::of("the dump says so"));
            continue;
        }
        const auto byOrder =
            sameCount ? std::optional(std::next(cases.begin(), static_cast<std::ptrdiff_t>(i))->first) : std::nullopt;
        auto outputs = isTried ? join::runOutputs(session, run) : std::vector<join::RunOutput>();
        std::erase_if(outputs, [](const join::RunOutput& output) { return !isReadable(output.value); });
        const auto found = casesByOutputs(outputs, cases, byOrder, job);
        run.ofNoCase = !outputs.empty() && found.empty();
        if (found.size() == 1)
            assign(run, found.front(), join::Pairing::ByOutputs, Sentence::of("its outputs are those of this case"));
        else if (byOrder)
            assign(run, *byOrder, join::Pairing::ByOrder, Sentence::of("by order: as many runs as cases"));
        else if (!found.empty())
            run.caseEvidence = Sentence::of("its outputs are those of %1 cases", found.size());
        else
            run.caseEvidence =
                Sentence::of(run.ofNoCase ? Sentence::phrase("its outputs are those of no case")
                             : isTried    ? Sentence::phrase("it logged no outputs that can be read")
                                          : Sentence::phrase("its outputs were held against no case")) +
                Sentence::of(", and there {1:is|are} %1 {1:case|cases} for %2 {2:run|runs}", cases.size(), runs.size());
    }
    return {};
}

/// Methods of one shape are told apart by what they give: where one of them alone has a case with the run's outputs.
void attributeByOutputs(const session::Session& session, join::SessionRun& run, const std::map<std::string, CasesByNumber>& cases,
                        const JobContext& job) {
    std::vector<std::string> found;
    for (const std::string& method : run.attribution.candidates) {
        join::SessionRun one = run;
        one.attribution.method = method;
        const auto known = cases.find(method);
        const bool fit = known != cases.end() && known->second.size() <= kMostPairs &&
                         !casesByOutputs(join::runOutputs(session, one), known->second, std::nullopt, job).empty();
        if (fit) found.push_back(method);
    }
    if (found.size() != 1) return;
    run.attribution.method = found.front();
    run.attribution.state = join::MethodState::Inferred;
    run.attribution.evidence.push_back(
        Sentence::of("its outputs are those of a case of %1, and of no other method", found.front()));
}

/// Tells the case of each run.
Result<void> assignCases(const session::Session& session, std::vector<join::SessionRun>& runs, const JobContext& job) {
    // "As many runs as cases" is said of one dump: several dumps ran the same cases.
    std::map<std::pair<std::string, unsigned>, std::vector<join::SessionRun*>> byMethod;
    std::map<std::string, CasesByNumber> cases;
    auto references = valuesOf(referenceSources(session.shared_from_this()), job);
    if (!references) return references.failure();
    for (OutputValue& value : *references) cases[value.method][*value.caseIndex].try_emplace(value.output, std::move(value.value));
    for (join::SessionRun& run : runs) {
        if (job.cancelled()) return cancelledFailure();
        if (run.attribution.state == join::MethodState::Ambiguous && !run.attribution.method)
            attributeByOutputs(session, run, cases, job);
        if (!run.attribution.method) continue;
        if (const auto given = session.options().runCases.find(run.index); given != session.options().runCases.end())
            assign(run, given->second, join::Pairing::Told, Sentence::of("given by the user"));
        byMethod[{*run.attribution.method, run.file}].push_back(&run);
    }
    Diagnostics diagnostics;
    for (auto& [key, list] : byMethod) {
        const auto hit = cases.find(key.first);
        if (hit == cases.end()) continue;
        if (auto assigned = assignMethod(session, list, hit->second, job); !assigned) return assigned.failure();
        for (const join::SessionRun* run : list)
            if (!run->caseIndex && run->recorded == nullptr)
                diagnostics.warning(
                    "run-without-case", "run " + std::to_string(run->index),
                    run->caseEvidence.text() + ": its outputs are not compared; --pair RUN=CASE says which case it is");
    }
    session.addDiagnostics(diagnostics);
    return {};
}

}  // namespace

Result<std::shared_ptr<const std::vector<join::SessionRun>>> runs(const session::Session& session, const JobContext& job) {
    using Runs = std::vector<join::SessionRun>;
    return session.store().get<Runs>("compare::runs", job, [&]() -> Result<std::shared_ptr<const Runs>> {
        const auto attributed = join::runs(session, job);
        if (!attributed) return attributed.failure();
        Runs runs = **attributed;
        if (auto assigned = assignCases(session, runs, job); !assigned) return assigned.failure();
        return std::make_shared<const Runs>(std::move(runs));
    });
}

}  // namespace etscope::compare
