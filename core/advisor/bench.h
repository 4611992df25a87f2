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
#include "advisor/today.h"
#include "evaluate/paused_run.h"
#include "replay/computable_graph.h"
#include "replay/graph_inputs.h"
#include "session/session.h"
#include "tensor/content_hash.h"

namespace etscope::advisor {

class Bench {
public:
    /// The graph with module names: the exported one, else the edge graph. `cases`: at most so many of the session's. Errors:
    /// `no-graph` (the record has none of the method), `no-example-inputs`, those of reading, `cancelled`.
    /// `like`: another export of the same, whose cases it is played on.
    static Result<std::unique_ptr<Bench>> open(const session::MethodView& method, std::size_t cases, const JobContext& job,
                                               const Bench* like = nullptr);
    /// For looking at the weights alone: nothing is computed. Errors: as above.
    static Result<std::unique_ptr<Bench>> idle(const session::MethodView& method, std::size_t cases, const JobContext& job);
    ~Bench();
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    const std::vector<Weight>& weights() const& noexcept { return m_weights; }
    const std::vector<Weight>& weights() const&& = delete;
    /// Gives those of its weights that the other export holds narrow what it holds there; names of the other's weights that have no
    /// original here.
    std::vector<std::string> joinToday(const Bench& quantised);
    /// Of the numbers that a weight stands for: the same where another method has the same weight. Errors: those of reading.
    Result<tensor::ContentHash> contentOf(std::size_t weight) const;
    /// What the other's outputs are off by, case by case.
    Effect effectOf(const Bench& other) const;
    const graph::StageId& stage() const& noexcept { return m_stage; }
    /// What is put into few bits with fixed scales, over all cases.
    const std::vector<FixedActivation>& activations() const& noexcept { return m_activations; }
    std::size_t cases() const noexcept { return m_cases.size(); }
    /// Where the inputs are from, for people.
    const std::string& source() const& noexcept { return m_source; }
    /// The same of each case.
    std::vector<std::string> caseNames() const;
    /// Sets are chosen by the case that is worst, not by all of them.
    void setByWorst(bool byWorst) noexcept { m_byWorst = byWorst; }
    bool overVocabulary() const noexcept;
    /// Of the outputs that are compared, as the record has them: elements, and those of them that are not finite.
    std::size_t elements() const noexcept { return m_elements; }
    std::size_t notFinite() const noexcept { return m_elements - m_finite; }
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
    Result<void> open(std::size_t cases, const Bench* like);
    Result<void> takeCases(std::size_t cases);
    Result<void> playReference(const session::Session& vocabulary);
    bool isCompared(const Output& output) const noexcept;
    Result<void> countFinite();
    /// Where the set puts values into 8 bits; observers that were not asked yet see the cases before.
    Result<StaticPlan> planned(const Choice& choice);
    Result<void> calibrate(const std::vector<Observed>& values, const std::vector<graph::NodeId>& normalisations);
    bool hasEnds(const StaticPlan& plan) const;
    graph::NodeId firstReader(const Weight& weight) const;
    std::size_t pausedCases() const;
    Result<void> keepOutputs(const session::Session& vocabulary, Case& one, const evaluate::RunResult& result);
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
    std::vector<FixedActivation> m_activations;
    std::vector<std::unique_ptr<Case>> m_cases;
    std::map<std::string, evaluate::Array> m_begin;
    std::vector<Join> m_joins;
    Calibration m_calibration;
    bool m_keeps = false, m_byWorst = false;
    std::string m_source;
    std::map<graph::NodeId, std::uint64_t> m_before;  ///< spent before first readers, of cases that are paused
    std::uint64_t m_one = 0;
    std::atomic<std::uint64_t> m_done = 0;
    double m_secondsOfOne = 0;
    std::size_t m_elements = 0, m_finite = 0;
};

}  // namespace etscope::advisor
