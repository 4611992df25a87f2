// The calls of a run's method: which inputs, from where. Internal to core/run; any thread.
#pragma once

#include "replay/graph_inputs.h"
#include "run/run_plan.h"

namespace etscope::run {

/// Of one method, in their order. Errors: `run-cases`, `run-sizes`, those of reading, `cancelled`.
Result<std::vector<PlannedCall>> callsOf(const session::MethodView& method, const program::ExecutionPlan& plan,
                                         const PlanOptions& options, const JobContext& job);

/// The inputs with the sizes that the symbols of the method's graph are given; a sentence how each changed is added to `text`.
/// Errors: `run-sizes`, those of reading.
Result<std::vector<tensor::Value>> sizedInputs(const session::MethodView& method, std::vector<tensor::Value> inputs,
                                               const std::map<std::string, std::int64_t>& sizes, const JobContext& job);

/// Symbols that sizes of the method's inputs are, in their order.
std::vector<std::string> symbolsOf(const session::MethodView& method, const JobContext& job);

/// Inputs of the plan's types and largest sizes, the same for the same method: floats from −1 to 1, integers and bools 0 or 1.
/// Errors: `run-cases` where an input is no tensor, number or None.
Result<std::vector<tensor::Value>> randomInputs(const program::ExecutionPlan& plan);

}  // namespace etscope::run
