// Bench: a method's recorded graph on the inputs of the session, played as it is and with weights kept narrow; what it keeps in
// memory goes from case to case. One thread asks; several compute.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "advisor/effect.h"
#include "advisor/weights.h"
#include "evaluate/paused_run.h"
#include "replay/computable_graph.h"
#include "replay/graph_inputs.h"
#include "session/session.h"

namespace etscope::advisor {

class Bench {
public:
    /// The graph with module names: the exported one, else the edge graph. `cases`: at most so many of the session's. Errors:
    /// `no-graph` (the record has none of the method), `no-example-inputs`, those of reading, `cancelled`.
    /// `plays`: false: it is for looking at the weights alone, nothing is computed.
    static Result<std::unique_ptr<Bench>> open(const session::MethodView& method, std::size_t cases, const JobContext& job,
                                               bool plays = true);
    ~Bench();
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    const std::vector<Weight>& weights() const& noexcept { return m_weights; }
    const std::vector<Weight>& weights() const&& = delete;
    const graph::StageId& stage() const& noexcept { return m_stage; }
    std::size_t cases() const noexcept { return m_cases.size(); }
    /// Where the inputs are from, for people.
    const std::string& source() const& noexcept { return m_source; }
    bool overVocabulary() const noexcept;
    /// That one run of all cases takes, as limits::settable().operations counts them.
    std::uint64_t operationsOfOne() const noexcept { return m_one; }
    std::uint64_t operations() const noexcept { return m_done; }
    /// That each() computes in.
    std::size_t threads() const noexcept;
    double secondsOfOne() const noexcept { return m_secondsOfOne; }
    /// That one weight of each() takes, the same way: what stands behind it.
    std::uint64_t operationsBehind(std::size_t weight) const;

    /// The set, evaluated. Errors: `cancelled`, those of evaluate::run(), `depends-on-unknown` (of values that it puts into 8 bits
    /// no case tells the ends, or an output cannot be computed).
    Result<Effect> evaluate(const Choice& choice);
    /// Whether the cases tell all ends that the set needs. Errors: `cancelled`, those of evaluate::run().
    Result<bool> isKnown(const Choice& choice);
    /// Each weight with each of its schemes, alone, in the order of the graph: what comes before the weight is computed once.
    /// `found` is called for each that isKnown(), one at a time, in any thread. Errors: as above.
    struct Trial {
        std::size_t weight = 0;
        const Scheme* scheme = nullptr;
    };
    Result<void> each(const std::vector<Trial>& trials, const std::function<void(const Trial&, const Effect&)>& found);

private:
    struct Case;
    class Worker;
    Bench(const session::MethodView& method, const JobContext& job);
    Result<void> open(std::size_t cases);
    Result<void> playReference();
    /// Where the set puts values into 8 bits; observers that were not asked yet see the cases before.
    Result<StaticPlan> planned(const Choice& choice);
    Result<void> calibrate(const std::vector<Observed>& values, const std::vector<graph::NodeId>& normalisations);
    bool hasEnds(const StaticPlan& plan) const;
    graph::NodeId firstReader(const Weight& weight) const;
    std::size_t pausedCases() const;
    Result<void> keepOutputs(Case& one, const evaluate::RunResult& result);
    Result<void> compare(std::size_t index, const evaluate::RunResult& result, Effect& effect) const;
    std::shared_ptr<evaluate::Memory> memory() const;
    Result<evaluate::Values> inputsOf(const Case& one, const std::shared_ptr<evaluate::Memory>& memory) const;
    Result<Effect> effectFrom(std::size_t first, evaluate::Probe& probe, const evaluate::Surroundings& surroundings,
                              std::map<std::string, evaluate::Array> state, Effect effect);

    const session::MethodView m_method;
    const JobContext m_job;
    graph::StageId m_stage;
    std::shared_ptr<const replay::ComputableGraph> m_computable;
    std::shared_ptr<const evaluate::Surroundings> m_surroundings;
    std::unique_ptr<evaluate::PreparedGraph> m_prepared;
    std::vector<std::size_t> m_user;  ///< outputs that callers get
    std::vector<Weight> m_weights;
    std::vector<std::unique_ptr<Case>> m_cases;
    std::map<std::string, evaluate::Array> m_begin;
    std::vector<Join> m_joins;
    Calibration m_calibration;
    bool m_keeps = false;
    std::string m_source;
    std::map<graph::NodeId, std::uint64_t> m_before;  ///< spent before first readers, of cases that are paused
    std::uint64_t m_one = 0;
    std::atomic<std::uint64_t> m_done = 0;
    double m_secondsOfOne = 0;
};

}  // namespace etscope::advisor
