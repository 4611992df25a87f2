// Interpreter: a graph of a record computed value by value: parameters and constants from its surroundings, operators from the
// table, bodies of control flow and of delegates as graphs of their own. A node that cannot be computed makes the values unknown
// that depend on it, and nothing else. One thread a run; nothing a file brings is executed.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "evaluate/context.h"
#include "evaluate/value.h"
#include "graph/graph_model.h"

namespace etscope::evaluate {

class Surroundings;
struct NamedValue;
struct Operator;

/// The graph that a delegate call was made from, with its constants.
struct LoweredBody {
    std::shared_ptr<const graph::GraphModel> graph;
    std::shared_ptr<const Surroundings> surroundings;
};

/// What a graph reads that is not computed in it.
class Surroundings {
public:
    virtual ~Surroundings() = default;
    /// The parameter, buffer or constant of that name; a tensor subclass is its name, which inner() takes. Errors:
    /// `no-such-constant`, those of reading.
    virtual Result<Value> constant(std::string_view target, const std::shared_ptr<Memory>& memory) const = 0;
    /// Errors: those of reading, `no-such-delegate`.
    virtual Result<LoweredBody> lowered(const graph::GraphModel& model, std::size_t delegate, const JobContext& job) const = 0;
};

/// Where in nested graphs a value is met.
struct Scope {
    const graph::GraphModel& model;
    std::string prefix;  ///< of paths: "scan/submodule_0[2]/"
    bool loop = false;   ///< one of several iterations
};

/// Is shown every value once.
class Probe {
public:
    virtual ~Probe() = default;
    /// What an operator gives; as it stands: apply().
    virtual Result<Values> compute(const Scope&, graph::NodeId, const Operator& op, const Context& context,
                                   std::vector<NamedValue> arguments);
    /// A result of `node`, or an input of the graph where `node` is invalid.
    virtual void take(const Scope&, graph::NodeId, graph::ValueId, const Value&) {}
    /// The node was not computed.
    virtual void refused(const Scope&, graph::NodeId, const Error&) {}
    /// Results in place of those of a node that was not computed; nothing: unknown.
    virtual std::optional<Values> instead(const Scope&, graph::NodeId) { return std::nullopt; }
    /// How far the run is.
    virtual void progress(double) {}
};

struct RunResult {
    std::vector<std::optional<Value>> outputs;  ///< of the top graph, in its order; nothing: unknown
    /// By target: those that the graph writes, and those that its delegates own and write, as they are afterwards.
    std::map<std::string, Array> buffers;
};

/// The value with bytes of its own, which no later operator writes to.
Value detached(const Context& context, const Value& value);
/// Zeros of that type and shape. Errors: `limit-exceeded`, `out-of-memory`.
Result<Array> zerosLike(const Context& context, const Array& array);

/// Whether an operator of the model writes into a tensor that it is given.
bool writesInPlace(const graph::GraphModel& model);

/// Computes the top graph. `inputs`: user inputs in order. `buffers`: in place of the surroundings' constants of those targets (the
/// state after the run before), in delegates of those that they write; they are not written to. Errors: `evaluation-inputs` (too
/// few), `limit-exceeded` (nested too deep, too many turns of a loop), `cancelled`.
Result<RunResult> run(const graph::GraphModel& model, Values inputs, const std::map<std::string, Array>& buffers,
                      const Surroundings& surroundings, const Context& context, Probe& probe);

}  // namespace etscope::evaluate
