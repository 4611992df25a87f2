// Noise: a graph computed again with every result moved within its own envelope, as another order of sums, another library or
// another rounding would move it. Internal to core/evaluate.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/altered.h"
#include "evaluate/interpreter.h"

namespace etscope::evaluate {

/// By result of a node: the standard deviation of each element, row-major; empty: it is not moved.
using NodeNoise = std::vector<std::vector<float>>;
/// Of all nodes of a graph by the paths of their graphs and their numbers; bodies of loops turn by turn. Counts what it holds.
class GraphNoise {
public:
    explicit GraphNoise(std::shared_ptr<Memory> memory) : m_memory(std::move(memory)) {}
    ~GraphNoise() { m_memory->give(m_held); }
    GraphNoise(const GraphNoise&) = delete;
    GraphNoise& operator=(const GraphNoise&) = delete;

    /// Refuses `limit-exceeded`.
    void add(const std::string& key, NodeNoise noise);
    /// nullptr: nothing is known of the node.
    const NodeNoise* find(const std::string& key) const;

private:
    std::shared_ptr<Memory> m_memory;
    std::uint64_t m_held = 0;
    std::map<std::string, NodeNoise> m_nodes;
};

/// Part of a top graph.
struct Restriction {
    std::vector<bool> wanted;               ///< by node; empty: all
    std::map<graph::ValueId, Value> known;  ///< in place of what nodes give
    std::vector<graph::ValueId> outputs;    ///< values that are kept
    const Context* copying = nullptr;       ///< where operators write into what was made before: outputs are kept as copies
};

/// Computes what is wanted of a graph, and keeps its outputs.
class PartProbe : public Probe {
public:
    explicit PartProbe(const Restriction& restriction) : m_restriction(restriction), m_outputs(restriction.outputs.size()) {}
    Result<Values> compute(const Scope& scope, graph::NodeId node, const Operator& op, const Context& context,
                           std::vector<NamedValue> arguments) final;
    void take(const Scope& scope, graph::NodeId node, graph::ValueId id, const Value& value) final;
    /// Those of the restriction, as far as they were computed.
    std::vector<std::optional<Value>> takeOutputs() noexcept { return std::move(m_outputs); }

private:
    virtual Result<Values> computed(const std::string& key, const Operator& op, const Context& context, Arguments arguments) = 0;

    const Restriction& m_restriction;
    std::vector<std::optional<Value>> m_outputs;
};

/// Computes each operator and measures its noise, everything in `type` where the graph does not declare a coarser one.
class MeasuringProbe final : public PartProbe {
public:
    MeasuringProbe(const Restriction& restriction, GraphNoise& noise, ScalarType type)
        : PartProbe(restriction), m_noise(noise), m_type(type) {}

private:
    Result<Values> computed(const std::string& key, const Operator& op, const Context& context, Arguments arguments) override;

    GraphNoise& m_noise;
    ScalarType m_type;
};

/// Computes each operator and moves its results: floating ones by their noise, quantised ones by a step here and there, as integer
/// kernels are allowed to. The same way for the same seed.
class NoisyProbe final : public PartProbe {
public:
    NoisyProbe(const Restriction& restriction, const GraphNoise& noise, std::uint64_t seed)
        : PartProbe(restriction), m_noise(noise), m_seed(seed) {}

private:
    Result<Values> computed(const std::string& key, const Operator& op, const Context& context, Arguments arguments) override;

    const GraphNoise& m_noise;
    std::uint64_t m_seed;
};

}  // namespace etscope::evaluate
