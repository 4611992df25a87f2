#include "findings/scheme_graph.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/checked_math.h"
#include "modules/operator_family.h"

namespace etscope::findings {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;
using graph::InputKind;
using graph::NodeId;
using graph::ValueId;

/// Steps that are followed from a constant to its operator, and from there to what made its operand.
constexpr int kMostSteps = 10;
/// Arguments of an operator that are looked at: those that take weights have less than twenty.
constexpr std::size_t kMostArguments = 64;

/// What leaves a weight, or an operand, the same numbers.
constexpr std::array<std::string_view, 22> kSameNumbers{"view",
                                                        "reshape",
                                                        "permute",
                                                        "transpose",
                                                        "t",
                                                        "unsqueeze",
                                                        "squeeze",
                                                        "clone",
                                                        "clone_dim_order",
                                                        "to_dim_order",
                                                        "to",
                                                        "detach",
                                                        "alias",
                                                        "contiguous",
                                                        "lift_fresh",
                                                        "expand",
                                                        "et_view",
                                                        "unsafe_view",
                                                        "prepack",
                                                        "access_subclass_inner_tensor",
                                                        "xnnstatictranspose",
                                                        "xnnstaticreshape"};

/// Operators by what their words contain; the first that fits. Of products the whole word.
struct KindWord {
    std::string_view kind, word;
    bool whole = false;
};
constexpr KindWord kKinds[] = {{"embedding", "embedding"},       {"linear", "linear"},      {"linear", "fullyconnected"},
                               {"linear", "fully_connected"},    {"linear", "addmm", true}, {"linear", "mm", true},
                               {"linear", "matmul", true},       {"linear", "bmm", true},   {"linear", "baddbmm", true},
                               {"linear", "weight_int8pack_mm"}, {"convolution", "conv"},   {"recurrent", "lstm"},
                               {"recurrent", "gru", true},       {"recurrent", "rnn"}};
constexpr std::string_view kOther = "other";

/// Empty: no operator that weights are told of.
std::string_view kindOf(std::string_view word) {
    if (word.find("convert") != std::string_view::npos) return {};
    for (const KindWord& one : kKinds)
        if (one.whole ? word == one.word : word.find(one.word) != std::string_view::npos) return one.kind;
    return {};
}

bool isDequantiser(std::string_view word) { return word.starts_with("dequantize"); }

bool isParameter(std::string_view argument) {
    return argument.find("scale") != std::string_view::npos || argument.find("zero") != std::string_view::npos ||
           argument.find("bias") != std::string_view::npos;
}

std::optional<double> numberOf(const Argument* argument) {
    if (argument == nullptr) return std::nullopt;
    if (argument->kind == ArgumentKind::Int) return static_cast<double>(argument->integer);
    return argument->kind == ArgumentKind::Float ? std::optional(argument->number) : std::nullopt;
}

/// Sizes of a tensor with known ones; empty: they are not.
std::vector<std::int64_t> shapeOf(const GraphModel& model, ValueId value) {
    std::vector<std::int64_t> shape;
    const graph::Value& one = model.value(value);
    if (one.kind != graph::ValueKind::Tensor || !one.meta.valid()) return shape;
    for (const graph::Dim& dim : model.dims(model.meta(one.meta).sizes)) {
        if (dim.value < 0) return {};
        shape.push_back(dim.value);
    }
    return shape;
}

std::uint64_t elementsOf(const std::vector<std::int64_t>& shape) {
    std::uint64_t all = 1;
    for (const std::int64_t size : shape) all = checkedMul(all, static_cast<std::uint64_t>(size)).value_or(0);
    return all;
}

ScalarType typeOf(const GraphModel& model, ValueId value) {
    const graph::Value& one = model.value(value);
    return one.meta.valid() ? model.meta(one.meta).type.value_or(ScalarType::Unknown) : ScalarType::Unknown;
}

}  // namespace

SchemeGraph::SchemeGraph(const GraphModel& model, const graph::DataFlow& flow, const QuantisedByName& quantised,
                         const std::vector<delegates::ValueQuantization>& values)
    : m_model(model), m_flow(flow), m_quantised(quantised), m_constants(model.valueCount(), false) {
    for (const delegates::ValueQuantization& one : values) m_values.emplace(one.value, &one.quantization);
    std::set<std::string_view> written;
    for (const graph::GraphOutput* output : model.bufferMutations()) written.insert(model.text(output->target));
    constexpr std::array kConstant{InputKind::Parameter, InputKind::Buffer, InputKind::TensorConstant, InputKind::ProgramConstant};
    for (const graph::GraphInput& input : model.top().inputs)
        if (input.value.valid() && std::ranges::find(kConstant, input.kind) != kConstant.end())
            m_constants[input.value.index()] = input.kind != InputKind::Buffer || !written.contains(model.text(input.target));
}

std::string SchemeGraph::word(NodeId node) const { return modules::operatorWord(m_model.text(m_model.node(node).target)); }

const Argument* SchemeGraph::argument(NodeId node, std::string_view beginning) const {
    for (const Argument& one : m_model.arguments(m_model.node(node)))
        if (m_model.text(one.name).starts_with(beginning)) return &one;
    return nullptr;
}

std::vector<SchemeGraph::Reached> SchemeGraph::readersOf(ValueId constant) const {
    std::vector<Reached> found;
    std::vector<ValueId> level{constant};
    std::set<ValueId> seen{constant};
    for (int step = 0; step < kMostSteps && !level.empty(); ++step) {
        std::vector<ValueId> next;
        for (const ValueId value : level)
            for (const NodeId node : m_flow.consumers(value)) {
                const std::string name = word(node);
                const auto arguments = m_model.arguments(m_model.node(node));
                const bool first =
                    !arguments.empty() && arguments.front().kind == ArgumentKind::Value && arguments.front().value() == value;
                const bool passes = isDequantiser(name) || std::ranges::find(kSameNumbers, name) != kSameNumbers.end();
                if (!passes) {
                    found.push_back({node, value});
                    continue;
                }
                const auto results = m_flow.results(node);
                if (first && !results.empty() && seen.insert(results.front()).second) next.push_back(results.front());
            }
        level = std::move(next);
    }
    return found;
}

std::vector<TakenWeight> SchemeGraph::weights() const {
    std::vector<TakenWeight> found;
    for (const graph::GraphInput& input : m_model.top().inputs) {
        if (!input.value.valid() || !m_constants[input.value.index()] || shapeOf(m_model, input.value).size() < 2) continue;
        for (const Reached& reached : readersOf(input.value)) add(input, reached, found);
    }
    std::ranges::stable_sort(found, {}, [this](const TakenWeight& one) { return m_flow.position(one.node); });
    return found;
}

void SchemeGraph::add(const graph::GraphInput& input, const Reached& reached, std::vector<TakenWeight>& found) const {
    TakenWeight taken;
    taken.node = reached.node;
    taken.op = word(reached.node);
    taken.kind = kindOf(taken.op);
    const std::string_view target = m_model.text(input.target), id = m_model.text(m_model.value(input.value).id);
    taken.name = target.empty() ? id : target;
    auto known = m_quantised.find(target);
    if (known == m_quantised.end()) known = m_quantised.find(id);
    const bool quantised = known != m_quantised.end();
    const ScalarType type = typeOf(m_model, input.value);
    taken.elements = elementsOf(shapeOf(m_model, input.value));
    taken.bytes = checkedMul(taken.elements, std::uint64_t{itemSize(type)});
    if (quantised) {
        taken.quantised = known->second;
        taken.scheme = schemeOf(*known->second);
    } else if (const auto rows = packedRows(reached.node, taken.elements)) {
        taken.scheme = *rows;
        addScaleBytes(reached.node, taken.bytes);
        taken.elements = taken.elements * 8 / static_cast<std::uint64_t>(rows->bits);
    } else if (isFloating(type)) {
        taken.scheme = schemeOf(type);
    }
    // Other integers are indices and masks, unless an operator of weights takes them.
    if ((taken.kind.empty() && !quantised) || isParameterOf(reached)) return;
    if (taken.kind.empty()) taken.kind = kOther;
    if (!taken.scheme.known() && type == ScalarType::Bool) return;
    if (taken.kind != kKinds[0].kind) addOperand(reached, taken.scheme);
    found.push_back(std::move(taken));
}

/// Whether it is scales, zero points or a bias there.
bool SchemeGraph::isParameterOf(const Reached& reached) const {
    const auto arguments = m_model.arguments(m_model.node(reached.node));
    return std::ranges::any_of(arguments.first(std::min(arguments.size(), kMostArguments)), [&](const Argument& one) {
        return one.kind == ArgumentKind::Value && one.value() == reached.value && isParameter(m_model.text(one.name));
    });
}

/// Of an embedding that takes several numbers to a byte, "embedding_4bit": by its word and the number of its scales.
std::optional<WeightScheme> SchemeGraph::packedRows(NodeId node, std::uint64_t elements) const {
    const std::string name = word(node);
    const int bits = name.starts_with("embedding_4bit") ? 4 : name.starts_with("embedding_2bit") ? 2 : 0;
    const Argument* scales = argument(node, "weight_scales");
    if (bits == 0 || scales == nullptr || scales->kind != ArgumentKind::Value) return std::nullopt;
    const auto shape = shapeOf(m_model, scales->value());
    const std::uint64_t count = elementsOf(shape);
    if (shape.empty() || count == 0) return std::nullopt;
    WeightScheme made;
    made.bits = bits;
    made.grain = shape.size() > 1 && shape.back() > 1 ? Grain::Group : Grain::Channel;
    if (made.grain == Grain::Group) made.group = static_cast<std::int64_t>(elements * 8 / static_cast<std::uint64_t>(bits) / count);
    const Argument* points = argument(node, "weight_zero_points");
    if (points == nullptr || points->kind == ArgumentKind::None) made.zeroPoints = false;
    return made;
}

void SchemeGraph::addScaleBytes(NodeId node, std::optional<std::uint64_t>& bytes) const {
    for (const char* name : {"weight_scales", "weight_zero_points"}) {
        const Argument* one = argument(node, name);
        if (!bytes || one == nullptr || one->kind != ArgumentKind::Value) continue;
        const auto more =
            checkedMul(elementsOf(shapeOf(m_model, one->value())), std::uint64_t{itemSize(typeOf(m_model, one->value()))});
        bytes = more ? checkedAdd(*bytes, *more) : std::nullopt;
    }
}

bool SchemeGraph::isConstant(ValueId value) const {
    for (int step = 0; step < kMostSteps; ++step) {
        if (m_constants[value.index()]) return true;
        const NodeId maker = m_model.value(value).producer;
        const auto arguments = maker.valid() ? m_model.arguments(m_model.node(maker)) : std::span<const Argument>();
        if (arguments.empty() || arguments.front().kind != ArgumentKind::Value) return false;
        const std::string name = word(maker);
        if (!isDequantiser(name) && std::ranges::find(kSameNumbers, name) == kSameNumbers.end()) return false;
        value = arguments.front().value();
    }
    return false;
}

/// The node that dequantises what the value is; invalid: it is not quantised.
NodeId SchemeGraph::quantiserOf(ValueId value) const {
    bool dequantised = false;
    NodeId last;
    for (int step = 0; step < kMostSteps; ++step) {
        const NodeId maker = m_model.value(value).producer;
        const auto arguments = maker.valid() ? m_model.arguments(m_model.node(maker)) : std::span<const Argument>();
        if (arguments.empty() || arguments.front().kind != ArgumentKind::Value) break;
        const std::string name = word(maker);
        if (isDequantiser(name)) dequantised = true, last = maker;
        if (name.starts_with("quantize")) return dequantised ? maker : NodeId();
        if (!isDequantiser(name) && std::ranges::find(kSameNumbers, name) == kSameNumbers.end()) break;
        value = arguments.front().value();
    }
    return last;
}

/// Whether the scale is found while it runs.
bool SchemeGraph::isChosen(ValueId scale) const {
    for (int step = 0; step < kMostSteps; ++step) {
        const NodeId maker = m_model.value(scale).producer;
        const auto arguments = maker.valid() ? m_model.arguments(m_model.node(maker)) : std::span<const Argument>();
        if (!maker.valid()) return false;
        if (word(maker).starts_with("choose_qparams")) return true;
        if (arguments.empty() || arguments.front().kind != ArgumentKind::Value) return false;
        scale = arguments.front().value();
    }
    return false;
}

void SchemeGraph::addQuantiser(NodeId node, WeightScheme& scheme) const {
    const Argument* scale = argument(node, "scale");
    const bool chosen = scale != nullptr && scale->kind == ArgumentKind::Value && isChosen(scale->value());
    scheme.operand = chosen ? Operand::Dynamic : Operand::Static;
    const auto least = numberOf(argument(node, "quant_min")), greatest = numberOf(argument(node, "quant_max"));
    if (least && greatest) scheme.operandBits = bitsBetween(*least, *greatest);
}

/// The first value beside the weight that is no constant.
void SchemeGraph::addOperand(const Reached& reached, WeightScheme& scheme) const {
    const auto inputs = m_flow.inputs(reached.node);
    for (const ValueId value : inputs.first(std::min(inputs.size(), kMostArguments))) {
        if (value == reached.value || isConstant(value)) continue;
        if (const auto told = m_values.find(m_model.text(m_model.value(value).id)); told != m_values.end()) {
            scheme.operand = told->second->scheme.find("dynamic") != std::string::npos ? Operand::Dynamic : Operand::Static;
            scheme.operandBits = static_cast<int>(8 * itemSize(typeOf(m_model, value)));
        } else if (const NodeId node = quantiserOf(value); node.valid()) {
            addQuantiser(node, scheme);
        }
        return;
    }
}

}  // namespace etscope::findings
