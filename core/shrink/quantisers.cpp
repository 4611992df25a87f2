#include "shrink/quantisers.h"

#include <algorithm>
#include <array>
#include <set>

#include "shrink/sketch.h"

namespace etscope::shrink {
namespace {

constexpr std::array<std::string_view, 2> kSpaces{"quantized_decomposed.", "torchao."};
constexpr std::array<std::string_view, 4> kVerbs{"quantize_", "dequantize_", "choose_qparams", "dequantize"};

/// Operators that only lay numbers out otherwise: weights are turned between their quantiser and what reads them.
constexpr std::array<std::string_view, 6> kMoves{"aten.permute_copy.default", "aten.transpose_copy.int", "aten.t_copy.default",
                                                 "aten.view_copy.default",    "aten.unsqueeze_copy.default", "aten.squeeze_copy.dims"};

/// The quantiser that gives the value, with what moves its numbers; empty: none does.
std::vector<graph::NodeId> quantiserOf(const graph::GraphModel& model, const graph::DataFlow& flow, graph::ValueId value) {
    const graph::NodeId from = model.value(value).producer;
    if (!from.valid()) return {};
    if (isQuantiser(model, from)) return {from};
    const auto inputs = flow.inputs(from);
    const bool isMove = std::ranges::find(kMoves, operatorName(model, from)) != kMoves.end() && inputs.size() == 1;
    const graph::NodeId before = isMove ? model.value(inputs.front()).producer : graph::NodeId();
    if (before.valid() && isQuantiser(model, before)) return {from, before};
    return {};
}

/// Whether runs find out how it rounds: what it reads besides the numbers is given by another quantiser.
bool isDynamic(const graph::GraphModel& model, std::span<const graph::ValueId> inputs) {
    return std::ranges::any_of(inputs.subspan(std::min<std::size_t>(1, inputs.size())),
                               [&](graph::ValueId value) { return model.value(value).producer.valid(); });
}

}  // namespace

bool isQuantiser(const graph::GraphModel& model, graph::NodeId node) {
    const std::string name = operatorName(model, node);
    return std::ranges::any_of(kSpaces, [&](std::string_view space) {
        return name.starts_with(space) && std::ranges::any_of(kVerbs, [&](std::string_view verb) {
                   return std::string_view(name).substr(space.size()).starts_with(verb);
               });
    });
}

std::vector<graph::NodeId> withQuantisers(const graph::GraphModel& model, const graph::DataFlow& flow, graph::NodeId node) {
    std::set<graph::NodeId> all{node};
    std::vector<graph::NodeId> open{node};
    while (!open.empty()) {
        const graph::NodeId one = open.back();
        open.pop_back();
        const auto inputs = flow.inputs(one);
        if (one != node && !isDynamic(model, inputs)) continue;
        for (const graph::ValueId value : inputs)
            for (const graph::NodeId from : quantiserOf(model, flow, value))
                if (all.insert(from).second) open.push_back(from);
    }
    for (const graph::ValueId value : flow.results(node))
        for (const graph::NodeId reader : flow.consumers(value))
            if (isQuantiser(model, reader)) all.insert(reader);
    return {all.begin(), all.end()};
}

}  // namespace etscope::shrink
