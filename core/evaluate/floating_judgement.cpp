#include "evaluate/floating_judgement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/float_limits.h"
#include "evaluate/elements.h"
#include "evaluate/walk.h"

namespace etscope::evaluate {

namespace {

constexpr std::size_t kPolled = 65536;                      ///< elements between two looks at the job
constexpr double kSpreadLimit = 4;                          ///< spreads of right results are below 1
constexpr double kFloatingJudgementLeastOfNarrow = 0x1p-6;  ///< … and above this where they are computed in a narrow type

struct AccumulatorRow {
    Accumulator accumulator;
    ScalarType type;
};
constexpr auto kAccumulators = std::to_array<AccumulatorRow>({
    {Accumulator::F32, ScalarType::F32},
    {Accumulator::F16, ScalarType::F16},
    {Accumulator::BF16, ScalarType::BF16},
});

bool rightOnce(ScalarType type, double right, double actual) noexcept {
    return same(actual, roundedTo(type, right)) || same(actual, right);
}

/// Both sides of one result, row-major.
struct Sides {
    const Context& context;
    ScalarType type;  ///< that the right result is rounded to
    std::vector<double> right, actual;
};

template <class Visit>
void eachOf(const Sides& sides, const Visit& visit) {
    for (std::size_t i = 0; i < sides.right.size(); ++i) {
        if (i % kPolled == 0) sides.context.poll();
        visit(i);
    }
}

class Differences {
public:
    explicit Differences(ScalarType type) : m_type(type) {}
    void take(double right, double actual) noexcept {
        m_exact = m_exact && rightOnce(m_type, right, actual);
        const double off = std::fabs(actual - right);
        if (!std::isfinite(right) || !std::isfinite(actual)) return;
        m_squares += off * off;
        m_norm += right * right;
        m_largest = std::max(m_largest, off);
    }
    Judgement result() const {
        Judgement result;
        result.verdict = m_exact ? Verdict::Exact : Verdict::NotRounding;
        result.difference = std::sqrt(m_squares);
        result.norm = std::sqrt(m_norm);
        result.maxAbs = m_largest;
        return result;
    }

private:
    ScalarType m_type;
    double m_squares = 0, m_norm = 0, m_largest = 0;
    bool m_exact = true;
};

/// Root mean square of what elements are off, in what they usually are. Few elements may be further off than many.
class NoiseSpread {
public:
    void add(double share) noexcept {
        m_squares += share * share;
        m_count += 1;
    }
    double value() const noexcept { return m_count > 0 ? std::sqrt(m_squares / m_count) / (1 + 2 / std::sqrt(m_count)) : 0; }

private:
    double m_squares = 0, m_count = 0;
};

/// Elements are judged one after the other.
class FloatingJudge {
public:
    FloatingJudge(const Envelope& envelope, const Sides& sides, Judgement difference)
        : m_envelope(envelope),
          m_sides(sides),
          m_type(sides.type),
          m_units(envelope, sides.type, sides.type),
          m_right(sides.right),
          m_actual(sides.actual),
          m_result(std::move(difference)) {
        for (const Array& array : envelope.neighbours)
            if (static_cast<std::size_t>(array.count()) == m_right.size()) m_neighbours.push_back(doublesOf(array));
    }

    Judgement judged() {
        m_result.normal = m_envelope.normal;
        m_result.limit = m_units.limit();
        NoiseSpread spread;
        eachOf(m_sides, [&](std::size_t i) { take(i, spread); });
        m_result.spread = spread.value();
        m_result.verdict = verdict();
        if (m_envelope.accumulates && m_type != ScalarType::F64) m_result.accumulator = tightest();
        return m_result;
    }

private:
    /// `visit(i, |A − L|)` where both are finite.
    template <class Visit>
    void eachFinite(const Visit& visit) const {
        eachOf(m_sides, [&](std::size_t i) {
            if (std::isfinite(m_right[i]) && std::isfinite(m_actual[i])) visit(i, std::fabs(m_actual[i] - m_right[i]));
        });
    }
    Verdict verdict() const noexcept {
        const double spread = m_envelope.accumulates ? m_result.spread : 0;
        if (m_result.mismatched > 0 || spread > kSpreadLimit) return Verdict::NotRounding;
        return m_result.units <= m_result.normal && spread <= 1 ? Verdict::Normal : Verdict::High;
    }
    void take(std::size_t i, NoiseSpread& spread) {
        const double right = m_right[i], actual = m_actual[i];
        const bool once = rightOnce(m_type, right, actual);
        if (!std::isfinite(right) || !std::isfinite(actual)) {
            if (!once) fail(i, overflows(i) ? m_result.limit : kInfinity);
            return;
        }
        const double off = std::fabs(actual - right), unit = m_units.at(i, right);
        spread.add(off / m_units.usual(unit, right));
        if (once || m_neighbours.empty()) {
            if (off <= m_result.units * unit && (once || (m_result.worst >= 0 && off <= m_result.limit * unit))) return;
            const double units = off / unit;
            if (!once) return fail(i, units);
            m_result.units = std::max(m_result.units, units);
        } else {
            fail(i, beyondNeighbours(i) / unit);
        }
    }
    /// Of an element that is not the right one.
    void fail(std::size_t i, double units) noexcept {
        if (units > m_result.units || m_result.worst < 0) m_result.worst = static_cast<std::int64_t>(i);
        m_result.units = std::max(m_result.units, units);
        if (units > m_result.limit) ++m_result.mismatched;
    }
    /// Beyond what lies between the neighbours.
    double beyondNeighbours(std::size_t i) const {
        double least = m_right[i], most = m_right[i];
        for (const auto& values : m_neighbours) {
            least = std::min(least, values[i]);
            most = std::max(most, values[i]);
        }
        return std::max({least - m_actual[i], m_actual[i] - most, 0.0});
    }
    /// Whether an intermediate or the result may be beyond the type's largest number.
    bool overflows(std::size_t i) const {
        const double magnitude = i < m_envelope.magnitude.size() ? m_envelope.magnitude[i] : 0;
        const bool infinite = std::isinf(m_actual[i]);
        if (std::isinf(magnitude)) return m_envelope.eitherInfinity || !infinite || !std::isinf(m_right[i]);
        if (!std::isfinite(m_right[i])) return false;
        const double largest = floatRange(m_type).largest, towards = std::copysign(1.0, m_actual[i]) * m_right[i];
        const double sums = infinite ? (magnitude + towards) / 2 : magnitude;  // of one sign, on the way
        if (m_envelope.accumulates && sums * m_envelope.terms >= largest) return true;
        return infinite && towards + m_result.limit * m_units.at(i, m_right[i]) >= largest;
    }
    double spreadOf(const Units& units) const {
        NoiseSpread spread;
        eachFinite([&](std::size_t i, double off) { spread.add(off / units.usual(units.at(i, m_right[i]), m_right[i])); });
        return spread.value();
    }
    /// A narrower type explains what is off as far as it would be, not what is much less, nor what is off here and there.
    bool explains(ScalarType accumulated) const {
        if (accumulated == m_type && m_neighbours.empty()) return m_result.spread <= 1 && m_result.units <= m_envelope.normal;
        const Units units(m_envelope, accumulated, m_type);
        const double spread = spreadOf(units);
        const bool narrow = roundoff(accumulated) > roundoff(m_type);
        if (spread > 1 || (narrow && (spread < kFloatingJudgementLeastOfNarrow || isSystematic(m_right, m_actual)))) return false;
        std::size_t right = 0, beyond = 0;
        eachFinite([&](std::size_t i, double off) {
            beyond += off > m_envelope.normal * units.at(i, m_right[i]) ? 1U : 0U;
            right += off < spread / 8 * units.usual(units.at(i, m_right[i]), m_right[i]) ? 1U : 0U;
        });
        return beyond == 0 && (!narrow || 2 * right <= m_right.size());
    }
    std::optional<Accumulator> tightest() const {
        for (const AccumulatorRow& row : kAccumulators)
            if (explains(row.type)) return row.accumulator;
        return std::nullopt;
    }

    const Envelope& m_envelope;
    const Sides& m_sides;
    ScalarType m_type;
    Units m_units;
    const std::vector<double>&m_right, &m_actual;
    std::vector<std::vector<double>> m_neighbours;
    Judgement m_result;
};

}  // namespace

bool isSystematic(std::span<const double> right, std::span<const double> actual) {
    constexpr std::size_t kLeast = 3, kEnough = 8;  // different elements
    constexpr double kAlike = 0.05, kChance = 1e-9, kLinear = 0.2;
    std::set<double> different;
    std::array<double, 2> sums{}, squares{};  // of factors, of terms
    double count = 0, values = 0, valueSquares = 0, products = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
        int exponent = 0;
        const double off = actual[i] - right[i], digits = std::fabs(std::frexp(right[i], &exponent));
        if (!std::isfinite(off) || digits == 0 || (different.size() < kEnough && !different.insert(digits).second)) continue;
        const double factor = off / right[i];
        sums[0] += factor, squares[0] += factor * factor;
        sums[1] += off, squares[1] += off * off;
        values += right[i], valueSquares += right[i] * right[i], products += off * right[i];
        count += 1;
    }
    if (different.size() < kLeast) return false;
    const double alike = std::min(kAlike, std::pow(kChance, 1 / static_cast<double>(different.size() - 1)));
    const bool one = std::ranges::any_of(std::array{0, 1}, [&](std::size_t k) {
        const double mean = sums[k] / count;
        return squares[k] / count - mean * mean <= alike * alike * mean * mean;
    });
    if (one || different.size() < kEnough) return one;
    const double shared = products - sums[1] * values / count;  // of both: the share of what is off that a line explains
    const double spread = (squares[1] - sums[1] * sums[1] / count) * (valueSquares - values * values / count);
    return 1 - shared * shared / spread <= std::min(kLinear, std::pow(kChance, 2 / (count - 2)));
}

Judgement otherSize(const Array& right) {
    Judgement result;
    result.verdict = Verdict::NotRounding;
    result.units = kInfinity;
    result.mismatched = std::max<std::int64_t>(right.count(), 1);
    return result;
}

Judgement differenceOf(const Context& context, const Array& right, const Array& actual) {
    Differences differences(right.type);
    if (right.shape != actual.shape) {
        const std::vector<double> ours = doublesOf(right), theirs = doublesOf(actual);
        for (std::size_t i = 0; i < ours.size(); ++i) differences.take(ours[i], theirs[i]);
        return differences.result();
    }
    constexpr std::size_t kRun = 1024;
    std::array<double, kRun> ours, theirs;
    Walk<2>({&right, &actual}, right.shape).each(kRun, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        loadDoubles(right.stored, places[0], steps[0], n, ours.data());
        loadDoubles(actual.stored, places[1], steps[1], n, theirs.data());
        for (std::size_t i = 0; i < n; ++i) differences.take(ours[i], theirs[i]);
    });
    return differences.result();
}

Judgement judgedBy(const Envelope& envelope, const Context& context, const Array& right, const Array& actual,
                   Judgement difference) {
    const Sides sides{context, right.type, doublesOf(right), doublesOf(actual)};
    return FloatingJudge(envelope, sides, std::move(difference)).judged();
}

}  // namespace etscope::evaluate
