// Noise: a graph computed again with every result moved within its own envelope, as another order of sums, another library or
// another rounding would move it. Internal to core/evaluate.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "evaluate/altered.h"
#include "evaluate/interpreter.h"

namespace etscope::evaluate {

/// By result of a node: the standard deviation of each element, row-major; empty: it is not moved.
using NodeNoise = std::vector<std::vector<float>>;
/// Of all nodes of a graph by the paths of their graphs and their numbers; bodies of loops turn by turn.
using GraphNoise = std::map<std::string, NodeNoise>;

/// Computes each operator and measures its noise, everything in `computed` where the graph does not declare a coarser type.
class MeasuringProbe final : public Probe {
public:
    MeasuringProbe(GraphNoise& noise, ScalarType computed) : m_noise(noise), m_computed(computed) {}
    Result<Values> compute(const Scope& scope, graph::NodeId node, const Operator& op, const Context& context,
                           std::vector<NamedValue> arguments) override;

private:
    GraphNoise& m_noise;
    ScalarType m_computed;
};

/// Computes each operator and moves its results: floating ones by their noise, quantised ones by a step here and there, as integer
/// kernels are allowed to. The same way for the same seed.
class NoisyProbe final : public Probe {
public:
    NoisyProbe(const GraphNoise& noise, std::uint64_t seed) : m_noise(noise), m_seed(seed) {}
    Result<Values> compute(const Scope& scope, graph::NodeId node, const Operator& op, const Context& context,
                           std::vector<NamedValue> arguments) override;

private:
    const GraphNoise& m_noise;
    std::uint64_t m_seed;
};

}  // namespace etscope::evaluate
