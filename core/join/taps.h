// Taps: outputs that a program gives only so that values inside it can be seen, whatever runs them: ExecuTorch's intermediate
// output taps. Which outputs they are, of which values, and what they say of them. Any thread. Rules: docs/FORMATS.md "Taps".
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/stage_id.h"
#include "session/session.h"

namespace etscope::join {

enum class TapReducer : std::uint8_t {
    Whole,       ///< FULL_TENSOR: the value itself
    Statistics,  ///< STATS: f32[13], kTapStatistics of it
    Other,       ///< of the exporter's own: what its numbers mean is not known
};

/// The numbers of TapReducer::Statistics, in their order.
inline constexpr std::array<std::string_view, 13> kTapStatistics{"min",       "max",        "mean",    "abs_max", "abs_mean",
                                                                 "std",       "rms",        "l1_norm", "l2_norm", "nan_count",
                                                                 "inf_count", "zero_count", "p99_abs"};

struct Tap {
    std::int64_t output = 0;  ///< among the outputs of the method
    TapReducer reducer = TapReducer::Whole;
    std::string reducerName;         ///< "FULL_TENSOR", "STATS"; empty: no file names it
    std::optional<ScalarType> type;  ///< of the value
    bool dynamic =
        false;  ///< its sizes are symbols or bounds: the reducer of the program takes those of the export for a percentile
    // Of the recorded graph, where it has the tap: `node` is empty otherwise.
    graph::StageId stage;                     ///< edge, else exported
    std::string node, value;                  ///< paths of the node and of its result that is tapped; of an input both are its name
    std::string tapNode;                      ///< path of the tap itself
    std::string exportedNode, exportedValue;  ///< the same paths in the exported graph, where that has the tap
    std::optional<std::int64_t> debugHandle;
    // Of the program's plan, where it is there.
    std::int64_t instruction = -1;  ///< of chain 0, that gives the value; −1: none, or not known
    std::size_t result = 0;         ///< of that instruction's results
    std::int64_t planned = -1;      ///< index of the value in the plan; −1: not known

    /// For people: the value in the record, else its number in the plan.
    std::string name() const;
};

struct MethodTaps {
    std::vector<Tap> taps;  ///< in the order of outputs

    const Tap* ofOutput(std::int64_t output) const noexcept;
};

/// Whether a node of that target is a tap, which computes nothing of the model.
bool isTap(std::string_view target) noexcept;

/// The outputs of a graph that taps give, or the reducers that the exporter put in their place: as far as the graph itself tells.
std::vector<Tap> tapsOf(const graph::GraphModel& model, const graph::StageId& stage);

/// Of record and program together. Kept after the first call; none of a method without taps or one that is not known. Errors:
/// `cancelled`.
Result<std::shared_ptr<const MethodTaps>> taps(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::join
