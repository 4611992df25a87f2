// Statistics that a tap gave of a value, held against those of the reference: how far each may be off where the elements are within
// a tolerance. Pure but for reading; any thread. Rules: docs/FORMATS.md "Taps".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "base/sentence.h"
#include "join/taps.h"
#include "tensor/comparison.h"

namespace etscope::compare {

struct TapStatistic {
    std::string_view name;  ///< of join::kTapStatistics
    double reference = 0, runtime = 0;
    std::optional<double> allowed;  ///< |difference| that elements within the tolerance can make; nothing: any
    bool differs = false;
};

struct TapComparison {
    std::vector<TapStatistic> each;  ///< in their order
    /// The least ‖runtime − reference‖ / ‖reference‖ of the value that such statistics leave possible; infinite where they count
    /// other elements that are not finite.
    double error = 0;

    bool differs() const noexcept;
    /// "std 0.5 for 0.25, rms 1.2 for 1"; empty: none differs.
    Sentence text() const;
};

/// Both are f32[13], else nothing. `of`: the tap; a value of half precision widens a tolerance that nobody chose, of one whose
/// sizes vary the percentile says nothing. Errors: those of reading, `cancelled`.
Result<std::optional<TapComparison>> compareTapStatistics(const tensor::Tensor& reference, const tensor::Tensor& runtime,
                                                          const tensor::Tolerance& tolerance, const join::Tap& of,
                                                          const JobContext& job);

}  // namespace etscope::compare
