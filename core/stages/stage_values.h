// What a recorded stage computes on given inputs, for comparing with another: values of nodes and outputs, and how far rounding
// moves them. Any thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "stages/computed_graph.h"

namespace etscope::stages {

/// Bytes of values of one stage that are kept; beyond them only outputs are.
inline constexpr std::uint64_t kMostStageBytes = 1ULL << 30;

struct MeasuredValue {
    tensor::Value value;
    double noise = 0;     ///< ‖declared − wide‖: what rounding to the graph's types does to it, L2
    bool derived = true;  ///< it follows from floating values
};

struct StageValues {
    std::shared_ptr<const graph::GraphModel> model;
    std::map<std::string, MeasuredValue> nodes;  ///< by path of the value; what was computed once, outside loops
    std::vector<std::optional<MeasuredValue>> outputs;
    std::vector<NotComputed> notComputed;
    std::uint64_t operations = 0;  ///< that computing it once took
};

struct StageOptions {
    std::map<std::string, evaluate::Array> buffers;  ///< in place of the record's constants
    bool nodes = true;                               ///< values of nodes are kept; else those of outputs alone
    std::optional<std::uint64_t> operations;         ///< at most, each time; nothing: the limit of the command line
};

/// Computes the stage twice, declared and wide. Errors: those of computeGraph().
Result<StageValues> stageValues(const session::MethodView& method, const graph::StageId& stage, const replay::GraphInputs& inputs,
                                const StageOptions& how, const JobContext& job);

/// The first node that quantises, in the stage's graph or in the programs of its delegate calls ("call/lowered_module_0/node");
/// empty: none does.
std::string quantisingNode(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);
/// Whether an operator is of those that quantised graphs are made of.
bool quantises(std::string_view target);

}  // namespace etscope::stages
