#include "evaluate/pass_rule.h"

#include <cmath>
#include <map>

#include "evaluate/elements.h"

namespace etscope::tests {

using evaluate::Array;

namespace {

struct Format {
    int precision, leastExponent;
    double largest;
};
const std::map<std::string, Format> kFormats = {{"float32", {24, -126, 0x1.fffffep127}},
                                                {"float16", {11, -14, 65504.0}},
                                                {"bfloat16", {8, -126, 0x1.fep127}},
                                                {"float8_e5m2", {3, -14, 57344}},
                                                {"float8_e4m3fn", {4, -6, 448}},
                                                {"float8_e5m2fnuz", {3, -15, 57344}},
                                                {"float8_e4m3fnuz", {4, -7, 240}},
                                                {"float8_e8m0fnu", {1, -127, 0x1p127}},
                                                {"float64", {53, -1022, 0x1.fffffffffffffp1023}}};

double unitAt(double value, const Format& format) {
    const double least = std::ldexp(1.0, format.leastExponent);
    int exponent = 0;
    std::frexp(std::max(std::fabs(value), least), &exponent);
    return std::ldexp(1.0, exponent - format.precision);
}

double rounded(double value, const Format& format) {
    if (!std::isfinite(value) || format.precision == 53) return value;
    const double unit = unitAt(value, format);
    const double nearest = std::nearbyint(value / unit) * unit;
    return std::fabs(nearest) > format.largest ? std::copysign(HUGE_VAL, nearest) : nearest;
}

std::vector<double> doubles(const tensor::Tensor& tensor) {
    return evaluate::doublesOf(evaluate::arrayOf(tensor, std::make_shared<evaluate::Memory>(~std::uint64_t{0} >> 1)));
}

double unitsAllowed(const OperatorCase& asked, const ExpectedResult& expected) {
    static const std::map<std::string, double> kUnits = {{"elementwise", 1}, {"chain", 2}, {"dot", 1}, {"sum", 1}};
    static const std::map<std::string, double> kOfDoubles = {{"elementwise", 4}, {"chain", 16}, {"dot", 4}, {"sum", 4}};
    const auto& units = !expected.wide && expected.type == "float64" ? kOfDoubles : kUnits;
    const auto found = units.find(asked.rule);
    return found == units.end() ? 0 : found->second;
}

enum class Class { Finite, Infinite, Nan };
Class classOf(double x) { return std::isnan(x) ? Class::Nan : std::isinf(x) ? Class::Infinite : Class::Finite; }

struct Slack {
    double units = 0, bound = 0;
};

bool within(double got, double reference, double torch, const Slack& slack, const Format& format) {
    const double target = rounded(reference, format);
    const double unit = unitAt(reference, format);
    if (classOf(torch) != classOf(target) && classOf(got) == classOf(torch) && (!std::isinf(torch) || got == torch)) return true;
    if (std::isnan(target)) return std::isnan(got);
    if (std::isinf(target)) return got == target;
    if (std::isinf(got)) return std::fabs(reference) >= format.largest - unit && (got > 0) == (reference > 0);
    if (slack.units == 0) return got == target;
    return std::fabs(got - reference) <= slack.units * unit + slack.bound;
}

bool choosesAmongEquals(const OperatorCase& asked, std::string_view target) {
    if (!asked.tagged("ties")) return false;
    for (const std::string_view name : {"sort", "topk", "kthvalue", "median", "mode", "argsort"})
        if (target.find(name) != std::string_view::npos) return true;
    return false;
}

/// torch's vectorised remainder gives NaN where a quotient is beyond f32, ExecuTorch's kernels do not.
bool losesLargeQuotients(std::string_view target) { return target.starts_with("aten.fmod"); }

Verdict judgedIntegers(const OperatorCase& asked, std::string_view target, const ExpectedResult& expected, const Array& got,
                       const Array& other) {
    const auto wanted =
        evaluate::intsOf(evaluate::arrayOf(*expected.value, std::make_shared<evaluate::Memory>(~std::uint64_t{0} >> 1)));
    const auto given = evaluate::intsOf(got), again = evaluate::intsOf(other);
    std::vector<double> ties;
    if (asked.nearTie) ties = doubles(*asked.nearTie);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (given[i] == wanted[i] || given[i] != again[i] || choosesAmongEquals(asked, target)) continue;
        const bool tie = asked.rule == "quantize" && !ties.empty() && ties[i % ties.size()] != 0;
        if (tie && std::abs(given[i] - wanted[i]) == 1) continue;
        return {false, false,
                "element " + std::to_string(i) + ": " + std::to_string(given[i]) + ", wanted " + std::to_string(wanted[i])};
    }
    return {true, true, {}};
}

Verdict judgedFloats(const OperatorCase& asked, std::string_view target, std::size_t slot, const ExpectedResult& expected,
                     const Array& got, const Array& other) {
    const Format& format = kFormats.at(expected.type);
    const auto torch = doubles(*expected.value), given = evaluate::doublesOf(got), again = evaluate::doublesOf(other);
    const auto reference = expected.wide ? doubles(*expected.wide) : torch;
    std::vector<double> bound;
    if (asked.bound && slot == 0) bound = doubles(*asked.bound);
    Verdict verdict{true, true, {}};
    for (std::size_t i = 0; i < torch.size(); ++i) {
        Slack slack{unitsAllowed(asked, expected), 0};
        Slack strict = slack;
        if (!bound.empty()) {
            const double most = std::isfinite(bound[i]) ? std::fabs(bound[i]) : HUGE_VAL;  // a divisor may be negative
            slack.bound = std::ldexp(most, -format.precision);
            strict.bound = std::ldexp(most, -46);
        }
        if (given[i] != again[i] && !(std::isnan(given[i]) && std::isnan(again[i]))) continue;
        if (std::isnan(torch[i]) && std::isfinite(given[i]) && losesLargeQuotients(target)) continue;
        verdict.strict &= within(given[i], reference[i], torch[i], strict, format);
        if (within(given[i], reference[i], torch[i], slack, format)) continue;
        char text[160];
        std::snprintf(text, sizeof text, "element %zu: %.17g, wanted %.17g (torch %.9g)", i, given[i], reference[i], torch[i]);
        return {false, false, text};
    }
    return verdict;
}

}  // namespace

Verdict judged(const OperatorCase& asked, std::string_view target, std::size_t slot, const evaluate::Value& result,
               const evaluate::Value& other) {
    const ExpectedResult& expected = asked.results[slot];
    if (!expected.value) {
        if (expected.plain.is_null()) return {result.none(), result.none(), "a value where there is none"};
        if (result.array() != nullptr || result.none() || result.list() != nullptr) return {false, false, "no number"};
        const double got = evaluate::numberOf(result), wanted = expected.plain.is_boolean()  ? (expected.plain.get<bool>() ? 1 : 0)
                                                                : expected.plain.is_number() ? expected.plain.get<double>()
                                                                                             : std::nan("");
        const bool same = got == wanted || (std::isnan(got) && std::isnan(wanted)) || expected.plain.is_object();
        return {same, same, "another number: " + std::to_string(got)};
    }
    const Array *array = result.array(), *again = other.array();
    if (array == nullptr || again == nullptr || again->shape != array->shape) return {false, false, "no tensor"};
    if (array->shape != expected.shape) return {false, false, "another shape"};
    if (array->type != scalarTypeFromName(expected.type)) return {false, false, "another type: " + scalarTypeName(array->type)};
    if (asked.rule == "shape") return {true, true, {}};
    return kFormats.contains(expected.type) ? judgedFloats(asked, target, slot, expected, *array, *again)
                                            : judgedIntegers(asked, target, expected, *array, *again);
}

}  // namespace etscope::tests
