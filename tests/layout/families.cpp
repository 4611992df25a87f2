#include "layout/families.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <set>

namespace etscope::test {
namespace {

using layout::LayoutEdge;
using layout::LayoutEnd;
using layout::LayoutInput;

constexpr std::array<double, 4> kHeights{26, 26, 40, 54};

class Writer {
public:
    std::uint32_t add(std::string label, std::string module, std::initializer_list<std::uint32_t> producers) {
        return addJoin(std::move(label), std::move(module), std::vector<std::uint32_t>(producers));
    }

    std::uint32_t addJoin(std::string label, std::string module, const std::vector<std::uint32_t>& producers) {
        const auto id = static_cast<std::uint32_t>(m_graph.nodes.size());
        for (const std::uint32_t producer : producers)
            if (m_known.insert({producer, id}).second) m_graph.edges.emplace_back(producer, id);
        const std::size_t length = label.size();
        m_graph.nodes.push_back(
            {std::move(label), std::move(module), {8.0 * static_cast<double>(length) + 60, kHeights[length % kHeights.size()]}});
        return id;
    }

    std::size_t size() const noexcept { return m_graph.nodes.size(); }
    FamilyGraph take() { return std::move(m_graph); }

private:
    FamilyGraph m_graph;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_known;
};

/// Decoder blocks: norm, attention with rotary embedding, norm, gated feed-forward part, each with its residual.
class Decoder {
public:
    explicit Decoder(bool cut) : m_cut(cut) {}

    FamilyGraph make(std::size_t size) {
        const std::uint32_t tokens = m_out.add("tokens", "", {});
        if (!m_cut) {
            m_mask = m_out.add("mask", "", {});
            m_cosines = m_out.add("freqs_cos", "", {});
            m_sines = m_out.add("freqs_sin", "", {});
        }
        std::uint32_t x = m_out.add("embedding", "", {tokens});
        for (std::size_t layer = 0; m_out.size() < size; ++layer) x = block("layers_" + std::to_string(layer), x);
        x = m_out.add("norm", "", {x});
        m_out.add("output", "", {m_out.add("lm_head", "", {x})});
        return m_out.take();
    }

private:
    std::uint32_t norm(const std::string& module, std::uint32_t x) {
        const std::uint32_t mean = m_out.add("pow_mean", module, {x});
        const std::uint32_t root = m_out.add("rsqrt", module, {mean});
        return m_out.add("mul", module, {x, root});
    }

    std::uint32_t table(const char* label, const std::string& module, std::uint32_t shared) {
        return m_cut ? m_out.add(label, module, {}) : shared;
    }

    std::uint32_t rotary(const std::string& module, std::uint32_t x) {
        const std::uint32_t straight = m_out.add("mul", module, {x, table("freqs_cos", module, m_cosines)});
        const std::uint32_t turned = m_out.add("slice_cat", module, {x});
        const std::uint32_t across = m_out.add("mul", module, {turned, table("freqs_sin", module, m_sines)});
        return m_out.add("add", module, {straight, across});
    }

    std::uint32_t attention(const std::string& module, std::uint32_t x) {
        const std::uint32_t query = m_out.add("linear_q", module, {x});
        const std::uint32_t key = m_out.add("linear_k", module, {x});
        const std::uint32_t value = m_out.add("linear_v", module, {x});
        const std::uint32_t turnedQuery = rotary(module, query);
        const std::uint32_t turnedKey = rotary(module, key);
        const std::uint32_t keys = m_out.add("transpose", module, {turnedKey});
        const std::uint32_t scores = m_out.add("matmul", module, {turnedQuery, keys});
        const std::uint32_t masked = m_out.add("add_mask", module, {scores, table("mask", module, m_mask)});
        const std::uint32_t weights = m_out.add("softmax", module, {masked});
        const std::uint32_t heads = m_out.add("matmul", module, {weights, value});
        const std::uint32_t joined = m_out.add("view", module, {heads});
        return m_out.add("linear_o", module, {joined});
    }

    std::uint32_t block(const std::string& module, std::uint32_t x) {
        const std::uint32_t attended = attention(module + "/attention", norm(module + "/norm1", x));
        const std::uint32_t h = m_out.add("add_residual", module, {x, attended});
        const std::uint32_t n = norm(module + "/norm2", h);
        const std::string feed = module + "/feed_forward";
        const std::uint32_t gate = m_out.add("silu", feed, {m_out.add("linear_w1", feed, {n})});
        const std::uint32_t up = m_out.add("linear_w3", feed, {n});
        const std::uint32_t down = m_out.add("linear_w2", feed, {m_out.add("mul", feed, {gate, up})});
        return m_out.add("add_residual", module, {h, down});
    }

    Writer m_out;
    bool m_cut;
    std::uint32_t m_mask = 0, m_cosines = 0, m_sines = 0;
};

/// Residual blocks of convolutions; 16 results of the first half come back, mirrored, in the second.
class Convolutions {
public:
    FamilyGraph make(std::size_t size) {
        constexpr int kMarks = 16;
        // Rounded down, also below zero.
        const std::int64_t spare = static_cast<std::int64_t>(size) - 10, blocks = spare >= 0 ? spare / 7 : -((6 - spare) / 7);
        std::set<std::int64_t> kept;
        std::map<std::int64_t, std::int64_t> skips;  ///< block → the kept one it takes
        for (int i = 0; i < kMarks; ++i) {
            const auto mark = static_cast<std::int64_t>(static_cast<double>(blocks) / 2 * (i + 1) / (kMarks + 1));
            kept.insert(mark);
            skips[blocks - mark] = mark;
        }
        std::map<std::int64_t, std::uint32_t> results;
        std::uint32_t x = m_out.add("input", "", {});
        for (const char* label : {"conv", "bn", "relu"}) x = m_out.add(label, "stem", {x});
        for (std::int64_t b = 0; m_out.size() < size; ++b) {
            const std::string module = "stage_" + std::to_string(b / 8) + "/block_" + std::to_string(b % 8);
            const auto skip = skips.find(b);
            if (skip != skips.end() && results.contains(skip->second))
                x = m_out.add("concat", module, {x, results.at(skip->second)});
            x = block(module, x, b % 4 == 0);
            if (kept.contains(b)) results[b] = x;
        }
        x = m_out.add("avgpool", "", {x});
        m_out.add("output", "", {m_out.add("fc", "", {x})});
        return m_out.take();
    }

private:
    std::uint32_t block(const std::string& module, std::uint32_t x, bool down) {
        std::uint32_t y = x, side = x;
        for (const char* label : {"conv", "bn", "relu", "conv", "bn"}) y = m_out.add(label, module, {y});
        if (down)
            for (const char* label : {"conv", "bn"}) side = m_out.add(label, module + "/down", {side});
        return m_out.add("relu", module, {m_out.add("add", module, {y, side})});
    }

    Writer m_out;
};

/// Attention with 8 key-value heads for 32 query heads, as it is split for accelerators without batched products.
class SplitAttention {
public:
    FamilyGraph make(std::size_t size) {
        const std::uint32_t tokens = m_out.add("tokens", "", {});
        m_mask = m_out.add("mask", "", {});
        m_cosines = m_out.add("freqs_cos", "", {});
        m_sines = m_out.add("freqs_sin", "", {});
        std::uint32_t x = m_out.add("embedding", "", {tokens});
        for (std::size_t layer = 0; m_out.size() < size; ++layer) x = block("layers_" + std::to_string(layer), x);
        m_out.add("output", "", {m_out.add("lm_head", "", {x})});
        return m_out.take();
    }

private:
    struct KeyValue {
        std::uint32_t key, value;
    };

    std::uint32_t rotary(const std::string& module, std::uint32_t x) {
        const std::uint32_t straight = m_out.add("mul", module, {x, m_cosines});
        const std::uint32_t across = m_out.add("mul", module, {x, m_sines});
        return m_out.add("add", module, {straight, across});
    }

    KeyValue keyValue(const std::string& module, std::uint32_t x) {
        const std::uint32_t key = rotary(module, m_out.add("conv_k", module, {x}));
        const std::uint32_t value = m_out.add("conv_v", module, {x});
        return {m_out.add("transpose", module, {key}), value};
    }

    std::uint32_t head(const std::string& module, std::uint32_t x, const KeyValue& shared) {
        const std::uint32_t query = rotary(module, m_out.add("conv_q", module, {x}));
        const std::uint32_t scores = m_out.add("mul_scale", module, {m_out.add("matmul", module, {query, shared.key})});
        const std::uint32_t weights = m_out.add("softmax", module, {m_out.add("add_mask", module, {scores, m_mask})});
        return m_out.add("matmul", module, {weights, shared.value});
    }

    std::uint32_t block(const std::string& module, std::uint32_t x) {
        constexpr std::size_t kHeads = 32, kKeyValueHeads = 8;
        const std::string attention = module + "/attention", feed = module + "/feed_forward";
        const std::uint32_t n = m_out.add("rms_norm", module, {x});
        std::vector<KeyValue> keyValues;
        for (std::size_t i = 0; i < kKeyValueHeads; ++i) keyValues.push_back(keyValue(attention + "/kv_" + std::to_string(i), n));
        std::vector<std::uint32_t> heads;
        for (std::size_t i = 0; i < kHeads; ++i)
            heads.push_back(head(attention + "/head_" + std::to_string(i), n, keyValues[i * kKeyValueHeads / kHeads]));
        const std::uint32_t joined = m_out.addJoin("cat", attention, heads);
        const std::uint32_t h = m_out.add("add_residual", module, {x, m_out.add("conv_o", attention, {joined})});
        const std::uint32_t n2 = m_out.add("rms_norm", module, {h});
        const std::uint32_t gate = m_out.add("silu", feed, {m_out.add("conv_w1", feed, {n2})});
        const std::uint32_t up = m_out.add("conv_w3", feed, {n2});
        const std::uint32_t down = m_out.add("conv_w2", feed, {m_out.add("mul", feed, {gate, up})});
        return m_out.add("add_residual", module, {h, down});
    }

    Writer m_out;
    std::uint32_t m_mask = 0, m_cosines = 0, m_sines = 0;
};

LayoutInput withNodes(const FamilyGraph& graph) {
    LayoutInput input;
    for (const FamilyNode& node : graph.nodes) input.nodes.push_back({node.size, {}, 0});
    for (const auto& [from, to] : graph.edges) input.edges.push_back({LayoutEnd::node(from), LayoutEnd::node(to), from, false});
    return input;
}

}  // namespace

std::string_view familyWord(Family family) noexcept {
    constexpr std::array<std::string_view, 4> kWords{"tf", "tfcut", "cnn", "sha"};
    return kWords[static_cast<std::size_t>(family)];
}

FamilyGraph makeFamily(Family family, std::size_t size) {
    switch (family) {
        case Family::Decoder: return Decoder(false).make(size);
        case Family::CutDecoder: return Decoder(true).make(size);
        case Family::Convolutions: return Convolutions().make(size);
        case Family::SplitAttention: break;
    }
    return SplitAttention().make(size);
}

LayoutInput flatInput(const FamilyGraph& graph) { return withNodes(graph); }

LayoutInput nestedInput(const FamilyGraph& graph) {
    LayoutInput input = withNodes(graph);
    input.groups.push_back({0, 0, 0, 0});
    std::map<std::string, std::uint32_t> known{{"", 0}};
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const std::string& module = graph.nodes[i].module;
        std::uint32_t group = 0;
        for (std::size_t end = 0; end < module.size();) {
            end = std::min(module.find('/', end + 1), module.size());
            const auto [hit, fresh] = known.try_emplace(module.substr(0, end), static_cast<std::uint32_t>(input.groups.size()));
            if (fresh) input.groups.push_back({group, 0, 25, 10});
            group = hit->second;
        }
        input.nodes[i].group = group;
    }
    return input;
}

LayoutInput splitIntoChain(std::uint32_t count, bool ownValues) {
    LayoutInput input;
    input.nodes.assign(count + 1, {{120, 28}, {}, 0});
    for (std::uint32_t i = 1; i <= count; ++i) {
        input.edges.push_back({LayoutEnd::node(0), LayoutEnd::node(i), ownValues ? i - 1 : 0, false});
        if (i > 1) input.edges.push_back({LayoutEnd::node(i - 1), LayoutEnd::node(i), count + i, false});
    }
    return input;
}

LayoutInput splitAndJoin(std::uint32_t count) {
    LayoutInput input;
    input.nodes.assign(count + 2, {{120, 28}, {}, 0});
    for (std::uint32_t i = 1; i <= count; ++i) {
        input.edges.push_back({LayoutEnd::node(0), LayoutEnd::node(i), i - 1, false});
        input.edges.push_back({LayoutEnd::node(i), LayoutEnd::node(count + 1), count + i, false});
    }
    return input;
}

}  // namespace etscope::test
