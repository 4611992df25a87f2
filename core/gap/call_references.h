// What stands against the values of a call where references are known by node: the results of the node that it is; of a delegate
// the values that its nodes give to others. Internal to core/gap. One thread.
#pragma once

#include <string>
#include <vector>

#include "gap/calls.h"
#include "gap/node_references.h"
#include "replay/instruction_nodes.h"

namespace etscope::gap {

struct CallReference {
    std::vector<std::string> nodes;  ///< paths, as far as it is told which are its own
    std::vector<Reference> outputs;  ///< from the last output backwards; empty: nothing stands against it
    std::vector<std::string> paths;  ///< of a delegate: of the values that these are; empty: not told
    Sentence note;                   ///< why nothing does
};

class CallReferences {
public:
    /// Keeps references.
    CallReferences(const graph::GraphModel& edge, const replay::InstructionNodes& kernels, const join::MethodHandles& handles,
                   const ReferenceValues& source, const JobContext& job);
    /// Nothing: its debug handles alone tell. Errors: `cancelled`.
    Result<std::optional<CallReference>> of(const Call& call) const;

private:
    using Nodes = std::vector<graph::NodeId>;
    struct Candidate {
        std::string path;
        tensor::Value value;
        bool leaves = false;  ///< other nodes take it, or the method gives it
    };
    void addKernel(const Call& call, CallReference& found) const;
    Result<void> addDelegate(const Call& call, CallReference& found) const;
    /// What the nodes give, of that shape.
    std::vector<Candidate> valuesOf(const Nodes& nodes, const std::vector<std::int64_t>& shape) const;
    /// The candidate that the value is; nothing: none is near enough to be told by its value.
    Result<std::optional<std::size_t>> nearest(const tensor::Value& value, const std::vector<Candidate>& all) const;
    Nodes nodesOf(const Call& call) const;
    /// Whether other calls of its kind carry one of its handles.
    bool isShared(const Call& call) const;

    const graph::GraphModel& m_edge;
    const replay::InstructionNodes& m_kernels;
    const ReferenceValues& m_source;
    const JobContext& m_job;
    graph::DataFlow m_flow;
    std::map<std::int64_t, Nodes> m_nodesOfHandle;
    std::map<std::pair<std::int64_t, bool>, std::size_t> m_callsOfHandle;  ///< kernels, and delegate calls, that carry it
    std::set<graph::NodeId> m_kernelNodes;                                 ///< that some kernel may be
};

}  // namespace etscope::gap
