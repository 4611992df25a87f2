#include "evaluate/decompositions.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "io/user_file.h"

namespace etscope::evaluate {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostOperators = 1024, kMostSteps = 256, kMostItems = 256;
constexpr int kMostDepth = 8;

Failure wrong(const std::string& what) { return fail("operators-invalid", what); }

/// "12" → 12; nothing for what is no number.
std::optional<std::size_t> numberOf(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

class Reader {
public:
    Result<Decomposition> read(const Json& json) {
        if (!json.is_object() || !json.value("name", Json()).is_string()) return wrong("it has no name");
        m_made.target = shortTarget(json["name"].get_ref<const std::string&>());
        if (findOperator(m_made.target) != nullptr) return wrong("the operator is known; it is not replaced");
        if (auto read = readParameters(json); !read) return read.failure();
        const Json steps = json.value("steps", Json());
        if (!steps.is_array() || steps.empty() || steps.size() > kMostSteps) return wrong("it wants 1 to 256 steps");
        for (const Json& step : steps)
            if (auto read = readStep(step); !read)
                return wrong("step " + std::to_string(m_made.steps.size()) + ": " + read.error().message);
        const Json last = Json::array({"%" + std::to_string(m_made.steps.size() - 1)});
        const Json results = json.value("results", last);
        if (!results.is_array() || results.empty() || results.size() > kMostItems) return wrong("\"results\" is no list");
        for (const Json& result : results) {
            auto term = termOf(result, 0);
            if (!term) return wrong("results: " + term.error().message);
            m_made.results.push_back(*std::move(term));
        }
        return std::move(m_made);
    }

private:
    Result<void> readParameters(const Json& json) {
        const Json names = json.value("parameters", Json::array()), defaults = json.value("defaults", Json::object());
        if (!names.is_array() || names.size() > kMostItems || !defaults.is_object())
            return wrong("\"parameters\" is no list of names");
        for (const Json& name : names) {
            if (!name.is_string()) return wrong("\"parameters\" is no list of names");
            Decomposition::Parameter parameter{name.get<std::string>(), std::nullopt};
            const bool twice =
                std::ranges::find(m_made.parameters, parameter.name, &Decomposition::Parameter::name) != m_made.parameters.end();
            if (twice || parameter.name.empty() || numberOf(parameter.name.substr(0, 1)))
                return wrong("a parameter is named twice, or not by a word");
            if (defaults.contains(parameter.name)) {
                auto term = termOf(defaults[parameter.name], 0);
                const Value* value = term ? std::get_if<Value>(&term->is) : nullptr;
                if (value == nullptr) return wrong("the default of '" + parameter.name + "' is no number, text, flag or null");
                parameter.fallback = *value;
            }
            m_made.parameters.push_back(std::move(parameter));
        }
        return {};
    }

    Result<void> readStep(const Json& json) {
        if (!json.is_object() || !json.value("op", Json()).is_string()) return wrong("it has no \"op\"");
        Decomposition::Step step;
        step.op = findOperator(json["op"].get_ref<const std::string&>());
        if (step.op == nullptr) return wrong("'" + json["op"].get<std::string>() + "' is no operator that is computed");
        const auto& parameters = step.op->signature.parameters();
        if (step.op->signature.writes()) return wrong("the operator writes into what it is given");
        const Json arguments = json.value("arguments", Json::object());
        if (!arguments.is_object()) return wrong("\"arguments\" is no object");
        for (const auto& [name, argument] : arguments.items()) {
            const auto named = [&name = name](const Parameter& parameter) { return parameter.name == name; };
            if (std::ranges::none_of(parameters, named)) return wrong("the operator has no argument '" + name + "'");
            auto term = termOf(argument, 0);
            if (!term) return term.failure();
            step.arguments.emplace_back(name, *std::move(term));
        }
        for (const Parameter& parameter : parameters)
            if (!parameter.fallback && !arguments.contains(std::string(parameter.name)))
                return wrong("the argument '" + std::string(parameter.name) + "' is missing");
        m_made.steps.push_back(std::move(step));
        return {};
    }

    Result<Term> termOf(const Json& json, int depth) const {
        if (depth > kMostDepth) return wrong("a list is nested too deep");
        if (json.is_null()) return Term{Value(Nothing{})};
        if (json.is_boolean()) return Term{Value(json.get<bool>())};
        if (json.is_number_integer() && (!json.is_number_unsigned() || json.get<std::uint64_t>() <= INT64_MAX))
            return Term{Value(json.get<std::int64_t>())};
        if (json.is_number()) return Term{Value(json.get<double>())};
        if (json.is_string()) return referenceOf(json.get_ref<const std::string&>());
        if (json.is_object()) return typeOf(json);
        if (json.size() > kMostItems) return wrong("a list of more than 256 items");
        std::vector<Term> items;
        for (const Json& item : json) {
            auto term = termOf(item, depth + 1);
            if (!term) return term;
            items.push_back(*std::move(term));
        }
        return Term{std::move(items)};
    }

    Result<Term> referenceOf(const std::string& text) const {
        if (!text.starts_with('%')) return Term{Value(text)};
        const std::string_view name = std::string_view(text).substr(1);
        const std::size_t dot = std::min(name.find('.'), name.size());
        if (const auto step = numberOf(name.substr(0, dot))) {
            const auto result = dot < name.size() ? numberOf(name.substr(dot + 1)) : std::optional<std::size_t>(0);
            if (*step >= m_made.steps.size() || !result) return wrong("'" + text + "' names no earlier step");
            return Term{Term::StepResult{*step, *result}};
        }
        const auto found = std::ranges::find(m_made.parameters, name, &Decomposition::Parameter::name);
        if (found == m_made.parameters.end()) return wrong("'" + text + "' names no parameter");
        return Term{Term::Parameter{static_cast<std::size_t>(found - m_made.parameters.begin())}};
    }

    static Result<Term> typeOf(const Json& json) {
        const Json name = json.value("dtype", Json());
        const auto type = name.is_string() ? scalarTypeFromName(name.get_ref<const std::string&>()) : std::nullopt;
        if (type) return Term{Value(*type)};
        return wrong("an object is no {\"dtype\": name of a type}");
    }

    Decomposition m_made;
};

Decompositions& all() {
    static Decompositions decompositions;
    return decompositions;
}

/// One call: what its parameters and steps have given.
struct CallValues {
    Values parameters;
    std::vector<Values> steps;

    Value of(const Term& term) const {
        if (const auto* value = std::get_if<Value>(&term.is)) return *value;
        if (const auto* parameter = std::get_if<Term::Parameter>(&term.is)) return parameters[parameter->index];
        if (const auto* result = std::get_if<Term::StepResult>(&term.is)) {
            const Values& given = steps[result->step];
            if (result->result >= given.size())
                refuseArguments("step " + std::to_string(result->step) + " gives " + std::to_string(given.size()) + " results");
            return given[result->result];
        }
        Values items;
        for (const Term& item : std::get<std::vector<Term>>(term.is)) items.push_back(of(item));
        return items;
    }
};

}  // namespace

Result<Decompositions> parseDecompositions(std::string_view text, const std::string& where) {
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded() || !document.is_object() || !document.value("operators", Json()).is_array())
        return fail("operators-invalid", "a JSON object with a list \"operators\" is wanted", where);
    if (document["operators"].size() > kMostOperators) return fail("operators-invalid", "more than 1024 operators", where);
    Decompositions decompositions;
    for (const Json& one : document["operators"]) {
        auto read = Reader().read(one);
        if (!read)
            return fail("operators-invalid", "operator " + std::to_string(decompositions.size()) + ": " + read.error().message,
                        where);
        decompositions.push_back(*std::move(read));
    }
    return decompositions;
}

const Decomposition* findDecomposition(std::string_view target) {
    const auto found = std::ranges::find(all(), shortTarget(target), &Decomposition::target);
    return found == all().end() ? nullptr : &*found;
}

void addDecompositions(Decompositions decompositions) { std::ranges::move(decompositions, std::back_inserter(all())); }

Result<void> addUserDecompositions() {
    const auto file = userFile("operators.json");
    if (!file) return file.failure();
    if (!*file) return {};
    auto decompositions = parseDecompositions((*file)->text, (*file)->path);
    if (!decompositions) return decompositions.failure();
    addDecompositions(*std::move(decompositions));
    return {};
}

Values decomposed(const Decomposition& decomposition, const Context& context, std::vector<NamedValue> arguments) {
    CallValues call{placed(decomposition.parameters, std::move(arguments)), {}};
    for (const Decomposition::Step& step : decomposition.steps) {
        context.poll();
        std::vector<NamedValue> given;
        for (const auto& [name, term] : step.arguments) given.push_back({name, call.of(term)});
        auto results = apply(*step.op, context, std::move(given));
        if (!results && !results.cancelled())
            refuse(results.error().code, "step " + std::to_string(call.steps.size()) + " (" + std::string(step.op->row.target) +
                                             "): " + results.error().message);
        call.steps.push_back(orRefuse(std::move(results)));
    }
    Values results;
    for (const Term& term : decomposition.results) results.push_back(call.of(term));
    return results;
}

}  // namespace etscope::evaluate
