// A recorded graph computed: values of nodes as tensors in memory. Any thread.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/interpreter.h"
#include "replay/graph_inputs.h"

namespace etscope::stages {

/// A node that was not computed, and why.
struct NotComputed {
    std::string node;    ///< its path
    std::string target;  ///< "aten.foo.default"
    Error why;
};

struct ComputeOptions {
    bool wide = false;
    std::optional<std::uint64_t> operations;  ///< at most, below the limit of the command line
    /// Whether the value of that path is kept; nothing: all.
    std::function<bool(const std::string& path)> keep;
    /// Is shown every value when it is made, kept or not; its bytes may be written to afterwards.
    std::function<void(const std::string& path, const evaluate::Value& value)> look;
    std::map<std::string, evaluate::Array> buffers;  ///< by target, in place of the record's: state, other constants
    /// The result of a top node that cannot be computed, to go on from; nothing: it is unknown.
    std::function<std::optional<tensor::Value>(const graph::Node& node)> instead;
};

struct ComputedGraph {
    std::vector<std::pair<std::string, evaluate::Value>> values;  ///< in order of execution, by path; list results by element
    std::vector<std::optional<evaluate::Value>> outputs;          ///< of the graph, mutations of buffers included
    std::vector<std::optional<evaluate::Value>> userOutputs;
    std::map<std::string, evaluate::Array> buffers;  ///< that were written, as they are afterwards
    std::vector<NotComputed> notComputed;            ///< those whose operator refused; not those that depend on them
    std::size_t unknown = 0;                         ///< nodes without value, all told
    std::vector<graph::NodeId> restarts;             ///< top nodes that ComputeOptions::instead gave the result of
    std::uint64_t peakBytes = 0;
    std::uint64_t operations = 0;  ///< as limits::settable().operations counts them
};

/// Errors: those of session::Session::program(), recordSurroundings(), evaluate::run(); `evaluation-inputs`.
Result<ComputedGraph> computeGraph(const session::MethodView& method, const graph::StageId& stage,
                                   const replay::GraphInputs& inputs, const ComputeOptions& options, const JobContext& job);

}  // namespace etscope::stages
