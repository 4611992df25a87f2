#include "findings/suppressions.h"

#include <map>

#include "base/escaped.h"
#include "base/pattern.h"
#include "base/utf8.h"
#include "findings/limits.h"
#include "findings/lint_rules.h"
#include "io/source.h"

namespace etscope::findings {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string_view withoutComment(std::string_view line) {
    for (auto at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
        if (at == 0 || kBlanks.find(line[at - 1]) != std::string_view::npos) return line.substr(0, at);
    return line;
}

}  // namespace

Suppressions Suppressions::parse(std::string_view text) {
    Suppressions result;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        const std::string_view line = trimmed(withoutComment(text.substr(0, end)));
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        if (line.empty()) continue;
        const auto blank = line.find_first_of(kBlanks);
        const std::string_view place = blank == std::string_view::npos ? std::string_view{} : trimmed(line.substr(blank));
        result.m_lines.push_back({number, repairedUtf8(line.substr(0, blank)), repairedUtf8(place), 0});
    }
    return result;
}

Result<Suppressions> Suppressions::read(const std::string& path) {
    const auto source = Source::open(path);
    if (!source) return source.failure();
    if ((*source)->size() > limits::kMaxSuppressionBytes)
        return fail("limit-exceeded",
                    "a file of suppressions has at most " + std::to_string(limits::kMaxSuppressionBytes) + " bytes", escaped(path));
    const auto bytes = ByteRange::whole(*source).readAll();
    if (!bytes) return bytes.failure();
    return parse(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
}

Result<void> Suppressions::apply(std::vector<LintFinding>& findings, const JobContext& job) {
    std::map<std::string_view, std::vector<Suppression*>> byRule;
    for (Suppression& line : m_lines) byRule[line.rule].push_back(&line);
    std::vector<LintFinding> kept;
    for (LintFinding& finding : findings) {
        if (job.cancelled()) return cancelledFailure();
        Suppression* by = nullptr;
        if (const auto lines = byRule.find(finding.code); lines != byRule.end())
            for (Suppression* line : lines->second)
                if (line->place.empty() || matchesPattern(line->place, finding.where)) {
                    by = line;
                    break;
                }
        if (by != nullptr)
            ++by->findings;
        else
            kept.push_back(std::move(finding));
    }
    findings = std::move(kept);
    return {};
}

void Suppressions::tell(const std::string& file, Diagnostics& diagnostics) const {
    for (const Suppression& line : m_lines) {
        const std::string place = file + ", line " + std::to_string(line.line);
        if (lintRule(line.rule) == nullptr)
            diagnostics.warning("suppression-unknown", place,
                                "lint has no rule " + escaped(line.rule) + "; `lint --rules` lists those that there are");
        else if (line.findings == 0)
            diagnostics.note("suppression-unused", place,
                             "no finding of " + line.rule +
                                 (line.place.empty() ? std::string(" is left for this line") : " is at " + escaped(line.place)));
    }
}

std::uint64_t Suppressions::suppressed() const noexcept {
    std::uint64_t count = 0;
    for (const Suppression& line : m_lines) count += line.findings;
    return count;
}

}  // namespace etscope::findings
