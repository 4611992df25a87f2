// Bench: a method's recorded graph on the inputs of the session, played as it is and with weights kept narrow; what it keeps in
// memory goes from case to case. One thread.
#pragma once

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
    /// That one run of all cases takes, as limits::settable().operations counts them.
    std::uint64_t operationsOfOne() const noexcept { return m_one; }
    std::uint64_t operations() const noexcept { return m_done; }

    /// The set, evaluated. Errors: `cancelled`, those of evaluate::run(), `depends-on-unknown`.
    Result<Effect> evaluate(const Choice& choice);
    /// Each weight with each of its schemes, alone, in the order of the graph: what comes before the weight is computed once.
    /// `found` is called for each. Errors: as above.
    struct Trial {
        std::size_t weight = 0;
        const Scheme* scheme = nullptr;
    };
    Result<void> each(const std::vector<Trial>& trials, const std::function<void(const Trial&, const Effect&)>& found);

private:
    struct Case;
    Bench(const session::MethodView& method, const JobContext& job);
    Result<void> open(std::size_t cases, const Bench* like);
    Result<void> takeCases(std::size_t cases);
    Result<void> playReference(const session::Session& vocabulary);
    bool isCompared(const Output& output) const noexcept;
    /// Lets observers of the sites see the cases, once. Sites of weights whose schemes need none: nothing happens.
    Result<void> calibrate(const Choice& choice);
    Result<void> compare(std::size_t index, const evaluate::RunResult& result, Effect& effect) const;
    std::shared_ptr<evaluate::Memory> memory() const;
    Result<evaluate::Values> inputsOf(const Case& one, const std::shared_ptr<evaluate::Memory>& memory) const;
    Result<Effect> effectFrom(std::size_t first, evaluate::Probe& probe, std::map<std::string, evaluate::Array> state,
                              Effect effect);

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
    Calibration m_calibration;
    bool m_calibrated = false;
    bool m_keeps = false, m_byWorst = false;
    std::string m_source;
    std::uint64_t m_one = 0, m_done = 0;
};

}  // namespace etscope::advisor
