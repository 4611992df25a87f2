#include "gap/closeness.h"

#include <cmath>

#include "base/enum_table.h"
#include "base/limits.h"
#include "compare/outputs.h"
#include "evaluate/reading.h"
#include "tensor/comparison.h"
#include "tensor/views.h"

namespace etscope::gap {

namespace {

bool isFloat(ScalarType type) noexcept { return isFloating(type); }

/// Unit roundoff: 2^-24 of f32. Integers stand between floats: their own type rounds nothing.
double unitOf(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::F16: return std::ldexp(1.0, -11);
        case ScalarType::BF16: return std::ldexp(1.0, -8);
        case ScalarType::F32: return std::ldexp(1.0, -24);
        default: return std::ldexp(1.0, -53);
    }
}

ScalarType shorter(ScalarType a, ScalarType b) noexcept {
    if (!isFloat(a) || !isFloat(b)) return isFloat(a) ? a : isFloat(b) ? b : ScalarType::F64;
    return unitOf(a) > unitOf(b) ? a : b;
}

Result<bool> equalIntegers(const tensor::Tensor& from, const tensor::Tensor& to) {
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const auto a = evaluate::borrowed(from, memory), b = evaluate::borrowed(to, memory);
    if (!a) return a.failure();
    if (!b) return b.failure();
    const auto left = evaluate::readIntegers(*a), right = evaluate::readIntegers(*b);
    if (!left) return left.failure();
    if (!right) return right.failure();
    return *left == *right;
}

}  // namespace

std::string_view agreementName(Agreement agreement) noexcept {
    static constexpr EnumTable<Agreement::Unknown> kNames({"exact", "normal", "high", "not_rounding", "unknown"});
    return kNames[agreement];
}

double Closeness::relative() const noexcept {
    if (!finite) return HUGE_VAL;
    return distance == 0 ? 0 : norm > 0 ? distance / norm : distance;
}

Result<Closeness> closeness(const tensor::Value& from, const tensor::Value& to, const JobContext& job) {
    Closeness close;
    const compare::OutputPair pair{"", 0, 0, compare::OutputValue{.value = from}, compare::OutputValue{.value = to}};
    auto sides = compare::comparableSides(pair);
    if (!sides) {
        const auto *a = std::get_if<std::string>(&from), *b = std::get_if<std::string>(&to);
        const bool nothing = std::holds_alternative<tensor::None>(from) && std::holds_alternative<tensor::None>(to);
        close.fits = nothing || (a != nullptr && b != nullptr);
        close.equal = nothing || (close.fits && *a == *b);
        return close;
    }
    if (auto aligned = tensor::withSingletonAxes(sides->runtime, sides->reference.shape)) sides->runtime = *std::move(aligned);
    if (sides->reference.shape != sides->runtime.shape) return close;
    tensor::ComparisonOptions options;
    options.tolerance = {0, 0, true};
    options.worst = 0;
    options.findAxisOrder = false;
    const auto result = tensor::compare(sides->reference, sides->runtime, options, job);
    if (!result) return result.failure();
    if (!result->metrics) return close;
    const tensor::Metrics& metrics = *result->metrics;
    close.fits = true;
    close.floating = isFloat(sides->reference.type) || isFloat(sides->runtime.type);
    close.type = shorter(sides->reference.type, sides->runtime.type);
    close.equal = metrics.mismatched == 0;
    if (!close.floating) {
        const auto equal = equalIntegers(sides->reference, sides->runtime);
        if (!equal) return equal.failure();
        close.equal = *equal;
    }
    close.finite = metrics.notFinite == 0;
    close.maxAbs = metrics.maxAbs;
    close.snrDb = metrics.snrDb;
    const double count = static_cast<double>(metrics.compared);
    close.distance = metrics.compared == 0 ? 0 : metrics.rmse * std::sqrt(count);
    // The norm by its own metric would be another pass; where nothing differs it is not asked for.
    close.norm = close.distance > 0 && metrics.relL2 > 0 && std::isfinite(metrics.relL2) ? close.distance / metrics.relL2 : 0;
    return close;
}

double roundingOf(ScalarType type, double norm) noexcept { return unitOf(type) * norm; }

Agreement agreementOf(const Closeness& close, double noise, bool derived) noexcept {
    if (!close.fits) return Agreement::NotRounding;
    if (close.equal) return Agreement::Exact;
    if (!close.floating) return derived ? Agreement::High : Agreement::NotRounding;
    if (!close.finite) return Agreement::NotRounding;
    const double unit = noise + roundingOf(close.type, close.norm);
    if (close.distance <= kNormalUnits * unit) return Agreement::Normal;
    return close.distance <= kHighUnits * unit ? Agreement::High : Agreement::NotRounding;
}

}  // namespace etscope::gap
