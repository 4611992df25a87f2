#include "evaluate/symbols.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "base/escaped.h"
#include "evaluate/call.h"
#include "evaluate/refusal.h"

namespace etscope::evaluate {

namespace {

/// Real ones have some dozens of characters; guards of dynamic shapes some hundreds.
constexpr std::size_t kMostText = 4096;
constexpr int kSymbolsMostDepth = 64;

/// A fraction in lowest terms, its denominator above 0.
struct Fraction {
    std::int64_t top = 0, bottom = 1;
    bool whole() const noexcept { return bottom == 1; }
};

using Wide = __int128;

Fraction fraction(Wide top, Wide bottom) {
    if (bottom == 0) refuseArguments("a size is divided by 0");
    if (bottom < 0) top = -top, bottom = -bottom;
    Wide a = top < 0 ? -top : top, b = bottom;
    while (b != 0) a = std::exchange(b, a % b);
    if (a > 1) top /= a, bottom /= a;
    constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
    if (top > kMost || top < -kMost || bottom > kMost) refuseArguments("a size beyond 64 bits");
    return {static_cast<std::int64_t>(top), static_cast<std::int64_t>(bottom)};
}

Fraction plus(const Fraction& a, const Fraction& b) {
    return fraction(Wide{a.top} * b.bottom + Wide{b.top} * a.bottom, Wide{a.bottom} * b.bottom);
}
Fraction times(const Fraction& a, const Fraction& b) { return fraction(Wide{a.top} * b.top, Wide{a.bottom} * b.bottom); }
Fraction negative(const Fraction& a) { return {-a.top, a.bottom}; }
Fraction minus(const Fraction& a, const Fraction& b) { return plus(a, negative(b)); }
Fraction over(const Fraction& a, const Fraction& b) { return fraction(Wide{a.top} * b.bottom, Wide{a.bottom} * b.top); }
Fraction floorOf(const Fraction& a) {
    const std::int64_t cut = a.top / a.bottom;
    return {a.top % a.bottom < 0 ? cut - 1 : cut, 1};
}
Fraction ceilingOf(const Fraction& a) { return negative(floorOf(negative(a))); }
Fraction cutOf(const Fraction& a) { return {a.top / a.bottom, 1}; }
Fraction floorOver(const Fraction& a, const Fraction& b) { return floorOf(over(a, b)); }
Fraction modulo(const Fraction& a, const Fraction& b) { return minus(a, times(floorOver(a, b), b)); }
int order(const Fraction& a, const Fraction& b) {
    const Wide left = Wide{a.top} * b.bottom, right = Wide{b.top} * a.bottom;
    return left < right ? -1 : left > right ? 1 : 0;
}
Fraction least(const Fraction& a, const Fraction& b) { return order(b, a) < 0 ? b : a; }
Fraction most(const Fraction& a, const Fraction& b) { return order(b, a) > 0 ? b : a; }
Fraction truth(bool value) { return {value ? 1 : 0, 1}; }
/// To the nearest, halves to even: Python's round().
Fraction roundOf(const Fraction& a) {
    const Fraction low = floorOf(a), rest = minus(a, low);
    const int half = order(rest, {1, 2});
    return half < 0 || (half == 0 && low.top % 2 == 0) ? low : plus(low, {1, 1});
}
Fraction power(const Fraction& base, const Fraction& exponent) {
    if (!exponent.whole()) refuseUnsupported("a size to a power that is no integer");
    const std::int64_t times64 = exponent.top < 0 ? -exponent.top : exponent.top;
    if (times64 > 64 && !(base.whole() && base.top >= -1 && base.top <= 1)) refuseArguments("a size beyond 64 bits");
    Fraction result{1, 1};
    for (std::int64_t i = 0; i < (times64 > 64 ? times64 % 2 + 2 : times64); ++i) result = times(result, base);
    return exponent.top < 0 ? over({1, 1}, result) : result;
}

using Fractions = std::vector<Fraction>;

struct Function {
    std::string_view name;
    std::size_t least, most;  ///< number of arguments
    Fraction (*of)(const Fractions&);
};

template <Fraction (*combine)(const Fraction&, const Fraction&)>
Fraction folded(const Fractions& a) {
    return std::accumulate(a.begin() + 1, a.end(), a.front(), combine);
}
template <Fraction (*function)(const Fraction&)>
Fraction single(const Fractions& a) {
    return function(a[0]);
}
template <Fraction (*function)(const Fraction&, const Fraction&)>
Fraction both(const Fractions& a) {
    return function(a[0], a[1]);
}
template <int kFrom, int kTo>
Fraction ordered(const Fractions& a) {
    const int found = order(a[0], a[1]);
    return truth(found >= kFrom && found <= kTo);
}
Fraction itself(const Fraction& a) { return a; }
Fraction absolute(const Fraction& a) { return a.top < 0 ? negative(a) : a; }
Fraction conjunction(const Fractions& a) {
    return truth(std::ranges::all_of(a, [](const Fraction& one) { return one.top != 0; }));
}
Fraction disjunction(const Fractions& a) {
    return truth(std::ranges::any_of(a, [](const Fraction& one) { return one.top != 0; }));
}

constexpr std::size_t kMany = 64;
/// Of sympy, and of torch/utils/_sympy/functions.py.
constexpr auto kSymbolsFunctions = std::to_array<Function>({
    {"Add", 1, kMany, folded<plus>},
    {"Mul", 1, kMany, folded<times>},
    {"Pow", 2, 2, both<power>},
    {"PowByNatural", 2, 2, both<power>},
    {"Rational", 2, 2, both<over>},
    {"Max", 1, kMany, folded<most>},
    {"Min", 1, kMany, folded<least>},
    {"FloorDiv", 2, 2, both<floorOver>},
    {"CleanDiv", 2, 2, both<floorOver>},
    {"CeilDiv", 2, 2, [](const Fractions& a) { return ceilingOf(over(a[0], a[1])); }},
    {"CeilToInt", 1, 1, single<ceilingOf>},
    {"FloorToInt", 1, 1, single<floorOf>},
    {"TruncToInt", 1, 1, single<cutOf>},
    {"RoundToInt", 1, 1, single<roundOf>},
    {"ToFloat", 1, 1, single<itself>},
    {"IntTrueDiv", 2, 2, both<over>},
    {"FloatTrueDiv", 2, 2, both<over>},
    {"Mod", 2, 2, both<modulo>},
    {"PythonMod", 2, 2, both<modulo>},
    {"ModularIndexing", 3, 3, [](const Fractions& a) { return modulo(floorOver(a[0], a[1]), a[2]); }},
    {"Where", 3, 3, [](const Fractions& a) { return a[0].top != 0 ? a[1] : a[2]; }},
    {"floor", 1, 1, single<floorOf>},
    {"ceiling", 1, 1, single<ceilingOf>},
    {"Abs", 1, 1, single<absolute>},
    {"Eq", 2, 2, ordered<0, 0>},
    {"Ne", 2, 2, [](const Fractions& a) { return truth(order(a[0], a[1]) != 0); }},
    {"Lt", 2, 2, ordered<-1, -1>},
    {"Le", 2, 2, ordered<-1, 0>},
    {"Gt", 2, 2, ordered<1, 1>},
    {"Ge", 2, 2, ordered<0, 1>},
    {"And", 1, kMany, conjunction},
    {"Or", 1, kMany, disjunction},
    {"Not", 1, 1, [](const Fractions& a) { return truth(a[0].top == 0); }},
    {"Identity", 1, 1, single<itself>},
});

/// sum := product (± product)*, product := factor (× factor)*, factor := −factor | atom (** factor)?
template <class Lookup>
class Parser {
public:
    Parser(std::string_view text, const Lookup& lookup) : m_all(text), m_text(text), m_lookup(lookup) {}

    Fraction parse() {
        if (m_all.size() > kMostText)
            refuse("limit-exceeded", "a size's expression of " + std::to_string(m_all.size()) + " characters");
        const Fraction result = comparison();
        skip();
        if (!m_text.empty()) wrong();
        return result;
    }

private:
    struct Deeper {
        explicit Deeper(Parser& parser) : depth(parser.m_depth) {
            if (++depth > kSymbolsMostDepth) refuse("limit-exceeded", "a size's expression is nested too deep");
        }
        ~Deeper() { --depth; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        int& depth;
    };

    [[noreturn]] void wrong() const { refuseUnsupported("the size '" + escaped(m_all.substr(0, 80)) + "'"); }
    void skip() {
        while (!m_text.empty() && m_text.front() == ' ') m_text.remove_prefix(1);
    }
    bool take(std::string_view token) {
        skip();
        if (!m_text.starts_with(token)) return false;
        m_text.remove_prefix(token.size());
        return true;
    }
    bool next(std::string_view token) {
        skip();
        return m_text.starts_with(token);
    }

    Fraction comparison() {
        const Deeper deeper(*this);
        const Fraction a = sum();
        if (take("<=")) return truth(order(a, sum()) <= 0);
        if (take(">=")) return truth(order(a, sum()) >= 0);
        if (take("==")) return truth(order(a, sum()) == 0);
        if (take("!=")) return truth(order(a, sum()) != 0);
        if (take("<")) return truth(order(a, sum()) < 0);
        if (take(">")) return truth(order(a, sum()) > 0);
        return a;
    }
    Fraction sum() {
        Fraction result = product();
        for (;;) {
            if (take("+"))
                result = plus(result, product());
            else if (take("-"))
                result = minus(result, product());
            else
                return result;
        }
    }
    Fraction product() {
        Fraction result = factor();
        for (;;) {
            if (take("//"))
                result = floorOver(result, factor());
            else if (take("/"))
                result = over(result, factor());
            else if (take("%"))
                result = modulo(result, factor());
            else if (!next("**") && take("*"))
                result = times(result, factor());
            else
                return result;
        }
    }
    Fraction factor() {
        const Deeper deeper(*this);
        if (take("-")) return negative(factor());
        if (take("+")) return factor();
        const Fraction base = atom();
        return take("**") ? power(base, factor()) : base;
    }
    Fraction atom() {
        skip();
        if (take("(")) {
            const Fraction inner = comparison();
            if (!take(")")) wrong();
            return inner;
        }
        if (m_text.empty()) wrong();
        if (std::isdigit(static_cast<unsigned char>(m_text.front())) != 0) return number();
        const auto isName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
        const auto end = std::ranges::find_if_not(m_text, isName);
        const std::string_view name = m_text.substr(0, static_cast<std::size_t>(end - m_text.begin()));
        if (name.empty()) wrong();
        m_text.remove_prefix(name.size());
        if (take("(")) return call(name);
        if (name == "True" || name == "true") return truth(true);
        if (name == "False" || name == "false") return truth(false);
        return fraction(m_lookup(name), 1);
    }
    /// Digits with a fraction: exact.
    Fraction number() {
        Wide top = 0, bottom = 1;
        bool point = false;
        for (; !m_text.empty(); m_text.remove_prefix(1)) {
            const char c = m_text.front();
            if (c == '.' && !point) {
                point = true;
                continue;
            }
            if (std::isdigit(static_cast<unsigned char>(c)) == 0) break;
            top = top * 10 + (c - '0');
            if (point) bottom *= 10;
            if (top > std::numeric_limits<std::int64_t>::max() || bottom > std::numeric_limits<std::int64_t>::max())
                refuseArguments("a size beyond 64 bits");
        }
        return fraction(top, bottom);
    }
    Fraction call(std::string_view name) {
        Fractions arguments;
        while (!take(")")) {
            if (!arguments.empty() && !take(",")) wrong();
            if (arguments.size() == kMany) wrong();
            // Keywords that printers add say nothing of the value.
            if (take("evaluate=False") || take("evaluate=True")) continue;
            arguments.push_back(comparison());
        }
        const auto* found = std::ranges::find(kSymbolsFunctions, name, &Function::name);
        if (found == kSymbolsFunctions.end()) refuseUnsupported("the function '" + escaped(name.substr(0, 80)) + "' of sizes");
        if (arguments.size() < found->least || arguments.size() > found->most) wrong();
        return found->of(arguments);
    }

    std::string_view m_all, m_text;
    const Lookup& m_lookup;
    int m_depth = 0;
};

/// "s77", "u0": a symbol and nothing else.
bool isSymbol(std::string_view text) {
    const auto isName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 && std::ranges::all_of(text, isName);
}

}  // namespace

void Symbols::bind(std::string_view name, std::int64_t number, graph::ValueId from) {
    if (!isSymbol(name)) return;
    const auto [at, fresh] = m_bound.try_emplace(std::string(name), Bound{number, from, std::nullopt});
    if (at->second.from == from)
        at->second.number = number;
    else if (!fresh && at->second.number != number)
        at->second.other = number;
}

void Symbols::learn(const graph::GraphModel& model, graph::ValueId id, const Value& value) {
    const graph::Value& stated = model.value(id);
    if (const Array* array = value.array(); array != nullptr && stated.meta.valid()) {
        const auto sizes = model.dims(model.meta(stated.meta).sizes);
        for (std::size_t d = 0; d < std::min(sizes.size(), array->shape.size()); ++d)
            if (sizes[d].expression.valid()) bind(model.text(sizes[d].expression), array->shape[d], id);
    }
    const bool integer = std::holds_alternative<std::int64_t>(value.base());
    if (integer && stated.expression.valid()) bind(model.text(stated.expression), integerOf(value), id);
}

Value Symbols::number(std::string_view expression) const {
    const auto lookup = [&](std::string_view name) {
        const auto found = m_bound.find(name);
        if (found == m_bound.end()) refuseUnsupported("the size '" + escaped(name.substr(0, 80)) + "', which no value tells,");
        if (found->second.other)
            refuse("graph-assertion-fails", "the size '" + escaped(name.substr(0, 80)) + "' is " +
                                                std::to_string(found->second.number) + " in one value and " +
                                                std::to_string(*found->second.other) + " in another");
        return found->second.number;
    };
    const Fraction result = Parser(expression, lookup).parse();
    if (result.whole()) return result.top;
    return static_cast<double>(result.top) / static_cast<double>(result.bottom);
}

bool usesSymbols(const graph::GraphModel& model) {
    const auto isOne = [&](const graph::Argument& argument) {
        return argument.kind == graph::ArgumentKind::Symbol || argument.kind == graph::ArgumentKind::UnresolvedName;
    };
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n)
        for (const graph::Argument& argument : model.arguments(model.node(graph::NodeId(n)))) {
            if (isOne(argument)) return true;
            if (argument.kind == graph::ArgumentKind::List && std::ranges::any_of(model.listItems(argument), isOne)) return true;
        }
    for (std::uint32_t g = 0; g < model.graphCount(); ++g)
        for (const graph::GraphOutput& output : model.graph(graph::GraphId(g)).outputs)
            if (isOne(output.argument)) return true;
    return false;
}

}  // namespace etscope::evaluate
