#include "tokens/text_steps.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace etscope::tokens {
namespace {

using Json = nlohmann::json;
using Pieces = std::vector<Piece>;
using Step = std::unique_ptr<TextStep>;
constexpr std::size_t kMostSteps = 32;

Failure unsupported(const std::string& what) { return fail("encoding-unsupported", what + " is not computed here"); }

std::string textOf(const Json& json, const char* key, std::string otherwise = {}) {
    const auto found = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && found != json.end() && found->is_string() ? found->get<std::string>() : std::move(otherwise);
}
bool flag(const Json& json, const char* key, bool otherwise) {
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

bool isAscii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// A step that is a function.
class Function : public TextStep {
public:
    explicit Function(std::function<Result<Pieces>(Pieces)> apply) : m_apply(std::move(apply)) {}
    Result<Pieces> apply(Pieces pieces) const override { return m_apply(std::move(pieces)); }

private:
    std::function<Result<Pieces>(Pieces)> m_apply;
};

/// Changes each text.
Step changing(std::function<Result<std::string>(std::string)> change) {
    return std::make_unique<Function>([change = std::move(change)](Pieces pieces) -> Result<Pieces> {
        for (Piece& piece : pieces) {
            auto changed = change(std::move(piece.text));
            if (!changed) return changed.failure();
            piece.text = *std::move(changed);
        }
        return pieces;
    });
}

enum class Behavior { Removed, Isolated, WithPrevious, WithNext, Contiguous };

/// A range of a text, matched or between matches.
struct Part {
    std::size_t begin = 0, end = 0;
    bool match = false;
};

void push(Pieces& into, std::string_view from, const Part& part, bool first) {
    if (part.begin < part.end)
        into.push_back({std::string(from.substr(part.begin, part.end - part.begin)), first && part.begin == 0});
}

void split(const Piece& piece, const std::vector<Part>& parts, Behavior behavior, Pieces& into) {
    std::vector<Part> joined;
    for (const Part& part : parts) {
        const bool empty = joined.empty();
        if (behavior == Behavior::Removed) {
            if (!part.match) joined.push_back(part);
        } else if (behavior == Behavior::WithPrevious && part.match && !empty && !joined.back().match) {
            joined.back().end = part.end;
            joined.back().match = true;
        } else if (behavior == Behavior::WithNext && !part.match && !empty && joined.back().match) {
            joined.back().end = part.end;
            joined.back().match = false;
        } else if (behavior == Behavior::Contiguous && !empty && joined.back().match == part.match) {
            joined.back().end = part.end;
        } else {
            joined.push_back(part);
        }
    }
    for (const Part& part : joined) push(into, piece.text, part, piece.first);
}

/// A regular expression of the tokenizer's dialect. RE2 looks nowhere ahead: "\s+(?!\S)", which leaves the last blank to the word
/// behind it, is done by hand.
class Pattern {
public:
    static Result<std::shared_ptr<const Pattern>> of(std::string expression, bool literal) {
        auto pattern = std::make_shared<Pattern>();
        if (literal) {
            pattern->m_literal = std::move(expression);
            return std::shared_ptr<const Pattern>(pattern);
        }
        constexpr std::string_view kAhead = "\\s+(?!\\S)|";
        if (const auto at = expression.find(kAhead); at != std::string::npos && expression.ends_with("\\s+")) {
            expression.erase(at, kAhead.size());
            pattern->m_leavesBlank = true;
        }
        static constexpr std::array<std::array<std::string_view, 2>, 2> kPossessive{{{"?+", "?"}, {"++", "+"}}};
        for (const auto& [from, to] : kPossessive)
            for (auto at = expression.find(from); at != std::string::npos; at = expression.find(from, at + 1))
                if (at > 0 && expression[at - 1] != '\\') expression.replace(at, from.size(), to);
        re2::RE2::Options options;
        options.set_log_errors(false);
        options.set_max_mem(8 << 20);
        pattern->m_regex = std::make_unique<re2::RE2>("(" + expression + ")", options);
        if (!pattern->m_regex->ok()) return unsupported("the pattern '" + expression + "'");
        return std::shared_ptr<const Pattern>(pattern);
    }

    std::vector<Part> parts(std::string_view text, bool invert) const {
        std::vector<Part> parts;
        std::size_t at = 0, begin = 0, end = 0;
        while (at <= text.size() && find(text, at, begin, end)) {
            if (begin > at) parts.push_back({at, begin, invert});
            if (end > begin) parts.push_back({begin, end, !invert});
            at = end > begin ? end : end + 1;
        }
        if (at < text.size()) parts.push_back({at, text.size(), invert});
        return parts;
    }

    std::string replaced(std::string_view text, std::string_view with) const {
        std::string out;
        for (const Part& part : parts(text, false)) out += part.match ? with : text.substr(part.begin, part.end - part.begin);
        return out;
    }

private:
    bool find(std::string_view text, std::size_t from, std::size_t& begin, std::size_t& end) const {
        if (m_regex == nullptr) {
            begin = m_literal.empty() ? std::string_view::npos : text.find(m_literal, from);
            end = begin + m_literal.size();
            return begin != std::string_view::npos;
        }
        re2::StringPiece found;
        const re2::StringPiece whole(text.data(), text.size());
        if (!m_regex->Match(whole, from, text.size(), re2::RE2::UNANCHORED, &found, 1)) return false;
        begin = static_cast<std::size_t>(found.data() - text.data());
        end = begin + found.size();
        if (m_leavesBlank && end < text.size() && end > begin + 1 && isBlank(text.substr(begin, end - begin))) --end;
        return true;
    }
    static bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos; }

    std::string m_literal;
    std::unique_ptr<re2::RE2> m_regex;
    bool m_leavesBlank = false;
};

Result<std::shared_ptr<const Pattern>> patternOf(const Json& json) {
    const auto found = json.find("pattern");
    if (found == json.end()) return unsupported("a step without pattern");
    if (found->is_string()) return Pattern::of(found->get<std::string>(), true);
    const std::string literal = textOf(*found, "String"), regex = textOf(*found, "Regex");
    return regex.empty() ? Pattern::of(literal, true) : Pattern::of(regex, false);
}

Result<Behavior> behaviorOf(const std::string& word) {
    static constexpr std::array<std::pair<std::string_view, Behavior>, 5> kWords{{{"Removed", Behavior::Removed},
                                                                                  {"Isolated", Behavior::Isolated},
                                                                                  {"MergedWithPrevious", Behavior::WithPrevious},
                                                                                  {"MergedWithNext", Behavior::WithNext},
                                                                                  {"Contiguous", Behavior::Contiguous}}};
    for (const auto& [name, behavior] : kWords)
        if (word == name) return behavior;
    return unsupported("splitting by '" + word + "'");
}

Step splitting(std::shared_ptr<const Pattern> pattern, Behavior behavior, bool invert) {
    return std::make_unique<Function>([pattern = std::move(pattern), behavior, invert](Pieces pieces) -> Result<Pieces> {
        Pieces out;
        for (const Piece& piece : pieces) split(piece, pattern->parts(piece.text, invert), behavior, out);
        return out;
    });
}

Result<Step> splittingBy(const char* regex, Behavior behavior) {
    auto pattern = Pattern::of(regex, false);
    if (!pattern) return pattern.failure();
    return splitting(*std::move(pattern), behavior, false);
}

Result<Step> metaspace(const Json& json) {
    const std::string replacement = textOf(json, "replacement", "\u2581");
    std::string scheme = textOf(json, "prepend_scheme");
    if (scheme.empty()) scheme = flag(json, "add_prefix_space", true) ? "always" : "never";
    auto pattern = Pattern::of(replacement, true);
    if (!pattern) return pattern.failure();
    return std::make_unique<Function>(
        [replacement, scheme, cuts = flag(json, "split", true), pattern = *pattern](Pieces pieces) -> Result<Pieces> {
            Pieces out;
            for (Piece& piece : pieces) {
                std::string changed;
                for (const char c : piece.text) c == ' ' ? void(changed += replacement) : void(changed += c);
                const bool prepends = scheme == "always" || (scheme == "first" && piece.first);
                if (prepends && !changed.starts_with(replacement)) changed.insert(0, replacement);
                piece.text = std::move(changed);
                if (cuts)
                    split(piece, pattern->parts(piece.text, false), Behavior::WithNext, out);
                else
                    out.push_back(std::move(piece));
            }
            return out;
        });
}

Result<Step> byteLevel(const Json& json) {
    constexpr const char* kWords = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";
    auto pattern = Pattern::of(kWords, false);
    if (!pattern) return pattern.failure();
    return std::make_unique<Function>([pattern = *pattern, prefix = flag(json, "add_prefix_space", true),
                                       cuts = flag(json, "use_regex", true)](Pieces pieces) -> Result<Pieces> {
        Pieces out;
        for (Piece& piece : pieces) {
            if (prefix && !piece.text.starts_with(' ')) piece.text.insert(0, 1, ' ');
            if (cuts)
                split(piece, pattern->parts(piece.text, false), Behavior::Isolated, out);
            else
                out.push_back(std::move(piece));
        }
        for (Piece& piece : out) piece.text = byteCharacters(piece.text);
        return out;
    });
}

/// Of texts in ASCII, which Unicode's normal forms leave as they are.
Step onlyAscii(const std::string& what) {
    return changing([what](std::string text) -> Result<std::string> {
        if (!isAscii(text)) return unsupported(what + " of characters beyond ASCII");
        return text;
    });
}

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

std::string stripped(std::string_view text, bool left, bool right) {
    constexpr const char* kBlanks = " \t\r\n\v\f";
    const auto begin = left ? text.find_first_not_of(kBlanks) : 0;
    if (begin == std::string_view::npos) return {};
    const auto end = right ? text.find_last_not_of(kBlanks) + 1 : text.size();
    return std::string(text.substr(begin, std::max(begin, end) - begin));
}

using Maker = Result<Step> (*)(const Json& json);
struct Row {
    std::string_view type;
    Maker make;
};

Result<Step> sequence(const Json& json, const char* key, Result<Step> (*each)(const Json&)) {
    const auto list = json.find(key);
    if (list == json.end() || !list->is_array() || list->size() > kMostSteps) return unsupported("such a sequence of steps");
    auto steps = std::make_shared<std::vector<Step>>();
    for (const Json& item : *list) {
        auto step = each(item);
        if (!step) return step.failure();
        if (*step) steps->push_back(*std::move(step));
    }
    return std::make_unique<Function>([steps](Pieces pieces) -> Result<Pieces> {
        for (const Step& step : *steps) {
            auto next = step->apply(std::move(pieces));
            if (!next) return next.failure();
            pieces = *std::move(next);
        }
        return pieces;
    });
}

Result<Step> replacing(const Json& json) {
    auto pattern = patternOf(json);
    if (!pattern) return pattern.failure();
    return changing([pattern = *pattern, with = textOf(json, "content")](std::string text) -> Result<std::string> {
        return pattern->replaced(text, with);
    });
}

Result<Step> prepending(const Json& json) {
    return changing(
        [with = textOf(json, "prepend")](std::string text) -> Result<std::string> { return text.empty() ? text : with + text; });
}

Result<Step> bertNormaliser(const Json& json) {
    return changing([lowers = flag(json, "lowercase", true)](std::string text) -> Result<std::string> {
        if (!isAscii(text)) return unsupported("the normal form of characters beyond ASCII");
        std::string clean;
        for (const char c : text) clean += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
        return lowers ? lower(std::move(clean)) : clean;
    });
}

constexpr Row kNormalisers[] = {
    {"Sequence", [](const Json& json) { return sequence(json, "normalizers", normaliserOf); }},
    {"NFC", [](const Json&) -> Result<Step> { return onlyAscii("NFC"); }},
    {"NFD", [](const Json&) -> Result<Step> { return onlyAscii("NFD"); }},
    {"NFKC", [](const Json&) -> Result<Step> { return onlyAscii("NFKC"); }},
    {"NFKD", [](const Json&) -> Result<Step> { return onlyAscii("NFKD"); }},
    {"StripAccents", [](const Json&) -> Result<Step> { return onlyAscii("the accents"); }},
    {"Lowercase",
     [](const Json&) -> Result<Step> {
         return changing([](std::string text) -> Result<std::string> {
             if (!isAscii(text)) return unsupported("lower case of characters beyond ASCII");
             return lower(std::move(text));
         });
     }},
    {"Strip",
     [](const Json& json) -> Result<Step> {
         return changing([left = flag(json, "strip_left", true), right = flag(json, "strip_right", true)](
                             std::string text) -> Result<std::string> { return stripped(text, left, right); });
     }},
    {"Replace", replacing},
    {"Prepend", prepending},
    {"BertNormalizer", bertNormaliser},
    {"ByteLevel",
     [](const Json&) -> Result<Step> {
         return changing([](std::string text) -> Result<std::string> { return byteCharacters(text); });
     }},
};

constexpr const char* kPunctuation = "[!-/:-@\\[-`{-~\\p{P}]";

constexpr Row kPreTokenisers[] = {
    {"Sequence", [](const Json& json) { return sequence(json, "pretokenizers", preTokeniserOf); }},
    {"Split",
     [](const Json& json) -> Result<Step> {
         auto pattern = patternOf(json);
         if (!pattern) return pattern.failure();
         const auto behavior = behaviorOf(textOf(json, "behavior"));
         if (!behavior) return behavior.failure();
         return splitting(*std::move(pattern), *behavior, flag(json, "invert", false));
     }},
    {"Metaspace", metaspace},
    {"ByteLevel", byteLevel},
    {"Whitespace", [](const Json&) { return splittingBy("[\\pL\\pM\\pN_]+|[^\\pL\\pM\\pN_\\s]+", Behavior::Isolated); }},
    {"WhitespaceSplit", [](const Json&) { return splittingBy("\\s+", Behavior::Removed); }},
    {"Digits",
     [](const Json& json) {
         return flag(json, "individual_digits", false) ? splittingBy("\\pN", Behavior::Isolated)
                                                       : splittingBy("\\pN+", Behavior::Isolated);
     }},
    {"Punctuation",
     [](const Json& json) -> Result<Step> {
         const auto behavior = behaviorOf(textOf(json, "behavior", "Isolated"));
         return behavior ? splittingBy(kPunctuation, *behavior) : behavior.failure();
     }},
    {"CharDelimiterSplit",
     [](const Json& json) -> Result<Step> {
         auto pattern = Pattern::of(textOf(json, "delimiter"), true);
         if (!pattern) return pattern.failure();
         return splitting(*std::move(pattern), Behavior::Removed, false);
     }},
    {"BertPreTokenizer",
     [](const Json&) { return splittingBy("[!-/:-@\\[-`{-~\\p{P}]|[^\\s!-/:-@\\[-`{-~\\p{P}]+", Behavior::Isolated); }},
};

Result<Step> made(const Json& json, std::span<const Row> rows) {
    if (json.is_null()) return Step();
    const std::string type = textOf(json, "type");
    for (const Row& row : rows)
        if (type == row.type) return row.make(json);
    return unsupported("'" + type + "'");
}

/// What a pre-tokeniser takes as words leaves the blanks between them out.
Result<Step> withoutBlanks(Step step) {
    return std::make_unique<Function>([step = std::shared_ptr<TextStep>(std::move(step))](Pieces pieces) -> Result<Pieces> {
        auto out = step->apply(std::move(pieces));
        if (!out) return out;
        std::erase_if(*out, [](const Piece& piece) { return stripped(piece.text, true, true).empty(); });
        return out;
    });
}

}  // namespace

Result<std::unique_ptr<TextStep>> normaliserOf(const Json& json) { return made(json, kNormalisers); }

Result<std::unique_ptr<TextStep>> preTokeniserOf(const Json& json) {
    auto step = made(json, kPreTokenisers);
    const std::string type = textOf(json, "type");
    if (!step || !*step || (type != "Whitespace" && type != "BertPreTokenizer")) return step;
    return withoutBlanks(*std::move(step));
}

std::string byteCharacters(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const bool itself = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
        // Those without a character of their own follow from U+0100 on: 0x00–0x20, 0x7F–0xA0, 0xAD.
        const unsigned point = itself ? byte : byte <= 0x20 ? 256U + byte : byte <= 0xA0 ? 256U + 33U + (byte - 0x7FU) : 323U;
        if (point < 0x80) {
            out += static_cast<char>(point);
        } else {
            out += static_cast<char>(0xC0U | point >> 6U);
            out += static_cast<char>(0x80U | (point & 0x3FU));
        }
    }
    return out;
}

}  // namespace etscope::tokens
