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
#include "io/output_file.h"
#include "io/source.h"

namespace etscope::evaluate {

/// The standard deviation of each element of a result, row-major; none: it is not moved. In memory, or put aside.
struct ResultNoise {
    std::vector<float> here;
    std::uint64_t at = 0;   ///< of what is put aside
    std::size_t count = 0;  ///< elements
    bool empty() const noexcept { return count == 0; }
};

struct NodeNoise {
    std::vector<ResultNoise> deviations;  ///< by result
    /// What the node gives, where nothing that it takes is moved: the same in every run.
    std::optional<Values> still;
};
/// Of all nodes of a graph by the paths of their graphs and their numbers; bodies of loops turn by turn. Counts what it holds; of
/// large graphs the most is put aside in a scratch file. One thread.
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
    /// Whether there is room to keep a node's results.
    bool keeps(const Values& results) noexcept;
    /// Refuses `limit-exceeded`.
    void add(const std::string& key, NodeNoise noise);
    /// nullptr: nothing is known of the node.
    const NodeNoise* find(const std::string& key) const;
    /// The deviations, from wherever they are. Refuses what reading fails with.
    std::vector<float> load(const ResultNoise& noise) const;
    /// The standard deviation of each element of a value of the top graph, as the node moves it that made it, if views in the same
    /// order are all that lies between: the least that it is off. Empty: that is not known.
    std::vector<float> ofValue(graph::ValueId value) const;

private:
    void putAside(ResultNoise& noise);

    std::shared_ptr<Memory> m_memory;
    const PreparedGraph& m_graph;
    std::vector<bool> m_still;  ///< by value of the top graph
    std::uint64_t m_held = 0, m_kept = 0;
    std::map<std::string, NodeNoise> m_nodes;
    std::optional<ScratchFile> m_aside;
    bool m_noAside = false;                           ///< it cannot be written
    mutable std::shared_ptr<const Source> m_reading;  ///< of m_aside, as far as it was written
};

/// Computes each operator and measures its noise, everything in `type` where the graph does not declare a coarser one.
class MeasuringProbe final : public Probe {
public:
    MeasuringProbe(GraphNoise& noise, ScalarType type) : m_noise(noise), m_type(type) {}
    Result<Values> compute(const Scope& scope, graph::NodeId node, const Operator& op, const Context& context,
                           std::vector<NamedValue> arguments) override;

private:
    GraphNoise& m_noise;
    ScalarType m_type;
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
