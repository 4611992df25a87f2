#include "advisor/narrowing.h"

#include <algorithm>
#include <cmath>

#include "evaluate/call.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/parallel.h"

namespace etscope::advisor {
namespace {

using evaluate::Array;
using graph::NodeId;
using graph::ValueId;

constexpr float kLeastCode = -128, kMostCode = 127;

/// Where the elements of a weight's rows stand in it: rows of inputs, whatever the layout.
template <class Visit>
void eachElement(const Weight& weight, Visit&& visit) {
    const auto channels = static_cast<std::size_t>(weight.channels), inputs = static_cast<std::size_t>(weight.inputs),
               places = static_cast<std::size_t>(weight.places);
    for (std::size_t row = 0; row < channels; ++row)
        for (std::size_t i = 0; i < inputs; ++i)
            visit(row * inputs + i, weight.turned ? i * channels + row : ((row / places) * inputs + i) * places + row % places);
    // Of a convolution that is transposed a row's place in i * channels is channel by channel, place by place: the row itself.
}

/// Whether the elements lie row by row.
bool liesInRows(const Weight& weight) noexcept { return !weight.turned && weight.places == 1; }

/// The elements in f32; of a weight row by row.
std::vector<float> rowsOf(const Array& array, const Weight* weight) {
    const std::vector<double> given = evaluate::doublesOf(array);
    std::vector<float> rows(given.size());
    if (weight == nullptr || liesInRows(*weight))
        std::ranges::transform(given, rows.begin(), [](double one) { return static_cast<float>(one); });
    else
        eachElement(*weight, [&](std::size_t row, std::size_t at) { rows[row] = static_cast<float>(given[at]); });
    return rows;
}

void storeRows(Array& made, const std::vector<float>& rows, const Weight* weight) {
    std::vector<double> values(rows.begin(), rows.end());
    if (weight != nullptr && !liesInRows(*weight))
        eachElement(*weight, [&](std::size_t row, std::size_t at) { values[at] = static_cast<double>(rows[row]); });
    evaluate::storeDoubles(made.stored, values.data(), values.size(), made.storage->data());
}

/// Elements of f32 in memory of their own, which are changed there.
std::span<float> floatsOf(Array& made) {
    return {reinterpret_cast<float*>(made.storage->data()), static_cast<std::size_t>(made.count())};
}

/// narrow() with blocks of rows shared out to threads.
void narrowBlocks(const Scheme& scheme, std::int64_t sharing, std::span<float> weight) {
    constexpr std::size_t kBlock = std::size_t{1} << 18U;
    const auto own = static_cast<std::size_t>(std::max<std::int64_t>(sharing, 1));
    const std::size_t block = std::max<std::size_t>(kBlock / own, 1) * own;
    evaluate::inParallel((weight.size() + block - 1) / block, [&](std::size_t i) {
        narrow(scheme, sharing, weight.subspan(i * block, std::min(block, weight.size() - i * block)));
    });
}

/// Sums of products of codes become codes of the result once: XNNPACK's qs8 operators (fp32 requantisation). ExecuTorch gives them
/// the bias as a whole number of products.
class Requantising {
public:
    Requantising(const Parameters& input, const Parameters& result, const std::vector<float>& scales, const Normalisation* folded,
                 std::vector<float> biases)
        : m_result(result), m_folded(folded) {
        const std::size_t channels = std::max({scales.size(), biases.size(), folded != nullptr ? folded->factors.size() : 0});
        biases.resize(channels, 0);
        for (std::size_t channel = 0; channel < channels; ++channel) {
            const float product = input.scale * scales[std::min(channel, scales.size() - 1)];
            const float bias =
                channel < foldedChannels() ? biases[channel] * folded->factors[channel] + folded->shifts[channel] : biases[channel];
            m_scales.push_back(product / result.scale);
            m_biases.push_back(std::clamp(std::nearbyint(static_cast<double>(bias / product)), -kMostBias, kMostBias));
        }
    }

    /// In real numbers; what the batch norm behind it makes the result of.
    float operator()(double sum, std::size_t channel) const {
        channel = std::min(channel, m_scales.size() - 1);
        const float code = std::nearbyint(static_cast<float>(sum + m_biases[channel]) * m_scales[channel]) + m_result.zeroPoint;
        const float real = (std::clamp(code, kLeastCode, kMostCode) - m_result.zeroPoint) * m_result.scale;
        if (channel >= foldedChannels() || m_folded->factors[channel] == 0) return real;
        return (real - m_folded->shifts[channel]) / m_folded->factors[channel];
    }

private:
    static constexpr double kMostBias = 2147483647;
    std::size_t foldedChannels() const noexcept { return m_folded != nullptr ? m_folded->factors.size() : 0; }

    Parameters m_result;
    const Normalisation* m_folded;
    std::vector<float> m_scales;  ///< by channel; one: of all
    std::vector<double> m_biases;
};

/// What XNNPACK's qs8 add multiplies codes with: the larger of both factors has 21 bits.
class AddingFactors {
public:
    AddingFactors(float left, float right) {
        const float most = std::max(left, right);
        if (!(most >= kLeast && most < kMost)) return;
        m_shift = 20 - std::ilogb(most);
        this->left = std::nearbyint(std::ldexp(static_cast<double>(left), m_shift));
        this->right = std::nearbyint(std::ldexp(static_cast<double>(right), m_shift));
    }
    /// False: it refuses such scales.
    bool possible() const noexcept { return m_shift > 0; }
    /// Halves up.
    double code(double sum) const { return std::floor(std::ldexp(sum, -m_shift) + 0.5); }
    double left = 0, right = 0;

private:
    static constexpr float kLeast = 0x1p-10F, kMost = 0x1p8F;
    int m_shift = 0;
};

/// Codes of values in 8 bits, without the zero point, times a factor.
Array multiplied(const evaluate::Context& context, const Array& given, float scale, double factor) {
    std::vector<double> values = evaluate::doublesOf(given);
    for (double& one : values) one = std::nearbyint(static_cast<float>(one) / scale) * factor;
    Array made = context.make(ScalarType::F64, given.shape, evaluate::Content::Unset);
    evaluate::storeDoubles(made.stored, values.data(), values.size(), made.storage->data());
    return made;
}

/// Numbers in f64, in which sums of products of codes are exact.
Array exactly(const evaluate::Context& context, const Array& like, const std::vector<float>& numbers, const Weight* layout) {
    Array made = context.make(ScalarType::F64, like.shape, evaluate::Content::Unset);
    storeRows(made, numbers, layout);
    return made;
}

}  // namespace

Narrowing::Narrowing(const std::vector<Weight>& weights, const Choice& choice, const StaticPlan& plan,
                     const Calibration& calibration) {
    for (std::size_t i = 0; i < std::min(weights.size(), choice.size()); ++i)
        if (choice[i] != nullptr && choice[i] != &weights[i].asItIs()) {
            add(weights[i], *choice[i], calibration);
            addInCodes(weights[i], *choice[i], plan, calibration);
        }
    for (const auto& [node, values] : plan.inputs)
        m_changes[node].push_back({0, nullptr, nullptr, &*calibration.ends.at(values), {}});
    for (const auto& [node, values] : plan.results)
        m_results.try_emplace(node, Change{0, nullptr, nullptr, &*calibration.ends.at(values), nullptr});
    const auto endsOf = [&](const Observed& values) { return *calibration.ends.at(values); };
    for (const auto& [node, sum] : plan.sums) m_sums.emplace(node, Adding{endsOf(sum.left), endsOf(sum.right), endsOf(sum.result)});
}

void Narrowing::add(const Weight& weight, const Scheme& scheme, const Calibration& calibration) {
    // What another export holds may have a batch norm folded into it.
    const bool isToday = scheme.weight == WeightAs::Today;
    for (std::size_t i = 0; i < weight.readers.size(); ++i) {
        const bool folds = (scheme.pt2e || isToday) && i < weight.sites.size() && weight.sites[i].normalisation;
        const Place& reader = weight.readers[i];
        m_changes[reader.node].push_back({reader.argument, &weight, &scheme, nullptr,
                                          folds ? &calibration.normalisations.at(*weight.sites[i].normalisation) : nullptr});
    }
    // Schemes have scales for a row of a table at most: what is taken of it is rounded as the table would be.
    if (weight.held && weight.held->rows())
        for (const NodeId node : weight.operators) m_results.try_emplace(node, Change{0, &weight, &scheme, nullptr, nullptr, true});
    if (scheme.activations || (isToday && weight.today && weight.today->scheme.operand == Operand::Dynamic))
        for (const Place& operand : weight.operands)
            m_changes[operand.node].push_back({operand.argument, nullptr, nullptr, {}, {}});
}

void Narrowing::addInCodes(const Weight& weight, const Scheme& scheme, const StaticPlan& plan, const Calibration& calibration) {
    if (!scheme.calibrated) return;
    const auto endsOf = [&](ValueId value) -> const Parameters* {
        for (const auto* places : {&plan.results, &plan.inputs})
            for (const auto& [node, together] : *places)
                if (std::ranges::find(together, value) != together.end()) return &*calibration.ends.at(together);
        return nullptr;
    };
    for (std::size_t i = 0; i < std::min(weight.sites.size(), weight.readers.size()); ++i) {
        const Site& site = weight.sites[i];
        const Parameters *input = endsOf(site.input), *result = endsOf(site.results.front().second);
        if (site.node != weight.readers[i].node || input == nullptr || result == nullptr) continue;
        const auto* folded = site.normalisation ? &calibration.normalisations.at(*site.normalisation) : nullptr;
        m_inCodes.try_emplace(site.node, InCodes{&weight, &scheme, weight.readers[i].argument, *input, *result, folded});
    }
}

Result<void> Narrowing::narrowWeight(const evaluate::Context& context, const Change& change, ScalarType type,
                                     std::span<float> rows) {
    const Weight& weight = *change.weight;
    if (change.scheme->weight == WeightAs::Today) return putToday(context, change, rows);
    const std::int64_t sharing = change.scheme->sharing(weight.channels, weight.inputs, weight.places);
    if (change.folded == nullptr) {
        type == ScalarType::F32 ? narrowBlocks(*change.scheme, sharing, rows) : narrow(*change.scheme, sharing, rows, type);
        return {};
    }
    // Folded, narrowed, and taken apart again: the batch norm stays in the graph.
    std::vector<float> folded(rows.begin(), rows.end());
    for (std::size_t i = 0; i < folded.size(); ++i) folded[i] *= factorOf(change, i);
    narrow(*change.scheme, sharing, folded, type);
    for (std::size_t i = 0; i < folded.size(); ++i)
        if (factorOf(change, i) != 0) rows[i] = folded[i] / factorOf(change, i);
    return {};
}

Result<void> Narrowing::narrowValues(const evaluate::Context& context, const Change& change, const Array& array,
                                     std::span<float> values) {
    if (change.weight != nullptr) return narrowWeight(context, change, array.type, values);
    if (change.ends != nullptr)
        narrowStatic(*change.ends, values);
    else if (!array.shape.empty())
        narrowRows(array.shape.back(), values, array.type);
    return {};
}

/// What the other export holds; a batch norm that is folded into it there is taken out again.
Result<void> Narrowing::putToday(const evaluate::Context& context, const Change& change, std::span<float> rows) {
    auto array = change.weight->today->unfolded(context);
    if (!array) return array.failure();
    if (array->count() != static_cast<std::int64_t>(rows.size()))
        return fail("depends-on-unknown", "the weight of the quantised export has another size");
    const std::vector<float> held = rowsOf(*array, change.weight);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const float factor = factorOf(change, i);
        rows[i] = factor != 0 ? held[i] / factor : held[i];
    }
    return {};
}

float Narrowing::factorOf(const Change& change, std::size_t element) {
    if (change.folded == nullptr) return 1;
    const std::size_t channel = element / static_cast<std::size_t>(change.weight->inputs * change.weight->places);
    return channel < change.folded->factors.size() ? change.folded->factors[channel] : 1;
}

Result<void> Narrowing::change(const evaluate::Context& context, const Change& change, evaluate::Value& value) const {
    const Array* array = value.array();
    if (array == nullptr || !array->floating()) return {};
    context.charge(array->count());
    if (change.rows) {
        std::vector<float> rows = rowsOf(*array, nullptr);
        narrow(*change.scheme, change.weight->inputs, rows);
        Array taken = context.make(array->type, array->shape, evaluate::Content::Unset);
        storeRows(taken, rows, nullptr);
        value = std::move(taken);
        return {};
    }
    if (change.weight != nullptr && array->count() != change.weight->channels * change.weight->inputs) return {};
    Array made = context.make(array->type, array->shape, evaluate::Content::Unset);
    if (made.stored == ScalarType::F32 && array->stored == ScalarType::F32 &&
        (change.weight == nullptr || liesInRows(*change.weight))) {
        evaluate::copyItems(*array, made.storage->data());
        if (auto done = narrowValues(context, change, *array, floatsOf(made)); !done) return done;
    } else {
        std::vector<float> rows = rowsOf(*array, change.weight);
        if (auto done = narrowValues(context, change, *array, rows); !done) return done;
        storeRows(made, rows, change.weight);
    }
    value = std::move(made);
    return {};
}

Result<std::optional<evaluate::Values>> Narrowing::computeInCodes(const evaluate::Scope& scope, NodeId node,
                                                                  const evaluate::Operator& op, const evaluate::Context& context,
                                                                  const InCodes& how, std::vector<evaluate::NamedValue> arguments) {
    constexpr std::size_t kBias = 2;
    const Weight& weight = *how.weight;
    const Array *operand = arguments.front().value.array(), *held = arguments[how.argument].value.array();
    if (operand == nullptr || held == nullptr || operand->type != ScalarType::F32 ||
        held->count() != weight.channels * weight.inputs)
        return std::optional<evaluate::Values>();
    context.charge(operand->count() + held->count());
    std::vector<float> rows = rowsOf(*held, &weight), values = rowsOf(*operand, nullptr);
    for (std::size_t i = 0; how.folded != nullptr && i < rows.size(); ++i)
        rows[i] *= factorOf({0, &weight, nullptr, nullptr, how.folded}, i);
    const Narrowed codes = codesOf(*how.scheme, how.scheme->sharing(weight.channels, weight.inputs, weight.places), rows);
    std::ranges::copy(codes.codes, rows.begin());
    narrowStatic(how.input, values);
    for (float& one : values) one = std::nearbyint(one / how.input.scale);
    const auto* bias = arguments.size() > kBias ? arguments[kBias].value.array() : nullptr;
    const Requantising requantised(how.input, how.result, codes.scales, how.folded,
                                   bias != nullptr ? rowsOf(*bias, nullptr) : std::vector<float>());
    arguments[how.argument].value = exactly(context, *held, rows, &weight);
    arguments.front().value = exactly(context, *operand, values, nullptr);
    if (bias != nullptr) arguments[kBias].value = evaluate::Value();
    auto given = Probe::compute(scope, node, op, context, std::move(arguments));
    if (!given) return given.failure();
    const Array* sums = given->empty() ? nullptr : given->front().array();
    if (sums == nullptr || sums->rank() == 0) return fail("depends-on-unknown", "it is no tensor");
    // Behind the channels of a convolution are the places of a picture.
    const std::size_t behind = weight.kind == OperatorKind::Linear ? 0 : std::min(weight.axes - 2, sums->rank() - 1);
    const auto axis = sums->rank() - 1 - behind;
    const auto step = static_cast<std::size_t>(evaluate::rowMajor(sums->shape)[axis]),
               channels = static_cast<std::size_t>(sums->shape[axis]);
    Array made = context.make(ScalarType::F32, sums->shape, evaluate::Content::Unset);
    const std::vector<double> all = evaluate::doublesOf(*sums);
    const std::span<float> results = floatsOf(made);
    for (std::size_t i = 0; i < results.size(); ++i) results[i] = requantised(all[i], i / step % channels);
    given->front() = std::move(made);
    return std::optional(*std::move(given));
}

Result<std::optional<evaluate::Values>> Narrowing::computeSum(const evaluate::Operator& op, const evaluate::Context& context,
                                                              const Adding& how, std::vector<evaluate::NamedValue> arguments) {
    const Array *left = arguments[0].value.array(), *right = arguments[1].value.array();
    const AddingFactors factors(how.left.scale / how.result.scale, how.right.scale / how.result.scale);
    if (left == nullptr || right == nullptr || left->type != ScalarType::F32 || right->type != ScalarType::F32 ||
        !factors.possible())
        return std::optional<evaluate::Values>();
    context.charge(left->count() + right->count());
    Array ofLeft = multiplied(context, *left, how.left.scale, factors.left),
          ofRight = multiplied(context, *right, how.right.scale, factors.right);
    arguments[0].value = std::move(ofLeft), arguments[1].value = std::move(ofRight);
    auto given = evaluate::apply(op, context, std::move(arguments));
    if (!given) return given.failure();
    const Array* sums = given->empty() ? nullptr : given->front().array();
    if (sums == nullptr) return fail("depends-on-unknown", "it is no tensor");
    Array made = context.make(ScalarType::F32, sums->shape, evaluate::Content::Unset);
    const std::vector<double> all = evaluate::doublesOf(*sums);
    const std::span<float> results = floatsOf(made);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const float code = std::clamp(static_cast<float>(factors.code(all[i])) + how.result.zeroPoint, kLeastCode, kMostCode);
        results[i] = (code - how.result.zeroPoint) * how.result.scale;
    }
    given->front() = std::move(made);
    return std::optional(*std::move(given));
}

Result<evaluate::Values> Narrowing::compute(const evaluate::Scope& scope, NodeId node, const evaluate::Operator& op,
                                            const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) {
    const bool top = scope.prefix.empty() && !scope.loop;
    const auto changes = top ? m_changes.find(node) : m_changes.end();
    const auto results = top ? m_results.find(node) : m_results.end();
    const auto inCodes = top ? m_inCodes.find(node) : m_inCodes.end();
    if (inCodes != m_inCodes.end()) {
        auto given = evaluate::unlessRefused<std::optional<evaluate::Values>>(
            [&] { return computeInCodes(scope, node, op, context, inCodes->second, arguments); });
        if (!given) return given.failure();
        if (*given) return **std::move(given);
    }
    const auto sum = top && arguments.size() == 2 ? m_sums.find(node) : m_sums.end();
    if (sum != m_sums.end()) {
        auto given = evaluate::unlessRefused<std::optional<evaluate::Values>>(
            [&] { return computeSum(op, context, sum->second, arguments); });
        if (!given) return given.failure();
        if (*given) return **std::move(given);
    }
    if (changes != m_changes.end()) {
        auto done = evaluate::unlessRefused<void>([&]() -> Result<void> {
            for (const Change& one : changes->second)
                if (one.argument < arguments.size())
                    if (auto made = change(context, one, arguments[one.argument].value); !made) return made;
            return {};
        });
        if (!done) return done.failure();
    }
    auto given = Probe::compute(scope, node, op, context, std::move(arguments));
    if (!given || results == m_results.end() || given->empty()) return given;
    auto done = evaluate::unlessRefused<void>([&] { return change(context, results->second, given->front()); });
    if (!done) return done.failure();
    return given;
}

}  // namespace etscope::advisor
