// What delegate calls were made from: the lowered modules that a record keeps; where it keeps the graph from before it was lowered,
// the part of it that the call's debug handles name. What a call stands for, its graphs and their small constants are kept for
// further runs; one thread at a time. Rules: docs/FORMATS.md "Graphs of delegates".
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "evaluate/interpreter.h"
#include "evaluate/prepared_graph.h"
#include "graph/compose.h"
#include "graph/data_flow.h"
#include "replay/plan_nodes.h"
#include "replay/replay.h"

namespace etscope::replay {

struct DelegateBody {
    evaluate::LoweredBody body;
    std::shared_ptr<const evaluate::PreparedGraph> prepared;  ///< of its graph
    evaluate::Values inputs;                                  ///< user inputs of the graph
    std::vector<std::size_t> results;                         ///< of the call: what `outputs` give
    std::map<std::string, evaluate::Array> state;             ///< by target: of its own buffers; of others what the record holds

    /// Places of the graph's outputs that the call gives; others stay in the delegate.
    std::vector<std::size_t> outputs() const;
    /// Whether it writes buffers of its own, which no dump logs.
    bool keepsState() const { return !body.graph->bufferMutations().empty(); }
};

/// The ways in which a call can stand for a part of the record.
struct DelegateReadings {
    std::optional<DelegateBody> whole;            ///< the likeliest way of each result as one graph, where there are several
    std::vector<std::vector<DelegateBody>> ways;  ///< each judges some of the results; of one result the likeliest first
    bool sure = true;                             ///< it is one of them: where all contradict the call, the call is wrong
};

class DelegateBodies {
public:
    /// Errors: those of session::Session::program() and recordSurroundings(), `limit-exceeded`.
    static Result<std::shared_ptr<DelegateBodies>> make(const session::MethodView& method, const JobContext& job);
    /// Several where names and shapes do not tell which argument or result is which value. Errors: `no-such-delegate`, those of
    /// reading.
    Result<DelegateReadings> of(const ReplayedCall& call, const JobContext& job);

private:
    class PartFinder;
    struct Body {
        evaluate::LoweredBody body;
        std::shared_ptr<const evaluate::PreparedGraph> prepared;
    };
    /// A way whose arguments are told by their numbers.
    struct Way {
        Body body;
        std::vector<std::size_t> arguments, results;
    };
    struct Ways {
        std::optional<Way> whole;
        std::vector<std::vector<Way>> ways;
        bool sure = true;
    };
    static Body bodyOf(evaluate::LoweredBody body);
    static DelegateBody readingOf(const Way& way, const ReplayedCall& call);
    const Body& part(const graph::Part& part);
    Result<Body> lowered(std::size_t number, const JobContext& job);
    Result<Ways> waysOf(const ReplayedCall& call, const JobContext& job);
    std::optional<std::size_t> loweredNumber(std::int64_t instruction) const;
    bool fits(const evaluate::Value& value, graph::ValueId id) const;

    std::shared_ptr<const graph::GraphModel> m_model;
    std::shared_ptr<const graph::DataFlow> m_flow;
    std::shared_ptr<const evaluate::Surroundings> m_surroundings;
    std::optional<PlanNodes> m_nodes;
    std::vector<std::int64_t> m_calls;  ///< instructions that call delegates
    /// By instruction: the debug handle of what gives each result, as the payload says; nothing: it does not.
    std::map<std::int64_t, std::vector<std::optional<std::int64_t>>> m_resultHandles;
    std::vector<graph::ValueId> m_userInputs;  ///< by the plan's inputs; invalid: a literal
    std::set<graph::ValueId> m_held;           ///< parameters, constants, buffers that no call writes
    std::map<std::pair<std::vector<graph::ValueId>, std::vector<graph::ValueId>>, Body> m_parts;  ///< by outputs and inputs
    std::map<std::size_t, Body> m_lowered;
    std::map<std::string, Ways> m_ways;  ///< by all that tells them of a call
};

/// What a delegate call was made from; an error says why that is not known.
using ReadDelegate = std::function<Result<DelegateReadings>(const ReplayedCall&)>;
/// By the method's DelegateBodies, which are made at the first call. Keeps session and job; one thread at a time.
ReadDelegate delegateReader(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::replay
