#include "conversation/template_syntax.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace etscope::conversation {
namespace {

using Block = ChatTemplate::Block;
using Expr = std::unique_ptr<Expression>;
using Kind = Expression::Kind;

constexpr int kDeepest = 64;

struct Unsupported {
    std::string what;
    std::size_t at;
};

/// A piece of the template: text, or what is in a tag.
struct Tag {
    enum class Kind : std::uint8_t { Text, Output, Statement } kind = Kind::Text;
    std::string_view text;
    std::size_t at = 0;
};

bool isBlank(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Cuts a template into text and tags; blanks go where marks and options say.
std::vector<Tag> cut(std::string_view text, TemplateBlanks blanks) {
    std::vector<Tag> tags;
    std::size_t from = 0;
    bool stripNext = false, trimNext = false;
    const auto addText = [&](std::size_t end, char kind, bool stripped) {
        std::string_view piece = text.substr(from, end - from);
        if (stripNext) piece.remove_prefix(std::min(piece.find_first_not_of(" \t\r\n\v\f"), piece.size()));
        if (trimNext && !stripNext && piece.starts_with('\n')) piece.remove_prefix(1);
        if (stripped) {
            const auto last = piece.find_last_not_of(" \t\r\n\v\f");
            piece = piece.substr(0, last == std::string_view::npos ? 0 : last + 1);
        } else if (blanks.stripBlocks && kind != '{') {
            const auto last = piece.find_last_not_of(" \t");
            if (last == std::string_view::npos ? from == 0 || text[from - 1] == '\n' || piece.data() != text.data() + from
                                               : piece[last] == '\n')
                piece = piece.substr(0, last == std::string_view::npos ? 0 : last + 1);
        }
        if (!piece.empty()) tags.push_back({Tag::Kind::Text, piece, from});
    };
    while (from < text.size()) {
        std::size_t open = from;
        for (; open != std::string_view::npos; ++open) {
            open = text.find('{', open);
            if (open == std::string_view::npos ||
                (open + 1 < text.size() && std::string_view("{%#").find(text[open + 1]) != std::string_view::npos))
                break;
        }
        if (open == std::string_view::npos) {
            addText(text.size(), '{', false);
            break;
        }
        const char kind = text[open + 1];
        std::size_t begin = open + 2;
        const bool strips = begin < text.size() && text[begin] == '-';
        const bool keeps = begin < text.size() && text[begin] == '+';
        addText(open, keeps ? '{' : kind, strips);
        if (strips || keeps) ++begin;
        const std::string_view close = kind == '{' ? "}}" : kind == '%' ? "%}" : "#}";
        const auto end = text.find(close, begin);
        if (end == std::string_view::npos) throw Unsupported{"a tag that does not end", open};
        std::size_t last = end;
        stripNext = last > begin && text[last - 1] == '-';
        if (stripNext) --last;
        trimNext = blanks.trimBlocks && kind != '{';
        if (kind != '#')
            tags.push_back({kind == '{' ? Tag::Kind::Output : Tag::Kind::Statement, text.substr(begin, last - begin), begin});
        from = end + 2;
    }
    return tags;
}

/// Reads the expressions of one tag.
class Parser {
public:
    Parser(std::string_view text, std::size_t at) : m_text(text), m_base(at) {}

    bool atEnd() {
        skipBlanks();
        return m_at >= m_text.size();
    }
    bool takeWord(std::string_view word) {
        skipBlanks();
        if (!m_text.substr(m_at).starts_with(word)) return false;
        const std::size_t end = m_at + word.size();
        if (isName(word.back()) && end < m_text.size() && isName(m_text[end])) return false;
        m_at = end;
        return true;
    }
    std::string name() {
        skipBlanks();
        const std::size_t from = m_at;
        while (m_at < m_text.size() && isName(m_text[m_at])) ++m_at;
        if (from == m_at) refuse("what stands where a name should");
        return std::string(m_text.substr(from, m_at - from));
    }
    void end() {
        if (!atEnd()) refuse("what stands behind an expression");
    }
    [[noreturn]] void refuse(const std::string& what) const { throw Unsupported{what, m_base + m_at}; }

    /// a if b else c
    Expr expression() {
        const Depth depth(*this);
        Expr value = either();
        if (!takeWord("if")) return value;
        Expr condition = either();
        Expr otherwise = takeWord("else") ? expression() : nullptr;
        Expr made = node(Kind::Choice, {});
        made->parts.push_back(std::move(condition));
        made->parts.push_back(std::move(value));
        made->parts.push_back(std::move(otherwise));
        return made;
    }

    Expr either() {
        return chain({"or"}, [this] { return both(); });
    }

private:
    struct Depth {
        explicit Depth(Parser& parser) : parser(parser) {
            if (++parser.m_depth > 4 * kDeepest) parser.refuse("so deep an expression");
        }
        ~Depth() { --parser.m_depth; }
        Parser& parser;
    };

    static bool isName(char c) noexcept {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    void skipBlanks() {
        while (m_at < m_text.size() && isBlank(m_text[m_at])) ++m_at;
    }
    static Expr node(Kind kind, std::string name) {
        Expr made = std::make_unique<Expression>();
        made->kind = kind;
        made->name = std::move(name);
        return made;
    }
    static Expr with(Kind kind, std::string name, Expr first, Expr second = nullptr) {
        Expr made = node(kind, std::move(name));
        made->parts.push_back(std::move(first));
        if (second) made->parts.push_back(std::move(second));
        return made;
    }
    template <class Next>
    Expr chain(std::initializer_list<std::string_view> words, Next next) {
        Expr left = next();
        while (true) {
            const auto* word = std::find_if(words.begin(), words.end(), [&](std::string_view one) { return takeWord(one); });
            if (word == words.end()) return left;
            Expr right = next();
            left = with(Kind::Binary, std::string(*word), std::move(left), std::move(right));
        }
    }

    Expr both() {
        return chain({"and"}, [this] { return negation(); });
    }
    Expr negation() {
        const Depth depth(*this);
        return takeWord("not") ? with(Kind::Unary, "not", negation()) : comparison();
    }
    Expr comparison() {
        Expr left = sum();
        while (true) {
            static constexpr std::array<std::string_view, 7> kWords{"==", "!=", "<=", ">=", "<", ">", "in"};
            const std::size_t before = m_at;
            if (takeWord("not") && takeWord("in")) {
                left = with(Kind::Unary, "not", with(Kind::Binary, "in", std::move(left), sum()));
                continue;
            }
            m_at = before;
            if (takeWord("is")) {
                left = test(std::move(left));
                continue;
            }
            const auto word = std::ranges::find_if(kWords, [&](std::string_view one) { return takeWord(one); });
            if (word == kWords.end()) return left;
            Expr right = sum();
            left = with(Kind::Binary, std::string(*word), std::move(left), std::move(right));
        }
    }
    Expr test(Expr value) {
        const bool negated = takeWord("not");
        Expr made = with(Kind::Test, name(), std::move(value));
        made->negated = negated;
        if (takeWord("(")) arguments(*made);
        return made;
    }
    Expr sum() {
        return chain({"+", "-", "~"}, [this] { return product(); });
    }
    Expr product() {
        return chain({"*", "//", "/", "%"}, [this] { return unary(); });
    }
    Expr unary() {
        const Depth depth(*this);
        return takeWord("-") ? with(Kind::Unary, "-", unary()) : filtered();
    }
    Expr filtered() {
        Expr value = postfix(primary());
        while (takeWord("|")) {
            value = with(Kind::Filter, name(), std::move(value));
            if (takeWord("(")) arguments(*value);
        }
        return value;
    }
    void arguments(Expression& into) {
        while (!takeWord(")")) {
            const std::size_t before = m_at;
            skipBlanks();
            if (m_at < m_text.size() && isName(m_text[m_at])) {
                std::string key = name();
                if (takeWord("=") && m_at < m_text.size() && m_text[m_at] != '=') {
                    into.parts.push_back(expression());
                    into.keywords.push_back(std::move(key));
                    takeWord(",");
                    continue;
                }
            }
            m_at = before;
            into.parts.push_back(expression());
            takeWord(",");
        }
    }
    Expr postfix(Expr value) {
        while (true) {
            if (takeWord(".")) {
                value = with(Kind::Attribute, name(), std::move(value));
            } else if (takeWord("(")) {
                value = with(Kind::Call, {}, std::move(value));
                arguments(*value);
            } else if (takeWord("[")) {
                value = subscript(std::move(value));
            } else {
                return value;
            }
        }
    }
    Expr subscript(Expr value) {
        Expr first = takeWord(":") ? nullptr : expression();
        const bool slice = first == nullptr || takeWord(":");
        Expr made = node(slice ? Kind::Slice : Kind::Index, {});
        made->parts.push_back(std::move(value));
        made->parts.push_back(std::move(first));
        for (int part = 0; slice && part < 2; ++part) {
            skipBlanks();
            const bool none = m_at < m_text.size() && (m_text[m_at] == ']' || m_text[m_at] == ':');
            made->parts.push_back(none ? nullptr : expression());
            if (!takeWord(":")) break;
        }
        if (!takeWord("]")) refuse("an index without end");
        return made;
    }
    Expr primary() {
        const Depth depth(*this);
        skipBlanks();
        if (m_at >= m_text.size()) refuse("an expression that ends early");
        const char c = m_text[m_at];
        if (c == '\'' || c == '"') return literal(string(c));
        if (c >= '0' && c <= '9') return number();
        if (takeWord("(")) {
            Expr inner = expression();
            if (!takeWord(")")) refuse("a tuple");
            return inner;
        }
        if (takeWord("[")) return list();
        if (takeWord("{")) return dict();
        for (const auto& [word, value] : {std::pair{"true", TemplateValue(true)},
                                          {"True", true},
                                          {"false", false},
                                          {"False", false},
                                          {"none", nullptr},
                                          {"None", nullptr}})
            if (takeWord(word)) return literal(value);
        return node(Kind::Name, name());
    }
    static Expr literal(TemplateValue value) {
        Expr made = node(Kind::Literal, {});
        made->literal = std::move(value);
        return made;
    }
    Expr list() {
        Expr made = node(Kind::List, {});
        while (!takeWord("]")) {
            made->parts.push_back(expression());
            if (!takeWord(",") && !atEnd() && m_text[m_at] != ']') refuse("such a list");
        }
        return made;
    }
    Expr dict() {
        Expr made = node(Kind::Dict, {});
        while (!takeWord("}")) {
            made->parts.push_back(expression());
            if (!takeWord(":")) refuse("such a dictionary");
            made->parts.push_back(expression());
            takeWord(",");
        }
        return made;
    }
    std::string string(char quote) {
        std::string out;
        for (++m_at; m_at < m_text.size() && m_text[m_at] != quote; ++m_at) {
            if (m_text[m_at] != '\\' || m_at + 1 >= m_text.size()) {
                out += m_text[m_at];
                continue;
            }
            static constexpr std::string_view kEscapes = "ntr\\'\"", kMeant = "\n\t\r\\'\"";
            const auto which = kEscapes.find(m_text[++m_at]);
            if (which == std::string_view::npos) refuse("an escape in a text");
            out += kMeant[which];
        }
        if (m_at >= m_text.size()) refuse("a text without end");
        ++m_at;
        return out;
    }
    Expr number() {
        const std::size_t from = m_at;
        while (m_at < m_text.size() && (isName(m_text[m_at]) || m_text[m_at] == '.')) ++m_at;
        const std::string text(m_text.substr(from, std::min<std::size_t>(m_at - from, 18)));
        if (text.find('.') != std::string::npos) return literal(std::strtod(text.c_str(), nullptr));
        return literal(static_cast<std::int64_t>(std::strtoll(text.c_str(), nullptr, 10)));
    }

    std::string_view m_text;
    std::size_t m_base, m_at = 0;
    int m_depth = 0;
};

/// Puts tags into each other.
class Builder {
public:
    explicit Builder(const std::vector<Tag>& tags) : m_tags(tags) {}

    std::unique_ptr<Block> build() {
        auto top = std::make_unique<Block>();
        const std::string end = fill(top->inner, 0);
        if (!end.empty()) throw Unsupported{"'" + end + "' without what it ends", 0};
        return top;
    }

private:
    using Blocks = std::vector<std::unique_ptr<Block>>;

    /// Until a tag that ends or continues what is open; its word. `m_tail` is what follows that word.
    std::string fill(Blocks& into, int depth) {
        if (depth > kDeepest) throw Unsupported{"so many blocks in each other", m_tags[m_at].at};
        while (m_at < m_tags.size()) {
            const Tag& tag = m_tags[m_at++];
            auto block = std::make_unique<Block>();
            Parser parser(tag.text, tag.at);
            if (tag.kind == Tag::Kind::Text) {
                block->kind = Block::Kind::Text;
                block->text = tag.text;
            } else if (tag.kind == Tag::Kind::Output) {
                block->kind = Block::Kind::Output;
                block->expression = parser.expression();
                parser.end();
            } else {
                const std::string word = parser.name();
                static constexpr std::array<std::string_view, 6> kEnds{"endif", "endfor", "else",
                                                                       "elif",  "endset", "endgeneration"};
                if (std::ranges::find(kEnds, word) != kEnds.end()) {
                    m_tail = parser;
                    return word;
                }
                statement(*block, word, parser, depth);
            }
            into.push_back(std::move(block));
        }
        return {};
    }

    void statement(Block& block, const std::string& word, Parser& parser, int depth) {
        if (word == "if")
            conditional(block, parser, depth);
        else if (word == "for")
            loop(block, parser, depth);
        else if (word == "set")
            assignment(block, parser, depth);
        else if (word == "generation")  // marks what was generated; nothing else
            expect(fill(block.inner, depth + 1), "endgeneration", parser);
        else
            parser.refuse("'" + word + "'");
    }

    static void expect(const std::string& found, std::string_view wanted, const Parser& parser) {
        if (found != wanted) parser.refuse("a block that does not end with '" + std::string(wanted) + "'");
    }

    void conditional(Block& block, Parser& parser, int depth) {
        block.kind = Block::Kind::If;
        block.expression = parser.expression();
        parser.end();
        const std::string end = fill(block.inner, depth + 1);
        if (end == "elif") {
            Parser tail = *m_tail;
            auto next = std::make_unique<Block>();
            conditional(*next, tail, depth + 1);
            block.otherwise.push_back(std::move(next));
        } else if (end == "else") {
            expect(fill(block.otherwise, depth + 1), "endif", parser);
        } else {
            expect(end, "endif", parser);
        }
    }

    void loop(Block& block, Parser& parser, int depth) {
        block.kind = Block::Kind::For;
        block.text = parser.name();
        while (parser.takeWord(",")) block.text += "," + parser.name();
        if (!parser.takeWord("in")) parser.refuse("such a loop");
        block.expression = parser.either();
        if (parser.takeWord("if")) block.filter = parser.expression();
        parser.end();
        std::string end = fill(block.inner, depth + 1);
        if (end == "else") end = fill(block.otherwise, depth + 1);
        expect(end, "endfor", parser);
    }

    void assignment(Block& block, Parser& parser, int depth) {
        block.kind = Block::Kind::Set;
        block.text = parser.name();
        if (parser.takeWord(".")) block.text += "." + parser.name();
        if (parser.takeWord("=")) {
            block.expression = parser.expression();
            parser.end();
        } else {
            expect(fill(block.inner, depth + 1), "endset", parser);
        }
    }

    const std::vector<Tag>& m_tags;
    std::size_t m_at = 0;
    std::optional<Parser> m_tail;
};

}  // namespace

Result<std::unique_ptr<ChatTemplate::Block>> parseTemplate(std::string_view text, TemplateBlanks blanks) {
    try {
        const std::vector<Tag> tags = cut(text, blanks);
        return Builder(tags).build();
    } catch (const Unsupported& unsupported) {
        return fail("template-unsupported", unsupported.what + " is not known here", "offset " + std::to_string(unsupported.at));
    }
}

}  // namespace etscope::conversation
