// Core ML payloads: a reference to named data ("CMJR"), or a directory image whose JSON index stands reversed at the end. Rules:
// docs/FORMATS.md "Core ML payload".
#include "delegates/core_ml.h"

#include <algorithm>
#include <array>

#include "base/checked_math.h"
#include "io/json.h"

namespace etscope::delegates {
namespace {

using nlohmann::json;

constexpr std::uint64_t kFirstTail = 65'536;
constexpr std::uint64_t kLargestIndex = 4ULL << 20;

struct File {
    std::string path;
    ByteRange bytes;
};

/// The JSON text that stands reversed at the end of `tail`, with its length there; nothing when its braces do not balance.
std::optional<std::string> reversedText(std::span<const std::byte> tail) {
    std::size_t at = tail.size();
    while (at > 0 && tail[at - 1] == std::byte{0}) --at;
    std::string text;
    int open = 0;
    bool quoted = false;
    while (at > 0) {
        const char c = static_cast<char>(tail[--at]);
        if (text.empty() && c != '{') return std::nullopt;
        const bool escaped = !text.empty() && text.back() == '\\';
        text += c;
        if (c == '"' && !escaped) quoted = !quoted;
        if (quoted) continue;
        if (c == '{') ++open;
        if (c == '}' && --open == 0) return text;
    }
    return std::nullopt;
}

Result<std::string> readIndex(const Context& context) {
    const std::uint64_t size = context.bytes().size;
    for (std::uint64_t length = std::min(size, kFirstTail);; length = std::min(size, length * 8)) {
        std::vector<std::byte> tail(static_cast<std::size_t>(length));
        if (auto read = context.bytes().read(size - length, tail); !read) return read.failure();
        if (auto text = reversedText(tail)) return *std::move(text);
        if (length == size || length >= kLargestIndex)
            return fail("core-ml-index-missing", "the payload does not end in the index of a directory", context.where(size));
    }
}

/// Walks the nodes from the root, which is the last. Children stand before their parents, so the walk ends.
class DirectoryReader {
public:
    DirectoryReader(const Context& context, const json& nodes) : m_context(context), m_nodes(nodes) {}

    std::vector<File> read() {
        if (!m_nodes.empty()) visit(m_nodes.size() - 1, {}, 0);
        if (m_visited > limits::kMaxPayloadParts)
            m_context.diagnostics.warning("limit-exceeded", m_context.where(), "only the first files of the package are shown");
        return std::move(m_files);
    }

private:
    void damaged(const char* what) const { m_context.diagnostics.error("core-ml-index-damaged", m_context.where(), what); }

    void visit(std::size_t index, const std::string& path, int depth) {
        if (++m_visited > limits::kMaxPayloadParts || depth > limits::kMaxMessageDepth) return;
        const json& node = m_nodes[index];
        if (!node.is_object()) return damaged("a node of the index is not an object");
        const auto kind = node.find("kind");
        if (kind != node.end() && kind->is_number_integer() && kind->get<std::int64_t>() == 0) return addFile(node, path);
        const auto children = node.find("children");
        if (children == node.end() || !children->is_object()) return damaged("a directory of the index has no children");
        for (const auto& [name, child] : children->items()) {
            if (!child.is_number_unsigned() || child.get<std::uint64_t>() >= index) {
                damaged("a directory of the index names a child that does not stand before it");
                continue;
            }
            visit(child.get<std::size_t>(), path.empty() ? name : path + "/" + name, depth + 1);
        }
    }

    void addFile(const json& node, const std::string& path) {
        const auto region = node.find("dataRegion");
        const auto number = [&](const char* key) -> std::optional<std::uint64_t> {
            if (region == node.end() || !region->is_object()) return std::nullopt;
            const auto found = region->find(key);
            return found != region->end() && found->is_number_unsigned() ? std::optional(found->get<std::uint64_t>())
                                                                         : std::nullopt;
        };
        const auto offset = number("offset"), size = number("size");
        if (!offset || !size || !rangeFits(*offset, *size, m_context.bytes().size))
            return damaged("a file of the index lies outside the payload");
        if (auto part = m_context.bytes().part(*offset, *size)) m_files.push_back({path, *std::move(part)});
    }

    const Context& m_context;
    const json& m_nodes;
    std::vector<File> m_files;
    std::size_t m_visited = 0;
};

/// "a, b" of a list of strings.
std::string joined(const json& list) {
    std::string text;
    for (const json& item : list)
        if (item.is_string()) text += (text.empty() ? "" : ", ") + item.get<std::string>();
    return text;
}

void addMetadata(const Context& context, const ByteRange& file, Decoded& decoded) {
    const auto table = readJson(file, context.diagnostics);
    if (!table || !table->is_object()) return;
    for (const auto& [key, value] : table->items()) {
        if (value.is_string()) decoded.facts.push_back({key, value.get<std::string>()});
        if (value.is_array()) decoded.facts.push_back({key, joined(value)});
    }
}

std::string kindOf(const ByteRange& bytes) {
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size, 64)));
    if (!head.empty() && !bytes.read(0, head)) return "unknown";
    return std::string(payloadKind(head, bytes.size));
}

Result<Decoded> decodeReference(const Context& context) {
    static constexpr std::uint64_t kWord = 4;
    Decoded decoded;
    decoded.format = "Core ML reference";
    decoded.regions.push_back({"reference", 0, context.bytes().size});
    const auto text = context.bytes().part(kWord, context.bytes().size - kWord);
    if (!text) return text.failure();
    const auto table = readJson(*text, context.diagnostics);
    if (!table || !table->is_object())
        return fail("core-ml-reference-damaged", "the reference is not a JSON object", context.where(kWord));
    addMetadata(context, *text, decoded);
    decoded.reason = "the model's bytes are not in the files at hand";
    const auto key = table->find("key");
    if (key == table->end() || !key->is_string()) return decoded;
    ByteRange bytes = context.named(key->get<std::string>());
    if (!bytes.hasData() || context.depth + 1 >= limits::kMaxPayloadDepth) return decoded;
    const Payload inner{context.payload.backendId, bytes, context.payload.compileSpecs, context.payload.namedData,
                        context.payload.index};
    auto model = decodeAt(inner, context.depth + 1, context.diagnostics, context.job);
    if (!model) return model.failure();
    decoded.graph = model->graph;
    decoded.otherGraphs = model->otherGraphs;
    decoded.reason = model->reason;
    decoded.nested.push_back({*key, "core_ml", std::move(bytes), std::make_shared<const Decoded>(*std::move(model))});
    return decoded;
}

}  // namespace

Result<Decoded> decodeCoreMl(const Context& context) {
    std::array<char, 4> word{};
    if (context.bytes().size >= word.size() && context.bytes().read(0, std::as_writable_bytes(std::span(word))) &&
        std::string_view(word.data(), word.size()) == "CMJR")
        return decodeReference(context);
    const auto text = readIndex(context);
    if (!text) return text.failure();
    const auto bytes = std::as_bytes(std::span(*text));
    const auto index = readJson(ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "index")), context.diagnostics);
    if (!index) return index.failure();
    const auto nodes = index->is_object() ? index->find("nodes") : index->end();
    if (!index->is_object() || nodes == index->end() || !nodes->is_array())
        return fail("core-ml-index-damaged", "the index has no list of nodes", context.where());
    Decoded decoded;
    ByteRange model, weights;
    for (File& file : DirectoryReader(context, *nodes).read()) {
        decoded.regions.push_back({file.path, file.bytes.offset - context.bytes().offset, file.bytes.size});
        if (file.path == "metadata.json") addMetadata(context, file.bytes, decoded);
        if (file.path.ends_with(".mlmodel")) model = file.bytes;
        if (file.path.ends_with("weight.bin")) weights = file.bytes;
        decoded.nested.push_back({file.path, kindOf(file.bytes), std::move(file.bytes), nullptr});
    }
    decoded.regions.push_back({"index", context.bytes().size - text->size(), text->size()});
    if (model.hasData()) readCoreMlModel(context, model, weights, decoded);
    if (context.job.cancelled()) return cancelledFailure();
    if (decoded.graph == nullptr) decoded.reason = "the package has no ML program that can be read";
    return decoded;
}

}  // namespace etscope::delegates
