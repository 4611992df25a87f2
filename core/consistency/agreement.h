// Whether two ways agree: values of calls that are about the same positions and rows held against each other, within what rounding
// did to both. Internal to core/consistency; pure functions. Rules: docs/FORMATS.md "Consistency".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "consistency/performance.h"

namespace etscope::consistency {

/// Which parts of a pair of calls are about the same.
struct Region {
    std::int64_t from = 0, count = 0;                                       ///< positions
    std::int64_t fromRow = 0, rows = 0;                                     ///< of a batch
    std::function<bool(std::int64_t row, std::int64_t position)> compared;  ///< nothing: all of them
    bool positionsOnly = false;                                             ///< outputs without an axis of positions say nothing
    bool sizes = false;  ///< axes of fixed sizes that are as long as the sequence are taken for it
};

/// Two calls of two ways.
struct Pair {
    std::size_t left = 0, right = 0;  ///< steps
    Region region;
    bool same = false;  ///< both calls are of the same positions and rows
    bool ends = false;  ///< both end at the same position
};

/// Those that have positions and rows in common, of the same part, in time order.
std::vector<Pair> pairsOf(const Way& left, const Way& right);

/// A value on both sides.
struct Difference {
    bool comparable = false;     ///< it has the parts that are compared
    double most = 0;             ///< |left − right|, in double
    double envelope = 0;         ///< what rounding to its types may do to both
    double scale = 0;            ///< the largest number
    std::int64_t position = -1;  ///< of the largest difference; -1: it has no positions
    std::int64_t row = -1;
    bool positional = false, rowwise = false;  ///< it has these axes
    bool differs() const noexcept { return comparable && !(most <= envelope); }
};

/// A value of the graphs by name. `content`: it follows from what is said.
Difference valueDifference(const Way& left, const Way& right, const Pair& pair, const std::string& name);
/// A user output of both, which may be of different methods.
Difference outputDifference(const Way& left, const Way& right, const Pair& pair, std::size_t leftOutput, std::size_t rightOutput);

/// Outputs of a pair of calls that are held against each other.
struct OutputPair {
    std::size_t left = 0, right = 0;
    Difference difference;
};
std::vector<OutputPair> outputPairs(const Way& left, const Way& right, const Pair& pair);

/// By position of the region, how far an output is apart there; empty: it has no positions.
std::vector<double> apartByPosition(const Way& left, const Way& right, const Pair& pair, std::size_t output);

/// What two ways differ in.
struct Disagreement {
    Difference worst;                       ///< of all outputs
    std::size_t output = 0;                 ///< of `worst`
    std::size_t compared = 0;               ///< outputs of calls
    std::optional<Pair> first;              ///< the first pair of calls with an output that differs
    std::size_t firstOutput = 0;            ///< of the left method
    std::string refusedLeft, refusedRight;  ///< nodes that could not be computed
    bool differs() const noexcept { return first.has_value(); }
};

/// `pairs` nothing: pairsOf().
Disagreement disagreement(const Way& left, const Way& right, const std::vector<Pair>& pairs);

/// The graph value of a user output; empty: it is none.
std::string outputName(const Subject& subject, std::size_t output);

}  // namespace etscope::consistency
