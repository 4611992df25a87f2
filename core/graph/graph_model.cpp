#include "graph/graph_model.h"

#include <algorithm>
#include <tuple>

#include "base/name_text.h"
#include "base/text_hash.h"
#include "base/utf8.h"

namespace etscope::graph {
namespace {

constexpr std::size_t kBlockSize = std::size_t{1} << 18U;
/// Graphs of a few nodes are many where a file has many methods: they begin small.
constexpr std::size_t kFirstBlock = 1024;
constexpr std::size_t kFirstSlots = 64;
/// Types of one hash that are compared: only a hostile text has more than two.
constexpr std::size_t kMostAlike = 16;

template <class T>
Slice append(std::vector<T>& pool, std::span<const T> items) {
    const Slice slice{static_cast<std::uint32_t>(pool.size()), static_cast<std::uint32_t>(items.size())};
    pool.insert(pool.end(), items.begin(), items.end());
    return slice;
}

std::uint64_t mix(std::uint64_t seed, std::uint64_t value) noexcept {
    return (seed ^ value) * 0x9E37'79B9'7F4A'7C15ULL + (seed >> 29U);
}

std::uint64_t hashDims(std::uint64_t seed, std::span<const Dim> dims) noexcept {
    for (const Dim& dim : dims) seed = mix(mix(seed, static_cast<std::uint64_t>(dim.value)), dim.expression.index());
    return mix(seed, dims.size());
}

std::uint32_t hashOf(std::string_view text) noexcept {
    const std::uint64_t full = textHash(text);
    return static_cast<std::uint32_t>(full ^ (full >> 32U));
}

/// Of a text and what follows it (FNV-1a), so that the beginnings of a path are hashed in one walk.
constexpr std::uint64_t kEmptyHash = 0xCBF2'9CE4'8422'2325ULL;
std::uint64_t extended(std::uint64_t hash, std::string_view text) noexcept {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01B3ULL;
    return hash;
}

template <class Port, class Kind>
std::vector<const Port*> chosen(const std::vector<Port>& ports, bool (*wanted)(Kind) noexcept) {
    std::vector<const Port*> found;
    for (const Port& port : ports)
        if (wanted(port.kind)) found.push_back(&port);
    return found;
}

template <class T>
std::size_t bytesOf(const std::vector<T>& pool) noexcept {
    return pool.capacity() * sizeof(T);
}

}  // namespace

StringTable::StringTable() : m_slots(kFirstSlots) { intern({}); }

std::string_view StringTable::store(std::string_view text) {
    if (text.empty()) return {"", 0};
    if (text.size() > kBlockSize / 4) {
        // A long text gets a block of its own, in front, so that the last block stays the one that is being filled.
        m_blocks.emplace_front(text.begin(), text.end());
        return {m_blocks.front().data(), text.size()};
    }
    if (m_blocks.empty() || m_blocks.back().capacity() - m_blocks.back().size() < text.size()) {
        const std::size_t next = m_blocks.empty() ? kFirstBlock : std::min(kBlockSize, 2 * m_blocks.back().capacity());
        m_blocks.emplace_back().reserve(std::max(next, text.size()));
    }
    std::vector<char>& block = m_blocks.back();
    const std::size_t at = block.size();
    block.insert(block.end(), text.begin(), text.end());
    return {block.data() + at, text.size()};
}

void StringTable::grow() {
    std::vector<Slot> slots(m_slots.size() * 2);
    const std::size_t mask = slots.size() - 1;
    for (const Slot& slot : m_slots) {
        if (slot.id == kFree) continue;
        std::size_t at = slot.hash & mask;
        while (slots[at].id != kFree) at = (at + 1) & mask;
        slots[at] = slot;
    }
    m_slots.swap(slots);
}

/// The slot that holds the text, else the free one where it belongs.
std::size_t StringTable::slotOf(std::string_view text, std::uint32_t hash) const noexcept {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = hash & mask;
    while (m_slots[at].id != kFree && (m_slots[at].hash != hash || m_texts[m_slots[at].id] != text)) at = (at + 1) & mask;
    return at;
}

/// nameText() of what is not UTF-8: every text of a model is valid.
StringId StringTable::intern(std::string_view text) {
    if (!isValidUtf8(text)) return intern(nameText(text));
    const std::uint32_t hash = hashOf(text);
    const std::size_t at = slotOf(text, hash);
    if (m_slots[at].id != kFree) return StringId(m_slots[at].id);
    const auto id = static_cast<std::uint32_t>(m_texts.size());
    m_texts.push_back(store(text));
    m_slots[at] = {hash, id};
    if (m_texts.size() > m_slots.size() / 2) grow();
    return StringId(id);
}

StringId StringTable::find(std::string_view text) const noexcept {
    const Slot& slot = m_slots[slotOf(text, hashOf(text))];
    return slot.id == kFree ? StringId() : StringId(slot.id);
}

std::size_t StringTable::memoryUsed() const noexcept {
    std::size_t total = bytesOf(m_texts) + bytesOf(m_slots);
    for (const std::vector<char>& block : m_blocks) total += block.capacity();
    return total;
}

std::vector<const GraphInput*> GraphModel::userInputs() const& { return chosen<GraphInput, InputKind>(top().inputs, isUser); }
std::vector<const GraphOutput*> GraphModel::userOutputs() const& { return chosen<GraphOutput, OutputKind>(top().outputs, isUser); }
std::vector<const GraphOutput*> GraphModel::bufferMutations() const& {
    return chosen<GraphOutput, OutputKind>(top().outputs, isBufferMutation);
}

std::string_view GraphModel::kindWord(const GraphInput& input) const& noexcept {
    return input.unknownKind.valid() ? text(input.unknownKind) : inputKindWord(input.kind);
}

std::string_view GraphModel::kindWord(const GraphOutput& output) const& noexcept {
    return output.unknownKind.valid() ? text(output.unknownKind) : outputKindWord(output.kind);
}

std::string GraphModel::graphPrefix(GraphId id) const {
    std::string prefix;
    while (id.valid() && graph(id).owner.valid()) {
        const Graph& inner = graph(id);
        const Node& owner = node(inner.owner);
        prefix.insert(0, std::string(text(owner.id)) + "/" + std::string(text(inner.argument)) + "/");
        id = owner.graph;
    }
    return prefix;
}

std::string GraphModel::nodePath(NodeId id) const { return graphPrefix(node(id).graph) + std::string(text(node(id).id)); }

std::string GraphModel::valuePath(ValueId id) const { return graphPrefix(value(id).graph) + std::string(text(value(id).id)); }

std::vector<Edge> GraphModel::edges(GraphId id) const {
    std::vector<Edge> result;
    for (const NodeId to : graph(id).nodes) {
        const auto arguments = this->arguments(node(to));
        for (std::uint32_t i = 0; i < arguments.size(); ++i) {
            const Argument& argument = arguments[i];
            if (argument.kind == ArgumentKind::Value) result.push_back({argument.value(), to, argument.name, i, -1});
            if (argument.kind != ArgumentKind::List) continue;
            const auto items = listItems(argument);
            for (std::size_t k = 0; k < items.size(); ++k)
                if (items[k].kind == ArgumentKind::Value)
                    result.push_back({items[k].value(), to, argument.name, i, static_cast<std::int32_t>(k)});
        }
    }
    return result;
}

std::uint64_t GraphModel::prefixHash(GraphId id) const {
    std::vector<GraphId> around;  // innermost first
    for (; id.valid() && graph(id).owner.valid(); id = node(graph(id).owner).graph) around.push_back(id);
    std::uint64_t hash = kEmptyHash;
    for (auto inner = around.rbegin(); inner != around.rend(); ++inner) {
        hash = extended(extended(hash, text(node(graph(*inner).owner).id)), "/");
        hash = extended(extended(hash, text(graph(*inner).argument)), "/");
    }
    return hash;
}

void GraphModel::indexNodes() {
    m_prefixes.clear();
    for (std::uint32_t g = 0; g < graphCount(); ++g) m_prefixes.push_back({prefixHash(GraphId(g)), GraphId(g)});
    std::ranges::sort(m_prefixes);
    m_byName.resize(m_nodes.size());
    for (std::uint32_t n = 0; n < m_byName.size(); ++n) m_byName[n] = NodeId(n);
    const auto key = [this](NodeId id) { return std::tuple(node(id).graph, node(id).id, id); };
    std::ranges::sort(m_byName, {}, key);
}

NodeId GraphModel::nodeIn(GraphId graph, std::string_view id) const {
    const std::pair wanted(graph, m_strings.find(id));
    if (!wanted.second.valid()) return {};
    const auto key = [this](NodeId one) { return std::pair(node(one).graph, node(one).id); };
    const auto at = std::ranges::lower_bound(m_byName, wanted, {}, key);
    return at != m_byName.end() && key(*at) == wanted ? *at : NodeId();
}

NodeId GraphModel::findNode(std::string_view path) const {
    GraphId home;
    NodeId found;
    std::uint64_t hash = kEmptyHash;
    for (std::size_t length = 0;; ++length) {
        const bool mayEnd = length == 0 || path[length - 1] == '/';
        auto one = mayEnd ? std::ranges::lower_bound(m_prefixes, hash, {}, &PrefixHash::hash) : m_prefixes.end();
        for (; one != m_prefixes.end() && one->hash == hash; ++one) {
            if ((home.valid() && home < one->graph) || graphPrefix(one->graph) != path.substr(0, length)) continue;
            if (const NodeId id = nodeIn(one->graph, path.substr(length)); id.valid()) home = one->graph, found = id;
        }
        if (length == path.size()) return found;
        hash = extended(hash, path.substr(length, 1));
    }
}

ValueId GraphModel::findValue(std::string_view path) const {
    for (std::uint32_t v = 0; v < m_values.size(); ++v)
        if (path.ends_with(text(m_values[v].id)) && valuePath(ValueId(v)) == path) return ValueId(v);
    return {};
}

std::size_t GraphModel::memoryUsed() const noexcept {
    std::size_t total = bytesOf(m_nodes) + bytesOf(m_values) + bytesOf(m_metas) + bytesOf(m_arguments) + bytesOf(m_listItems) +
                        bytesOf(m_outputSlots) + bytesOf(m_outputValues) + bytesOf(m_dims) + bytesOf(m_delegates) +
                        bytesOf(m_ranges) + bytesOf(m_byName) + bytesOf(m_prefixes);
    for (const Graph& graph : m_graphs) total += bytesOf(graph.nodes) + bytesOf(graph.inputs) + bytesOf(graph.outputs);
    return total + m_strings.memoryUsed();
}

GraphBuilder::GraphBuilder() : m_model(std::make_shared<GraphModel>()) {}

GraphId GraphBuilder::addGraph(Graph graph) {
    m_model->m_graphs.push_back(std::move(graph));
    return GraphId(m_model->m_graphs.size() - 1);
}

NodeId GraphBuilder::addNode(Node node) {
    const NodeId id(m_model->m_nodes.size());
    m_model->m_graphs[node.graph.index()].nodes.push_back(id);
    m_model->m_nodes.push_back(node);
    return id;
}

ValueId GraphBuilder::addValue(Value value) {
    m_model->m_values.push_back(value);
    return ValueId(m_model->m_values.size() - 1);
}

MetaId GraphBuilder::internMeta(const TensorMeta& meta, std::span<const Dim> sizes, std::span<const Dim> strides) {
    std::uint64_t hash = mix(static_cast<std::uint64_t>(meta.typeCode), meta.device.index());
    hash = hashDims(hashDims(hash, sizes), strides);
    const auto [first, last] = m_metaIds.equal_range(hash);
    std::size_t compared = 0;
    for (auto it = first; it != last && compared < kMostAlike; ++it, ++compared) {
        const TensorMeta& known = m_model->m_metas[it->second];
        if (known.type == meta.type && known.typeCode == meta.typeCode && known.layout == meta.layout &&
            known.device == meta.device && known.requiresGrad == meta.requiresGrad &&
            std::ranges::equal(m_model->dims(known.sizes), sizes) && std::ranges::equal(m_model->dims(known.strides), strides))
            return MetaId(it->second);
    }
    TensorMeta added = meta;
    added.sizes = append(m_model->m_dims, sizes);
    added.strides = append(m_model->m_dims, strides);
    m_model->m_metas.push_back(added);
    const auto id = static_cast<std::uint32_t>(m_model->m_metas.size() - 1);
    m_metaIds.emplace(hash, id);
    return MetaId(id);
}

Slice GraphBuilder::addArguments(std::span<const Argument> arguments) { return append(m_model->m_arguments, arguments); }
Slice GraphBuilder::addListItems(std::span<const Argument> items) { return append(m_model->m_listItems, items); }
Slice GraphBuilder::addOutputs(std::span<const OutputSlot> slots) { return append(m_model->m_outputSlots, slots); }
Slice GraphBuilder::addOutputValues(std::span<const ValueId> values) { return append(m_model->m_outputValues, values); }

std::uint32_t GraphBuilder::addDelegate(DelegateCall call) {
    m_model->m_delegates.push_back(call);
    return static_cast<std::uint32_t>(m_model->m_delegates.size() - 1);
}

std::shared_ptr<const GraphModel> GraphBuilder::finish() {
    m_model->m_nodes.shrink_to_fit();
    m_model->m_values.shrink_to_fit();
    m_model->m_arguments.shrink_to_fit();
    m_model->indexNodes();
    return std::move(m_model);
}

}  // namespace etscope::graph
