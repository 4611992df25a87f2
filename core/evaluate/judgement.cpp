#include "evaluate/judgement.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/out_of_memory.h"
#include "evaluate/elements.h"
#include "evaluate/envelope.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/ties.h"

namespace etscope::evaluate {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr std::size_t kPolled = 65536;     ///< elements between two looks at the job
constexpr double kSpreadLimit = 4;         ///< spreads of right results are below 1
constexpr double kLeastOfNarrow = 0x1p-6;  ///< … and above this where they are computed in a narrow type

double largestOf(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::F16: return 65504;
        case ScalarType::BF16: return 0x1.fep127;
        case ScalarType::F64: return 0x1.fffffffffffffp1023;
        default: return 0x1.fffffep127;
    }
}

struct AccumulatorRow {
    Accumulator accumulator;
    std::string_view word;
    ScalarType type;
};
constexpr auto kAccumulators = std::to_array<AccumulatorRow>({
    {Accumulator::F32, "f32", ScalarType::F32},
    {Accumulator::F16, "f16", ScalarType::F16},
    {Accumulator::BF16, "bf16", ScalarType::BF16},
});

bool same(double a, double b) noexcept { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The result of one call whose elements are judged one after the other.
class FloatingJudge {
public:
    FloatingJudge(const Context& context, const Envelope& envelope, ScalarType type, std::vector<double> right,
                  std::vector<double> actual)
        : m_context(context),
          m_envelope(envelope),
          m_type(type),
          m_units(envelope, type, type),
          m_right(std::move(right)),
          m_actual(std::move(actual)) {
        for (const Array& array : envelope.neighbours)
            if (static_cast<std::size_t>(array.count()) == m_right.size()) m_neighbours.push_back(doublesOf(array));
    }

    Judgement judged() {
        m_result.normal = m_envelope.normal;
        m_result.limit = m_units.limit();
        each([this](std::size_t i) { take(i); });
        m_result.difference = std::sqrt(m_squares);
        m_result.norm = std::sqrt(m_norm);
        m_result.spread = spreadOf(m_units);
        m_result.verdict = verdict();
        if (m_envelope.accumulates && m_type != ScalarType::F64) m_result.accumulator = tightest();
        return m_result;
    }

private:
    template <class Visit>
    void each(const Visit& visit) const {
        for (std::size_t i = 0; i < m_right.size(); ++i) {
            if (i % kPolled == 0) m_context.poll();
            visit(i);
        }
    }
    /// `visit(i, |A − L|)` where both are finite.
    template <class Visit>
    void eachFinite(const Visit& visit) const {
        each([&](std::size_t i) {
            if (std::isfinite(m_right[i]) && std::isfinite(m_actual[i])) visit(i, std::fabs(m_actual[i] - m_right[i]));
        });
    }
    Verdict verdict() const noexcept {
        const double spread = m_envelope.accumulates ? m_result.spread : 0;
        if (m_allEqual) return Verdict::Exact;
        if (m_result.mismatched > 0 || spread > kSpreadLimit) return Verdict::NotRounding;
        return m_result.units <= m_result.normal && spread <= 1 ? Verdict::Normal : Verdict::High;
    }
    void take(std::size_t i) {
        const double right = m_right[i], actual = m_actual[i];
        const bool finite = std::isfinite(right) && std::isfinite(actual);
        if (finite) {
            const double off = std::fabs(actual - right);
            m_squares += off * off;
            m_norm += right * right;
            m_result.maxAbs = std::max(m_result.maxAbs, off);
        }
        if (same(actual, roundedTo(m_type, right)) || same(actual, right)) {
            if (finite) raise(std::fabs(actual - right) / m_units.at(i, right));
            return;
        }
        m_allEqual = false;
        const double units = finite ? unitsOff(i) : overflows(i) ? m_result.limit : kInfinity;
        if (raise(units) || m_result.worst < 0) m_result.worst = static_cast<std::int64_t>(i);
        if (units > m_result.limit) ++m_result.mismatched;
    }
    bool raise(double units) noexcept {
        const bool more = units > m_result.units;
        if (more) m_result.units = units;
        return more;
    }
    /// Beyond what lies between the neighbours.
    double unitsOff(std::size_t i) const {
        double least = m_right[i], most = m_right[i];
        for (const auto& values : m_neighbours) {
            least = std::min(least, values[i]);
            most = std::max(most, values[i]);
        }
        return std::max({least - m_actual[i], m_actual[i] - most, 0.0}) / m_units.at(i, m_right[i]);
    }
    /// Whether an intermediate or the result may be beyond the type's largest number.
    bool overflows(std::size_t i) const {
        const double magnitude = i < m_envelope.magnitude.size() ? m_envelope.magnitude[i] : 0;
        if (std::isinf(magnitude)) return true;
        if (!std::isfinite(m_right[i])) return false;
        const double largest = largestOf(m_type);
        const bool sum = m_envelope.accumulates && magnitude * m_envelope.terms >= largest;
        const double reach = std::fabs(m_right[i]) + m_result.limit * m_units.at(i, m_right[i]);
        return sum || (std::isinf(m_actual[i]) && reach >= largest && (m_actual[i] > 0) == (m_right[i] > 0));
    }
    /// Few elements may be further off than many.
    double spreadOf(const Units& units) const {
        double squares = 0, count = 0;
        eachFinite([&](std::size_t i, double off) {
            const double share = off / units.usual(i, m_right[i]);
            squares += share * share;
            count += 1;
        });
        return count > 0 ? std::sqrt(squares / count) / (1 + 2 / std::sqrt(count)) : 0;
    }
    /// A narrower type explains what is off as far as it would be, not what is much less, nor what is off here and there.
    bool explains(ScalarType accumulated) const {
        const Units units(m_envelope, accumulated, m_type);
        const double spread = spreadOf(units);
        const bool narrow = roundoff(accumulated) > roundoff(m_type);
        if (spread > 1 || (narrow && spread < kLeastOfNarrow)) return false;
        std::size_t right = 0, beyond = 0;
        eachFinite([&](std::size_t i, double off) {
            beyond += off > m_envelope.normal * units.at(i, m_right[i]) ? 1U : 0U;
            right += off < spread / 8 * units.usual(i, m_right[i]) ? 1U : 0U;
        });
        return beyond == 0 && (!narrow || 2 * right <= m_right.size());
    }
    std::optional<Accumulator> tightest() const {
        for (const AccumulatorRow& row : kAccumulators)
            if (explains(row.type)) return row.accumulator;
        return std::nullopt;
    }

    const Context& m_context;
    const Envelope& m_envelope;
    ScalarType m_type;
    Units m_units;
    std::vector<double> m_right, m_actual;
    std::vector<std::vector<double>> m_neighbours;
    Judgement m_result;
    double m_squares = 0, m_norm = 0;
    bool m_allEqual = true;
};

double distance(std::int64_t a, std::int64_t b) noexcept {
    return a > b ? static_cast<double>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b))
                 : static_cast<double>(static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a));
}

Judgement judgedIntegers(const Operator& op, const Call& call, const Envelope& envelope, const Array& right, const Array& actual) {
    const std::vector<std::int64_t> ours = intsOf(right), theirs = intsOf(actual);
    std::vector<std::vector<std::int64_t>> neighbours;
    for (const Array& array : envelope.neighbours)
        if (array.count() == right.count()) neighbours.push_back(intsOf(array));
    std::vector<bool> tied;
    Judgement result;
    double squares = 0, norm = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        norm += static_cast<double>(ours[i]) * static_cast<double>(ours[i]);
        if (ours[i] == theirs[i]) continue;
        if (result.verdict == Verdict::Exact) tied = tiedPlaces(op, call, ours, theirs);
        const double off = distance(ours[i], theirs[i]);
        squares += off * off;
        std::int64_t least = ours[i], most = ours[i];
        for (const auto& values : neighbours) {
            least = std::min(least, values[i]);
            most = std::max(most, values[i]);
        }
        const bool tie = !tied.empty() && tied[i], between = theirs[i] >= least && theirs[i] <= most;
        if (result.verdict == Verdict::Exact) result.verdict = Verdict::Normal;
        result.ties = result.ties || tie;
        if (off > result.maxAbs || result.worst < 0) result.worst = static_cast<std::int64_t>(i);
        result.maxAbs = std::max(result.maxAbs, off);
        if (!tie && !between) ++result.mismatched;
    }
    if (result.mismatched > 0) {
        result.verdict = Verdict::NotRounding;
        result.units = kInfinity;
        result.ties = false;
    }
    result.difference = std::sqrt(squares);
    result.norm = std::sqrt(norm);
    return result;
}

Judgement judged(const Operator& op, const Call& call, const Envelope& envelope, const Array& right, const Array& actual) {
    if (right.count() == 0) return {};  // a result for the backward pass alone, which some kernels fill
    if (right.count() != actual.count()) {
        Judgement other;
        other.verdict = Verdict::NotRounding;
        other.units = kInfinity;
        other.mismatched = std::max<std::int64_t>(right.count(), 1);
        return other;
    }
    if (!right.floating() && !actual.floating()) return judgedIntegers(op, call, envelope, right, actual);
    return FloatingJudge(call.context(), envelope, right.type, doublesOf(right), doublesOf(actual)).judged();
}

/// A number as a tensor without dimensions.
Value asArray(const Context& context, const Value& value) {
    if (std::holds_alternative<bool>(value.base()) || std::holds_alternative<std::int64_t>(value.base()) ||
        std::holds_alternative<double>(value.base()))
        return numberArray(context, value, ScalarType::F64);
    return value;
}

}  // namespace

std::string_view word(Verdict verdict) noexcept {
    constexpr std::string_view kWords[] = {"exact", "normal", "high", "not_rounding"};
    return kWords[static_cast<std::size_t>(verdict)];
}

std::string_view word(Accumulator accumulator) noexcept { return kAccumulators[static_cast<std::size_t>(accumulator)].word; }

Result<std::vector<Judgement>> judge(const Operator& op, const Context& context, std::vector<NamedValue> arguments,
                                     std::span<const std::optional<Array>> actual, Values* computed) {
    return withinMemory([&]() -> Result<std::vector<Judgement>> {
        try {
            Context wide = context;
            wide.wide = op.row.rule != Rule::Exact;
            wide.functional = false;
            Values right = applied(op, wide, arguments);
            for (Value& value : right) value = asArray(wide, value);
            if (actual.size() > right.size() && op.row.rule != Rule::Shape)
                return fail("judgement-results", std::to_string(actual.size()) + " results are given of an operator that has " +
                                                     std::to_string(right.size()));
            const std::vector<Envelope> envelopes = envelopesOf(op, wide, arguments, right);
            const Call call(wide, op.signature, arguments);
            std::vector<Judgement> all(actual.size());
            for (std::size_t i = 0; i < actual.size() && i < right.size(); ++i)
                if (actual[i] && right[i].array() != nullptr && op.row.rule != Rule::Shape)
                    all[i] = judged(op, call, envelopes[i], *right[i].array(), *actual[i]);
            if (computed != nullptr) *computed = std::move(right);
            return all;
        } catch (const Refusal& refusal) {
            return Failure{refusal.error};
        }
    });
}

}  // namespace etscope::evaluate
