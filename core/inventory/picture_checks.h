// What speaks for a picture being the one that a case was fed with. Any thread. Rules: docs/FORMATS.md "Pictures".
#pragma once

#include "inventory/picture_inputs.h"
#include "tensor/statistics.h"

namespace etscope::inventory {

struct PictureChecks {
    tensor::Statistics values;
    std::vector<unsigned> equal, different;  ///< files that hold the same input of the same case, with equal or other elements
};

/// Of one of pictureInputs() of these tensors. Reads its elements and those of its counterparts; what cannot be read is left out.
/// Errors: those of reading the picture, `cancelled`.
Result<PictureChecks> pictureChecks(const std::vector<TensorRow>& tensors, const PictureInput& picture, const JobContext& job);

}  // namespace etscope::inventory
