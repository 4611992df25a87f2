#include "delegates/shared_biases.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/lists.h"
#include "base/number_text.h"

namespace etscope::delegates {
namespace {

constexpr std::uint64_t kMostBiasBytes = std::uint64_t{1} << 24U;  ///< of all that are read: more than all layers have channels
constexpr std::size_t kMostScalesTold = 4;

/// Id of the value that the operator takes as this argument; empty: it has no such argument.
std::string_view takenAs(const graph::GraphModel& payload, graph::NodeId node, std::string_view argument) {
    for (const graph::Argument& one : payload.arguments(payload.node(node)))
        if (payload.text(one.name) == argument && one.kind == graph::ArgumentKind::Value)
            return payload.text(payload.value(one.value()).id);
    return {};
}

/// Numbers that were one before they were rounded to f32 are one; those near it are its neighbours in the set.
void addScale(std::set<double>& scales, double scale) {
    const auto isSame = [scale](double one) { return std::abs(one - scale) <= 1e-6 * std::max(std::abs(one), std::abs(scale)); };
    const auto above = scales.lower_bound(scale);
    if ((above == scales.end() || !isSame(*above)) && (above == scales.begin() || !isSame(*std::prev(above)))) scales.insert(scale);
}

/// Whether it holds integers that are not all zero, which are right in every scale; false where they cannot be read. `room`: bytes
/// that may still be read.
bool holdsIntegers(const Decoded& decoded, std::string_view bias, std::uint64_t& room) {
    const auto weight = std::ranges::find(decoded.weights, bias, &Weight::name);
    if (weight == decoded.weights.end() || !weight->type || isFloating(*weight->type) || weight->bytes.size > room) return false;
    room -= weight->bytes.size;
    const auto bytes = weight->bytes.hasData() ? weight->bytes.readAll() : Result<std::vector<std::byte>>(fail("", ""));
    return bytes && std::ranges::any_of(*bytes, [](std::byte one) { return one != std::byte{0}; });
}

}  // namespace

Sentence SharedBias::text() const {
    const std::vector<double> all(scales.begin(), scales.end());
    return Sentence::of("stored once, and added behind inputs of %1 scales: %2", scales.size(),
                        firstOf(all, kMostScalesTold, shortest));
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
        addScale(shared.scales, input->second);
    }
    std::uint64_t room = kMostBiasBytes;
    for (auto& [constants, shared] : byConstants)
        if (shared.scales.size() > 1 && holdsIntegers(decoded, shared.bias, room)) found.push_back(std::move(shared));
    return found;
}

}  // namespace etscope::delegates
