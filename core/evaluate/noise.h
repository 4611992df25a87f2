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
#include "evaluate/prepared_graph.h"

namespace etscope::evaluate {

struct NodeNoise {
    /// By result: the standard deviation of each element, row-major; empty: it is not moved.
    std::vector<std::vector<float>> deviations;
    /// What the node gives, where nothing that it takes is moved: the same in every run.
    std::optional<Values> still;
};
/// Of all nodes of a graph by the paths of their graphs and their numbers; bodies of loops turn by turn. Counts what it holds.
class GraphNoise {
public:
    GraphNoise(std::shared_ptr<Memory> memory, const PreparedGraph& graph);
    ~GraphNoise() { m_memory->give(m_held); }
    GraphNoise(const GraphNoise&) = delete;
    GraphNoise& operator=(const GraphNoise&) = delete;

    /// Whether nothing that the node of the top graph takes is moved by noise.
    bool isStill(graph::NodeId node) const;
    /// Of a node of the top graph: neither are its results. Of others that is not known.
    void setStill(graph::NodeId node);
    /// A value of the top graph that is known, and therefore not moved.
    void setStill(graph::ValueId value) { m_still[value.index()] = true; }
    /// Whether there is room to keep a node's results.
    bool keeps(const Values& results) noexcept;
    /// Refuses `limit-exceeded`.
    void add(const std::string& key, NodeNoise noise);
    /// nullptr: nothing is known of the node.
    const NodeNoise* find(const std::string& key) const;
    /// The standard deviation of each element of a value of the top graph, as the node moves it that made it, if views in the same
    /// order are all that lies between: the least that it is off. nullptr: that is not known.
    const std::vector<float>* ofValue(graph::ValueId value) const;

private:
    std::shared_ptr<Memory> m_memory;
    const PreparedGraph& m_graph;
    std::vector<bool> m_still;  ///< by value of the top graph
    std::uint64_t m_held = 0, m_kept = 0;
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

protected:
    struct Place {
        std::string key;    ///< of its noise
        graph::NodeId top;  ///< in the top graph; invalid: in a graph inside it
    };

private:
    virtual Result<Values> computed(const Place& place, const Operator& op, const Context& context, Arguments arguments) = 0;

    const Restriction& m_restriction;
    std::vector<std::optional<Value>> m_outputs;
};

/// Computes each operator and measures its noise, everything in `type` where the graph does not declare a coarser one.
class MeasuringProbe final : public PartProbe {
public:
    MeasuringProbe(const Restriction& restriction, GraphNoise& noise, ScalarType type)
        : PartProbe(restriction), m_noise(noise), m_type(type) {}

private:
    Result<Values> computed(const Place& place, const Operator& op, const Context& context, Arguments arguments) override;

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
    Result<Values> computed(const Place& place, const Operator& op, const Context& context, Arguments arguments) override;

    const GraphNoise& m_noise;
    std::uint64_t m_seed;
};

}  // namespace etscope::evaluate
