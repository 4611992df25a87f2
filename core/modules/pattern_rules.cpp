#include "modules/pattern_rules.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "io/user_file.h"
#include "patterns_json.h"

namespace etscope::modules {
namespace {

using Json = nlohmann::json;

std::vector<std::string> wordsOf(const Json& text) {
    std::vector<std::string> words;
    if (!text.is_string()) return words;
    const std::string all = text.get<std::string>();
    for (std::size_t at = 0; at <= all.size();) {
        const auto end = std::min(all.find('|', at), all.size());
        if (end > at) words.push_back(all.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

constexpr std::size_t kMostOf = 4, kMostRules = 64;

/// The step, or what is wrong with it.
Result<PatternStep> stepOf(const Json& json, std::size_t number) {
    const auto wrong = [number](const std::string& what) {
        return fail("patterns-invalid", "step " + std::to_string(number) + ": " + what);
    };
    if (!json.is_object()) return wrong("it is no object");
    PatternStep step;
    step.words = wordsOf(json.value("op", Json()));
    step.other = wordsOf(json.value("other", Json()));
    step.optional = json.value("optional", Json()) == Json(true);
    const auto earlier = [number](const Json& index) { return index.is_number_unsigned() && index.get<std::size_t>() < number; };
    for (const Json& index : json.value("of", Json::array())) {
        if (!earlier(index)) return wrong("\"of\" names no earlier step");
        step.of.push_back(index.get<std::size_t>());
    }
    if (json.contains("shares")) {
        if (!earlier(json["shares"])) return wrong("\"shares\" names no earlier step");
        step.shares = json["shares"].get<std::size_t>();
    }
    if (json.contains("into")) {
        if (!earlier(json["into"])) return wrong("\"into\" names no earlier step");
        step.into = json["into"].get<std::size_t>();
    }
    if (step.into && (step.shares || !step.of.empty())) return wrong("\"into\" goes with neither \"of\" nor \"shares\"");
    if (step.of.size() > kMostOf || std::set(step.of.begin(), step.of.end()).size() != step.of.size())
        return wrong("\"of\" names a step twice, or more than 4");
    if (step.words.empty()) return wrong("it has no \"op\"");
    if (number > 0 && step.of.empty() && !step.shares && !step.into) return wrong("it hangs on no earlier step");
    if (number == 0 && step.optional) return wrong("the first step cannot be optional");
    return step;
}

Result<PatternRule> ruleOf(const Json& json) {
    constexpr std::size_t kMostSteps = 32;
    PatternRule rule;
    if (!json.is_object() || !json.value("name", Json()).is_string()) return fail("patterns-invalid", "it has no name");
    rule.name = json["name"].get<std::string>();
    const auto family = familyNamed(json.value("family", Json()).is_string() ? json["family"].get<std::string>() : "other");
    if (!family) return fail("patterns-invalid", "there is no such family");
    rule.family = *family;
    const Json steps = json.value("steps", Json::array());
    if (!steps.is_array() || steps.size() < 2 || steps.size() > kMostSteps)
        return fail("patterns-invalid", "it wants 2 to 32 steps");
    for (std::size_t i = 0; i < steps.size(); ++i) {
        auto step = stepOf(steps[i], i);
        if (!step) return step.failure();
        rule.steps.push_back(*std::move(step));
    }
    if (json.contains("like")) {
        const Json& like = json["like"];
        if (!like.is_number_unsigned() || like.get<std::size_t>() >= rule.steps.size() ||
            rule.steps[like.get<std::size_t>()].optional)
            return fail("patterns-invalid", "\"like\" names no step, or an optional one");
        rule.like = like.get<std::size_t>();
    }
    return rule;
}

PatternRules& mutableRules() {
    static PatternRules rules = [] {
        auto parsed = parsePatternRules(kPatternsJson, "the product's patterns");
        return parsed ? *std::move(parsed) : PatternRules{};
    }();
    return rules;
}

}  // namespace

Result<PatternRules> parsePatternRules(std::string_view text, const std::string& where) {
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded() || !document.is_object() || !document.value("patterns", Json()).is_array())
        return fail("patterns-invalid", "a JSON object with a list \"patterns\" is wanted", where);
    if (document["patterns"].size() > kMostRules) return fail("patterns-invalid", "more than 64 patterns", where);
    PatternRules rules;
    for (const Json& one : document["patterns"]) {
        auto rule = ruleOf(one);
        if (!rule) return fail("patterns-invalid", "pattern " + std::to_string(rules.size()) + ": " + rule.error().message, where);
        rules.push_back(*std::move(rule));
    }
    return rules;
}

const PatternRules& patternRules() noexcept { return mutableRules(); }

void addPatternRules(PatternRules rules) {
    PatternRules& all = mutableRules();
    all.insert(all.begin(), std::make_move_iterator(rules.begin()), std::make_move_iterator(rules.end()));
}

Result<void> addUserPatternRules() {
    const auto file = userFile("patterns.json");
    if (!file) return file.failure();
    if (!*file) return {};
    auto rules = parsePatternRules((*file)->text, (*file)->path);
    if (!rules) return rules.failure();
    addPatternRules(*std::move(rules));
    return {};
}

}  // namespace etscope::modules
