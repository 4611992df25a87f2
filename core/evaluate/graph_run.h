// One run of one model: values of all its graphs, freed after their last use. Internal to core/evaluate; functions refuse.
#pragma once

#include "evaluate/interpreter.h"
#include "evaluate/prepared_graph.h"
#include "evaluate/symbols.h"

namespace etscope::evaluate {

class GraphRun {
public:
    /// `outer`: the run of the delegate call that it is; nullptr: none.
    GraphRun(const PreparedGraph& prepared, const Surroundings& surroundings, const Context& context, Probe& probe,
             GraphRun* outer = nullptr);
    /// What the other run holds now, to be gone on with; that one stays as it is.
    GraphRun(const GraphRun& from, const PreparedGraph& prepared, Probe& probe);
    ~GraphRun() { m_context.memory->give(m_held); }
    GraphRun(const GraphRun&) = delete;
    GraphRun& operator=(const GraphRun&) = delete;

    RunResult runTop(Values inputs, const std::map<std::string, Array>& buffers);
    /// runTop() in parts: takes what is given; runs nodes of the top graph by their places; gives what came of it.
    void begin(Values inputs, const std::map<std::string, Array>& buffers);
    void runTo(std::size_t from, std::size_t to);
    RunResult end();
    /// One turn of a nested graph; the values of an earlier turn are overwritten.
    std::vector<std::optional<Value>> runBody(const Scope& scope, graph::GraphId id, const Values& inputs);
    /// Polls, and counts a turn of any loop of the run. Refuses `limit-exceeded`, `cancelled`.
    void countTurn();
    /// The program that a delegate's call was made from.
    Values runLowered(const Scope& scope, graph::NodeId id, Values inputs);
    /// The argument with the values that it names. Refuses those that are unknown.
    Value valueOf(const graph::Argument& argument) const;

    /// A constant of the model. Refuses what the surroundings lack.
    Value constant(const std::string& target) const;

    const graph::GraphModel& model() const noexcept { return m_model; }
    const Context& context() const noexcept { return m_context; }
    void setPrefix(std::string prefix) { m_prefix = std::move(prefix); }

private:
    Array owned(const Array& array) const;
    Value boundInput(const graph::GraphInput& input);
    void bindTop(Values inputs);
    /// Takes what the value takes beside its bytes: the views of lists.
    void set(graph::ValueId id, std::optional<Value> value);
    void reset(graph::ValueId id);
    const Value& known(graph::ValueId id) const;
    Values results(const Scope& scope, graph::NodeId id);
    void bindResults(const Scope& scope, graph::NodeId id, Values given);
    void release(graph::NodeId id);
    void runNode(const Scope& scope, graph::NodeId id);
    std::vector<std::optional<Value>> runGraph(const Scope& scope, graph::GraphId id);
    std::vector<std::optional<Value>> outputsOf(const graph::Graph& graph) const;
    std::map<std::string, Array> stateOf(const graph::GraphModel& lowered) const;

    const graph::GraphModel& m_model;
    const Surroundings& m_surroundings;
    Context m_context;
    Probe& m_probe;
    const graph::DataFlow& m_flow;
    std::vector<std::optional<Value>> m_values;               ///< by ValueId
    const std::map<std::string, Array>* m_buffers = nullptr;  ///< by target: before the run
    std::map<std::string, Array> m_written;                   ///< by target: buffers of models that write into them
    std::map<std::string, Array> m_left;                      ///< by the calls of delegates, in buffers of their own
    std::optional<Symbols> m_symbols;                         ///< of models whose arguments use them
    std::string m_prefix;
    std::uint64_t m_held = 0;  ///< what the values take beside their bytes
    GraphRun* m_outer;
    int m_depth;
    std::int64_t m_turns = 0;  ///< of all loops, of delegates inside as well
};

/// Nodes that hold graphs: branches, loops, scans, delegate calls.
struct ControlFlow {
    std::string_view target;  ///< behind the prefix
    Values (*run)(GraphRun&, const Scope&, graph::NodeId);
};

/// nullptr: an operator like others.
const ControlFlow* controlFlow(std::string_view target) noexcept;

}  // namespace etscope::evaluate
