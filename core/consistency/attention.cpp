#include "consistency/attention.h"

#include <algorithm>
#include <array>

#include "consistency/uses.h"

namespace etscope::consistency {

using graph::NodeId;
using graph::ValueId;

namespace {

using Mask = std::pair<NodeId, ValueId>;

Mask operandOf(const Subject& subject, NodeId node) {
    const auto& model = subject.model();
    for (const ValueId input : subject.prepared->flow.inputs(node)) {
        if (subject.ofContent[input.index()] || !typeOf(model, input) || sizesOf(model, input).size() < 2) continue;
        NodeId maker = model.value(sourceOf(model, input)).producer;
        if (!maker.valid()) maker = model.value(input).producer;
        return {maker.valid() ? maker : node, input};
    }
    return {};
}

constexpr auto kProducts = std::to_array<std::string_view>({"matmul", "bmm", "mm", "einsum", "baddbmm"});
constexpr auto kMasking = std::to_array<std::string_view>({"add", "where", "masked_fill", "sub", "mul"});

}  // namespace

bool isAttention(std::string_view stem) noexcept {
    return stem.find("softmax") != std::string_view::npos || stem.find("attention") != std::string_view::npos ||
           stem.find("sdpa") != std::string_view::npos;
}

Mask maskOperandOf(const Subject& subject, NodeId attention) {
    const auto& model = subject.model();
    if (operatorStem(model, attention).find("softmax") == std::string::npos) return operandOf(subject, attention);
    ValueId scores = valueArgument(model, attention, 0);
    for (int steps = 0; steps < 16 && scores.valid(); ++steps) {
        const NodeId producer = model.value(sourceOf(model, scores)).producer;
        if (!producer.valid()) return {};
        const std::string stem = operatorStem(model, producer);
        if (std::ranges::find(kProducts, stem) != kProducts.end()) return {};
        if (std::ranges::find(kMasking, stem) != kMasking.end())
            if (const Mask mask = operandOf(subject, producer); mask.first.valid()) return mask;
        scores = {};
        for (const ValueId input : subject.prepared->flow.inputs(producer))
            if (subject.ofContent[input.index()]) scores = input;
    }
    return {};
}

}  // namespace etscope::consistency
