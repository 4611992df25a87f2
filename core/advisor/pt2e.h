// Where PT2E's XNNPACKQuantizer (executorch 1.5, torchao 0.18) puts its quantisers around an operator, and what their observers see
// over the cases. Rules: docs/FORMATS.md "Quantisation schemes". Any thread but Observing.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "advisor/histogram_observer.h"
#include "evaluate/prepared_graph.h"

namespace etscope::advisor {

/// An operator that the quantizer takes, with what is folded into it.
struct Site {
    graph::NodeId node;
    graph::ValueId input;                        ///< its first argument
    std::optional<graph::NodeId> normalisation;  ///< a batch norm that is folded into the weight
    bool fused = false;                          ///< a relu is in it
    /// Values that are put into 8 bits with the same ends: what it gives, and what operators that only move or choose elements make
    /// of that; in the order of the graph, each with the node that makes it.
    std::vector<std::pair<graph::NodeId, graph::ValueId>> results;
};

/// Nothing: the quantizer leaves this operator alone, or what it does is not followed here (a conv3d, a batch norm that others read
/// behind, groups of a convolution that is transposed).
std::optional<Site> siteOf(const evaluate::PreparedGraph& graph, graph::NodeId node);

/// An add, mul or cat of values, which is in 8 bits where all that it takes is.
struct Join {
    graph::NodeId node;
    std::vector<graph::ValueId> inputs;
    bool shares = false;  ///< a cat: what it takes and gives has the same ends
    std::vector<std::pair<graph::NodeId, graph::ValueId>> results;  ///< as a site's
};
/// In the order of the graph.
std::vector<Join> joinsOf(const evaluate::PreparedGraph& graph);

/// Values that share an observer, in the order of the graph.
using Observed = std::vector<graph::ValueId>;

/// What is put into 8 bits where these sites are: a site's input unless it is in 8 bits already, and values by the nodes that make
/// them.
struct StaticPlan {
    /// An add of two values in 8 bits: between which ends they and the result are.
    struct Sum {
        Observed left, right, result;
    };
    std::map<graph::NodeId, Observed> inputs, results;
    std::map<graph::NodeId, Sum> sums;
};
StaticPlan staticPlan(const evaluate::PreparedGraph& graph, const std::vector<const Site*>& sites, const std::vector<Join>& joins);

/// What a batch norm does to a channel: factor × value + shift. By channel.
struct Normalisation {
    std::vector<float> factors, shifts;
};

/// What is known after the cases.
struct Calibration {
    std::map<Observed, std::optional<Parameters>> ends;    ///< nothing: no case had numbers there
    std::map<graph::NodeId, Normalisation> normalisations;
};

/// Lets observers see the values of a run as it is. One thread.
class Observing final : public evaluate::Probe {
public:
    /// Those values, and what these batch norms do.
    Observing(const std::vector<Observed>& values, const std::vector<graph::NodeId>& normalisations);
    Result<evaluate::Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                     const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override;
    void take(const evaluate::Scope& scope, graph::NodeId node, graph::ValueId value, const evaluate::Value& given) override;
    /// Adds what was seen.
    void tell(Calibration& calibration) const;

private:
    std::map<Observed, HistogramObserver> m_observers;
    std::map<graph::ValueId, std::vector<HistogramObserver*>> m_watched;
    std::map<graph::NodeId, Normalisation> m_normalisations;
};

}  // namespace etscope::advisor
