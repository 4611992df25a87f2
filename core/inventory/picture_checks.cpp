#include "inventory/picture_checks.h"

#include "tensor/content_hash.h"

namespace etscope::inventory {
namespace {

/// Whether both are one input of one case, as different files hold it.
bool isCounterpart(const TensorRow& one, const TensorRow& other) {
    return one.file != other.file && isInput(other) && other.role != TensorRole::ExampleInput && one.method == other.method &&
           one.caseIndex == other.caseIndex && one.index == other.index && one.tensor.type == other.tensor.type &&
           one.tensor.shape == other.tensor.shape;
}

}  // namespace

Result<PictureChecks> pictureChecks(const std::vector<TensorRow>& tensors, const PictureInput& picture, const JobContext& job) {
    PictureChecks checks;
    const auto values = tensor::statistics(picture.row.tensor, job);
    if (!values) return values.failure();
    checks.values = *values;
    if (picture.row.role == TensorRole::ExampleInput) return checks;
    const auto own = tensor::contentHash(picture.row.tensor, job);
    if (!own) return own.failure();
    for (const TensorRow& row : tensors) {
        if (!isCounterpart(picture.row, row)) continue;
        const auto hash = tensor::contentHash(row.tensor, job);
        if (job.cancelled()) return cancelledFailure();
        if (hash) (*hash == *own ? checks.equal : checks.different).push_back(row.file);
    }
    return checks;
}

}  // namespace etscope::inventory
