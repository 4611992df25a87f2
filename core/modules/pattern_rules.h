// Rules of patterns that fold: a data file (resources/patterns.json, whose head describes the form) that users can extend with one
// of their own. Immutable; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "modules/operator_family.h"

namespace etscope::modules {

struct PatternStep {
    std::vector<std::string> words;     ///< of which the operator's word begins with one
    std::vector<std::size_t> of;        ///< earlier steps whose results it takes
    std::optional<std::size_t> shares;  ///< an earlier step one of whose inputs it takes
    std::optional<std::size_t> into;    ///< an earlier step that takes its result, directly or through shape operators
    std::vector<std::string> other;     ///< operators, one of which makes another input; empty: any
    bool optional = false;
};

struct PatternRule {
    std::string name;                 ///< "{op}" in it stands for the operator of the step `like`
    std::optional<std::size_t> like;  ///< the step that the others serve: the pattern has its family
    OperatorFamily family = OperatorFamily::Other;
    std::vector<PatternStep> steps;  ///< two at least; the first has neither `of`, `shares` nor `into` and is not optional
};

using PatternRules = std::vector<PatternRule>;

/// Errors: `patterns-invalid`, which names the rule and what is wrong with it.
Result<PatternRules> parsePatternRules(std::string_view json, const std::string& where);

/// The product's rules, and before them those of addPatternRules.
const PatternRules& patternRules() noexcept;
/// Rules of the user go first. One instance per process, changed before any file is opened.
void addPatternRules(PatternRules rules);
/// Adds the rules of "etscope/patterns.json" in the user's configuration folder; no such file is no error. Errors: those of reading
/// and parsePatternRules.
Result<void> addUserPatternRules();

}  // namespace etscope::modules
