#include "advisor/narrowing.h"

#include <algorithm>
#include <cmath>

#include "evaluate/call.h"
#include "evaluate/elements.h"
#include "evaluate/parallel.h"

namespace etscope::advisor {
namespace {

using evaluate::Array;
using graph::NodeId;
using graph::ValueId;

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

}  // namespace

Narrowing::Narrowing(const std::vector<Weight>& weights, const Choice& choice, const StaticPlan& plan,
                     const Calibration& calibration) {
    for (std::size_t i = 0; i < std::min(weights.size(), choice.size()); ++i)
        if (choice[i] != nullptr && choice[i] != &weights[i].asItIs()) add(weights[i], *choice[i], calibration);
    for (const auto& [node, values] : plan.inputs) m_changes[node].push_back({0, nullptr, nullptr, &*calibration.ends.at(values), {}});
    for (const auto& [node, values] : plan.results)
        m_results.try_emplace(node, Change{0, nullptr, nullptr, &*calibration.ends.at(values), nullptr});
}

void Narrowing::add(const Weight& weight, const Scheme& scheme, const Calibration& calibration) {
    // What another export holds may have a batch norm folded into it.
    const bool isToday = scheme.weight == WeightAs::Today;
    for (std::size_t i = 0; i < weight.readers.size(); ++i) {
        const bool folds = (scheme.pt2e || isToday) && i < weight.sites.size() && weight.sites[i].normalisation;
        const Place& reader = weight.readers[i];
        m_changes[reader.node].push_back(
            {reader.argument, &weight, &scheme, nullptr, folds ? &calibration.normalisations.at(*weight.sites[i].normalisation) : nullptr});
    }
    // Schemes have scales for a row of a table at most: what is taken of it is rounded as the table would be.
    if (weight.held && weight.held->rows())
        for (const NodeId node : weight.operators) m_results.try_emplace(node, Change{0, &weight, &scheme, nullptr, nullptr, true});
    if (scheme.activations || (isToday && weight.today && weight.today->scheme.operand == Operand::Dynamic))
        for (const Place& operand : weight.operands) m_changes[operand.node].push_back({operand.argument, nullptr, nullptr, {}, {}});
}

Result<void> Narrowing::narrowWeight(const evaluate::Context& context, const Change& change, ScalarType type, std::span<float> rows) {
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
    if (made.stored == ScalarType::F32 && array->stored == ScalarType::F32 && (change.weight == nullptr || liesInRows(*change.weight))) {
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

Result<evaluate::Values> Narrowing::compute(const evaluate::Scope& scope, NodeId node, const evaluate::Operator& op,
                                            const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) {
    const bool top = scope.prefix.empty() && !scope.loop;
    const auto changes = top ? m_changes.find(node) : m_changes.end();
    const auto results = top ? m_results.find(node) : m_results.end();
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
