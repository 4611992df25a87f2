// Outputs: reference values and runtime values of whole methods, paired and compared. Any thread.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compare/output_sources.h"
#include "join/taps.h"
#include "tensor/comparison.h"
#include "tensor/tensor.h"

namespace etscope::compare {

/// A reference and the runtime value that stands against it; one of them may be missing.
struct OutputPair {
    std::string method;
    std::optional<std::int64_t> caseIndex;  ///< nothing: a run that belongs to no case
    std::int64_t output = 0;
    std::optional<OutputValue> reference;
    std::optional<OutputValue> runtime;
    std::optional<join::Tap> tap = {};  ///< it is a value inside the method, or numbers about one

    /// The pair's place among those of its output: its case, or −1 − run for runs that belong to none.
    std::int64_t column() const noexcept { return caseIndex ? *caseIndex : -1 - (runtime ? runtime->run.value_or(0) : 0); }
};

/// All pairs of the session: by method, case, run, output; missing sides included. Methods in session order.
Result<std::vector<OutputPair>> pairOutputs(const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// The same with references of files that come before the session's own: folders of ref-… or out-… files, and files that name
/// their values METHOD/CASE/OUTPUT or hold those of the only method in order. As many runs without a case as cases of their
/// method are these in order. Errors: those of the readers, `reference-method`.
Result<std::vector<OutputPair>> pairOutputs(const std::shared_ptr<const session::Session>& session,
                                            const std::vector<std::string>& references, const JobContext& job);

enum class PairState : std::uint8_t { Match, Differ, ShapeMismatch, TypeMismatch, MissingReference, MissingRuntime, Unreadable };
std::string_view pairStateName(PairState state) noexcept;

/// How many pairs are in each state.
class PairCounts {
public:
    void add(PairState state) noexcept { ++m_counts[static_cast<std::size_t>(state)]; }
    std::size_t of(std::same_as<PairState> auto... states) const noexcept {
        return (m_counts[static_cast<std::size_t>(states)] + ...);
    }
    std::size_t compared() const noexcept { return of(PairState::Match, PairState::Differ); }
    std::size_t unlike() const noexcept { return of(PairState::ShapeMismatch, PairState::TypeMismatch); }
    std::size_t missing() const noexcept { return of(PairState::MissingReference, PairState::MissingRuntime); }

private:
    std::array<std::size_t, static_cast<std::size_t>(PairState::Unreadable) + 1> m_counts{};
};

/// Whether a pair is no output that lacks a reference, but a tap that has none of its own: the numeric gap holds it against the
/// value of its node.
inline bool isLoneTap(const OutputPair& pair) noexcept { return pair.tap && !pair.reference; }

/// For sorting: differing (4) before incomparable (3) before missing (2) before matching (1).
int pairSeverity(PairState state) noexcept;

struct OutputComparison {
    PairState state = PairState::Unreadable;
    std::optional<tensor::ComparisonResult> result;  ///< when both sides could be compared; of statistics as they may be off
    Sentence note;
};

struct OutputCompareOptions {
    tensor::Tolerance tolerance;                                                  ///< rtol 1e-3, atol 1e-5, NaN unequal
    std::map<std::pair<std::string, std::int64_t>, tensor::Tolerance> perOutput;  ///< (method, output) → tolerance
    std::size_t worst = 10;
    std::vector<std::string> references;  ///< `--reference`: for pairOutputs
    bool rowMetrics = false;              ///< of tensor::ComparisonOptions
};

/// Both sides of a complete pair as tensors; scalars become rank 0, and a one-element array beside a scalar, or beside a file's
/// array without axes, takes its shape. Fails with `value-not-numeric` for strings, None and the like.
struct ComparableSides {
    tensor::Tensor reference, runtime;
    /// Both have axes, but the runtime side others of size 1: it is seen in the reference's shape. A tensor without axes against
    /// one of a single element stays a mismatch: an output changed from a number to a list.
    bool aligned = false;
};
Result<ComparableSides> comparableSides(const OutputPair& pair);

/// The tolerance that judges a pair: its own when there is one; else that of the options, which, unless it was chosen, is wider
/// for references of half precision and nothing for integers and booleans.
tensor::Tolerance toleranceOf(const OutputPair& pair, const OutputCompareOptions& options);

/// Compares one pair. Scalars compare as rank-0 tensors; strings and None by equality.
OutputComparison compareOutput(const OutputPair& pair, const OutputCompareOptions& options, const JobContext& job);

}  // namespace etscope::compare
