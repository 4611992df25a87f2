// A file of findings that are known and accepted: which rule at which place. Lines are `id [place pattern]`; `#` at the start of a
// line or behind a blank begins a comment. A pattern is the whole place, with `*` for any text and `?` for one character; without a
// pattern the rule is suppressed everywhere. Value type; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "findings/lint.h"

namespace etscope::findings {

struct Suppression {
    std::size_t line = 0;  ///< of the file, from 1
    std::string rule;
    std::string place;           ///< pattern; empty: everywhere
    std::uint64_t findings = 0;  ///< that it suppressed
};

class Suppressions {
public:
    /// Any text can be read; a line that names no rule is kept and told by `tell`.
    static Suppressions parse(std::string_view text);
    /// Errors: those of reading, `limit-exceeded`.
    static Result<Suppressions> read(const std::string& path);

    /// Takes the suppressed findings out of the list and counts them, each by the first line that names it. Errors: `cancelled`.
    Result<void> apply(std::vector<LintFinding>& findings, const JobContext& job);

    /// After `apply`: lines that name no rule, and lines that no finding matched. `file`: what the diagnostics call it.
    void tell(const std::string& file, Diagnostics& diagnostics) const;

    const std::vector<Suppression>& lines() const& noexcept { return m_lines; }
    const std::vector<Suppression>& lines() const&& = delete;
    std::uint64_t suppressed() const noexcept;

private:
    std::vector<Suppression> m_lines;
};

}  // namespace etscope::findings
