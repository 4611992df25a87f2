#include "session/outputs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <tuple>

#include "base/text.h"
#include "session/session_state.h"
#include "tensor/npy.h"

namespace etscope::session {
namespace {

/// The leaves of the record's reference cases.
class RecordReferences : public OutputSource {
public:
    RecordReferences(std::shared_ptr<const Session> session, std::size_t entry) : m_session(std::move(session)), m_entry(entry) {}

    Result<std::vector<OutputValue>> outputs(const JobContext& job) const override {
        const auto artifact = m_session->artifact(m_entry, job);
        if (!artifact) return artifact.failure();
        std::vector<OutputValue> values;
        for (const auto& [method, cases] : referenceCases(**artifact, defaultMethod(*m_session)))
            for (std::size_t c = 0; c < cases.size(); ++c) {
                const pickle::Leaves leaves = (*artifact)->leaves(cases[c], pickle::LeafScope::Flat, job);
                for (std::size_t i = 0; i < leaves.values.size(); ++i) {
                    OutputValue value;
                    value.method = method;
                    value.caseIndex = static_cast<std::int64_t>(c);
                    value.output = static_cast<std::int64_t>(i);
                    value.source = "etrecord_reference";
                    value.place = "reference_outputs[" + method + "][" + std::to_string(c) + "][" + std::to_string(i) + "]";
                    value.value = leaves.values[i].value;
                    values.push_back(std::move(value));
                }
            }
        if (job.cancelled()) return cancelledFailure();
        return values;
    }

private:
    std::shared_ptr<const Session> m_session;
    std::size_t m_entry;
};

/// "out-<method>-<number>-<output>.npy"; methods may hold dashes.
struct RawName {
    std::string method;
    std::int64_t number = 0;
    std::int64_t output = 0;
};

std::optional<RawName> parseRawName(std::string_view name) {
    if (!name.starts_with("out-") || !name.ends_with(".npy")) return std::nullopt;
    name = name.substr(4, name.size() - 8);
    const auto last = name.rfind('-');
    if (last == std::string_view::npos || last == 0) return std::nullopt;
    const auto before = name.rfind('-', last - 1);
    if (before == std::string_view::npos || before == 0) return std::nullopt;
    const auto number = parseInt(name.substr(before + 1, last - before - 1));
    const auto output = parseInt(name.substr(last + 1));
    if (!number || !output || *number < 0 || *output < 0) return std::nullopt;
    return RawName{std::string(name.substr(0, before)), *number, *output};
}

class RawOutputs : public OutputSource {
public:
    explicit RawOutputs(std::shared_ptr<const Session> session) : m_session(std::move(session)) {}

    static bool any(const Session& session) {
        const auto files = session.rawOutputFiles();
        return std::any_of(files.begin(), files.end(),
                           [](const std::string& path) { return parseRawName(baseName(path)).has_value(); });
    }

    Result<std::vector<OutputValue>> outputs(const JobContext& job) const override {
        std::map<std::string, std::set<std::int64_t>> numbers;
        std::vector<std::pair<RawName, std::string>> files;
        for (std::string& path : m_session->rawOutputFiles())
            if (const auto name = parseRawName(baseName(path))) {
                numbers[name->method].insert(name->number);
                files.emplace_back(*name, std::move(path));
            }
        std::vector<OutputValue> values;
        for (const auto& [name, path] : files) {
            if (job.cancelled()) return cancelledFailure();
            const auto& ofMethod = numbers[name.method];
            OutputValue value;
            value.method = name.method;
            value.caseIndex = std::distance(ofMethod.begin(), ofMethod.find(name.number));
            value.output = name.output;
            value.source = "file";
            value.place = std::string(baseName(path));
            value.value = read(path);
            values.push_back(std::move(value));
        }
        return values;
    }

private:
    static tensor::Tensor read(const std::string& path) {
        const auto source = Source::open(path);
        auto array = source ? tensor::readNpy(ByteRange::whole(*source)) : Result<tensor::Tensor>(source.failure());
        if (array) {
            // numpy makes a contiguous copy of an array of rank 0 one-dimensional; the original comparison sees that shape.
            if (array->shape.empty()) {
                array->shape = {1};
                array->strides.clear();
            }
            return std::move(*array);
        }
        tensor::Tensor unreadable;
        unreadable.state = tensor::DataState::Unreadable;
        unreadable.note = array.error().message;
        return unreadable;
    }

    std::shared_ptr<const Session> m_session;
};

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

bool isScalar(const tensor::Value& value) { return !std::holds_alternative<tensor::Tensor>(value); }

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
        comparison.note = "one side is a value of another kind";
        return comparison;
    }
    comparison.state = bothNone || *a == *b ? PairState::Match : PairState::Differ;
    return comparison;
}

/// Shapes differ, but both sides hold one element: says whether the values agree.
std::string oneElementNote(const ComparableSides& sides, const tensor::ComparisonOptions& options, const JobContext& job) {
    tensor::Tensor runtime = sides.runtime;
    alignScalar(sides.reference, runtime);
    const auto result = tensor::compare(sides.reference, runtime, options, job);
    if (!result) return "only the rank differs";
    return result->state == tensor::ComparisonState::Match ? "only the rank differs: the one element agrees"
                                                           : "the rank differs, and the one element, too";
}

PairState pairState(tensor::ComparisonState state) {
    switch (state) {
        case tensor::ComparisonState::Match: return PairState::Match;
        case tensor::ComparisonState::Differ: return PairState::Differ;
        case tensor::ComparisonState::ShapeMismatch: return PairState::ShapeMismatch;
        case tensor::ComparisonState::TypeMismatch: return PairState::TypeMismatch;
    }
    return PairState::Unreadable;
}

}  // namespace

std::unique_ptr<OutputSource> recordReferences(std::shared_ptr<const Session> session) {
    const SessionFile* file = session->recordFile();
    if (file == nullptr || !file->record->referenceOutputs()) return nullptr;
    const std::size_t entry = *file->record->referenceOutputs();
    return std::make_unique<RecordReferences>(std::move(session), entry);
}

std::unique_ptr<OutputSource> rawOutputs(std::shared_ptr<const Session> session) {
    if (!RawOutputs::any(*session)) return nullptr;
    return std::make_unique<RawOutputs>(std::move(session));
}

Result<std::vector<OutputPair>> pairOutputs(const std::shared_ptr<const Session>& session, const JobContext& job) {
    using Key = std::tuple<std::size_t, std::string, std::int64_t, std::int64_t>;  // method's rank, method, case, output
    std::map<Key, OutputPair> pairs;
    const auto rank = [&session](const std::string& method) {
        const auto& methods = session->methods();
        const auto hit = std::find_if(methods.begin(), methods.end(), [&](const Method& m) { return m.name == method; });
        return static_cast<std::size_t>(hit - methods.begin());
    };
    const auto collect = [&](const std::unique_ptr<OutputSource>& source,
                             std::optional<OutputValue> OutputPair::*side) -> Result<void> {
        if (source == nullptr) return {};
        auto values = source->outputs(job);
        if (!values) return values.failure();
        for (OutputValue& value : *values) {
            OutputPair& pair = pairs[{rank(value.method), value.method, value.caseIndex, value.output}];
            pair.method = value.method;
            pair.caseIndex = value.caseIndex;
            pair.output = value.output;
            pair.*side = std::move(value);
        }
        return {};
    };
    if (auto r = collect(recordReferences(session), &OutputPair::reference); !r) return r.failure();
    if (auto r = collect(rawOutputs(session), &OutputPair::runtime); !r) return r.failure();
    std::vector<OutputPair> list;
    for (auto& [key, pair] : pairs) list.push_back(std::move(pair));
    return list;
}

std::string_view pairStateName(PairState state) noexcept {
    static constexpr std::array<std::string_view, 7> kNames{
        "match", "differ", "shape_mismatch", "type_mismatch", "missing_reference", "missing_runtime", "unreadable"};
    return kNames[static_cast<std::size_t>(state)];
}

Result<ComparableSides> comparableSides(const OutputPair& pair) {
    auto reference = asTensor(pair.reference->value);
    auto runtime = asTensor(pair.runtime->value);
    if (!reference || !runtime) return fail("value-not-numeric", "the values are not numbers", pair.reference->place);
    if (isScalar(pair.reference->value)) alignScalar(*reference, *runtime);
    if (isScalar(pair.runtime->value)) alignScalar(*runtime, *reference);
    return ComparableSides{std::move(*reference), std::move(*runtime)};
}

tensor::Tolerance toleranceOf(const OutputPair& pair, const OutputCompareOptions& options) {
    const auto own = options.perOutput.find({pair.method, pair.output});
    if (own == options.perOutput.end()) return options.tolerance;
    tensor::Tolerance tolerance = own->second;
    tolerance.equalNan = options.tolerance.equalNan;
    return tolerance;
}

OutputComparison compareOutput(const OutputPair& pair, const OutputCompareOptions& options, const JobContext& job) {
    OutputComparison comparison;
    if (!pair.reference || !pair.runtime) {
        comparison.state = pair.reference ? PairState::MissingRuntime : PairState::MissingReference;
        return comparison;
    }
    const auto sides = comparableSides(pair);
    if (!sides) return compareTexts(pair.reference->value, pair.runtime->value);
    tensor::ComparisonOptions compareOptions;
    compareOptions.tolerance = toleranceOf(pair, options);
    compareOptions.worst = options.worst;
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
    comparison.result = std::move(*result);
    return comparison;
}

int pairSeverity(PairState state) noexcept {
    switch (state) {
        case PairState::Differ: return 4;
        case PairState::ShapeMismatch:
        case PairState::TypeMismatch:
        case PairState::Unreadable: return 3;
        case PairState::MissingReference:
        case PairState::MissingRuntime: return 2;
        case PairState::Match: return 1;
    }
    return 0;
}

Result<std::map<std::string, MethodVerdict>> methodVerdicts(const std::shared_ptr<const Session>& session, const JobContext& job) {
    std::map<std::string, MethodVerdict> verdicts;
    if (recordReferences(session) == nullptr || rawOutputs(session) == nullptr) return verdicts;
    auto pairs = pairOutputs(session, job);
    if (!pairs) return pairs.failure();
    for (const OutputPair& pair : *pairs) {
        if (job.cancelled()) return cancelledFailure();
        OutputCompareOptions options;
        options.worst = 0;
        const OutputComparison comparison = compareOutput(pair, options, job);
        MethodVerdict& verdict = verdicts[pair.method];
        ++verdict.total;
        if (pairSeverity(comparison.state) > pairSeverity(verdict.worst)) verdict = {comparison.state, 0, verdict.total, {}};
        if (comparison.state != verdict.worst) continue;
        ++verdict.worstCount;
        if (comparison.result && comparison.result->metrics)
            verdict.maxAbs = std::max(verdict.maxAbs.value_or(0), comparison.result->metrics->maxAbs);
    }
    return verdicts;
}

}  // namespace etscope::session
