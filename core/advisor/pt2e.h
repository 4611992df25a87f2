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

/// What is known of a site after the cases.
struct Calibrated {
    Parameters input, result;
    std::vector<float> factors;  ///< of the batch norm, by channel; empty: there is none
};
/// By node of sites.
using Calibration = std::map<graph::NodeId, Calibrated>;

/// Lets observers see the values of a run as it is. One thread; keeps references.
class Observing final : public evaluate::Probe {
public:
    explicit Observing(std::vector<const Site*> sites);
    Result<evaluate::Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                     const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override;
    void take(const evaluate::Scope& scope, graph::NodeId node, graph::ValueId value, const evaluate::Value& given) override;
    Calibration seen() const;

private:
    using Values = std::vector<graph::ValueId>;  ///< that share an observer
    static Values valuesOf(const Site& site);

    std::vector<const Site*> m_sites;
    std::map<Values, HistogramObserver> m_observers;
    std::map<graph::ValueId, std::vector<HistogramObserver*>> m_watched;
    std::map<graph::NodeId, std::vector<float>> m_factors;  ///< by batch norm
};

}  // namespace etscope::advisor
