#include "compare/outputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <tuple>

#include "base/enum_table.h"
#include "compare/output_files.h"
#include "compare/tap_statistics.h"
#include "tensor/format.h"
#include "tensor/statistics.h"
#include "tensor/views.h"
#include "tensor/walk.h"

namespace etscope::compare {
namespace {

/// A scalar as a tensor of rank 0, so that one comparison serves all.
std::optional<tensor::Tensor> asTensor(const tensor::Value& value) {
    if (const auto* tensor = std::get_if<tensor::Tensor>(&value)) return *tensor;
    const auto scalar = [](ScalarType type, auto number) {
        tensor::Tensor tensor;
        tensor.type = type;
        std::vector<std::byte> bytes(sizeof(number));
        std::memcpy(bytes.data(), &number, sizeof(number));
        tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "scalar"));
        return tensor;
    };
    if (const auto* number = std::get_if<std::int64_t>(&value)) return scalar(ScalarType::I64, *number);
    if (const auto* number = std::get_if<double>(&value)) return scalar(ScalarType::F64, *number);
    if (const auto* flag = std::get_if<bool>(&value)) return scalar(ScalarType::Bool, static_cast<std::uint8_t>(*flag));
    return std::nullopt;
}

/// A number, or an array without axes in a file, as numpy writes one.
bool isScalar(const OutputValue& side) {
    const auto* tensor = std::get_if<tensor::Tensor>(&side.value);
    return tensor == nullptr || (side.source == "file" && tensor->shape.empty());
}

/// A scalar's runtime side is often written as an array of one element, and of another width.
void alignScalar(const tensor::Tensor& scalar, tensor::Tensor& other) {
    if (other.elementCount() != 1U) return;
    other.shape = scalar.shape;
    other.strides.clear();
}

OutputComparison compareTexts(const tensor::Value& reference, const tensor::Value& runtime) {
    OutputComparison comparison;
    const auto* a = std::get_if<std::string>(&reference);
    const auto* b = std::get_if<std::string>(&runtime);
    const bool bothNone = std::holds_alternative<tensor::None>(reference) && std::holds_alternative<tensor::None>(runtime);
    if (!bothNone && (a == nullptr || b == nullptr)) {
        comparison.state = PairState::TypeMismatch;
        comparison.note = Sentence::of("one side is a value of another kind");
        return comparison;
    }
    comparison.state = bothNone || *a == *b ? PairState::Match : PairState::Differ;
    return comparison;
}

/// Shapes differ, but both sides hold one element: says whether the values agree.
Sentence oneElementNote(const ComparableSides& sides, const tensor::ComparisonOptions& options, const JobContext& job) {
    tensor::Tensor runtime = sides.runtime;
    alignScalar(sides.reference, runtime);
    const auto result = tensor::compare(sides.reference, runtime, options, job);
    if (!result) return Sentence::of("only the rank differs");
    return result->state == tensor::ComparisonState::Match ? Sentence::of("only the rank differs: the one element agrees")
                                                           : Sentence::of("the rank differs, and the one element, too");
}

Sentence alignedNote(const OutputPair& pair) {
    const auto shape = [](const tensor::Value& value) { return tensor::shapeText(std::get<tensor::Tensor>(value).shape); };
    return Sentence::of("aligned: the reference is %1, the runtime value %2", shape(pair.reference->value),
                        shape(pair.runtime->value));
}

PairState pairState(tensor::ComparisonState state) {
    using enum PairState;
    static constexpr EnumTable<tensor::ComparisonState::TypeMismatch, PairState> kStates(
        {Match, Differ, ShapeMismatch, TypeMismatch});
    return kStates[state];
}

/// What nobody chose is chosen for f32. Results of models of half precision are sixteen roundings of theirs from one another; where
/// terms cancel, an element is off by as much as its neighbours are: four roundings of the largest. Integers and booleans are equal
/// or not, as torch.testing.assert_close and the runtime's own check of bundled outputs have it.
tensor::Tolerance fitted(tensor::Tolerance tolerance, const OutputPair& pair) {
    const tensor::Tolerance kUnchosen;
    const auto* reference = pair.reference ? std::get_if<tensor::Tensor>(&pair.reference->value) : nullptr;
    if (reference == nullptr || tolerance.rtol != kUnchosen.rtol || tolerance.atol != kUnchosen.atol) return tolerance;
    if (isInteger(reference->type) || reference->type == ScalarType::Bool) return {0, 0, tolerance.equalNan};
    if (reference->type != ScalarType::F16 && reference->type != ScalarType::BF16) return tolerance;
    const double rounding = reference->type == ScalarType::F16 ? 0x1p-11 : 0x1p-8;
    const auto statistics = tensor::statistics(*reference, {});
    const double largest = statistics ? std::max(std::abs(statistics->min), std::abs(statistics->max)) : 0;
    tolerance.rtol = 16 * rounding;
    if (std::isfinite(largest)) tolerance.atol = std::max(tolerance.atol, 4 * rounding * largest);
    return tolerance;
}

/// One kind of value on one side where the other is finite.
struct Odd {
    std::uint64_t count = 0, first = 0;

    void add(std::uint64_t index) { first = count++ == 0 ? index : first; }
};

struct OddValues {
    std::array<Odd, 2> reference, runtime;  ///< NaN, infinities
    Odd both;                               ///< NaN

    void add(double x, double y, std::uint64_t index) {
        if (std::isfinite(x) && !std::isfinite(y)) runtime[std::isnan(y) ? 0 : 1].add(index);
        if (std::isfinite(y) && !std::isfinite(x)) reference[std::isnan(x) ? 0 : 1].add(index);
        if (std::isnan(x) && std::isnan(y)) both.add(index);
    }
};

Result<OddValues> oddValues(const ComparableSides& sides, const JobContext& job) {
    auto left = tensor::ElementReader::open(sides.reference);
    if (!left) return left.failure();
    auto right = tensor::ElementReader::open(sides.runtime);
    if (!right) return right.failure();
    OddValues odd;
    const auto add = [&odd](const auto& x, const auto& y, std::uint64_t at) {
        for (std::size_t i = 0; i < x.size(); ++i) odd.add(x[i], y[i], at + i);
    };
    const auto added = tensor::forEachValues(*left, *right, left->count(), {job.stop, {}}, add);
    return added ? Result<OddValues>(odd) : Result<OddValues>(added.failure());
}

using OddWords = std::array<const char*, 2>;
constexpr OddWords kOddRuntime{Sentence::phrase("%1 NaN in the runtime where the reference is finite, first at %2"),
                               Sentence::phrase("%1 infinite in the runtime where the reference is finite, first at %2")};
constexpr OddWords kOddReference{Sentence::phrase("%1 NaN in the reference where the runtime is finite, first at %2"),
                                 Sentence::phrase("%1 infinite in the reference where the runtime is finite, first at %2")};

void addTexts(std::vector<Sentence>& told, const std::array<Odd, 2>& kinds, const OddWords& words,
              const std::vector<std::int64_t>& shape) {
    for (std::size_t k = 0; k < kinds.size(); ++k)
        if (kinds[k].count > 0)
            told.push_back(Sentence::of(words[k], kinds[k].count, tensor::indexText(tensor::multiIndex(shape, kinds[k].first))));
}

/// NaN and infinities on one side only, with how many and the first place, or a runtime side that is all zero; empty when there is
/// nothing to say. Reads the values again where there are such.
Sentence oddValuesNote(const ComparableSides& sides, const tensor::Metrics& m, const tensor::Tolerance& tolerance,
                       const JobContext& job) {
    // Without a runtime side, d is the reference with the other sign.
    const bool odd = m.nanReference + m.nanRuntime + m.infReference + m.infRuntime > 0;
    const bool zero = std::isnan(m.cosine) && m.maxAbs > 0 && m.snrDb == 0;
    if (!odd) return zero ? Sentence::of("the runtime's values are all zero") : Sentence();
    if (isComplex(sides.reference.type) || isComplex(sides.runtime.type)) return {};
    const auto values = oddValues(sides, job);
    if (!values) return {};
    std::vector<Sentence> told;
    addTexts(told, values->runtime, kOddRuntime, sides.reference.shape);
    addTexts(told, values->reference, kOddReference, sides.reference.shape);
    if (values->both.count > 0 && !tolerance.equalNan)
        told.push_back(Sentence::of("%1 NaN on both sides, which differ unless NaN is told to equal NaN", values->both.count));
    return Sentence::list(std::move(told), "; ");
}

}  // namespace

namespace {

/// The method that values without a name are of; "" when that is open.
std::string onlyMethod(const session::Session& session, const std::vector<OutputValue>& runtimes) {
    std::set<std::string> names;
    for (const session::Method& method : session.methods()) names.insert(method.name);
    if (names.size() == 1) return *names.begin();
    names.clear();
    for (const OutputValue& value : runtimes) names.insert(value.method);
    return names.size() == 1 ? *names.begin() : std::string();
}

/// Runs without a case are the cases of their method in order when there are as many.
void addCasesInOrder(const std::vector<OutputValue>& references, std::vector<OutputValue>& runtimes) {
    std::map<std::string, std::set<std::int64_t>> cases, runs;
    for (const OutputValue& value : references) cases[value.method].insert(*value.caseIndex);
    for (const OutputValue& value : runtimes)
        if (value.run && !value.caseIndex) runs[value.method].insert(*value.run);
    for (OutputValue& value : runtimes) {
        if (!value.run || value.caseIndex || runs[value.method].size() != cases[value.method].size()) continue;
        const auto& ofMethod = runs[value.method];
        value.caseIndex = *std::next(cases[value.method].begin(), std::distance(ofMethod.begin(), ofMethod.find(*value.run)));
    }
}

}  // namespace

namespace {

/// Says of each pair whether it is a tap.
Result<void> addTaps(const session::Session& session, std::vector<OutputPair>& pairs, const JobContext& job) {
    std::map<std::string, std::shared_ptr<const join::MethodTaps>> known;
    for (OutputPair& pair : pairs) {
        auto& taps = known[pair.method];
        if (taps == nullptr) {
            const auto found = join::taps({session, pair.method}, job);
            if (!found) return found.failure();
            taps = *found;
        }
        if (const join::Tap* tap = taps->ofOutput(pair.output)) pair.tap = *tap;
    }
    return {};
}

/// Statistics of a tap differ where elements within the tolerance could not have given them.
Result<void> judgeStatistics(const OutputPair& pair, const ComparableSides& sides, const tensor::Tolerance& tolerance,
                             OutputComparison& comparison, const JobContext& job) {
    if (!pair.tap || pair.tap->reducer != join::TapReducer::Statistics || !comparison.result || !comparison.result->metrics)
        return {};
    const auto told = compareTapStatistics(sides.reference, sides.runtime, tolerance, *pair.tap, job);
    if (!told) return told.failure();
    if (!*told) return {};
    const auto count = std::ranges::count_if((*told)->each, &TapStatistic::differs);
    comparison.state = count > 0 ? PairState::Differ : PairState::Match;
    tensor::Metrics& metrics = *comparison.result->metrics;
    metrics.mismatched = static_cast<std::uint64_t>(count);
    metrics.top1Match = metrics.top5Match = metrics.top10Match = metrics.kl = std::nullopt;  // of numbers of different kinds
    comparison.note = (*told)->text();
    return {};
}

}  // namespace

Result<std::vector<OutputPair>> pairOutputs(const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    return pairOutputs(session, {}, job);
}

Result<std::vector<OutputPair>> pairOutputs(const std::shared_ptr<const session::Session>& session,
                                            const std::vector<std::string>& given, const JobContext& job) {
    auto runtimes = valuesOf(runtimeSources(session), job);
    if (!runtimes) return runtimes.failure();
    Diagnostics diagnostics;
    auto references = givenReferences(given, onlyMethod(*session, *runtimes), diagnostics, job);
    session->addDiagnostics(diagnostics);
    if (!references) return references.failure();
    if (!given.empty()) addCasesInOrder(*references, *runtimes);
    auto own = valuesOf(referenceSources(session), job);
    if (!own) return own.failure();
    std::ranges::move(*own, std::back_inserter(*references));
    using CaseKey = std::tuple<std::string, std::int64_t, std::int64_t>;  // method, case, output
    std::map<CaseKey, std::pair<OutputValue*, bool>> byCase;              // and whether it was compared
    for (OutputValue& value : *references)                                // of two suites for a method the runtime finds the first
        byCase.try_emplace({value.method, *value.caseIndex, value.output}, &value, false);
    std::vector<OutputPair> list;
    for (OutputValue& value : *runtimes) {
        OutputPair pair{value.method, value.caseIndex, value.output, {}, {}};
        const auto hit = value.caseIndex ? byCase.find({value.method, *value.caseIndex, value.output}) : byCase.end();
        if (hit != byCase.end()) pair.reference = *hit->second.first, hit->second.second = true;
        pair.runtime = std::move(value);
        list.push_back(std::move(pair));
    }
    for (const auto& [key, entry] : byCase)
        if (!entry.second) list.push_back({entry.first->method, entry.first->caseIndex, entry.first->output, *entry.first, {}});
    const auto order = [&session](const OutputPair& pair) {
        constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
        const auto& methods = session->methods();
        const auto hit = std::ranges::find(methods, pair.method, &session::Method::name);
        return std::tuple(hit - methods.begin(), pair.method, pair.caseIndex.value_or(kLast),
                          pair.runtime ? pair.runtime->run.value_or(-1) : -1, pair.output);
    };
    std::ranges::stable_sort(list, {}, order);
    if (const auto told = addTaps(*session, list, job); !told) return told.failure();
    return list;
}

std::string_view pairStateName(PairState state) noexcept {
    static constexpr EnumTable<PairState::Unreadable> kNames(
        {"match", "differ", "shape_mismatch", "type_mismatch", "missing_reference", "missing_runtime", "unreadable"});
    return kNames[state];
}

Result<ComparableSides> comparableSides(const OutputPair& pair) {
    auto reference = asTensor(pair.reference->value);
    auto runtime = asTensor(pair.runtime->value);
    if (!reference || !runtime) return fail("value-not-numeric", "the values are not numbers", pair.reference->place);
    if (isScalar(*pair.reference)) alignScalar(*reference, *runtime);
    if (isScalar(*pair.runtime)) alignScalar(*runtime, *reference);
    ComparableSides sides{std::move(*reference), std::move(*runtime)};
    if (sides.reference.shape.empty() || sides.runtime.shape.empty()) return sides;
    if (sides.reference.shape.size() == sides.runtime.shape.size()) return sides;
    if (auto aligned = tensor::withSingletonAxes(sides.runtime, sides.reference.shape)) {
        sides.runtime = *std::move(aligned);
        sides.aligned = true;
    }
    return sides;
}

tensor::Tolerance toleranceOf(const OutputPair& pair, const OutputCompareOptions& options) {
    const auto own = options.perOutput.find({pair.method, pair.output});
    if (own == options.perOutput.end()) return fitted(options.tolerance, pair);
    tensor::Tolerance tolerance = own->second;
    tolerance.equalNan = options.tolerance.equalNan;
    return tolerance;
}

OutputComparison compareOutput(const OutputPair& pair, const OutputCompareOptions& options, const JobContext& job) {
    OutputComparison comparison;
    if (!pair.reference || !pair.runtime) {
        comparison.state = pair.reference ? PairState::MissingRuntime : PairState::MissingReference;
        if (isLoneTap(pair))
            comparison.note = Sentence::of("a tap of '%1': the numeric gap holds it against the graph", pair.tap->name());
        return comparison;
    }
    const auto sides = comparableSides(pair);
    if (!sides) return compareTexts(pair.reference->value, pair.runtime->value);
    tensor::ComparisonOptions compareOptions;
    compareOptions.tolerance = toleranceOf(pair, options);
    compareOptions.worst = options.worst;
    compareOptions.rowMetrics = options.rowMetrics;
    compareOptions.findResemblance = true;
    auto result = tensor::compare(sides->reference, sides->runtime, compareOptions, job);
    if (!result) {
        comparison.note = result.error().message;
        return comparison;
    }
    comparison.state = pairState(result->state);
    comparison.note = result->note;
    if (comparison.state == PairState::ShapeMismatch && sides->reference.elementCount() == 1U &&
        sides->runtime.elementCount() == 1U)
        comparison.note = oneElementNote(*sides, compareOptions, job);
    if (sides->aligned) comparison.note = Sentence::list({alignedNote(pair), comparison.note}, "; ");
    if (comparison.note.empty() && result->metrics)
        comparison.note = oddValuesNote(*sides, *result->metrics, compareOptions.tolerance, job);
    comparison.result = std::move(*result);
    if (const auto judged = judgeStatistics(pair, *sides, compareOptions.tolerance, comparison, job); !judged) {
        comparison.state = PairState::Unreadable;
        comparison.note = judged.error().message;
    }
    return comparison;
}

int pairSeverity(PairState state) noexcept {
    static constexpr EnumTable<PairState::Unreadable, int> kSeverities({1, 4, 3, 3, 2, 2, 3});
    return kSeverities[state];
}

}  // namespace etscope::compare
