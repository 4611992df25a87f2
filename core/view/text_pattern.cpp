#include "view/text_pattern.h"

#include <algorithm>

namespace etscope::graph {
namespace {

constexpr std::size_t kMaxProgram = 4000;
constexpr std::uint32_t kMaxRepeat = 100;

Failure invalid(std::string_view expression, std::size_t at, const char* what) {
    return fail("pattern-invalid",
                std::string(what) + " at character " + std::to_string(at + 1) + " of /" + std::string(expression) + "/");
}

unsigned char lower(unsigned char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<unsigned char>(c + 32) : c; }

}  // namespace

/// Recursive descent over the expression, emitting a program for a set-of-states machine (Thompson's construction).
class PatternCompiler {
public:
    explicit PatternCompiler(std::string_view text) : m_text(text) {}

    Result<TextPattern> compile() {
        alternatives(0);
        if (m_error == nullptr && m_at < m_text.size()) m_error = "unexpected )";
        if (m_error == nullptr) emit({TextPattern::Op::Match, 0, 0});
        if (m_tooLarge) return fail("pattern-too-large", "the expression needs too many states");
        if (m_error != nullptr) return invalid(m_text, m_at, m_error);
        return std::move(m_pattern);
    }

private:
    using Op = TextPattern::Op;
    using Instruction = TextPattern::Instruction;

    std::uint32_t size() const { return static_cast<std::uint32_t>(m_pattern.m_program.size()); }
    void emit(Instruction instruction) {
        if (size() >= kMaxProgram)
            m_tooLarge = true;
        else
            m_pattern.m_program.push_back(instruction);
    }
    bool stopped() const { return m_error != nullptr || m_tooLarge; }

    void alternatives(int depth) {
        if (depth > 50) {
            m_error = "groups are nested too deep";
            return;
        }
        const std::uint32_t start = size();
        sequence(depth);
        while (!stopped() && m_at < m_text.size() && m_text[m_at] == '|') {
            ++m_at;
            insert(start, {Op::Split, start + 1, size() + 2});
            const std::uint32_t jump = size();
            emit({Op::Jump, 0, 0});
            sequence(depth);
            if (!stopped()) m_pattern.m_program[jump].first = size();
        }
    }

    /// Puts an instruction in front of what was emitted from `at` on and moves its targets.
    void insert(std::uint32_t at, Instruction instruction) {
        emit({});
        if (m_tooLarge) return;
        auto& program = m_pattern.m_program;
        std::rotate(program.begin() + at, program.end() - 1, program.end());
        for (std::size_t i = at + 1; i < program.size(); ++i) {
            if (program[i].op != Op::Split && program[i].op != Op::Jump) continue;
            if (program[i].first >= at) ++program[i].first;
            if (program[i].op == Op::Split && program[i].second >= at) ++program[i].second;
        }
        program[at] = instruction;
    }

    void sequence(int depth) {
        while (!stopped() && m_at < m_text.size() && m_text[m_at] != '|' && m_text[m_at] != ')') {
            const std::uint32_t start = size();
            atom(depth);
            if (!stopped()) repeats(start);
        }
    }

    void atom(int depth) {
        const char c = m_text[m_at];
        if (c == '(') {
            ++m_at;
            alternatives(depth + 1);
            if (stopped()) return;
            if (m_at >= m_text.size() || m_text[m_at] != ')')
                m_error = "missing )";
            else
                ++m_at;
        } else if (c == '[') {
            set(bracket());
        } else if (c == '^' || c == '$') {
            ++m_at;
            emit({c == '^' ? Op::Begin : Op::End, 0, 0});
        } else if (c == '*' || c == '+' || c == '?') {
            m_error = "nothing to repeat";
        } else {
            set(single());
        }
    }

    void set(const std::bitset<256>& bytes) {
        m_pattern.m_sets.push_back(bytes);
        emit({Op::Set, static_cast<std::uint32_t>(m_pattern.m_sets.size() - 1), 0});
    }

    static std::bitset<256> named(char name) {
        std::bitset<256> bytes;
        for (unsigned c = 0; c < 256; ++c) {
            const bool digit = c >= '0' && c <= '9', letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
            const bool in = name == 'd' || name == 'D'   ? digit
                            : name == 'w' || name == 'W' ? digit || letter
                                                         : c == ' ' || (c >= 9 && c <= 13);
            bytes[c] = in != (name == 'D' || name == 'W' || name == 'S');
        }
        return bytes;
    }

    std::bitset<256> single() {
        std::bitset<256> bytes;
        char c = m_text[m_at++];
        if (c == '.') return ~bytes;
        if (c == '\\') {
            if (m_at >= m_text.size()) {
                m_error = "nothing behind the backslash";
                return bytes;
            }
            c = m_text[m_at++];
            if (std::string_view("dDwWsS").find(c) != std::string_view::npos) return named(c);
        }
        bytes.set(lower(static_cast<unsigned char>(c)));
        return bytes;
    }

    std::bitset<256> bracket() {
        std::bitset<256> bytes;
        ++m_at;
        const bool negated = m_at < m_text.size() && m_text[m_at] == '^';
        if (negated) ++m_at;
        bool first = true;
        while (m_at < m_text.size() && (m_text[m_at] != ']' || first)) {
            first = false;
            const auto from = lower(static_cast<unsigned char>(m_text[m_at]));
            if (m_text[m_at] != '\\' && m_at + 2 < m_text.size() && m_text[m_at + 1] == '-' && m_text[m_at + 2] != ']') {
                const auto to = lower(static_cast<unsigned char>(m_text[m_at + 2]));
                for (unsigned c = from; c <= to; ++c) bytes.set(c);
                m_at += 3;
            } else {
                bytes |= m_text[m_at] == '.' ? (++m_at, std::bitset<256>().set('.')) : single();
            }
        }
        if (m_at >= m_text.size())
            m_error = "missing ]";
        else
            ++m_at;
        return negated ? ~bytes : bytes;
    }

    void repeats(std::uint32_t start) {
        while (!stopped() && m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '*' || c == '+' || c == '?') {
                ++m_at;
                if (c != '+') insert(start, {Op::Split, start + 1, size() + (c == '*' ? 2 : 1)});
                if (c == '*') emit({Op::Jump, start, 0});
                if (c == '+') emit({Op::Split, start, size() + 1});
            } else if (c == '{') {
                counted(start);
            } else {
                return;
            }
        }
    }

    std::uint32_t numeral() {
        std::uint32_t value = 0;
        while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9' && value <= kMaxRepeat)
            value = value * 10 + static_cast<std::uint32_t>(m_text[m_at++] - '0');
        return value;
    }

    /// {m}, {m,}, {m,n}: copies of the atom.
    void counted(std::uint32_t start) {
        ++m_at;
        const std::uint32_t low = numeral();
        std::uint32_t high = low;
        bool open = false;
        if (m_at < m_text.size() && m_text[m_at] == ',') {
            ++m_at;
            open = m_at < m_text.size() && m_text[m_at] == '}';
            high = open ? low : numeral();
        }
        if (m_at >= m_text.size() || m_text[m_at] != '}' || high < low || high > kMaxRepeat || (high == 0 && !open)) {
            m_error = "wrong repetition";
            return;
        }
        ++m_at;
        const std::vector<Instruction> atom(m_pattern.m_program.begin() + start, m_pattern.m_program.end());
        m_pattern.m_program.resize(start);
        const auto copy = [&] {
            const std::uint32_t base = size();
            for (Instruction instruction : atom) {
                if (instruction.op == Op::Split || instruction.op == Op::Jump) instruction.first = instruction.first - start + base;
                if (instruction.op == Op::Split) instruction.second = instruction.second - start + base;
                emit(instruction);
            }
            return base;
        };
        for (std::uint32_t i = 0; i < low; ++i) copy();
        for (std::uint32_t i = low; i < high; ++i) {
            const std::uint32_t at = size();
            emit({Op::Split, at + 1, 0});
            copy();
            if (!stopped()) m_pattern.m_program[at].second = size();
        }
        if (!open) return;
        const std::uint32_t base = copy();
        insert(base, {Op::Split, base + 1, size() + 2});
        emit({Op::Jump, base, 0});
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    const char* m_error = nullptr;
    bool m_tooLarge = false;
    TextPattern m_pattern;
};

Result<TextPattern> TextPattern::compile(std::string_view expression) { return PatternCompiler(expression).compile(); }

bool TextPattern::found(std::string_view text) const {
    std::vector<std::uint32_t> now, next, stack;
    std::vector<std::size_t> seen(m_program.size(), static_cast<std::size_t>(-1));
    // Adds a state with all it reaches without reading; true when that includes the match.
    const auto add = [&](std::vector<std::uint32_t>& list, std::uint32_t state, std::size_t at) {
        stack.assign(1, state);
        while (!stack.empty()) {
            const std::uint32_t s = stack.back();
            stack.pop_back();
            if (s >= m_program.size() || seen[s] == at) continue;
            seen[s] = at;
            const Instruction& instruction = m_program[s];
            if (instruction.op == Op::Match) return true;
            if (instruction.op == Op::Set) list.push_back(s);
            if (instruction.op == Op::Jump || instruction.op == Op::Split) stack.push_back(instruction.first);
            if (instruction.op == Op::Split) stack.push_back(instruction.second);
            if ((instruction.op == Op::Begin && at == 0) || (instruction.op == Op::End && at == text.size()))
                stack.push_back(s + 1);
        }
        return false;
    };
    for (std::size_t at = 0;; ++at) {
        if (add(now, 0, at)) return true;
        if (at == text.size()) return false;
        next.clear();
        const auto byte = lower(static_cast<unsigned char>(text[at]));
        for (const std::uint32_t state : now)
            if (m_sets[m_program[state].first][byte] && add(next, state + 1, at + 1)) return true;
        now.swap(next);
    }
}

}  // namespace etscope::graph
