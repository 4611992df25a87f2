#include "tokens/token_choices.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/float_limits.h"
#include "base/limits.h"
#include "tensor/element_reader.h"
#include "tensor/softmax.h"

namespace etscope::tokens {
namespace {

/// Columns of a row, which is read whole: 128 MB a side. Vocabularies have some 10^5.
constexpr std::int64_t kMostColumns = std::int64_t{1} << 24;

/// Positions of an output: some 200 bytes each. Contexts have 10^5 tokens at most.
constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 17U;

/// The `most` largest, in the order of argmax.
std::vector<std::int64_t> likeliest(std::span<const double> logits, std::size_t most) {
    std::vector<std::int64_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    const auto ahead = [&](std::int64_t a, std::int64_t b) {
        const double left = logits[static_cast<std::size_t>(a)], right = logits[static_cast<std::size_t>(b)];
        if (tensor::before(left, right)) return true;
        return !tensor::before(right, left) && a < b;
    };
    most = std::min(most, order.size());
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(most);
    std::partial_sort(order.begin(), end, order.end(), ahead);
    order.erase(end, order.end());
    return order;
}

/// A row of one side.
struct Side {
    std::vector<double> logits;
    double normaliser = kNan;  ///< ln Σ eˣ

    void take(std::span<const double> row) {
        logits.assign(row.begin(), row.end());
        tensor::LogSumExp sum;
        sum.add(logits);
        normaliser = sum.value();
    }
    double at(std::int64_t token) const { return logits[static_cast<std::size_t>(token)]; }
    double probability(std::int64_t token) const { return std::exp(at(token) - normaliser); }
    std::int64_t rank(std::int64_t token) const {
        std::int64_t ahead = 0;
        for (std::size_t i = 0; i < logits.size(); ++i) {
            const bool equal = !tensor::before(logits[i], at(token)) && !tensor::before(at(token), logits[i]);
            ahead += tensor::before(logits[i], at(token)) || (equal && static_cast<std::int64_t>(i) < token) ? 1 : 0;
        }
        return ahead;
    }
    Choice choice(std::span<const std::int64_t> best) const {
        Choice choice{best[0], at(best[0]), probability(best[0]), 0, best.size() > 1 ? at(best[0]) - at(best[1]) : 0};
        if (std::isnan(normaliser)) choice.entropy = kNan;
        for (const double logit : logits)  // −p·ln p, 0 where p is
            if (const double p = std::exp(logit - normaliser); p > 0) choice.entropy += p * (normaliser - logit);
        return choice;
    }
};

/// Rows of both sides, one after the other.
class Rows {
public:
    static Result<Rows> open(const tensor::Tensor& reference, const tensor::Tensor& runtime) {
        if (reference.shape.empty() || reference.shape != runtime.shape || reference.shape.back() < 1 ||
            !isFloating(reference.type) || !isFloating(runtime.type))
            return fail("tokens-shape", "logits are floating, of one shape on both sides, with the vocabulary as their last axis");
        if (reference.shape.back() > kMostColumns)
            return fail("limit-exceeded", "a vocabulary of " + std::to_string(reference.shape.back()) + " tokens");
        auto left = tensor::ElementReader::open(reference), right = tensor::ElementReader::open(runtime);
        if (!left) return left.failure();
        if (!right) return right.failure();
        if (left->count() > limits::settable().elements)
            return fail("limit-exceeded", std::to_string(left->count()) + " elements; see --limits elements");
        if (left->count() / static_cast<std::uint64_t>(reference.shape.back()) > kMostPositions)
            return fail("limit-exceeded", "more than " + std::to_string(kMostPositions) + " positions");
        return Rows(*std::move(left), *std::move(right), static_cast<std::size_t>(reference.shape.back()));
    }

    std::size_t columns() const noexcept { return m_columns; }
    std::size_t count() const noexcept { return static_cast<std::size_t>(m_reference.count()) / m_columns; }
    Result<void> read(std::size_t row) {
        if (auto done = read(m_reference, row, reference); !done) return done;
        return read(m_runtime, row, runtime);
    }

    Side reference, runtime;

    /// Of the row that was read.
    Position position() const {
        Position made;
        const auto mine = likeliest(reference.logits, kSharedOf.back()), its = likeliest(runtime.logits, kSharedOf.back());
        made.reference = reference.choice(mine);
        made.runtime = runtime.choice(its);
        for (std::size_t k = 0; k < kSharedOf.size(); ++k) {
            const auto first = std::span(mine).first(std::min(kSharedOf[k], mine.size()));
            const auto second = std::span(its).first(std::min(kSharedOf[k], its.size()));
            made.shared[k] = static_cast<std::size_t>(
                std::ranges::count_if(first, [&](std::int64_t token) { return std::ranges::find(second, token) != second.end(); }));
        }
        for (std::size_t i = 0; i < m_columns; ++i) {
            const double x = reference.logits[i], y = runtime.logits[i];
            made.divergence += tensor::divergenceTerm(x - reference.normaliser, y - runtime.normaliser);
            if (!std::isfinite(x) || !std::isfinite(y)) {
                made.notFinite += x == y || (std::isnan(x) && std::isnan(y)) ? 0U : 1U;
            } else if (std::abs(x - y) > made.maxAbs) {
                made.maxAbs = std::abs(x - y);
                made.maxAbsAt = static_cast<std::int64_t>(i);
            }
        }
        return made;
    }

private:
    Rows(tensor::ElementReader first, tensor::ElementReader second, std::size_t columns)
        : m_reference(std::move(first)), m_runtime(std::move(second)), m_columns(columns) {}
    Result<void> read(tensor::ElementReader& reader, std::size_t row, Side& side) {
        std::vector<double> values;
        values.reserve(m_columns);
        while (values.size() < m_columns) {
            const auto part = reader.doubles(std::uint64_t{row} * m_columns + values.size(),
                                             std::min(m_columns - values.size(), tensor::ElementReader::kMaxBlock));
            if (!part) return part.failure();
            values.insert(values.end(), part->begin(), part->end());
        }
        side.take(values);
        return {};
    }

    tensor::ElementReader m_reference, m_runtime;
    std::size_t m_columns;
};

/// How unlikely both sides found the tokens that came.
class Surprise {
public:
    Surprise(const std::vector<std::int64_t>& shape, std::span<const std::int64_t> fed)
        : m_fed(fed), m_sequence(shape.size() < 2 ? 1 : static_cast<std::size_t>(shape[shape.size() - 2])) {}

    void add(std::size_t row, const Side& reference, const Side& runtime) {
        if (row + 1 >= m_fed.size() || (row + 1) % m_sequence == 0) return;
        const std::int64_t next = m_fed[row + 1];
        if (next < 0 || static_cast<std::size_t>(next) >= reference.logits.size()) return;
        m_reference += reference.normaliser - reference.at(next);
        m_runtime += runtime.normaliser - runtime.at(next);
        ++m_count;
    }
    void tell(TokenChoices& choices) const {
        choices.followed = m_count;
        if (m_count == 0) return;
        choices.referencePerplexity = std::exp(m_reference / static_cast<double>(m_count));
        choices.runtimePerplexity = std::exp(m_runtime / static_cast<double>(m_count));
    }

private:
    std::span<const std::int64_t> m_fed;
    std::size_t m_sequence, m_count = 0;
    double m_reference = 0, m_runtime = 0;
};

/// The likeliest of one side as both see them, and the probability of all others.
std::vector<Candidate> candidates(const Side& side, const Side& other, std::size_t most, double& rest) {
    std::vector<Candidate> list;
    rest = 1;
    for (const std::int64_t token : likeliest(side.logits, most)) {
        list.push_back(
            {token, side.at(token), side.probability(token), other.at(token), other.probability(token), other.rank(token)});
        rest -= list.back().probability;
    }
    rest = std::isnan(rest) ? rest : std::max(0.0, rest);
    return list;
}

}  // namespace

Result<TokenChoices> tokenChoices(const tensor::Tensor& reference, const tensor::Tensor& runtime, std::span<const std::int64_t> fed,
                                  const JobContext& job) {
    auto rows = Rows::open(reference, runtime);
    if (!rows) return rows.failure();
    TokenChoices choices;
    Surprise surprise(reference.shape, fed);
    choices.columns = static_cast<std::int64_t>(rows->columns());
    for (std::size_t row = 0; row < rows->count(); ++row) {
        if (job.cancelled()) return cancelledFailure();
        job.report(static_cast<double>(row) / static_cast<double>(rows->count()));
        if (const auto done = rows->read(row); !done) return done.failure();
        choices.positions.push_back(rows->position());
        surprise.add(row, rows->reference, rows->runtime);
        const Position& made = choices.positions.back();
        choices.agreeing += made.agrees() ? 1U : 0U;
        if (!made.agrees() && !choices.firstDifferent) choices.firstDifferent = row;
        choices.meanDivergence += made.divergence;
        if (tensor::before(made.divergence, choices.positions[choices.worstDivergence].divergence)) choices.worstDivergence = row;
    }
    choices.meanDivergence /= static_cast<double>(std::max<std::size_t>(1, rows->count()));
    surprise.tell(choices);
    return choices;
}

Result<PositionDetail> positionDetail(const tensor::Tensor& reference, const tensor::Tensor& runtime, std::size_t position,
                                      std::size_t most, const JobContext& job) {
    auto rows = Rows::open(reference, runtime);
    if (!rows) return rows.failure();
    if (position >= rows->count())
        return fail("tensor-index", "there are " + std::to_string(rows->count()) + " positions, the first is 0");
    if (job.cancelled()) return cancelledFailure();
    if (const auto done = rows->read(position); !done) return done.failure();
    PositionDetail detail;
    detail.position = rows->position();
    detail.reference = candidates(rows->reference, rows->runtime, most, detail.referenceRest);
    detail.runtime = candidates(rows->runtime, rows->reference, most, detail.runtimeRest);
    return detail;
}

}  // namespace etscope::tokens
