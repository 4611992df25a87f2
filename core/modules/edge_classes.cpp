#include "modules/edge_classes.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/enum_table.h"
#include "modules/operator_family.h"

namespace etscope::modules {
namespace {

using graph::Edge;
using graph::NodeId;
using graph::ValueId;

/// Nodes that a search goes through at most: blocks of models have tens.
constexpr std::size_t kMostNodes = 512;
/// What joins more than that (a concatenation, a sum of a list) is neither a block's end nor a mask's addition.
constexpr std::size_t kMostInputs = 8;
/// A cache has a batch or heads, positions, and features.
constexpr std::size_t kLeastCacheRank = 3;

template <std::size_t N>
bool isOneOf(std::string_view text, const std::array<std::string_view, N>& list) {
    return std::ranges::find(list, text) != list.end();
}

constexpr std::array<std::string_view, 5> kCacheNames{"k_cache", "v_cache", "key_cache", "value_cache", "cache"};
constexpr std::array<std::string_view, 2> kMaskNames{"attn_mask", "mask"};
constexpr std::array<std::string_view, 5> kIndexNames{"indices", "index", "start_pos", "input_pos", "cache_position"};
constexpr std::array<std::string_view, 3> kSoftmaxes{"softmax", "safe_softmax", "log_softmax"};
constexpr std::array<std::string_view, 6> kProducts{"bmm", "mm", "matmul", "linear", "addmm", "baddbmm"};
/// What changes a product's form or scale and nothing else.
constexpr std::array<std::string_view, 9> kKeeps{"view", "expand",  "unsqueeze", "squeeze", "mul",
                                                 "div",  "permute", "transpose", "clone"};

bool isIndexType(const graph::GraphModel& model, ValueId value) {
    const graph::Value& one = model.value(value);
    if (!one.meta.valid()) return one.kind == graph::ValueKind::SymInt;
    const auto type = model.meta(one.meta).type;
    return type && isInteger(*type);
}

bool isBoolean(const graph::GraphModel& model, ValueId value) {
    const graph::Value& one = model.value(value);
    return one.meta.valid() && model.meta(one.meta).type == ScalarType::Bool;
}

std::size_t rankOf(const graph::GraphModel& model, ValueId value) {
    const graph::Value& one = model.value(value);
    return one.meta.valid() ? model.meta(one.meta).sizes.count : 0;
}

std::string wordOf(const graph::GraphModel& model, NodeId node) { return operatorWord(model.text(model.node(node).target)); }

}  // namespace

std::string_view edgeClassName(EdgeClass kind) noexcept {
    static constexpr EnumTable<EdgeClass::Index> kNames({"data", "residual", "mask", "kv_cache", "weight", "index"});
    return kNames[kind];
}

EdgeClasses::EdgeClasses(const graph::GraphModel& model, const graph::DataFlow& flow)
    : m_model(model), m_flow(flow), m_sources(model.valueCount(), Source::Computed) {
    for (std::uint32_t g = 0; g < model.graphCount(); ++g) addSources(model.graph(graph::GraphId(g)));
}

/// A buffer that the graph writes is state, any other is a weight.
void EdgeClasses::addSources(const graph::Graph& graph) {
    std::set<std::string_view> written;
    for (const graph::GraphOutput& output : graph.outputs)
        if (graph::isBufferMutation(output.kind)) written.insert(m_model.text(output.target));
    for (const graph::GraphInput& input : graph.inputs) {
        if (!input.value.valid()) continue;
        const bool kept = input.kind == graph::InputKind::Buffer && written.contains(m_model.text(input.target));
        if (kept || input.kind == graph::InputKind::ProgramState)
            m_sources[input.value.index()] = Source::State;
        else if (graph::isRecorded(input.kind) || input.kind == graph::InputKind::ProgramConstant)
            m_sources[input.value.index()] = Source::Weight;
    }
}

EdgeKind EdgeClasses::of(const Edge& edge) const {
    const std::string_view argument = m_model.text(edge.argument);
    const Source source = m_sources[edge.value.index()];
    if (source == Source::Weight) return {EdgeClass::Weight, "a parameter, constant, or buffer that is not written"};
    if (source == Source::State && rankOf(m_model, edge.value) >= kLeastCacheRank)
        return {EdgeClass::KvCache, "a buffer of three axes or more that the method writes"};
    if (isOneOf(argument, kCacheNames)) return {EdgeClass::KvCache, "an argument that is named as a cache"};
    if (isOneOf(argument, kIndexNames) && isIndexType(m_model, edge.value))
        return {EdgeClass::Index, "integers that an argument takes as positions"};
    if (isMask(edge))
        return {EdgeClass::Mask, "a mask by the argument's name, truth values, or added to products before a softmax"};
    if (isResidual(edge)) return {EdgeClass::Residual, "what it is added to was computed from it"};
    return {};
}

/// Of a node with few inputs; none of any other.
std::vector<ValueId> EdgeClasses::otherInputs(const Edge& edge) const {
    std::vector<ValueId> others;
    const auto inputs = m_flow.inputs(edge.to);
    if (inputs.size() > kMostInputs) return others;
    for (const ValueId value : inputs)
        if (value != edge.value) others.push_back(value);
    return others;
}

bool EdgeClasses::isMask(const Edge& edge) const {
    const std::string_view argument = m_model.text(edge.argument);
    if (isOneOf(argument, kMaskNames) || isBoolean(m_model, edge.value)) return true;
    const auto others = otherInputs(edge);
    if (wordOf(m_model, edge.to) != "add" || others.empty()) return false;
    const auto feedsSoftmax = [this](ValueId result) {
        return std::ranges::any_of(m_flow.consumers(result),
                                   [this](NodeId node) { return isOneOf(wordOf(m_model, node), kSoftmaxes); });
    };
    if (std::ranges::none_of(m_flow.results(edge.to), feedsSoftmax) || comesFromProduct(edge.value)) return false;
    return std::ranges::any_of(others, [this](ValueId other) { return comesFromProduct(other); });
}

/// Through what keeps its elements or scales them.
bool EdgeClasses::comesFromProduct(ValueId value) const {
    constexpr int kSteps = 8;
    for (int step = 0; step < kSteps; ++step) {
        const NodeId node = m_model.value(value).producer;
        if (!node.valid()) return false;
        const std::string word = wordOf(m_model, node);
        if (isOneOf(word, kProducts)) return true;
        const auto inputs = m_flow.inputs(node);
        if (!isOneOf(word, kKeeps) || inputs.empty()) return false;
        value = inputs.front();
    }
    return false;
}

bool EdgeClasses::isResidual(const Edge& edge) const {
    if (wordOf(m_model, edge.to) != "add" || m_flow.consumers(edge.value).size() < 2) return false;
    return std::ranges::any_of(otherInputs(edge), [&](ValueId other) { return dependsOn(other, edge.value); });
}

/// Backwards from the value, not beyond the ancestor's own place; of a node with many inputs, through the first ones.
bool EdgeClasses::dependsOn(ValueId value, ValueId ancestor) const {
    const NodeId maker = m_model.value(ancestor).producer;
    const std::uint32_t first = maker.valid() ? m_flow.position(maker) : 0;
    std::vector<ValueId> open{value};
    std::set<NodeId> seen;
    while (!open.empty() && seen.size() < kMostNodes) {
        const ValueId now = open.back();
        open.pop_back();
        if (now == ancestor) return true;
        const NodeId node = m_model.value(now).producer;
        if (!node.valid() || (maker.valid() && m_flow.position(node) <= first) || !seen.insert(node).second) continue;
        const auto inputs = m_flow.inputs(node);
        for (const ValueId input : inputs.first(std::min(inputs.size(), kMostNodes))) open.push_back(input);
    }
    return false;
}

}  // namespace etscope::modules
