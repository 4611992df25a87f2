// Heat maps: two axes of a tensor reduced to a grid of pixels, of values or of |runtime − reference|. The work is bounded:
// of a plane with more than 16 million elements only every k-th row or column is read, and `sampled` says so. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/comparison.h"
#include "tensor/element_reader.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

/// Which plane: axes shown down and across (absent: the plane has one row or column), an index for every axis (those of
/// the two shown ones are ignored), and the largest grid wanted.
struct PlaneRequest {
    std::optional<std::size_t> rowAxis, columnAxis;
    std::vector<std::int64_t> index;
    std::size_t maxRows = 512, maxColumns = 512;
};

struct HeatMap {
    enum Flag : std::uint8_t { HasNan = 1, HasInf = 2, Empty = 4 };

    std::size_t rows = 0, columns = 0;
    std::uint64_t planeRows = 0,
                  planeColumns = 0;   ///< pixel r covers rows r·planeRows/rows … (r+1)·planeRows/rows − 1, bounds rounded up
    std::vector<float> values;        ///< rows · columns; of finite elements only, 0 where there is none
    std::vector<std::uint8_t> flags;  ///< of Flag, per pixel
    double min = 0, max = 0;          ///< of `values` of pixels with finite elements
    bool sampled = false;
};

/// Pixel = mean of its finite elements.
Result<HeatMap> valueMap(const Tensor& tensor, const PlaneRequest& plane, const JobContext& job,
                         QuantizedAs quantizedAs = QuantizedAs::Real);
/// Pixel = largest |runtime − reference| of its elements, with a tolerance the largest of inTolerances(); flags: the difference is
/// NaN, or infinite, and the sides are not equal. Errors also: `shape-mismatch`.
Result<HeatMap> differenceMap(const Tensor& reference, const Tensor& runtime, const PlaneRequest& plane, const JobContext& job,
                              const std::optional<Tolerance>& tolerance = {});

}  // namespace etscope::tensor
