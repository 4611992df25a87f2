// What a runtime tensor that differs looks like of its reference: the same elements further on along an axis, mirrored, another
// sign, a factor, a sum. Any thread. Rules: docs/FORMATS.md "Resemblance".
#pragma once

#include <optional>

#include "tensor/comparison.h"

namespace etscope::tensor {

/// In words: "the runtime's is the reference's, shifted by 1 along axis 1"; nothing where none explains all elements within the
/// tolerance, both are large (limits::kMaxResembledElements) or tell nothing: every guess must explain elements that are not all
/// alike. Shapes are equal. Errors: those of ElementReader, `cancelled`.
Result<std::optional<Sentence>> resemblance(const Tensor& reference, const Tensor& runtime, const Tolerance& tolerance,
                                            const JobContext& job);

}  // namespace etscope::tensor
