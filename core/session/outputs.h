// Outputs: reference values and runtime values of whole methods, paired and compared. Where values come from is behind one
// interface (OutputSource): the record's reference outputs and raw .npy files today, bundled cases and debug buffers alike.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "session/session.h"
#include "tensor/comparison.h"
#include "tensor/tensor.h"

namespace etscope::session {

/// One final output of one call.
struct OutputValue {
    std::string method;
    std::int64_t caseIndex = 0;
    std::int64_t output = 0;
    std::optional<std::int64_t> run;  ///< runtime sides that know their run
    std::string source;               ///< "etrecord_reference", "file", …: the command line's word
    std::string place;                ///< for people: "reference_outputs[text_decoder][7][0]", "out-vision_encoder-0-0.npy"
    tensor::Value value;
};

/// Who supplies one side of the comparison.
class OutputSource {
public:
    virtual ~OutputSource() = default;
    virtual Result<std::vector<OutputValue>> outputs(const JobContext& job) const = 0;
};

/// The record's `reference_outputs`; nullptr when the session has none.
std::unique_ptr<OutputSource> recordReferences(std::shared_ptr<const Session> session);
/// Raw outputs named out-<method>-<number>-<output>.npy among the session's files; nullptr when there are none. Per method
/// the numbers, in ascending order, are its cases 0, 1, 2, ….
std::unique_ptr<OutputSource> rawOutputs(std::shared_ptr<const Session> session);

/// A reference and the runtime value that stands against it; one of them may be missing.
struct OutputPair {
    std::string method;
    std::int64_t caseIndex = 0;
    std::int64_t output = 0;
    std::optional<OutputValue> reference;
    std::optional<OutputValue> runtime;
};

/// All pairs of the session: by method, case, output; missing sides included. Methods in session order.
Result<std::vector<OutputPair>> pairOutputs(const std::shared_ptr<const Session>& session, const JobContext& job);

enum class PairState : std::uint8_t { Match, Differ, ShapeMismatch, TypeMismatch, MissingReference, MissingRuntime, Unreadable };
std::string_view pairStateName(PairState state) noexcept;

/// For sorting: differing (4) before incomparable (3) before missing (2) before matching (1).
int pairSeverity(PairState state) noexcept;

struct OutputComparison {
    PairState state = PairState::Unreadable;
    std::optional<tensor::ComparisonResult> result;  ///< when both sides could be compared
    std::string note;
};

struct OutputCompareOptions {
    tensor::Tolerance tolerance;                                                  ///< rtol 1e-3, atol 1e-5, NaN unequal
    std::map<std::pair<std::string, std::int64_t>, tensor::Tolerance> perOutput;  ///< (method, output) → tolerance
    std::size_t worst = 10;
};

/// Both sides of a complete pair as tensors; scalars become rank 0, and a one-element array beside a scalar takes its shape.
/// Fails with `value-not-numeric` for strings, None and the like.
struct ComparableSides {
    tensor::Tensor reference, runtime;
};
Result<ComparableSides> comparableSides(const OutputPair& pair);

/// The tolerance that judges a pair: its own when there is one.
tensor::Tolerance toleranceOf(const OutputPair& pair, const OutputCompareOptions& options);

/// Compares one pair. Scalars compare as rank-0 tensors; strings and None by equality.
OutputComparison compareOutput(const OutputPair& pair, const OutputCompareOptions& options, const JobContext& job);

/// All outputs of one method in one word.
struct MethodVerdict {
    PairState worst = PairState::Match;
    std::uint64_t worstCount = 0, total = 0;  ///< pairs in the worst state, and all
    std::optional<double> maxAbs;             ///< of the pairs in the worst state that were measured
};
/// Per method that has pairs; empty when the session lacks a side.
Result<std::map<std::string, MethodVerdict>> methodVerdicts(const std::shared_ptr<const Session>& session, const JobContext& job);

}  // namespace etscope::session
