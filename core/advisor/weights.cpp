#include "advisor/weights.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>

#include "base/checked_math.h"
#include "base/limits.h"
#include "evaluate/call.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/parallel.h"
#include "exported/metadata.h"

namespace etscope::advisor {
namespace {

using evaluate::Array;
using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

/// Smaller ones are no weights that are worth it: biases, tables of a few numbers.
constexpr std::int64_t kLeastElements = 64;

/// Operators that take a weight: which argument it is, which one it meets, and whether its last axis are the inputs.
struct Taker {
    std::string_view target;  ///< "aten.linear"
    OperatorKind kind;
    std::size_t weight, operand;
    bool inputsLast;
};
constexpr std::array kTakers{Taker{"aten.linear", OperatorKind::Linear, 1, 0, true},
                             Taker{"aten.addmm", OperatorKind::Product, 2, 1, false},
                             Taker{"aten.mm", OperatorKind::Product, 1, 0, false},
                             Taker{"aten.bmm", OperatorKind::Product, 1, 0, false},
                             Taker{"aten.matmul", OperatorKind::Product, 1, 0, false},
                             Taker{"aten.convolution", OperatorKind::Convolution, 1, 0, true},
                             Taker{"aten.conv1d", OperatorKind::Convolution, 1, 0, true},
                             Taker{"aten.conv2d", OperatorKind::Convolution, 1, 0, true},
                             Taker{"aten.conv3d", OperatorKind::Convolution, 1, 0, true},
                             Taker{"aten.embedding", OperatorKind::Embedding, 0, 1, true},
                             Taker{"aten.conv_transpose1d", OperatorKind::Transposed, 1, 0, false},
                             Taker{"aten.conv_transpose2d", OperatorKind::Transposed, 1, 0, false},
                             Taker{"aten.conv_transpose3d", OperatorKind::Transposed, 1, 0, false}};
constexpr Taker kTransposed{"aten.convolution", OperatorKind::Transposed, 1, 0, false};
/// Operators that turn a matrix, or hand it on as it is.
constexpr std::array<std::string_view, 8> kTurning{"aten.permute",   "aten.permute_copy",   "aten.t",       "aten.t_copy",
                                                   "aten.transpose", "aten.transpose_copy", "aten.numpy_T", "aten.mT"};
constexpr std::array<std::string_view, 5> kHanding{"aten.alias", "aten.alias_copy", "aten.detach", "aten.clone", "aten.contiguous"};

/// "aten.linear" of "aten.linear.default".
std::string_view withoutOverload(std::string_view target) { return target.substr(0, target.rfind('.')); }

std::string_view targetOf(const GraphModel& model, NodeId node) {
    return withoutOverload(evaluate::shortTarget(model.text(model.node(node).target)));
}

std::optional<std::size_t> argumentOf(const GraphModel& model, NodeId node, ValueId value) {
    const auto arguments = model.arguments(model.node(node));
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i].kind == graph::ArgumentKind::Value && arguments[i].value() == value) return i;
    return std::nullopt;
}

bool isTransposed(const GraphModel& model, NodeId node) {
    const auto arguments = model.arguments(model.node(node));
    return targetOf(model, node) == "aten.convolution" && arguments.size() > 6 && arguments[6].integer != 0;
}

class Finder {
public:
    explicit Finder(const evaluate::PreparedGraph& graph) : m_graph(graph), m_model(graph.model) {}

    std::optional<Weight> find(const graph::GraphInput& input) {
        begin(std::string(m_model.text(input.target)));
        const auto shape = readBy(input.value);
        return shape && m_any && !m_mixed ? shaped(*shape) : std::nullopt;
    }

    /// Of codes that are unfolded, at several places maybe: the same weight of all of them.
    std::optional<Weight> find(const std::vector<Unfolding>& unfoldings) {
        begin(unfoldings.front().name);
        std::optional<std::vector<std::int64_t>> shape;
        for (const Unfolding& one : unfoldings) {
            const auto results = m_graph.flow.results(one.node);
            if (results.size() != 1 || one.form->rows != unfoldings.front().form->rows) return std::nullopt;
            auto own = one.form->rows ? takenRows(one.node) : readBy(results.front());
            if (!own || (shape && *shape != *own)) return std::nullopt;
            shape = std::move(own);
        }
        if (!m_any || m_mixed) return std::nullopt;
        auto weight = shaped(*shape);
        if (!weight) return weight;
        weight->held = std::make_shared<Held>();
        weight->held->unfoldings = unfoldings;
        weight->sites.clear();  // its observers were asked when it was exported
        if (weight->operands.empty()) return weight;
        const graph::Argument& operand =
            m_model.arguments(m_model.node(weight->operands.front().node))[weight->operands.front().argument];
        if (operand.kind != graph::ArgumentKind::Value) return weight;
        const OperandForm form = operandOf(m_graph, operand.value());
        weight->held->scheme.operand = form.operand;
        weight->held->scheme.operandBits = form.bits;
        // What is in few bits already is not rounded again.
        if (form.operand != Operand::AsIs) weight->operands.clear();
        return weight;
    }

private:
    void begin(std::string name) {
        m_weight = {};
        m_any = m_mixed = false;
        m_table.clear();
        m_weight.name = std::move(name);
    }

    /// Sizes that are known, of a floating value.
    std::optional<std::vector<std::int64_t>> shapeOf(ValueId id) {
        const auto& value = m_model.value(id);
        if (!value.meta.valid()) return std::nullopt;
        const auto& meta = m_model.meta(value.meta);
        std::vector<std::int64_t> shape;
        for (const graph::Dim& size : m_model.dims(meta.sizes)) {
            if (size.expression.valid() || size.value <= 0) return std::nullopt;
            shape.push_back(size.value);
        }
        if (!meta.type || shape.size() < 2 || !isFloating(*meta.type)) return std::nullopt;
        m_weight.type = *meta.type;
        return shape;
    }

    /// Follows all that take the value.
    std::optional<std::vector<std::int64_t>> readBy(ValueId value) {
        auto shape = shapeOf(value);
        if (!shape) return std::nullopt;
        for (const NodeId node : m_graph.flow.consumers(value)) {
            const auto argument = argumentOf(m_model, node, value);
            if (!argument) return std::nullopt;
            m_weight.readers.push_back({node, *argument});
            follow(node, value, false, 0);
        }
        return shape;
    }

    /// Of a node that takes rows of codes and gives them as numbers: the table's sizes.
    std::optional<std::vector<std::int64_t>> takenRows(NodeId node) {
        // Sizes of what it gives may be symbols; only the last one matters.
        const auto& result = m_model.value(m_graph.flow.results(node).front());
        const auto arguments = m_model.arguments(m_model.node(node));
        if (!result.meta.valid() || arguments.empty() || arguments.front().kind != graph::ArgumentKind::Value) return std::nullopt;
        const auto& codes = m_model.value(arguments.front().value());
        if (!codes.meta.valid()) return std::nullopt;
        const auto sizes = m_model.dims(m_model.meta(result.meta).sizes), stored = m_model.dims(m_model.meta(codes.meta).sizes);
        const auto type = m_model.meta(result.meta).type;
        if (sizes.empty() || stored.size() != 2 || sizes.back().value <= 0 || stored[0].value <= 0 || !type || !isFloating(*type))
            return std::nullopt;
        m_weight.type = *type;
        m_weight.kind = OperatorKind::Embedding;
        m_weight.operators.push_back(node);
        m_any = true;
        if (const auto stack = exported::moduleStack(m_model, m_model.node(node)); !stack.empty()) m_table = stack.back().path;
        return std::vector<std::int64_t>{stored[0].value, sizes.back().value};
    }

    void follow(NodeId node, ValueId value, bool turned, int depth) {
        constexpr int kDeep = 4;
        const std::string_view target = targetOf(m_model, node);
        const auto argument = argumentOf(m_model, node, value);
        const auto taker = std::ranges::find(kTakers, target, &Taker::target);
        if (taker != kTakers.end() && argument == taker->weight)
            return take(node, isTransposed(m_model, node) ? kTransposed : *taker, turned);
        const bool turns = std::ranges::find(kTurning, target) != kTurning.end();
        const bool hands = std::ranges::find(kHanding, target) != kHanding.end();
        if (depth == kDeep || (!turns && !hands)) {
            m_mixed = true;
            return;
        }
        for (const ValueId result : m_graph.flow.results(node))
            for (const NodeId user : m_graph.flow.consumers(result)) follow(user, result, turned != turns, depth + 1);
    }

    void take(NodeId node, const Taker& taker, bool turned) {
        const bool inputsLast = taker.inputsLast != turned;
        const OperatorKind kind = taker.kind == OperatorKind::Product && inputsLast ? OperatorKind::Linear : taker.kind;
        if (m_any && m_weight.turned == inputsLast) m_mixed = true;
        // A table that is multiplied with, too, is a matrix first.
        if (!m_any || m_weight.kind == OperatorKind::Embedding) m_weight.kind = kind;
        m_weight.turned = !inputsLast;
        m_any = true;
        m_weight.operators.push_back(node);
        if (taker.kind != OperatorKind::Embedding) m_weight.operands.push_back({node, taker.operand});
        const auto stack = exported::moduleStack(m_model, m_model.node(node));
        if (stack.empty()) return;
        const std::string& path = stack.back().path;
        (taker.kind == OperatorKind::Embedding ? m_table : m_weight.module) = path;
    }

    std::optional<Weight> shaped(const std::vector<std::int64_t>& shape) {
        std::int64_t all = 1;
        for (const std::int64_t size : shape) {
            const auto product = checkedMul(all, size);
            if (!product || static_cast<std::uint64_t>(*product) > limits::settable().elements) return std::nullopt;
            all = *product;
        }
        if (m_weight.turned) {
            if (shape.size() != 2 && m_weight.kind != OperatorKind::Transposed) return std::nullopt;
            m_weight.inputs = shape[0];
            m_weight.channels = all / shape[0];
            m_weight.places = m_weight.channels / shape[1];
        } else {
            m_weight.inputs = m_weight.kind == OperatorKind::Convolution ? shape[1] : shape.back();
            m_weight.channels = all / m_weight.inputs;
            if (m_weight.kind == OperatorKind::Convolution) m_weight.places = m_weight.channels / shape[0];
        }
        if (all < kLeastElements) return std::nullopt;
        m_weight.axes = shape.size();
        m_weight.position = m_graph.flow.position(m_weight.operators.front());
        for (const NodeId taker : m_weight.operators)
            m_weight.position = std::min<std::size_t>(m_weight.position, m_graph.flow.position(taker));
        for (const Place& reader : m_weight.readers)
            m_weight.position = std::min<std::size_t>(m_weight.position, m_graph.flow.position(reader.node));
        if (m_weight.kind == OperatorKind::Embedding || m_weight.module.empty())
            m_weight.module = m_table;
        else
            m_weight.table = m_table;
        findSites();
        return std::move(m_weight);
    }

    /// All of its operators, or none: PT2E's quantizer skips a second one where a weight is fused with what follows.
    void findSites() {
        if (m_weight.type != ScalarType::F32 || m_weight.readers.size() != m_weight.operators.size()) return;
        for (std::size_t i = 0; i < m_weight.operators.size(); ++i) {
            auto site = siteOf(m_graph, m_weight.operators[i]);
            const bool alone = m_weight.operators.size() == 1 || (site && !site->fused && m_weight.kind == OperatorKind::Linear);
            if (!site || !alone || m_weight.readers[i].node != site->node) return m_weight.sites.clear();
            m_weight.sites.push_back(*std::move(site));
        }
    }

    const evaluate::PreparedGraph& m_graph;
    const GraphModel& m_model;
    Weight m_weight;
    std::string m_table;  ///< module that takes rows
    bool m_any = false, m_mixed = false;
};

}  // namespace

bool Weight::takes(const Scheme& scheme) const noexcept {
    if (scheme.weight == WeightAs::Today) return held || today;
    if (scheme.weight == WeightAs::Same)
        return held && held->waste && held->waste->bits > scheme.bits && held->waste->needed <= scheme.bits;
    // What is narrow may only become narrower: the numbers that it was made of are not here.
    if (held)
        return !scheme.isFloat() && !scheme.pt2e && scheme.fits(kind, inputs) &&
               scheme.bytes(channels, inputs, places) < held->bytes;
    if (!scheme.fits(kind, inputs) || (scheme.pt2e && sites.empty())) return false;
    const bool isShort = scheme.weight == WeightAs::Half || scheme.weight == WeightAs::Brain;
    if (isShort && itemSize(type) <= 2) return false;  // as short as it is
    // torchao 0.18 has integers of convolutions in two dimensions alone, and fails where one channel reads one other.
    const bool torchaoIntegers = scheme.weight == WeightAs::Integer && !scheme.pt2e;
    // What torchao quantises is the `weight` of a module.
    const bool isOfModule = name == "weight" || name.ends_with(".weight");
    if ((torchaoIntegers || scheme.weight == WeightAs::Float8) && !isOfModule) return false;
    return kind != OperatorKind::Convolution || !torchaoIntegers || (axes == 4 && inputs > 1);
}

std::uint64_t Weight::bytesIn(const Scheme& scheme) const noexcept {
    const auto elements = static_cast<std::uint64_t>(channels) * static_cast<std::uint64_t>(inputs);
    switch (scheme.weight) {
        case WeightAs::Float: return bytes();
        case WeightAs::Today: return today ? today->bytes : bytes();
        case WeightAs::Same: {
            const std::uint64_t now = elements * static_cast<std::uint64_t>(held->waste->bits) / 8;
            return bytes() - now + elements * static_cast<std::uint64_t>(scheme.bits) / 8;
        }
        case WeightAs::Half:
        case WeightAs::Brain:
        case WeightAs::Float8:
        case WeightAs::Integer: break;
    }
    const std::uint64_t own = scheme.bytes(channels, inputs, places);
    return own + (table.empty() || held ? 0 : scheme.pt2e ? bytes() : own);
}

std::string nameIn(const std::string& module, const std::string& weight) {
    return module + (module.empty() ? "" : ".") + weight.substr(weight.rfind('.') + 1);
}

const Scheme& Weight::asItIs() const noexcept { return *schemeOf(held ? "today" : "float"); }

std::vector<Weight> weightsOf(const evaluate::PreparedGraph& graph) {
    std::vector<Weight> found;
    Finder finder(graph);
    std::map<std::string, std::vector<Unfolding>> byCodes;
    for (Unfolding& one : unfoldingsOf(graph)) byCodes[one.name].push_back(std::move(one));
    for (const auto& [name, unfoldings] : byCodes)
        if (auto weight = finder.find(unfoldings)) found.push_back(*std::move(weight));
    for (const graph::GraphInput& input : graph.model.top().inputs)
        if (graph::isHeld(input.kind) && input.value.valid())
            if (auto weight = finder.find(input)) found.push_back(*std::move(weight));
    std::ranges::stable_sort(found, {}, &Weight::position);
    return found;
}

}  // namespace etscope::advisor
