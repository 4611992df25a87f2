// Every code that an error or a diagnostic can have: one table, of which docs/FORMATS.md holds the same rows. Constant data; any
// thread.
#pragma once

#include <span>
#include <string_view>

#include "base/diagnostics.h"

namespace etscope {

/// What follows from a code.
enum class CodeMeaning : std::uint8_t {
    Fault,     ///< something is damaged, missing, or could not be done
    Doubt,     ///< files are whole, and yet something about them deserves a look: `verify` does not fail for it
    Question,  ///< what was asked for does not exist or cannot be understood: wrong usage
};

struct CodeRow {
    std::string_view word;  ///< kebab-case, stable
    Severity severity;      ///< the gravest that it has as a diagnostic; Error for what only ends a call
    std::string_view sentence;
    CodeMeaning meaning = CodeMeaning::Fault;
};

/// The codes that a section of docs/FORMATS.md lists.
struct CodeSection {
    std::string_view heading;
    std::span<const CodeRow> rows;
};

std::span<const CodeSection> codeSections() noexcept;

/// nullptr for a word that is no code.
const CodeRow* findCode(std::string_view word) noexcept;

/// Fault for a word that is no code.
CodeMeaning meaningOf(std::string_view code) noexcept;

}  // namespace etscope
