#include "evaluate/envelope.h"

#include "evaluate/elements.h"
#include "evaluate/envelope_chains.h"
#include "evaluate/walk.h"

namespace etscope::evaluate {

namespace {

/// How large the values are that a function's result is a difference of.
enum class Inside : std::uint8_t {
    Nothing,
    Operand,  ///< as the operand
    One
};
struct FunctionRow {
    std::string_view stem;
    double ulps;  ///< units in the last place that libraries keep within
    Inside inside = Inside::Nothing;
    bool signsOfZeros = false;  ///< they decide between ∞ and −∞, and few look at them
};

/// Element by element; in the order of their names. Operators that are not listed are one rounding of the exact result.
constexpr auto kFunctions = std::to_array<FunctionRow>({
    {"_prelu_kernel", 2},
    {"acos", 8},
    {"acosh", 8},
    {"addcdiv", 2, Inside::Nothing, true},
    {"addcmul", 2},
    {"asin", 8},
    {"asinh", 8, Inside::Operand},
    {"atan", 8},
    {"atan2", 8},
    {"atanh", 8, Inside::Operand},
    {"cos", 8},
    {"cosh", 8},
    {"elu", 8, Inside::One},
    {"erf", 8},
    {"erfc", 16, Inside::One},
    {"exp", 8},
    {"exp2", 8},
    {"expm1", 8},
    {"floor_divide", 2},
    {"gelu", 16, Inside::Operand},
    {"glu", 8},
    {"hardsigmoid", 8, Inside::One},
    {"hardswish", 16, Inside::Operand},
    {"leaky_relu", 2},
    {"lerp", 4},
    {"log", 8},
    {"log10", 8},
    {"log1p", 8},
    {"log2", 8},
    {"log_sigmoid", 8, Inside::One},
    {"log_sigmoid_forward", 8, Inside::One},
    {"logit", 8, Inside::One},
    {"mish", 16, Inside::Operand},
    {"pow", 16, Inside::Nothing, true},
    {"prelu", 2},
    {"remainder", 4},
    {"round", 4},
    {"rsqrt", 4, Inside::Nothing, true},
    {"selu", 8, Inside::One},
    {"sigmoid", 8},
    {"silu", 8},
    {"sin", 8},
    {"sinh", 8, Inside::Operand},
    {"softplus", 8, Inside::One},
    {"tan", 16},
    {"tanh", 8},
});

static_assert(std::is_sorted(kFunctions.begin(), kFunctions.end(),
                             [](const FunctionRow& a, const FunctionRow& b) { return a.stem < b.stem; }));

const FunctionRow* functionOf(std::string_view stem) {
    const auto* found = std::lower_bound(kFunctions.begin(), kFunctions.end(), stem,
                                         [](const FunctionRow& row, std::string_view name) { return row.stem < name; });
    return found != kFunctions.end() && found->stem == stem ? found : nullptr;
}

std::vector<Array> tensorsOf(const Arguments& arguments) {
    std::vector<Array> arrays;
    for (const NamedValue& argument : arguments)
        if (const Array* array = argument.value.array()) arrays.push_back(*array);
    return arrays;
}

/// |L| where the function is nudged, over the nudge: how much of the operands' roundoff meets each element.
void addSensitivity(const Context& context, std::vector<double>& magnitude, const std::vector<double>& right, const Array& moved,
                    double factor) {
    if (static_cast<std::size_t>(moved.count()) != right.size()) return;
    const Computing computing(context);
    const std::vector<double> beside = doublesOf(moved);
    for (std::size_t i = 0; i < right.size(); ++i) {
        const double change = std::fabs(beside[i] - right[i]) * factor;
        if (std::isfinite(change)) magnitude[i] = std::max(magnitude[i], change);
    }
}

/// The roundoff of the results' type, as large as doubles can tell.
double nudgeOf(const Values& right) {
    for (const Value& value : right)
        if (value.array() != nullptr && value.array()->floating()) return std::max(roundoff(value.array()->type), 0x1p-40);
    return roundoff(ScalarType::F32);
}

std::vector<std::vector<double>> sensitivities(const Asked& asked, bool scattered, double factor) {
    std::vector<std::vector<double>> magnitudes(asked.right.size()), right(asked.right.size());
    for (std::size_t r = 0; r < magnitudes.size(); ++r)
        if (const Array* array = asked.right[r].array(); array != nullptr && array->floating()) {
            right[r] = doublesOf(*array);
            Computing::list(array->count(), sizeof(double));
            magnitudes[r].resize(right[r].size());
        }
    const double nudge = nudgeOf(asked.right);
    const std::uint32_t ways = scattered || movableOperands(asked.arguments) > 1 ? 4 : 2;
    for (std::uint32_t way = 0; way < ways; ++way) {
        const Values moved = applied(asked.op, asked.context, nudged(asked.context, asked.arguments, {nudge, way, scattered}));
        for (std::size_t r = 0; r < magnitudes.size() && r < moved.size(); ++r)
            if (!magnitudes[r].empty() && moved[r].array() != nullptr)
                addSensitivity(asked.context, magnitudes[r], right[r], *moved[r].array(), factor / nudge);
    }
    return magnitudes;
}

void addInside(const Asked& asked, Inside inside, std::vector<Envelope>& envelopes) {
    const Array* operand = firstFloating(asked.arguments);
    if (inside == Inside::Nothing || operand == nullptr) return;
    const std::vector<double> values = inside == Inside::Operand ? doublesOf(*operand) : std::vector<double>();
    for (Envelope& envelope : envelopes)
        for (std::size_t i = 0; i < envelope.magnitude.size(); ++i) {
            const double size = inside == Inside::One ? 1 : i < values.size() ? std::fabs(values[i]) : 0;
            if (std::isfinite(size)) envelope.magnitude[i] += size;
        }
}

/// What a function makes of an infinite operand may pass through ∞ · 0 and ∞ − ∞.
void admitInfinities(const Asked& asked, bool signsOfZeros, std::vector<Envelope>& envelopes) {
    const Array* operand = firstFloating(asked.arguments);
    if (operand == nullptr) return;
    const std::vector<double> values = doublesOf(*operand), right = doublesOf(*asked.right.front().array());
    for (Envelope& envelope : envelopes) {
        envelope.eitherInfinity = signsOfZeros;
        for (std::size_t i = 0;
             i < envelope.magnitude.size() && envelope.magnitude.size() == values.size() && right.size() == values.size(); ++i)
            if (std::isinf(values[i]) || (signsOfZeros && values[i] == 0 && std::isinf(right[i]))) envelope.magnitude[i] = HUGE_VAL;
    }
}

/// Whether the operator does more to its operands than one rounding of the exact result.
bool roundsBefore(const Arguments& arguments, const Call& call) {
    if (call.has("alpha") && call.number("alpha") != 1) return true;
    return std::any_of(arguments.begin(), arguments.end(), [](const NamedValue& argument) {
        const auto* number = std::get_if<double>(&argument.value.base());
        return number != nullptr && static_cast<double>(static_cast<float>(*number)) != *number;
    });
}

/// One rounding of the exact result, and at most one of a number or a product before it.
void measureRounded(const Asked& asked, std::vector<Envelope>& envelopes) {
    std::vector<std::vector<double>> magnitudes(envelopes.size());
    if (roundsBefore(asked.arguments, asked.call)) magnitudes = sensitivities(asked, false, 1);
    for (std::size_t r = 0; r < envelopes.size(); ++r) {
        envelopes[r].magnitude = std::move(magnitudes[r]);
        envelopes[r].normal = 4;
        envelopes[r].limit = 8;
    }
}

void measureFunction(const Asked& asked, const FunctionRow& row, std::vector<Envelope>& envelopes) {
    auto magnitudes = sensitivities(asked, false, 1);
    for (std::size_t r = 0; r < envelopes.size(); ++r) {
        envelopes[r].magnitude = std::move(magnitudes[r]);
        envelopes[r].normal = 2 * row.ulps;
        envelopes[r].limit = 4 * row.ulps;
    }
    addInside(asked, row.inside, envelopes);
    admitInfinities(asked, row.signsOfZeros, envelopes);
}

/// Terms of the longest sum behind an element of a chain. Of a state that tokens change: the channels of a key, and the tokens that
/// kernels take together.
double chainTerms(const Asked& asked, const Array* result) {
    constexpr std::int64_t kTogether = 64;
    if (asked.call.has("initial_state")) {
        const Dims& key = asked.call.array("key").shape;
        return static_cast<double>(key.at(3) + std::min(key.at(2), kTogether));
    }
    double largest = 0;
    for (const Array& operand : tensorsOf(asked.arguments)) largest = std::max(largest, static_cast<double>(operand.count()));
    return largest / std::max<double>(1, result == nullptr ? 1 : static_cast<double>(result->count()));
}

/// Chains without an analysis of their own: as their operands' roundoff meets the result, twice.
void measureChain(const Asked& asked, std::vector<Envelope>& envelopes) {
    auto magnitudes = sensitivities(asked, true, 2);
    for (std::size_t r = 0; r < envelopes.size(); ++r) {
        envelopes[r].magnitude = std::move(magnitudes[r]);
        setRange(envelopes[r], std::max(16.0, chainTerms(asked, asked.right[r].array())));
    }
}

/// √(|a|·|b| / |y|): the inner size of every product of matrices, whatever its batches are; a convolution's
/// is that of a filter.
double productTerms(const Asked& asked, std::string_view stem, const Array& result) {
    if (stem.find("conv") != std::string_view::npos) {
        const Array& weight = asked.call.array("weight");
        const bool transposed =
            stem.find("transpose") != std::string_view::npos || (asked.call.has("transposed") && asked.call.flag("transposed"));
        const std::int64_t filters = transposed ? weight.shape.at(1) * asked.call.integer("groups") : weight.shape.at(0);
        return static_cast<double>(weight.count()) / std::max<double>(1, static_cast<double>(filters));
    }
    std::vector<double> sizes;
    for (const Array& operand : tensorsOf(asked.arguments)) sizes.push_back(static_cast<double>(operand.count()));
    std::sort(sizes.rbegin(), sizes.rend());
    if (sizes.size() < 2) return 1;
    return std::sqrt(sizes[0] * sizes[1] / std::max<double>(1, static_cast<double>(result.count())));
}

double sumTerms(const Asked& asked, std::string_view stem, const Array& result) {
    if (stem == "cumsum")
        return static_cast<double>(result.rank() == 0 ? 1 : result.shape[axisOf(asked.call.integer("dim"), result.rank())]);
    double largest = 1;
    for (const Array& operand : tensorsOf(asked.arguments)) largest = std::max(largest, static_cast<double>(operand.count()));
    double terms = largest / std::max<double>(1, static_cast<double>(result.count()));
    if (asked.call.has("kernel_size")) {
        double taps = 1;
        for (const std::int64_t size : asked.call.integers("kernel_size")) taps *= static_cast<double>(size);
        terms = std::max(terms, taps * taps);  // one size may stand for all
    }
    return std::max(16.0, terms);
}

struct ProductRow {
    std::string_view stem;
    std::string_view addend;  ///< the argument that is added, beta times; none: empty
};
constexpr auto kProducts = std::to_array<ProductRow>({
    {"addmm", "self"},
    {"baddbmm", "self"},
    {"bmm", {}},
    {"dot", {}},
    {"linear", "bias"},
    {"matmul", {}},
    {"mm", {}},
    {"mv", {}},
    {"vdot", {}},
});

const ProductRow* productRowOf(const Operator& op) noexcept {
    const auto* found = std::ranges::find(kProducts, stemOf(op.row.target), &ProductRow::stem);
    return found == kProducts.end() || op.row.rule != Rule::Dot ? nullptr : found;
}

/// |alpha| · Σ|a·b| + |beta| · |addend|; nothing: the products were not measured.
std::optional<std::vector<double>> sizesOfProduct(const Asked& asked, const ProductRow& row) {
    const Array* result = asked.right.front().array();
    if (!asked.sizes || result == nullptr || asked.sizes->count() != result->count()) return std::nullopt;
    const auto factorOf = [&](std::string_view name) { return asked.call.has(name) ? std::fabs(asked.call.number(name)) : 1.0; };
    std::vector<double> sizes = doublesOf(*asked.sizes);
    const double alpha = factorOf("alpha"), beta = factorOf("beta");
    const Array* addend = row.addend.empty() || beta == 0 ? nullptr : asked.call.arrayIf(row.addend);
    const std::vector<double> added =
        addend != nullptr ? doublesOf(broadcastTo(*addend, asked.sizes->shape)) : std::vector<double>();
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = alpha * sizes[i] + (added.empty() ? 0 : beta * std::fabs(added[i]));
    return sizes;
}

void measureSum(const Asked& asked, std::vector<Envelope>& envelopes) {
    const std::string_view stem = stemOf(asked.op.row.target);
    if (const ProductRow* row = productRowOf(asked.op); row != nullptr && envelopes.size() == 1)
        if (auto sizes = sizesOfProduct(asked, *row)) {
            envelopes.front().magnitude = *std::move(sizes);
            return setRange(envelopes.front(), productTerms(asked, stem, *asked.right.front().array()) + 1);
        }
    const Values sums = applied(asked.op, asked.context, absolute(asked.op, asked.context, asked.arguments));
    for (std::size_t r = 0; r < envelopes.size() && r < sums.size(); ++r) {
        const Array *result = asked.right[r].array(), *sum = sums[r].array();
        if (result == nullptr || sum == nullptr || !result->floating()) continue;
        envelopes[r].magnitude = doublesOf(*sum);
        for (double& x : envelopes[r].magnitude) x = std::fabs(x);
        setRange(envelopes[r],
                 (asked.op.row.rule == Rule::Dot ? productTerms(asked, stem, *result) : sumTerms(asked, stem, *result)) + 1);
    }
}

void measureQuantized(const Asked& asked, std::vector<Envelope>& envelopes) {
    measureRounded(asked, envelopes);
    const std::uint32_t ways = movableOperands(asked.arguments) > 1 ? 4 : 2;
    for (std::uint32_t way = 0; way < ways; ++way) {
        const Values moved = applied(asked.op, asked.context, nudged(asked.context, asked.arguments, {kHalfwayNudge, way, false}));
        for (std::size_t r = 0; r < envelopes.size() && r < moved.size(); ++r)
            if (moved[r].array() != nullptr) envelopes[r].neighbours.push_back(*moved[r].array());
    }
}

}  // namespace

double roundoff(ScalarType type) noexcept { return floatRange(type).roundoff; }
double leastKept(ScalarType type) noexcept { return floatRange(type).leastKept; }

bool jumps(const Operator& op) noexcept {
    return op.row.rule == Rule::Quantize || stemOf(op.row.target).find("choose_qparams") != std::string_view::npos;
}

const Array* firstFloating(const Arguments& arguments) {
    for (const NamedValue& argument : arguments) {
        if (const Array* array = argument.value.array(); array != nullptr && array->floating()) return array;
        if (const Values* list = argument.value.list())
            for (const Value& item : *list)
                if (const Array* array = item.array(); array != nullptr && array->floating()) return array;
    }
    return nullptr;
}

void setRange(Envelope& envelope, double terms) {
    envelope.terms = std::max(terms, 1.0);
    envelope.normal = std::max(4.0, 4 * std::sqrt(envelope.terms));
    envelope.limit = std::max(envelope.normal, envelope.terms);
    envelope.accumulates = true;
}

std::string_view stemOf(std::string_view target) noexcept {
    const std::size_t dot = target.find('.');
    std::string_view stem = target.substr(dot == std::string_view::npos ? 0 : dot + 1);
    stem = stem.substr(0, stem.find('.'));
    if (stem.ends_with('_')) stem.remove_suffix(1);
    return stem;
}

bool isProduct(const Operator& op) noexcept { return productRowOf(op) != nullptr; }

std::vector<Envelope> envelopesOf(const Operator& op, const Context& context, const Arguments& arguments, const Values& right,
                                  const std::optional<Array>& sizes) {
    std::vector<Envelope> envelopes(right.size());
    const Asked asked{op, context, arguments, right, sizes, Call(context, op.signature, arguments)};
    const std::string_view stem = stemOf(op.row.target);
    const bool counted = std::none_of(right.begin(), right.end(),
                                      [](const Value& value) { return value.array() != nullptr && value.array()->floating(); });
    if (jumps(op)) {
        measureQuantized(asked, envelopes);
    } else if (op.row.rule == Rule::Exact || op.row.rule == Rule::Shape || counted) {
        return envelopes;
    } else if (const ChainMeasure chain = chainMeasure(stem)) {
        chain(asked, envelopes);
    } else if (const FunctionRow* function = functionOf(asked.call.has("rounding_mode") ? "floor_divide" : stem)) {
        measureFunction(asked, *function, envelopes);
    } else {
        switch (op.row.rule) {
            case Rule::Dot:
            case Rule::Sum: measureSum(asked, envelopes); break;
            case Rule::Chain: measureChain(asked, envelopes); break;
            default: measureRounded(asked, envelopes); break;
        }
    }
    return envelopes;
}

}  // namespace etscope::evaluate
