#include "view/query.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/real_text.h"

namespace etscope::view {
namespace {

char lower(char c) noexcept { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); }

std::string lowered(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), lower);
    return out;
}

/// Whether the field holds the word, which is in lower case.
bool containsWord(std::string_view field, std::string_view word) noexcept {
    const auto same = [](char a, char b) { return lower(a) == b; };
    return std::search(field.begin(), field.end(), word.begin(), word.end(), same) != field.end() || word.empty();
}

bool isLetter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) noexcept { return c >= '0' && c <= '9'; }

constexpr std::array<std::string_view, 14> kGraphKeys{"op",    "module", "id",    "shape",     "type",  "dtype",   "handle",
                                                      "class", "family", "torch", "delegated", "bytes", "latency", "error"};
/// Those that a session supplies.
constexpr std::array<std::string_view, 4> kFactKeys{"delegated", "bytes", "latency", "error"};

/// ">", ">=", "<", "<=" at a place, which is moved behind it.
Comparison takeComparison(std::string_view text, std::size_t& at) {
    const char c = at < text.size() ? text[at] : ' ';
    if (c != '<' && c != '>') return Comparison::None;
    const bool equal = at + 1 < text.size() && text[at + 1] == '=';
    at += equal ? 2 : 1;
    if (c == '<') return equal ? Comparison::LessEqual : Comparison::Less;
    return equal ? Comparison::GreaterEqual : Comparison::Greater;
}

struct Unit {
    std::string_view name;
    double factor;
};
constexpr std::array kUnits{Unit{"ns", 1},       Unit{"us", 1e3},     Unit{"µs", 1e3},    Unit{"ms", 1e6},
                            Unit{"s", 1e9},      Unit{"k", 0x1p10},   Unit{"m", 0x1p20},  Unit{"g", 0x1p30},
                            Unit{"kb", 0x1p10},  Unit{"mb", 0x1p20},  Unit{"gb", 0x1p30}, Unit{"kib", 0x1p10},
                            Unit{"mib", 0x1p20}, Unit{"gib", 0x1p30}, Unit{"b", 1},       Unit{"", 1}};

/// "1.5M", "20us", "p90"; the term's error when it is none of them.
void takeNumber(QueryTerm& term) {
    std::string_view text = term.text;
    term.percentile = text.starts_with('p') && text.size() > 1;
    if (term.percentile) text.remove_prefix(1);
    const auto [end, code] = readReal(text.data(), text.data() + text.size(), term.number);
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    const auto unit = std::ranges::find(kUnits, rest, &Unit::name);
    const bool share = !term.percentile || (rest.empty() && term.number >= 0 && term.number <= 100 && term.key != "handle");
    if (code != std::errc() || unit == kUnits.end() || !std::isfinite(term.number) || !share) {
        term.error = "a number is wanted behind the comparison: 1e-3, 1M, 20us, p90";
        return;
    }
    term.number *= unit->factor;
}

/// Text and states of an expression together; more is refused (what a query's length can hold needs far less).
constexpr std::int64_t kMaxPatternMemory = 1 << 20;

void takePattern(QueryTerm& term) {
    re2::RE2::Options options;
    options.set_case_sensitive(false);
    options.set_dot_nl(true);
    options.set_never_capture(true);
    options.set_log_errors(false);
    options.set_max_mem(kMaxPatternMemory);
    auto pattern = std::make_shared<const re2::RE2>(term.text, options);
    if (pattern->ok())
        term.pattern = std::move(pattern);
    else
        term.error = pattern->error() + " in /" + term.text + "/";
}

void skipBlanks(std::string_view text, std::size_t& at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
}

/// One term from `at` on, which is moved behind it. Blanks may stand around the comparison of a known key.
QueryTerm takeTerm(std::string_view text, const std::vector<std::string_view>& knownKeys, std::size_t& at) {
    QueryTerm term;
    term.begin = at;
    if (text[at] == '-' && at + 1 < text.size() && text[at + 1] != ' ') {
        term.negated = true;
        ++at;
    }
    std::size_t key = at;
    while (key < text.size() && (isLetter(text[key]) || (key > at && isDigit(text[key])))) ++key;
    if (key > at && key < text.size() && text[key] == ':') {
        term.key = lowered(text.substr(at, key - at));
        at = key + 1;
    } else if (key > at) {
        std::string word = lowered(text.substr(at, key - at));
        std::size_t sign = key;
        if (std::ranges::find(knownKeys, word) != knownKeys.end()) skipBlanks(text, sign);
        if (term.comparison = takeComparison(text, sign); term.comparison != Comparison::None) {
            term.key = std::move(word);
            at = sign;
            skipBlanks(text, at);
        }
    }
    const char quote = at < text.size() && (text[at] == '"' || text[at] == '/') ? text[at] : ' ';
    if (quote != ' ') ++at;
    std::string word;
    while (at < text.size() && text[at] != quote) {
        if (quote == '/' && text[at] == '\\' && at + 1 < text.size()) word += text[at++];
        word += text[at++];
    }
    if (quote != ' ' && at < text.size()) ++at;
    term.end = at;
    term.text = quote == '/' ? word : lowered(word);
    if (term.comparison != Comparison::None) {
        takeNumber(term);
    } else if (quote == '/') {
        takePattern(term);
    }
    return term;
}

}  // namespace

bool QueryTerm::matches(std::string_view field) const {
    if (!error.empty()) return false;
    return pattern ? re2::RE2::PartialMatch(re2::StringPiece(field.data(), field.size()), *pattern) : containsWord(field, text);
}

bool QueryTerm::matches(double value) const {
    switch (comparison) {
        case Comparison::None: return false;
        case Comparison::Less: return value < number;
        case Comparison::LessEqual: return value <= number;
        case Comparison::Greater: return value > number;
        case Comparison::GreaterEqual: return value >= number;
    }
    return false;
}

std::vector<QueryTerm> parseQuery(std::string_view text, const std::vector<std::string_view>& knownKeys) {
    text = text.substr(0, kMaxQueryLength);
    std::vector<QueryTerm> terms;
    for (std::size_t at = 0; at < text.size();) {
        if (skipBlanks(text, at); at == text.size()) break;
        QueryTerm term = takeTerm(text, knownKeys, at);
        if (!term.key.empty() && !knownKeys.empty() && std::find(knownKeys.begin(), knownKeys.end(), term.key) == knownKeys.end()) {
            term.error = "there is no " + term.key + ":; there are";
            for (const std::string_view key : knownKeys) term.error += " " + std::string(key) + ":";
        }
        const auto equals = term.key.empty() && !term.pattern ? term.text.find('=') : std::string::npos;
        if (equals != std::string::npos &&
            std::ranges::find(knownKeys, std::string_view(term.text).substr(0, equals)) != knownKeys.end())
            term.error = "= compares nothing: " + term.text.substr(0, equals) + ":word, or > and < for numbers";
        if (!term.text.empty() || !term.error.empty()) terms.push_back(std::move(term));
    }
    return terms;
}

double percentile(std::vector<double> values, double share) {
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.empty()) return std::nan("");
    std::ranges::sort(values);
    const double at = share / 100 * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (at - static_cast<double>(below));
}

namespace {

/// One term over the nodes of a stage. What many nodes share (targets, modules, types) is looked at once.
class TermMatcher {
public:
    TermMatcher(const modules::GraphIndex& index, const QueryTerm& term, const NodeFacts& facts)
        : m_index(index), m_term(term), m_model(index.model()) {
        m_targets.resize(m_model.strings().size(), kUnknown);
        m_modules.resize(index.hierarchy().size(), kUnknown);
        if (const auto hit = facts.numbers.find(term.key); hit != facts.numbers.end()) m_numbers = &hit->second;
        if (const auto hit = facts.words.find(term.key); hit != facts.words.end()) m_words = &hit->second;
        if (term.percentile && m_numbers != nullptr) m_term.number = percentile(*m_numbers, term.number);
    }

    bool holds(graph::NodeId id) {
        const bool fact = std::ranges::find(kFactKeys, m_term.key) != kFactKeys.end();
        if (!m_term.error.empty() || (fact && m_numbers == nullptr && m_words == nullptr)) return false;
        return (m_term.comparison != Comparison::None ? holdsNumber(id) : holdsText(id)) != m_term.negated;
    }

private:
    static constexpr signed char kUnknown = -1;

    bool holdsNumber(graph::NodeId id) const {
        if (m_numbers != nullptr) return id.index() < m_numbers->size() && m_term.matches((*m_numbers)[id.index()]);
        const auto& handle = m_model.node(id).debugHandle;
        return m_term.key == "handle" && handle && m_term.matches(static_cast<double>(*handle));
    }

    bool wants(std::string_view key) const { return m_term.key.empty() || m_term.key == key; }
    bool says(std::string_view key, std::string_view text) const { return wants(key) && m_term.matches(text); }

    template <class Look>
    static bool once(signed char& known, const Look& look) {
        if (known == kUnknown) known = look() ? 1 : 0;
        return known == 1;
    }

    bool holdsText(graph::NodeId id) {
        const graph::Node& node = m_model.node(id);
        if (m_words != nullptr) return m_term.matches((*m_words)[id.index()]);
        if (says("id", m_model.text(node.id))) return true;
        if ((wants("op") || wants("family")) && node.target.valid() &&
            once(m_targets[node.target.index()], [&] { return holdsOperator(id); }))
            return true;
        if (wants("handle") && node.debugHandle && m_term.matches(std::to_string(*node.debugHandle))) return true;
        if (holdsModule(id) || holdsValue(id)) return true;
        return wants("torch") && (m_term.matches(m_model.text(node.torchFn)) || m_term.matches(m_model.text(node.sourceFnStack)));
    }

    bool holdsOperator(graph::NodeId id) const {
        const modules::OperatorName& name = m_index.operatorOf(id);
        return says("op", name.title) || says("op", m_model.text(m_model.node(id).target)) ||
               says("family", modules::familyName(name.family));
    }

    bool holdsModule(graph::NodeId id) {
        const modules::ModuleId module = m_index.hierarchy().moduleOf(id);
        if (!module.valid() || !(wants("module") || wants("class"))) return false;
        return once(m_modules[module.index()], [&] {
            const auto& one = m_index.hierarchy().module(module);
            return says("module", one.path) || says("class", one.type);
        });
    }

    bool holdsValue(graph::NodeId id) const {
        const bool type = wants("type") || m_term.key == "dtype", shape = wants("shape");
        if (!type && !shape) return false;
        return std::ranges::any_of(m_index.flow().results(id), [&](graph::ValueId value) {
            const std::string text = modules::valueText(m_model, value);
            const auto bracket = std::min(text.find('['), text.size());
            return (type && m_term.matches(std::string_view(text).substr(0, bracket))) ||
                   (shape && bracket < text.size() && m_term.matches(std::string_view(text).substr(bracket)));
        });
    }

    const modules::GraphIndex& m_index;
    QueryTerm m_term;
    const graph::GraphModel& m_model;
    const std::vector<double>* m_numbers = nullptr;
    const std::vector<std::string>* m_words = nullptr;
    std::vector<signed char> m_targets, m_modules;
};

}  // namespace

std::span<const std::string_view> graphQueryKeys() { return kGraphKeys; }

std::vector<QueryTerm> parseGraphQuery(std::string_view text) {
    constexpr std::array<std::string_view, 4> kNumbers{"bytes", "latency", "error", "handle"};
    auto terms = parseQuery(text, {kGraphKeys.begin(), kGraphKeys.end()});
    for (QueryTerm& term : terms) {
        const bool number = std::ranges::find(kNumbers, term.key) != kNumbers.end();
        if (term.error.empty() && term.comparison != Comparison::None && !number)
            term.error = term.key + " is no number: " + term.key + ":…";
        if (term.error.empty() && term.comparison == Comparison::None && number && term.key != "handle")
            term.error = term.key + " is a number: " + term.key + ">…";
    }
    return terms;
}

std::vector<std::string> factKeys(const std::vector<QueryTerm>& terms) {
    std::vector<std::string> keys;
    for (const QueryTerm& term : terms)
        if (std::ranges::find(kFactKeys, term.key) != kFactKeys.end()) keys.push_back(term.key);
    return keys;
}

std::vector<graph::NodeId> findNodes(const modules::GraphIndex& index, const std::vector<QueryTerm>& terms, const JobContext& job,
                                     const NodeFacts& facts) {
    std::vector<graph::NodeId> found;
    if (terms.empty()) return found;
    std::vector<TermMatcher> matchers;
    for (const QueryTerm& term : terms) matchers.emplace_back(index, term, facts);
    for (std::uint32_t i = 0; i < index.model().nodeCount(); ++i) {
        if (i % 1024 == 0 && job.cancelled()) return {};
        if (std::ranges::all_of(matchers, [i](TermMatcher& matcher) { return matcher.holds(graph::NodeId(i)); }))
            found.emplace_back(i);
    }
    return found;
}

}  // namespace etscope::view
