#include "advisor/held_weights.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "evaluate/operator_table.h"

namespace etscope::advisor {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

/// Steps that are followed back to a constant, or to what put an operand into few bits.
constexpr int kMostStepsBack = 10;

constexpr std::array kForms{
    UnfoldingForm{"torchao.dequantize_affine", "input", "scale", "zero_point"},
    UnfoldingForm{"quantized_decomposed.dequantize_per_tensor", "input", "scale", "zero_point"},
    UnfoldingForm{"quantized_decomposed.dequantize_per_channel", "input", "scales", "zero_points"},
    UnfoldingForm{"quantized_decomposed.dequantize_per_channel_group", "input", "scales", "zero_points"},
    UnfoldingForm{"quantized_decomposed.embedding_byte", "weight", "weight_scales", "weight_zero_points", true},
    UnfoldingForm{"quantized_decomposed.embedding_4bit", "weight", "weight_scales", "weight_zero_points", true, 4},
    UnfoldingForm{"quantized_decomposed.embedding_2bit", "weight", "weight_scales", "weight_zero_points", true, 2},
    UnfoldingForm{"torchao.dequantize_affine_float8_non_decomposed", "tensor", "scale", ""},
    UnfoldingForm{"torchao.dequantize_int4_tensor", "qdata", "scale", "zero_point", false, 4},
    UnfoldingForm{"torchao.dequantize_gguf", "weight", "", "", false, 0, true},
    UnfoldingForm{"torchao.dequantize_nvfp4", "qdata", "scale", "", false, 0, true},
    UnfoldingForm{"torchao.dequantize_mx", "qdata", "scale", "", false, 0, true}};
constexpr std::array<std::string_view, 4> kFixed{"torchao.quantize_affine", "quantized_decomposed.quantize_per_tensor",
                                                 "quantized_decomposed.quantize_per_channel",
                                                 "quantized_decomposed.quantize_per_channel_group"};
/// What hands codes on as they are.
constexpr std::array<std::string_view, 8> kHandsCodes{"export.access_subclass_inner_tensor",
                                                      "aten.alias",
                                                      "aten.alias_copy",
                                                      "aten.detach",
                                                      "aten.detach_copy",
                                                      "aten.clone",
                                                      "aten.lift_fresh_copy",
                                                      "dim_order_ops._clone_dim_order"};
/// What leaves an operand the same numbers.
constexpr std::array<std::string_view, 16> kHandsOperand{
    "aten.view",      "aten.view_copy",    "aten.reshape",        "aten.permute",   "aten.permute_copy", "aten.transpose",
    "aten.squeeze",   "aten.squeeze_copy", "aten.unsqueeze",      "aten.clone",     "aten.expand",       "aten.unsqueeze_copy",
    "aten.alias",     "aten.detach",       "aten.transpose_copy", "aten.contiguous"};

std::string_view operatorOf(const GraphModel& model, NodeId node) {
    const std::string_view target = evaluate::shortTarget(model.text(model.node(node).target));
    return target.substr(0, target.rfind('.'));
}

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

const Argument* argumentNamed(const GraphModel& model, NodeId node, std::string_view name) {
    if (name.empty()) return nullptr;
    const auto arguments = model.arguments(model.node(node));
    for (const Argument& one : arguments)
        if (model.text(one.name) == name) return &one;
    // Without names their places count.
    const evaluate::Operator* op = evaluate::findOperator(model.text(model.node(node).target));
    if (op == nullptr) return nullptr;
    const auto& parameters = op->signature.parameters();
    for (std::size_t i = 0; i < std::min(parameters.size(), arguments.size()); ++i)
        if (parameters[i].name == name && model.text(arguments[i].name).empty()) return &arguments[i];
    return nullptr;
}

/// "seq.0.weight" of "seq.0.parametrizations.weight.original0", as the edge graph of a tensor subclass calls its parts.
std::string plainName(std::string_view name) {
    constexpr std::string_view kBetween = "parametrizations.", kBehind = ".original";
    std::string plain(name);
    const std::size_t between = plain.find(kBetween), behind = plain.rfind(kBehind);
    if (between == std::string::npos || behind == std::string::npos || behind < between) return plain;
    plain.erase(behind);
    plain.erase(between, kBetween.size());
    return plain;
}

class Holdings {
public:
    explicit Holdings(const evaluate::PreparedGraph& graph) : m_graph(graph), m_model(graph.model) {
        std::set<std::string_view> written;
        for (const graph::GraphOutput* output : m_model.bufferMutations()) written.insert(m_model.text(output->target));
        for (const graph::GraphInput& input : m_model.top().inputs)
            if (input.value.valid() && graph::isHeld(input.kind) && !written.contains(m_model.text(input.target)))
                m_constants.emplace(input.value, m_model.text(input.target));
    }

    /// The constant that the value is, or is a part of; empty: it is none.
    std::string_view constantBehind(ValueId value) const {
        for (int step = 0; step < kMostStepsBack; ++step) {
            if (const auto known = m_constants.find(value); known != m_constants.end()) return known->second;
            const NodeId maker = m_model.value(value).producer;
            if (!maker.valid() || !isOneOf(kHandsCodes, operatorOf(m_model, maker))) return {};
            const auto inputs = m_graph.flow.inputs(maker);
            if (inputs.size() != 1) return {};
            value = inputs.front();
        }
        return {};
    }

    bool isFixed(const Argument* argument) const {
        return argument == nullptr || argument->kind != ArgumentKind::Value || !constantBehind(argument->value()).empty();
    }

    std::vector<Unfolding> unfoldings() const {
        std::vector<Unfolding> found;
        for (const NodeId node : m_model.top().nodes) {
            const auto form = std::ranges::find(kForms, operatorOf(m_model, node), &UnfoldingForm::target);
            if (form == kForms.end()) continue;
            const Argument* codes = argumentNamed(m_model, node, form->codes);
            if (codes == nullptr || codes->kind != ArgumentKind::Value) continue;
            const std::string_view name = constantBehind(codes->value());
            if (name.empty() || !isFixed(argumentNamed(m_model, node, form->scale)) ||
                !isFixed(argumentNamed(m_model, node, form->zeroPoint)))
                continue;
            found.push_back({node, plainName(name), &*form});
        }
        return found;
    }

    std::vector<NodeId> fixedQuantisers() const {
        std::vector<NodeId> found;
        for (const NodeId node : m_model.top().nodes) {
            if (!isOneOf(kFixed, operatorOf(m_model, node))) continue;
            const Argument* input = argumentNamed(m_model, node, "input");
            if (input == nullptr || input->kind != ArgumentKind::Value || !constantBehind(input->value()).empty()) continue;
            const Argument* scale = argumentNamed(m_model, node, "scale");
            if (scale == nullptr) scale = argumentNamed(m_model, node, "scales");
            if (isFixed(scale)) found.push_back(node);
        }
        return found;
    }

    OperandForm operand(ValueId value) const {
        bool unfolded = false;
        for (int step = 0; step < kMostStepsBack; ++step) {
            const NodeId maker = m_model.value(value).producer;
            if (!maker.valid()) return {};
            const std::string_view name = operatorOf(m_model, maker);
            const std::string_view word = name.substr(std::min(name.find('.') + 1, name.size()));
            if (unfolded && word.starts_with("quantize")) return formOf(maker);
            const bool unfolds = word.starts_with("dequantize");
            if (!unfolds && !isOneOf(kHandsOperand, name)) return {};
            unfolded = unfolded || unfolds;
            const auto arguments = m_model.arguments(m_model.node(maker));
            if (arguments.empty() || arguments.front().kind != ArgumentKind::Value) return {};
            value = arguments.front().value();
        }
        return {};
    }

private:
    OperandForm formOf(NodeId quantiser) const {
        const Argument* scale = argumentNamed(m_model, quantiser, "scale");
        if (scale == nullptr) scale = argumentNamed(m_model, quantiser, "scales");
        OperandForm made{isFixed(scale) ? Operand::Static : Operand::Dynamic, 0};
        const Argument *least = argumentNamed(m_model, quantiser, "quant_min"),
                       *most = argumentNamed(m_model, quantiser, "quant_max");
        if (least != nullptr && most != nullptr && least->kind == ArgumentKind::Int && most->kind == ArgumentKind::Int)
            made.bits = bitsBetween(static_cast<double>(least->integer), static_cast<double>(most->integer));
        return made;
    }

    const evaluate::PreparedGraph& m_graph;
    const GraphModel& m_model;
    std::map<ValueId, std::string_view> m_constants;
};

}  // namespace

Sentence Held::text() const {
    if (scheme.known()) return scheme.text();
    return Sentence(unfoldings.front().form->target.substr(unfoldings.front().form->target.find('.') + 1));
}

std::vector<Unfolding> unfoldingsOf(const evaluate::PreparedGraph& graph) { return Holdings(graph).unfoldings(); }

std::vector<NodeId> fixedQuantisersOf(const evaluate::PreparedGraph& graph) { return Holdings(graph).fixedQuantisers(); }

OperandForm operandOf(const evaluate::PreparedGraph& graph, ValueId value) { return Holdings(graph).operand(value); }

}  // namespace etscope::advisor
