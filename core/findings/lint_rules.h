// The rules of lint as a table: what each looks for and what to do about it. Constant data; any thread. What a rule means is its
// row of base/codes.cpp, so that sentence and section stand in one place.
#pragma once

#include <span>
#include <string_view>

#include "base/diagnostics.h"

namespace etscope::findings {

struct LintRule {
    std::string_view id;  ///< a code of base/codes.h; LintFinding::code
    Severity severity;    ///< the gravest that a finding of it has
    const char* hint;     ///< what to do about it; a finding that knows better says so itself

    /// One sentence: what it looks for.
    std::string_view description() const noexcept;
    /// The section of docs/FORMATS.md that lists it.
    std::string_view section() const noexcept;
};

std::span<const LintRule> lintRules() noexcept;

/// nullptr for a word that is no rule.
const LintRule* lintRule(std::string_view id) noexcept;

}  // namespace etscope::findings
