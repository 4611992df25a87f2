#include "tensor/position_errors.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tensor/element_match.h"
#include "tensor/walk.h"

namespace etscope::tensor {
namespace {

/// Sums of one position while elements are visited.
struct Sums {
    double abs = 0;
    std::uint64_t finite = 0;
    bool odd = false;  ///< `worst` is one that is not finite on one side
};

}  // namespace

std::optional<std::size_t> positionAxis(std::span<const std::int64_t> shape) noexcept {
    std::optional<std::size_t> last, before;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
        if (shape[axis] > 1) before = last, last = axis;
    return before ? before : last;
}

Result<PositionErrors> errorsAlong(const ComparedPair& sides, std::size_t axis, const Tolerance& tolerance, const JobContext& job) {
    const auto& shape = sides.reference().shape;
    if (shape != sides.runtime().shape || axis >= shape.size()) return fail("shape-mismatch", "the sides have no such axis");
    auto reference = ElementReader::open(sides.reference());
    if (!reference) return reference.failure();
    auto runtime = ElementReader::open(sides.runtime());
    if (!runtime) return runtime.failure();
    if (auto allowed = checkVisits(reference->count(), sides.reference().storage.where()); !allowed) return allowed.failure();
    PositionErrors found{axis, static_cast<std::uint64_t>(shape[axis]), 1, {}};
    found.step = std::max<std::uint64_t>(1, (found.size + kMostPositions - 1) / kMostPositions);
    std::uint64_t stride = 1;
    for (std::size_t inner = axis + 1; inner < shape.size(); ++inner) stride *= static_cast<std::uint64_t>(shape[inner]);
    found.entries.resize((found.size + found.step - 1) / found.step);
    std::vector<Sums> sums(found.entries.size());
    const auto add = [&](const auto& left, const auto& right, std::uint64_t first) {
        for (std::size_t i = 0; i < left.size(); ++i) {
            const std::uint64_t at = first + i, position = at / stride % found.size / found.step;
            PositionError& error = found.entries[position];
            Sums& sum = sums[position];
            const double a = left[i], b = right[i];
            const bool mismatch = isMismatch(a, b, tolerance);
            error.mismatched += mismatch ? 1 : 0;
            if (!std::isfinite(a) || !std::isfinite(b)) {
                if (mismatch && !std::exchange(sum.odd, true)) error.worst = at;
                continue;
            }
            const double d = std::abs(b - a);
            if (!sum.odd && (sum.finite == 0 || d > error.maxAbs)) error.worst = at;
            sum.abs += d;
            ++sum.finite;
            error.maxAbs = std::max(error.maxAbs, d);
        }
    };
    if (auto added = forEachValues(*reference, *runtime, reference->count(), job, add); !added) return added.failure();
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (sums[i].finite > 0) found.entries[i].meanAbs = sums[i].abs / static_cast<double>(sums[i].finite);
    return found;
}

}  // namespace etscope::tensor
