#include "io/small_yaml.h"

#include <algorithm>

namespace etscope {
namespace {

/// Lists of operators have some 100 kB; each node of the tree takes some 150 bytes for two of the text.
constexpr std::size_t kMostBytes = 8U << 20U;
/// Lists of operators nest four deep.
constexpr int kDeepest = 24;

struct Line {
    std::size_t number = 0, indent = 0;
    std::string_view text;  ///< without indent, comment and blanks behind
};

std::string_view trimmed(std::string_view text) noexcept {
    const auto from = text.find_first_not_of(" \t\r");
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

/// Where a plain text ends for a comment: `#` at its start or behind a blank, outside quotes.
std::string_view withoutComment(std::string_view text) noexcept {
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool starts = i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t';
        if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if ((c == '"' || c == '\'') && (starts || text[i - 1] == '[' || text[i - 1] == '{' || text[i - 1] == ','))
            quote = c;
        else if (c == '#' && starts)
            return text.substr(0, i);
    }
    return text;
}

class Parser {
public:
    explicit Parser(std::string_view text) {
        std::size_t number = 0;
        while (!text.empty()) {
            const auto end = text.find('\n');
            std::string_view line = withoutComment(text.substr(0, end));
            text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
            ++number;
            const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
            line = trimmed(line);
            if (!line.empty() && line != "---" && line != "...") m_lines.push_back({number, indent, line});
        }
    }

    Result<YamlNode> parse() {
        if (m_lines.empty()) return YamlNode{};
        auto node = block(m_lines.front().indent, 0);
        if (node && m_at < m_lines.size()) return wrong("its indentation fits nothing above it");
        return node;
    }

private:
    std::string place() const {
        return "line " + std::to_string(m_lines.empty() ? 0 : m_lines[std::min(m_at, m_lines.size() - 1)].number);
    }
    Failure wrong(const std::string& why) const { return fail("yaml-invalid", why, place()); }
    Failure tooDeep() const {
        return fail("limit-exceeded", "lists and maps nest deeper than " + std::to_string(kDeepest), place());
    }
    bool more(std::size_t indent) const { return m_at < m_lines.size() && m_lines[m_at].indent == indent; }
    static bool isItem(std::string_view text) noexcept { return text == "-" || text.starts_with("- "); }

    /// Where the key of a map's line ends, or nothing. A colon counts where a blank or the end follows.
    static std::size_t keyEnd(std::string_view text) noexcept {
        if (!text.empty() && (text.front() == '"' || text.front() == '\'')) {
            const auto close = text.find(text.front(), 1);
            if (close == std::string_view::npos) return close;
            return text.substr(close + 1).starts_with(':') ? close + 1 : std::string_view::npos;
        }
        for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1))
            if (at + 1 == text.size() || text[at + 1] == ' ') return at;
        return std::string_view::npos;
    }

    Result<YamlNode> block(std::size_t indent, int depth) {
        if (depth > kDeepest) return tooDeep();
        if (isItem(m_lines[m_at].text)) return list(indent, depth);
        if (m_lines[m_at].text.front() != '[' && m_lines[m_at].text.front() != '{' &&
            keyEnd(m_lines[m_at].text) != std::string_view::npos)
            return map(indent, depth);
        return lineValue(m_lines[m_at].text, depth);
    }

    Result<YamlNode> list(std::size_t indent, int depth) {
        YamlNode node;
        node.kind = YamlNode::Kind::List;
        node.line = m_lines[m_at].number;
        while (more(indent) && isItem(m_lines[m_at].text)) {
            Line& line = m_lines[m_at];
            const std::string_view rest = line.text.substr(1);
            const std::size_t blanks = std::min(rest.find_first_not_of(' '), rest.size());
            if (blanks == rest.size()) {
                ++m_at;
                auto item = below(indent + 1, depth);
                if (!item) return item;
                node.items.push_back(*std::move(item));
                continue;
            }
            line.indent += 1 + blanks;  // what stands behind the dash is a block of its own
            line.text = rest.substr(blanks);
            auto item = block(line.indent, depth + 1);
            if (!item) return item;
            node.items.push_back(*std::move(item));
        }
        return node;
    }

    Result<YamlNode> map(std::size_t indent, int depth) {
        YamlNode node;
        node.kind = YamlNode::Kind::Map;
        node.line = m_lines[m_at].number;
        while (more(indent) && !isItem(m_lines[m_at].text)) {
            const std::string_view text = m_lines[m_at].text;
            const std::size_t end = keyEnd(text);
            if (end == std::string_view::npos) return wrong("a key and a colon are missing");
            auto key = scalar(trimmed(text.substr(0, end)));
            const std::string_view rest = trimmed(text.substr(end + 1));
            node.keys.push_back(std::move(key.scalar));
            if (rest.empty()) ++m_at;
            auto value = rest.empty() ? below(indent, depth) : lineValue(rest, depth);
            if (!value) return value;
            node.items.push_back(*std::move(value));
        }
        return node;
    }

    /// The value of a key or dash that nothing follows on its line: what is indented deeper, or a list as deep as the key.
    Result<YamlNode> below(std::size_t indent, int depth) {
        YamlNode none;
        if (m_at >= m_lines.size()) return none;
        const Line& next = m_lines[m_at];
        if (next.indent > indent || (next.indent == indent && isItem(next.text))) return block(next.indent, depth + 1);
        return none;
    }

    /// A value of one line, and those that it goes on in: plain texts go on in lines that are indented deeper.
    Result<YamlNode> lineValue(std::string_view text, int depth) {
        if (text.front() == '|' || text.front() == '>' || text.front() == '&' || text.front() == '*' || text.front() == '!')
            return wrong("block texts, anchors and tags are not read here");
        const Line start = m_lines[m_at];
        std::string whole(text);
        ++m_at;
        const bool flow = text.front() == '[' || text.front() == '{';
        std::ptrdiff_t open = openedIn(text);
        for (; m_at < m_lines.size() && (flow ? open > 0 : m_lines[m_at].indent > start.indent); ++m_at) {
            open += openedIn(m_lines[m_at].text);
            (whole += ' ') += m_lines[m_at].text;
        }
        if (!flow) {
            YamlNode node = scalar(whole);
            node.line = start.number;
            return node;
        }
        std::string_view rest = whole;
        auto node = flowValue(rest, depth + 1);
        if (node && !trimmed(rest).empty()) return wrong("something stands behind a list's end");
        return node;
    }

    /// Brackets that the text opens and does not close.
    static std::ptrdiff_t openedIn(std::string_view text) noexcept {
        const auto count = [&](char c) { return std::ranges::count(text, c); };
        return count('[') - count(']') + count('{') - count('}');
    }

    static YamlNode scalar(std::string_view text) {
        YamlNode node;
        if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
            node.quoted = true;
            text = text.substr(1, text.size() - 2);
        } else if (text == "null" || text == "~") {
            text = {};
        }
        node.scalar = text;
        return node;
    }

    Result<YamlNode> flowValue(std::string_view& rest, int depth) {
        if (depth > kDeepest) return tooDeep();
        rest = trimmed(rest);
        if (rest.empty()) return wrong("a list or a map does not end");
        if (rest.front() != '[' && rest.front() != '{') {
            const char quote = rest.front() == '"' || rest.front() == '\'' ? rest.front() : '\0';
            const auto from = quote != '\0' ? rest.find(quote, 1) : 0;
            if (from == std::string_view::npos) return wrong("a quote does not end");
            const auto end = std::min(rest.find_first_of(",]}", from), rest.size());
            YamlNode node = scalar(trimmed(rest.substr(0, end)));
            node.line = m_lines[m_at - 1].number;
            rest = rest.substr(end);
            return node;
        }
        return flowItems(rest, depth);
    }

    Result<YamlNode> flowItems(std::string_view& rest, int depth) {
        YamlNode node;
        const bool isMap = rest.front() == '{';
        const char close = isMap ? '}' : ']';
        node.kind = isMap ? YamlNode::Kind::Map : YamlNode::Kind::List;
        node.line = m_lines[m_at - 1].number;
        rest = trimmed(rest.substr(1));
        while (!rest.empty() && rest.front() != close) {
            if (isMap) {
                const auto end = keyEnd(rest);
                if (end == std::string_view::npos) return wrong("a key and a colon are missing");
                node.keys.push_back(scalar(trimmed(rest.substr(0, end))).scalar);
                rest = rest.substr(end + 1);
            }
            auto item = flowValue(rest, depth + 1);
            if (!item) return item;
            node.items.push_back(*std::move(item));
            rest = trimmed(rest);
            if (rest.starts_with(','))
                rest = trimmed(rest.substr(1));
            else if (!rest.starts_with(close))
                break;
        }
        if (rest.empty() || rest.front() != close) return wrong("a list or a map does not end");
        rest = rest.substr(1);
        return node;
    }

    std::vector<Line> m_lines;
    std::size_t m_at = 0;
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const noexcept {
    const auto found = std::ranges::find(keys, key);
    return kind != Kind::Map || found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

Result<YamlNode> parseYaml(std::string_view text) {
    if (text.size() > kMostBytes) return fail("limit-exceeded", "more than " + std::to_string(kMostBytes) + " bytes of YAML");
    return Parser(text).parse();
}

}  // namespace etscope
