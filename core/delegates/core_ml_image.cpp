// The directory image of a Core ML payload: files back to back, and a JSON index that stands reversed at the end. Rules:
// docs/FORMATS.md "Core ML payload".
#include <algorithm>

#include "base/checked_math.h"
#include "delegates/core_ml.h"
#include "io/json.h"

namespace etscope::delegates {
namespace {

using nlohmann::json;

constexpr std::uint64_t kFirstTail = 65'536;
constexpr std::uint64_t kLargestIndex = 4ULL << 20;

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

    std::vector<CoreMlFile> read() {
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
    std::vector<CoreMlFile> m_files;
    std::size_t m_visited = 0;
};

}  // namespace

Result<std::vector<CoreMlFile>> coreMlImage(const Context& context, std::vector<Region>& regions) {
    const auto text = readIndex(context);
    if (!text) return text.failure();
    const auto bytes = std::as_bytes(std::span(*text));
    const auto index = readJson(ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "index")), context.diagnostics);
    if (!index) return index.failure();
    const auto nodes = index->is_object() ? index->find("nodes") : index->end();
    if (!index->is_object() || nodes == index->end() || !nodes->is_array())
        return fail("core-ml-index-damaged", "the index has no list of nodes", context.where());
    std::vector<CoreMlFile> files = DirectoryReader(context, *nodes).read();
    for (const CoreMlFile& file : files)
        regions.push_back({file.path, file.bytes.offset - context.bytes().offset, file.bytes.size});
    regions.push_back({"index", context.bytes().size - text->size(), text->size()});
    return files;
}

}  // namespace etscope::delegates
