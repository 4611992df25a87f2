// What an export holds narrow today, as a run of it shows: bits of weights that are not needed, activations that their fixed scales
// clip; and what is to be said of it. Rules: docs/FORMATS.md "Exports that are quantised".
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "advisor/effect.h"
#include "advisor/weights.h"
#include "base/sentence.h"

namespace etscope::advisor {

struct Advice;

/// Values that are put into few bits with a fixed scale, over all cases.
struct FixedActivation {
    graph::NodeId node;
    std::string name;    ///< of the node
    std::string value;   ///< that is put into few bits: the node that makes it, or the input
    std::string module;  ///< path of that node's; empty: not told
    double scale = 0, zeroPoint = 0;
    double leastEnd = 0, mostEnd = 0;  ///< what its codes reach
    double least = 0, most = 0;        ///< what came in
    std::uint64_t elements = 0;
    std::uint64_t clipped = 0;              ///< beyond the ends by more than half a step
    double beyond = 0;                      ///< the furthest of them
    std::uint64_t used = 0, possible = 0;  ///< different codes
    double clippedShare() const noexcept {
        return elements > 0 ? static_cast<double>(clipped) / static_cast<double>(elements) : 0;
    }
};

/// Looks at the codes of weights once, and at what fixed quantisers are given in every run. One thread; keeps references.
class Watching final : public evaluate::Probe {
public:
    Watching(const evaluate::PreparedGraph& graph, std::vector<Weight>& weights);
    Result<evaluate::Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                     const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override;
    /// In the order of the graph; those whose scales are several have no elements.
    std::vector<FixedActivation> activations() const;

private:
    struct Seen {
        FixedActivation what;
        std::vector<bool> codes;  ///< that were met
    };

    std::map<graph::NodeId, Held*> m_held;  ///< by their first unfolding, until they were met
    std::vector<graph::NodeId> m_order;
    std::map<graph::NodeId, Seen> m_fixed;
};

/// Weights that are held alike.
struct HeldAlike {
    Sentence text;   ///< of the scheme
    std::string id;  ///< of the advisor's table; empty: it has none
    bool narrow = false;
    std::size_t weights = 0;
    std::uint64_t elements = 0, bytes = 0;
};

/// One of them.
struct HeldWeight {
    std::string name, module;
    std::shared_ptr<const Held> held;
    std::optional<Effect> effect;  ///< of its rounding alone; nothing: not known, there is no float original
};

/// Of the export that is asked about.
struct Today {
    std::vector<HeldAlike> census;  ///< the most bytes first
    std::vector<HeldWeight> weights;
    std::vector<FixedActivation> activations;
    std::uint64_t bytes = 0;
    std::optional<Effect> effect;       ///< of the export as a whole against its float original
    std::vector<std::string> unjoined;  ///< weights that have no original there
    std::vector<Sentence> remarks;
    bool quantised() const noexcept {
        return !activations.empty() || std::ranges::any_of(census, [](const HeldAlike& one) { return one.narrow; });
    }
};
Today todayOf(const std::vector<Weight>& weights, std::vector<FixedActivation> activations);
/// What stands out, with numbers: bits that are wasted, scales that clip, and, of what `advice` has measured, weights that are left
/// in float without need.
void remark(Today& today, const Advice& advice, std::optional<double> mostCost);

}  // namespace etscope::advisor
