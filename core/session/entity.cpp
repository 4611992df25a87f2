#include "session/entity.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace etscope::session {
namespace {

using Kind = Entity::Kind;

struct Word {
    Kind kind;
    std::string_view word;
};
/// Before names that belong to no method.
constexpr std::array kRoots{Word{Kind::File, "files/"},      Word{Kind::Metadata, "metadata/"}, Word{Kind::Tensor, "tensors/"},
                            Word{Kind::Data, "named-data/"}, Word{Kind::Region, "regions/"},    Word{Kind::Problem, "problems/"},
                            Word{Kind::Data, "data/"}};  // the first of a kind is written
/// Before names within a stage. Nodes have none, but for those whose name begins with one of these words.
constexpr std::array kParts{Word{Kind::Module, "module:"}, Word{Kind::Value, "value:"}, Word{Kind::Result, "output:"},
                            Word{Kind::Node, "node:"}};

/// Before the step of a cell.
constexpr std::string_view kStep = "?step=";

template <class Table>
std::string_view wordOf(const Table& table, Kind kind) {
    const auto hit = std::ranges::find(table, kind, &Word::kind);
    return hit != table.end() ? hit->word : std::string_view();
}

template <class Table>
const Word* wordBefore(const Table& table, std::string_view text) {
    const auto hit = std::ranges::find_if(table, [text](const Word& one) { return text.starts_with(one.word); });
    return hit != table.end() ? &*hit : nullptr;
}

std::optional<std::int64_t> numberOf(std::string_view text) {
    constexpr std::size_t kMostDigits = 15;
    std::int64_t number = 0;
    if (text.empty() || text.size() > kMostDigits || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
        return {};
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// "a/b" → {"a", "b"}; without a slash the second is empty.
std::pair<std::string_view, std::string_view> splitAt(std::string_view text, char mark) {
    const std::size_t at = text.find(mark);
    return at == std::string_view::npos ? std::pair(text, std::string_view()) : std::pair(text.substr(0, at), text.substr(at + 1));
}

constexpr std::string_view kOutputs = "outputs/";
constexpr std::string_view kRun = "run:";

std::string stageOf(std::string_view text);

/// "run:3/edge/add" or "edge/add" behind "outputs/".
std::optional<Entity> parseGiven(std::string_view method, std::string_view rest) {
    std::int64_t run = 0;
    if (rest.starts_with(kRun)) {
        const auto [column, node] = splitAt(rest.substr(kRun.size()), '/');
        const auto which = numberOf(column);
        if (!which) return {};
        run = *which + 1;
        rest = node;
    }
    const auto [stage, node] = splitAt(rest, '/');
    if (stage.empty() || stage.starts_with("case:") || node.empty()) return {};
    return Entity{Kind::Given, std::string(method), stageOf(stage), std::string(node), run};
}

/// "case:7/0" or "case:7" behind "outputs/".
std::optional<Entity> parseOutput(std::string_view method, std::string_view rest) {
    if (!rest.starts_with(kOutputs)) return {};
    if (auto given = parseGiven(method, rest.substr(kOutputs.size()))) return given;
    const auto [column, output] = splitAt(rest.substr(kOutputs.size()), '/');
    const auto [word, number] = splitAt(column, ':');
    const auto which = numberOf(number), index = numberOf(output);
    if (!which || (word != "case" && word != "run")) return {};
    const std::int64_t at = word == "run" ? -1 - *which : *which;
    if (rest == "outputs/" + std::string(column)) return Entity::ofOutput(method, at, -1);
    return index ? std::optional(Entity::ofOutput(method, at, *index)) : std::nullopt;
}

/// Names of stages may hold slashes: "delegate:2/forward" is "delegate:2%2Fforward" in an address.
std::string escapedStage(std::string_view stage) {
    std::string text;
    for (const char c : stage) {
        if (c == '/')
            text += "%2F";
        else if (c == '%')
            text += "%25";
        else
            text += c;
    }
    return text;
}

std::string stageOf(std::string_view text) {
    std::string stage;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view code = text.substr(i, 3);
        const bool slash = code == "%2F", percent = code == "%25";
        stage += slash ? '/' : text[i];
        if (slash || percent) i += 2;
    }
    return stage;
}

Entity parseInMethod(std::string_view method, std::string_view rest) {
    if (rest.empty()) return Entity::ofMethod(method);
    if (const auto output = parseOutput(method, rest)) return *output;
    const auto [written, name] = splitAt(rest, '/');
    const std::string stage = stageOf(written);
    if (name.empty()) return {Kind::Stage, std::string(method), stage, {}};
    const Word* word = wordBefore(kParts, name);
    if (word == nullptr) return {Kind::Node, std::string(method), stage, std::string(name)};
    const std::string_view inner = name.substr(word->word.size());
    if (word->kind == Kind::Module)
        if (const auto at = inner.rfind(kStep); at != std::string_view::npos)
            if (const auto step = numberOf(inner.substr(at + kStep.size())))
                return Entity::ofCell(method, graph::StageId::parse(stage), inner.substr(0, at), *step);
    if (word->kind != Kind::Result) return {word->kind, std::string(method), stage, std::string(inner)};
    const auto number = numberOf(inner);
    return number ? Entity{Kind::Result, std::string(method), stage, {}, 0, *number} : Entity();
}

Entity parseRun(std::string_view rest) {
    const auto [run, event] = splitAt(rest, '/');
    const auto which = numberOf(run), index = numberOf(event);
    if (!which || (rest.size() > run.size() && !index)) return {};
    return index ? Entity::ofEvent(*which, *index) : Entity::ofRun(*which);
}

constexpr std::string_view kTalk = "conversation/", kMessage = "message:", kTalkCall = "call:", kToken = "token:";

/// "message:2/token:5", "message:2" or "call:12" behind "conversation/".
Entity parseTalk(std::string_view rest) {
    const auto [word, inner] = splitAt(rest, '/');
    const bool inside = word.size() < rest.size();
    if (word.starts_with(kTalkCall)) {
        const auto call = inside ? std::nullopt : numberOf(word.substr(kTalkCall.size()));
        return call ? Entity::ofCall(*call) : Entity();
    }
    if (!word.starts_with(kMessage)) return {};
    const auto message = numberOf(word.substr(kMessage.size()));
    if (!message || !inside) return message ? Entity::ofToken(*message, -1) : Entity();
    const auto token = inner.starts_with(kToken) ? numberOf(inner.substr(kToken.size())) : std::nullopt;
    return token ? Entity::ofToken(*message, *token) : Entity();
}

}  // namespace

std::string columnText(std::int64_t column) {
    return column < 0 ? "run:" + std::to_string(-1 - column) : "case:" + std::to_string(column);
}

std::string Entity::text() const {
    switch (kind) {
        case Kind::None: return {};
        case Kind::Method: return method;
        case Kind::Stage: return method + '/' + escapedStage(stage);
        case Kind::Node: return method + '/' + escapedStage(stage) + (wordBefore(kParts, name) != nullptr ? "/node:" : "/") + name;
        case Kind::Module:
            return method + '/' + escapedStage(stage) + '/' + std::string(wordOf(kParts, kind)) + name +
                   (column > 0 ? std::string(kStep) + std::to_string(column - 1) : std::string());
        case Kind::Value: return method + '/' + escapedStage(stage) + '/' + std::string(wordOf(kParts, kind)) + name;
        case Kind::Result: return method + '/' + escapedStage(stage) + "/output:" + std::to_string(index);
        case Kind::Output:
            return method + "/outputs/" + columnText(column) + (index < 0 ? std::string() : '/' + std::to_string(index));
        case Kind::Given:
            return method + '/' + std::string(kOutputs) +
                   (column > 0 ? std::string(kRun) + std::to_string(column - 1) + '/' : std::string()) + escapedStage(stage) + '/' +
                   name;
        case Kind::Run: return "runs/" + std::to_string(column);
        case Kind::Event: return "runs/" + std::to_string(column) + '/' + std::to_string(index);
        case Kind::Call: return std::string(kTalk) + std::string(kTalkCall) + std::to_string(index);
        case Kind::Token:
            return std::string(kTalk) + std::string(kMessage) + std::to_string(column) +
                   (index < 0 ? std::string() : '/' + std::string(kToken) + std::to_string(index));
        case Kind::File:
        case Kind::Metadata:
        case Kind::Tensor:
        case Kind::Data:
        case Kind::Region:
        case Kind::Problem: return std::string(wordOf(kRoots, kind)) + name;
    }
    return {};
}

Entity Entity::parse(std::string_view text, std::span<const std::string> methods) {
    // The longest method name that fits: names may hold slashes.
    std::string_view method;
    for (const std::string& one : methods)
        if ((text == one || (text.starts_with(one) && text[one.size()] == '/')) && one.size() > method.size()) method = one;
    if (!method.empty()) return parseInMethod(method, text.substr(std::min(text.size(), method.size() + 1)));
    if (text.starts_with("runs/")) return parseRun(text.substr(5));
    if (text.starts_with(kTalk)) return parseTalk(text.substr(kTalk.size()));
    const Word* root = wordBefore(kRoots, text);
    return root != nullptr && text.size() > root->word.size() ? named(root->kind, text.substr(root->word.size())) : Entity();
}

}  // namespace etscope::session
