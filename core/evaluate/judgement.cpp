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

namespace etscope::evaluate {

namespace {

double distance(std::int64_t a, std::int64_t b) noexcept {
    return a > b ? static_cast<double>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b))
                 : static_cast<double>(static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a));
}

/// How a place is counted.
enum class Along : std::uint8_t {
    Axis,   ///< along `dim`, or over all elements where that is none
    Line,   ///< over the last axis
    Plane,  ///< over the last two axes
    Space   ///< over the last three
};
struct PlaceRow {
    std::string_view stem;
    Along along = Along::Axis;
};

constexpr auto kPlaces = std::to_array<PlaceRow>({
    {"adaptive_max_pool1d", Along::Line},
    {"adaptive_max_pool2d", Along::Plane},
    {"adaptive_max_pool3d", Along::Space},
    {"argmax"},
    {"argmin"},
    {"argsort"},
    {"cummax"},
    {"cummin"},
    {"kthvalue"},
    {"max"},
    {"max_pool1d_with_indices", Along::Line},
    {"max_pool2d_with_indices", Along::Plane},
    {"max_pool3d_with_indices", Along::Space},
    {"median"},
    {"min"},
    {"mode"},
    {"nanmedian"},
    {"sort"},
    {"topk"},
});

/// The operand as [outer, lane, inner] and results as [outer, found, inner].
struct Lanes {
    std::int64_t lane = 1, inner = 1;
};

Lanes lanesOf(const Call& call, const Array& operand, Along along) {
    const auto product = [&](std::size_t from) {
        std::int64_t size = 1;
        for (std::size_t d = from; d < operand.rank(); ++d) size *= operand.shape[d];
        return size;
    };
    const auto ofLast = [&](std::size_t axes) { return Lanes{product(operand.rank() - std::min(operand.rank(), axes)), 1}; };
    if (along != Along::Axis) return ofLast(along == Along::Line ? 1 : along == Along::Plane ? 2 : 3);
    if (!call.has("dim") || operand.rank() == 0) return {operand.count(), 1};
    const std::size_t axis = axisOf(call.integer("dim"), operand.rank());
    return {operand.shape[axis], product(axis + 1)};
}

template <class T>
std::vector<bool> compared(const std::vector<T>& values, const Lanes& lanes, const std::vector<std::int64_t>& ours,
                           const std::vector<std::int64_t>& theirs) {
    std::vector<bool> tied(ours.size());
    const auto all = static_cast<std::int64_t>(values.size());
    const std::int64_t outer = lanes.lane * lanes.inner == 0 ? 0 : all / (lanes.lane * lanes.inner);
    const std::int64_t found = outer * lanes.inner == 0 ? 0 : static_cast<std::int64_t>(ours.size()) / (outer * lanes.inner);
    const auto valueAt = [&](std::int64_t i, std::int64_t place) {
        return values[static_cast<std::size_t>((i / (found * lanes.inner) * lanes.lane + place) * lanes.inner + i % lanes.inner)];
    };
    for (std::int64_t i = 0; i < outer * found * lanes.inner; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto held = [&](std::int64_t place) { return place >= 0 && place < lanes.lane; };
        if (!held(ours[at]) || !held(theirs[at])) continue;
        const T a = valueAt(i, ours[at]), b = valueAt(i, theirs[at]);
        tied[at] = a == b || (a != a && b != b);
    }
    return tied;
}

/// For every element of two results of places: whether the operator's operand has equal values at both, for other places of equal
/// values are as right; empty: the operator's results are no places.
std::vector<bool> tiedPlaces(const Operator& op, const Call& call, const std::vector<std::int64_t>& ours,
                             const std::vector<std::int64_t>& theirs) {
    const std::string_view stem = stemOf(op.row.target);
    const auto* found = std::ranges::find(kPlaces, stem, &PlaceRow::stem);
    if (found == kPlaces.end() || ours.size() != theirs.size()) return {};
    const Array& operand = call.array("self");
    const Lanes lanes = lanesOf(call, operand, found->along);
    return operand.floating() ? compared(doublesOf(operand), lanes, ours, theirs) : compared(intsOf(operand), lanes, ours, theirs);
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
