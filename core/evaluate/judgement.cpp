#include "evaluate/judgement.h"

#include <algorithm>
#include <cmath>

#include "base/enum_table.h"
#include "base/float_limits.h"
#include "evaluate/elements.h"
#include "evaluate/envelope.h"
#include "evaluate/floating_judgement.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/product_sizes.h"
#include "evaluate/ties.h"

namespace etscope::evaluate {

namespace {

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

/// The results of one call. Its envelopes are computed once one of them is not exact.
class CallJudge {
public:
    CallJudge(const Operator& op, const Context& context, const Arguments& arguments, const Values& right,
              const std::optional<Array>& sizes)
        : m_op(op), m_context(context), m_arguments(arguments), m_right(right), m_sizes(sizes) {}

    Judgement judged(std::size_t i, const Array& actual) {
        const Array& right = *m_right[i].array();
        if (right.count() == 0) return {};  // a result for the backward pass alone, which some kernels fill
        if (right.count() != actual.count()) return otherSize(right);
        if (!right.floating() && !actual.floating())
            return judgedIntegers(m_op, Call(m_context, m_op.signature, m_arguments), envelope(i), right, actual);
        Judgement result = differenceOf(m_context, right, actual);
        if (result.verdict != Verdict::Exact) return judgedBy(envelope(i), m_context, right, actual, result);
        const bool sum = m_op.row.rule == Rule::Dot || m_op.row.rule == Rule::Sum || m_op.row.rule == Rule::Chain;
        if (sum && right.type != ScalarType::F64) result.accumulator = Accumulator::F32;
        return result;
    }

private:
    const Envelope& envelope(std::size_t i) {
        if (m_envelopes.empty()) m_envelopes = envelopesOf(m_op, m_context, m_arguments, m_right, m_sizes);
        return m_envelopes[i];
    }

    const Operator& m_op;
    const Context& m_context;
    const Arguments& m_arguments;
    const Values& m_right;
    const std::optional<Array>& m_sizes;
    std::vector<Envelope> m_envelopes;
};

/// applied(), with the sizes of its products.
Values measured(const Operator& op, const Context& context, const Arguments& arguments, std::optional<Array>& sizes) {
    MeasuredProducts products(isProduct(op));
    Values results = applied(op, context, arguments);
    sizes = std::move(products.sizes);
    return results;
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
    constexpr EnumTable<Verdict::NotRounding> kWords({"exact", "normal", "high", "not_rounding"});
    return kWords[verdict];
}

std::string_view word(Accumulator accumulator) noexcept {
    constexpr EnumTable<Accumulator::BF16> kWords({"f32", "f16", "bf16"});
    return kWords[accumulator];
}

Result<std::vector<Judgement>> judge(const Operator& op, const Context& context, std::vector<NamedValue> arguments,
                                     std::span<const std::optional<Array>> actual, Values* computed) {
    return unlessRefused<std::vector<Judgement>>([&]() -> Result<std::vector<Judgement>> {
        Context wide = context;
        wide.wide = op.row.rule != Rule::Exact;
        wide.functional = false;
        const Computing computing(wide);
        std::optional<Array> sizes;
        Values right = measured(op, wide, arguments, sizes);
        for (Value& value : right) value = asArray(wide, value);
        if (actual.size() > right.size() && op.row.rule != Rule::Shape)
            return fail("judgement-results", std::to_string(actual.size()) + " results are given of an operator that has " +
                                                 std::to_string(right.size()));
        CallJudge judge(op, wide, arguments, right, sizes);
        std::vector<Judgement> all(actual.size());
        for (std::size_t i = 0; i < actual.size() && i < right.size(); ++i)
            if (actual[i] && right[i].array() != nullptr && op.row.rule != Rule::Shape) all[i] = judge.judged(i, *actual[i]);
        if (computed != nullptr) *computed = std::move(right);
        return all;
    });
}

}  // namespace etscope::evaluate
