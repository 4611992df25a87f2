#include "exported/metadata.h"

#include <algorithm>
#include <optional>

#include "base/limits.h"
#include "base/number_text.h"
#include "base/utf8.h"
#include "io/json_reader.h"

namespace etscope::exported {
namespace {

/// Decoded metadata of one node: real stack traces have some KB, provenance some 10 KB.
constexpr std::uint64_t kMaxDecoded = std::uint64_t{64} << 20U;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Calls `onPart` for the parts between separators, the last one included.
template <class F>
void split(std::string_view text, char separator, F&& onPart) {
    for (;;) {
        const std::size_t at = text.find(separator);
        onPart(text.substr(0, at));
        if (at == std::string_view::npos) return;
        text.remove_prefix(at + 1);
    }
}

/// Positions of commas outside brackets; nothing when the brackets do not match.
std::optional<std::vector<std::size_t>> topCommas(std::string_view item) {
    std::vector<std::size_t> commas;
    int depth = 0;
    for (std::size_t i = 0; i < item.size(); ++i) {
        if (item[i] == '(' || item[i] == '[') ++depth;
        if (item[i] == ')' || item[i] == ']') --depth;
        if (depth < 0) return std::nullopt;
        if (item[i] == ',' && depth == 0) commas.push_back(i);
    }
    if (depth != 0) return std::nullopt;
    return commas;
}

std::string displayPath(std::string_view path) {
    constexpr std::string_view kSelf = "L['self']";
    if (path.starts_with(kSelf)) {
        path.remove_prefix(kSelf.size());
        if (path.starts_with('.')) path.remove_prefix(1);
    }
    return std::string(path);
}

/// "key,path,type"; with another number of parts the last is the type, the first the key, the rest the path.
ModuleCall parseModuleItem(std::string_view item) {
    const auto commas = topCommas(item);
    const std::size_t first = commas && !commas->empty() ? commas->front() : item.find(',');
    const std::size_t last = commas && !commas->empty() ? commas->back() : item.rfind(',');
    ModuleCall call;
    if (first == std::string_view::npos) {  // a lone word stands for all three
        call.path = call.type = call.key = std::string(trimmed(item));
        return call;
    }
    call.key = trimmed(item.substr(0, first));
    call.type = trimmed(item.substr(last + 1));
    if (last > first) call.path = displayPath(trimmed(item.substr(first + 1, last - first - 1)));
    return call;
}

/// `File "<path>", line <n>[, in <function>]`.
std::optional<Frame> parseFrameLine(std::string_view line) {
    constexpr std::string_view kFile = "File \"";
    constexpr std::string_view kLine = "\", line ";
    constexpr std::string_view kIn = ", in ";
    line = trimmed(line);
    const std::size_t middle = line.rfind(kLine);
    if (!line.starts_with(kFile) || middle == std::string_view::npos || middle < kFile.size()) return std::nullopt;
    Frame frame;
    frame.file = line.substr(kFile.size(), middle - kFile.size());
    const std::string_view rest = line.substr(middle + kLine.size());
    const std::size_t in = rest.find(kIn);
    const auto number = parseInt(rest.substr(0, in));
    if (!number) return std::nullopt;
    frame.line = *number;
    if (in != std::string_view::npos) frame.function = rest.substr(in + kIn.size());
    return frame;
}

/// An action is a word; some writers list several.
std::string readAction(JsonReader& json) {
    if (json.peek() != JsonReader::Kind::Array) return std::string(json.string().value_or(""));
    std::string action;
    json.array([&] {
        const auto word = json.string();
        if (word && !action.empty()) action += '+';
        action += word.value_or("");
    });
    return action;
}

/// The chain of the last record of a list, greatest ancestor first. The nesting is bounded by the reader's depth limit.
std::vector<NodeSource> readSources(JsonReader& json) {
    std::vector<NodeSource> chain;
    json.array([&] {
        NodeSource source;
        std::vector<NodeSource> ancestors;
        json.object([&](std::string_view key) {
            if (key == "name")
                source.name = json.string().value_or("");
            else if (key == "target")
                source.target = json.string().value_or("");
            else if (key == "graph_id")
                source.graphId = json.integer().value_or(-1);
            else if (key == "pass_name")
                source.passName = json.string().value_or("");
            else if (key == "action")
                source.action = readAction(json);
            else if (key == "from_node")
                ancestors = readSources(json);
            else
                json.skip();
        });
        chain = std::move(ancestors);
        chain.push_back(std::move(source));
    });
    return chain;
}

}  // namespace

std::vector<ModuleCall> parseModuleStack(std::string_view text) {
    std::vector<ModuleCall> stack;
    split(text, ';', [&](std::string_view item) {
        if (stack.size() < limits::kMaxModuleDepth && !trimmed(item).empty()) stack.push_back(parseModuleItem(item));
    });
    return stack;
}

std::vector<Frame> parseStackTrace(std::string_view text) {
    std::vector<Frame> frames;
    split(text, '\n', [&](std::string_view line) {
        if (auto frame = parseFrameLine(line))
            frames.push_back(std::move(*frame));
        else if (!frames.empty() && frames.back().text.empty())
            frames.back().text = trimmed(line);
    });
    return frames;
}

Result<std::vector<NodeSource>> parseFromNode(std::string_view text) {
    const std::string_view content = trimmed(text);
    if (content.empty() || content == "null" || content == "None") return std::vector<NodeSource>{};
    const std::string owned(content);
    JsonReader json(owned);
    if (json.peek() != JsonReader::Kind::Array) return fail("provenance-damaged", "the provenance of a node is not a list");
    std::vector<NodeSource> chain = readSources(json);
    if (json.failed()) return fail("provenance-damaged", "the provenance of a node cannot be read: " + json.error().message);
    std::reverse(chain.begin(), chain.end());
    return chain;
}

Result<std::string> decodedText(const graph::GraphModel& model, const TextSlice& slice) {
    if (!slice.present()) return std::string{};
    const ByteRange& document = model.document();
    if (slice.size > kMaxDecoded)
        return fail("limit-exceeded", "a text of " + std::to_string(slice.size) + " bytes is too long to be shown",
                    document.where(slice.offset));
    std::string text(static_cast<std::size_t>(slice.size), '\0');
    if (auto done = document.read(slice.offset, std::as_writable_bytes(std::span(text))); !done) return done.failure();
    bool good = true;
    text.resize(decodeJsonText(text.data(), text.size(), good));
    if (!good) return fail("json-string-damaged", "a text has an escape that JSON does not know", document.where(slice.offset));
    return isValidUtf8(text) ? text : repairedUtf8(text);
}

std::vector<ModuleCall> moduleStack(const graph::GraphModel& model, const graph::Node& node) {
    return parseModuleStack(model.text(node.moduleStack));
}

Result<std::vector<Frame>> stackTrace(const graph::GraphModel& model, const graph::Node& node) {
    const auto text = decodedText(model, node.stackTrace);
    if (!text) return text.failure();
    return parseStackTrace(*text);
}

Result<std::vector<NodeSource>> fromNode(const graph::GraphModel& model, const graph::Node& node) {
    const auto text = decodedText(model, node.fromNode);
    if (!text) return text.failure();
    return parseFromNode(*text);
}

}  // namespace etscope::exported
