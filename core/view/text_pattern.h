// TextPattern: a regular expression that runs in time proportional to pattern × text, whatever they are (no backtracking).
// Understands literals, `.`, classes `[a-z0-9_]` and `[^…]`, `\d \w \s` and their capitals, groups, `|`, `* + ? {m,n}`, `^`, `$`.
// Ignores letter case. Immutable once made; any thread.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace etscope::graph {

class TextPattern {
public:
    /// Errors: `pattern-invalid` (with the place), `pattern-too-large`.
    static Result<TextPattern> compile(std::string_view expression);
    /// Whether some part of the text matches.
    bool found(std::string_view text) const;

private:
    friend class PatternCompiler;
    enum class Op : std::uint8_t { Set, Split, Jump, Begin, End, Match };
    struct Instruction {
        Op op = Op::Match;
        std::uint32_t first = 0;   ///< Set: number of the set; Split, Jump: target
        std::uint32_t second = 0;  ///< Split: other target
    };

    std::vector<Instruction> m_program;
    std::vector<std::bitset<256>> m_sets;
};

}  // namespace etscope::graph
