#include "delegates/shared_biases.h"

#include <map>

#include "base/lists.h"
#include "base/number_text.h"

namespace etscope::delegates {
namespace {

/// Id of the value that the operator takes as this argument; empty: it has no such argument.
std::string_view takenAs(const graph::GraphModel& payload, graph::NodeId node, std::string_view argument) {
    for (const graph::Argument& one : payload.arguments(payload.node(node)))
        if (payload.text(one.name) == argument && one.kind == graph::ArgumentKind::Value)
            return payload.text(payload.value(one.value()).id);
    return {};
}

}  // namespace

std::string SharedBias::text() const {
    return "stored once, and added behind inputs of " + std::to_string(scales.size()) +
           " scales: " + etscope::joined(scales, ", ", shortest);
}

std::vector<SharedBias> sharedBiases(const Decoded& decoded) {
    std::vector<SharedBias> found;
    if (!decoded.graph || decoded.format != "XNNPACK") return found;
    std::map<std::string_view, double> scales;
    for (const ValueQuantization& one : decoded.quantization)
        if (one.quantization.scale) scales.emplace(one.value, *one.quantization.scale);
    std::map<std::pair<std::string_view, std::string_view>, SharedBias> byConstants;
    for (const graph::NodeId node : decoded.graph->top().nodes) {
        const auto input = scales.find(takenAs(*decoded.graph, node, "input1"));
        const std::string_view bias = takenAs(*decoded.graph, node, "bias"), filter = takenAs(*decoded.graph, node, "filter");
        if (input == scales.end() || bias.empty() || filter.empty()) continue;
        SharedBias& shared = byConstants[{bias, filter}];
        shared.bias = bias;
        shared.operators.push_back(node);
        shared.scales.insert(input->second);
    }
    for (auto& [constants, shared] : byConstants)
        if (shared.scales.size() > 1) found.push_back(std::move(shared));
    return found;
}

}  // namespace etscope::delegates
