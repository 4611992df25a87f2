// Diagnostics: findings that do not stop the work, counted per code and place. Not thread safe: one per job, merged after.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace etscope {

enum class Severity : std::uint8_t { Note, Warning, Error };

/// "note", "warning", "error".
std::string_view severityName(Severity severity) noexcept;

/// One finding. `where` is the place of the first occurrence; `count` says how often the code met the same `where` part.
struct Diagnostic {
    Severity severity = Severity::Note;
    std::string code;
    std::string where;
    std::string message;
    std::uint64_t count = 1;
};

/// An ordered list of findings. Repetitions of (severity, code, message group) are counted instead of stored: a hostile file
/// cannot grow it beyond `limits::kMaxDiagnostics` rows, but for the first of each code.
class Diagnostics {
public:
    /// What was cancelled says nothing about a file: it is left out.
    void add(Severity severity, std::string_view code, std::string_view where, std::string_view message);
    void note(std::string_view code, std::string_view where, std::string_view message) { add(Severity::Note, code, where, message); }
    void warning(std::string_view code, std::string_view where, std::string_view message) { add(Severity::Warning, code, where, message); }
    void error(std::string_view code, std::string_view where, std::string_view message) { add(Severity::Error, code, where, message); }
    void error(const Error& error) { add(Severity::Error, error.code, error.where, error.message); }
    void merge(const Diagnostics& other);
    /// Same, with `prefix` put before each place (the entry or file that the inner places are relative to).
    void merge(const Diagnostics& other, std::string_view prefix);

    const std::vector<Diagnostic>& items() const& noexcept { return m_items; }
    const std::vector<Diagnostic>& items() const&& = delete;
    bool empty() const noexcept { return m_items.empty(); }
    /// Number of occurrences (not rows) of this severity.
    std::uint64_t count(Severity severity) const noexcept;
    /// Whether any row has this code.
    bool has(std::string_view code) const noexcept;

private:
    void addCounted(Diagnostic item);

    std::vector<Diagnostic> m_items;
};

}  // namespace etscope
