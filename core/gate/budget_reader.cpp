// Budget files. TOML is read by toml++; size and nesting are bounded before it sees a byte.
#include <algorithm>
#include <cmath>

#include "base/codes.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "base/nearest_word.h"
#include "base/number_text.h"
#include "base/pattern.h"
#include "base/utf8.h"
#include "gate/budgets.h"
#include "gate/limits.h"
#include "io/source.h"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

namespace etscope::gate {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view kAllow = "allow_unknown";

std::size_t lineOf(const toml::node& node) { return node.source().begin.line; }

/// The first line with more brackets or dots than a budget needs; 0: none.
std::size_t deepLine(std::string_view text) {
    std::size_t line = 1, levels = 0;
    for (const char c : text) {
        if (c == '\n') ++line, levels = 0;
        if ((c == '.' || c == '[' || c == '{') && ++levels > limits::kMaxBudgetLevels) return line;
    }
    return 0;
}

class BudgetReader {
public:
    explicit BudgetReader(std::string name) : m_name(std::move(name)) {}

    Result<Budgets> read(const toml::table& root) {
        readRoot(root);
        if (m_error) return Failure{*m_error};
        std::ranges::stable_sort(m_made.list, {}, &Budget::line);
        return std::move(m_made);
    }
    std::string place(std::size_t line) const { return m_name + ", line " + std::to_string(line); }

private:
    void refuse(std::size_t line, const char* code, std::string message) {
        if (!m_error) m_error = Error{code, std::move(message), place(line)};
    }

    /// A key that is none of those.
    void refuseKey(const toml::key& key, const std::string& what, const Words& known) {
        const std::string_view nearest = nearestWord(key.str(), known);
        std::string message = what + " has no key \"" + escaped(key.str()) + "\"";
        if (!nearest.empty()) message += "; the nearest is \"" + std::string(nearest) + "\"";
        if (nearest.empty() && !known.empty()) message += "; there are: " + joined(known, ", ");
        refuse(key.source().begin.line, "budget-key", std::move(message));
    }

    const toml::table* table(const toml::key& key, const toml::node& node) {
        if (!node.is_table())
            refuse(lineOf(node), "budget-value", "\"" + escaped(key.str()) + "\" is a table: [" + escaped(key.str()) + "]");
        return node.as_table();
    }

    static Words measureKeys(bool method) {
        Words keys;
        for (const MeasureRow& row : measureRows())
            if (!method || row.ofMethods) keys.push_back(row.key);
        return keys;
    }

    static const MeasureRow* measureNamed(std::string_view key, bool method) {
        for (const MeasureRow& row : measureRows())
            if (row.key == key && (!method || row.ofMethods)) return &row;
        return nullptr;
    }

    void readRoot(const toml::table& root) {
        for (const auto& [key, node] : root) {
            if (m_error) return;
            const MeasureRow* row = measureNamed(key.str(), false);
            if (row != nullptr)
                addLimits({.measure = row->measure}, key, node);
            else if (key == "outputs")
                readOutputs(key, node, {}, {});
            else if (key == "findings")
                readFindings(key, node);
            else if (key == "method")
                readMethods(key, node);
            else if (key == "ticks_per_second")
                readTicks(node);
            else
                refuseRootKey(key);
        }
    }

    void refuseRootKey(const toml::key& key) {
        Words known = measureKeys(false);
        known.insert(known.end(), {"outputs", "findings", "method", "ticks_per_second"});
        refuseKey(key, "a budget file", known);
    }

    void readTicks(const toml::node& node) {
        const auto value = node.value<double>();
        if (!value || !std::isfinite(*value) || *value <= 0)
            refuse(lineOf(node), "budget-value", "ticks_per_second is a number above 0");
        else
            m_made.ticksPerSecond = *value;
    }

    void readMethods(const toml::key& name, const toml::node& node) {
        const toml::table* methods = table(name, node);
        if (methods == nullptr) return;
        for (const auto& [key, one] : *methods)
            if (const toml::table* method = m_error ? nullptr : table(key, one)) readMethod(std::string(key.str()), *method);
    }

    void readMethod(const std::string& method, const toml::table& content) {
        for (const auto& [key, node] : content) {
            if (m_error) return;
            const MeasureRow* row = measureNamed(key.str(), true);
            if (row != nullptr) {
                addLimits({.measure = row->measure, .method = method}, key, node);
            } else if (key == "outputs") {
                readOutputs(key, node, method, {});
            } else if (key == "output") {
                readSingleOutputs(key, node, method);
            } else {
                Words known = measureKeys(true);
                known.insert(known.end(), {"outputs", "output"});
                refuseKey(key, "a method", known);
            }
        }
    }

    void readSingleOutputs(const toml::key& name, const toml::node& node, const std::string& method) {
        const toml::table* outputs = table(name, node);
        if (outputs == nullptr) return;
        for (const auto& [key, one] : *outputs) {
            if (m_error) return;
            const auto number = parseInt(key.str());
            if (!number || *number < 0)
                refuse(key.source().begin.line, "budget-key", "an output is a number from 0 up, not " + escaped(key.str()));
            else
                readOutputs(key, one, method, *number);
        }
    }

    void readOutputs(const toml::key& name, const toml::node& node, const std::string& method, std::optional<std::int64_t> output) {
        const toml::table* content = table(name, node);
        if (content == nullptr) return;
        const bool allow = flag(*content, kAllow);
        readTolerance(*content, {.measure = Measure::Tolerance, .method = method, .output = output, .allowUnknown = allow});
        for (const auto& [key, one] : *content) {
            if (m_error) return;
            if (key == "rtol" || key == "atol" || key == "equal_nan" || key == kAllow) continue;
            Budget budget{.measure = Measure::Metric, .method = method, .output = output, .allowUnknown = allow};
            if (tensor::metricColumn(key.str()) != nullptr) {
                budget.name = std::string(key.str());
                addLimits(std::move(budget), key, one);
            } else if (key == "envelope") {
                budget.measure = Measure::Envelope;
                budget.line = key.source().begin.line;
                if (flag(*content, "envelope")) add(std::move(budget));
            } else {
                Words known{"rtol", "atol", "equal_nan", "envelope", kAllow};
                for (const tensor::MetricColumn& column : tensor::metricColumns()) known.push_back(column.name);
                refuseKey(key, "a table of outputs", known);
            }
        }
    }

    void readTolerance(const toml::table& content, Budget budget) {
        for (const auto& [key, number] : {std::pair{"rtol", &budget.tolerance.rtol}, {"atol", &budget.tolerance.atol}}) {
            const toml::node* node = content.get(key);
            if (node == nullptr) continue;
            const auto value = node->value<double>();
            if (!value || !std::isfinite(*value) || *value < 0)
                refuse(lineOf(*node), "budget-value", std::string(key) + " is a number from 0 up");
            else
                *number = *value;
            budget.line = budget.line == 0 ? lineOf(*node) : std::min(budget.line, lineOf(*node));
        }
        budget.tolerance.equalNan = flag(content, "equal_nan");
        if (budget.line > 0) add(std::move(budget));
    }

    bool flag(const toml::table& content, std::string_view key) {
        const toml::node* node = content.get(key);
        if (node != nullptr && !node->is_boolean()) refuse(lineOf(*node), "budget-value", std::string(key) + " is true or false");
        return node != nullptr && node->value_or(false);
    }

    void readFindings(const toml::key& name, const toml::node& node) {
        const toml::table* content = table(name, node);
        if (content == nullptr) return;
        for (const auto& [key, one] : *content) {
            if (m_error) return;
            if (!isFinding(key.str()))
                refuseKey(key, "the table of findings", findingWords());
            else
                addLimits({.measure = Measure::Findings, .name = std::string(key.str())}, key, one);
        }
    }

    static Words findingWords() {
        Words words{"error", "warning", "note"};
        for (const CodeSection& section : codeSections())
            for (const CodeRow& row : section.rows) words.push_back(row.word);
        return words;
    }

    static bool isFinding(std::string_view pattern) {
        return std::ranges::any_of(findingWords(), [&](std::string_view word) { return matchesPattern(pattern, word); });
    }

    /// A number, a text, a list of them, or a table with "limit" and "allow_unknown".
    void addLimits(Budget budget, const toml::key& key, const toml::node& node) {
        budget.line = key.source().begin.line;
        const toml::node* limits = &node;
        if (const toml::table* content = node.as_table()) {
            for (const auto& [word, value] : *content)
                if (word != "limit" && word != kAllow) return refuseKey(word, "a budget", {"limit", kAllow});
            limits = content->get("limit");
            budget.allowUnknown = budget.allowUnknown || flag(*content, kAllow);
        }
        if (limits == nullptr) return refuse(budget.line, "budget-value", "a budget in a table has a \"limit\"");
        if (const toml::array* list = limits->as_array())
            for (const toml::node& one : *list) addLimit(budget, one);
        else
            addLimit(budget, *limits);
        if (budget.limits.empty()) refuse(budget.line, "budget-value", "\"" + escaped(key.str()) + "\" has no limit");
        add(std::move(budget));
    }

    void addLimit(Budget& budget, const toml::node& node) {
        Result<Limit> limit = fail("budget-value", "a limit is a number or a text like \"4 MiB\" or \"+5 %\"");
        if (node.is_number()) {
            const double value = node.value_or(0.0);
            const std::string text = node.is_integer() ? std::to_string(node.value_or(std::int64_t{0})) : shortest(value);
            if (const Limit made{Limit::Kind::Absolute, value, false, text}; std::isfinite(value) && fits(made, budget.unit()))
                limit = made;
            else if (std::isfinite(value))
                limit = parseLimit(text, budget.unit()).failure();
        } else if (const auto text = node.value<std::string>()) {
            limit = parseLimit(*text, budget.unit());
        }
        if (limit)
            budget.limits.push_back(*std::move(limit));
        else
            refuse(lineOf(node), "budget-value", limit.error().message);
    }

    void add(Budget budget) {
        if (m_made.list.size() >= limits::kMaxBudgets)
            return refuse(budget.line, "limit-exceeded",
                          "a budget file has at most " + std::to_string(limits::kMaxBudgets) + " budgets");
        m_made.list.push_back(std::move(budget));
    }

    std::string m_name;
    Budgets m_made;
    std::optional<Error> m_error;
};

}  // namespace

Result<Budgets> parseBudgets(std::string_view text, const std::string& name) {
    BudgetReader reader(name);
    if (text.size() > limits::kMaxBudgetBytes)
        return fail("limit-exceeded", "a budget file has at most " + std::to_string(limits::kMaxBudgetBytes) + " bytes", name);
    if (const std::size_t line = deepLine(text); line > 0)
        return fail("budget-syntax", "more than " + std::to_string(limits::kMaxBudgetLevels) + " brackets and dots in one line",
                    reader.place(line));
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed)
        return fail("budget-syntax", repairedUtf8(parsed.error().description()), reader.place(parsed.error().source().begin.line));
    return reader.read(parsed.table());
}

Result<Budgets> readBudgets(const std::string& path) {
    const auto source = Source::open(path);
    if (!source) return source.failure();
    const std::string name = escaped(path);
    if ((*source)->size() > limits::kMaxBudgetBytes)
        return fail("limit-exceeded", "a budget file has at most " + std::to_string(limits::kMaxBudgetBytes) + " bytes", name);
    const auto bytes = ByteRange::whole(*source).readAll();
    if (!bytes) return bytes.failure();
    auto budgets = parseBudgets(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()), name);
    if (budgets) budgets->path = path, budgets->file = *source;
    return budgets;
}

}  // namespace etscope::gate
