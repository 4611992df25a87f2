#include "join/recorded_tensors.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "inventory/weight_roles.h"
#include "tensor/removed.h"

namespace etscope::join {
namespace {

/// Elements at the start of two tensors that are compared before all of them are.
constexpr std::uint64_t kFirstElements = 1024;

/// What people export from, or saved beside it; programs and their data are what it became.
bool namesWeights(const session::Session& session, const session::SessionFile& file) {
    return &file == session.recordFile() || file.pt2 != nullptr || file.kind == FileKind::TorchSave ||
           file.kind == FileKind::Safetensors;
}

/// The first elements of a tensor that lies in order; nothing for others.
std::optional<tensor::Tensor> firstElements(tensor::Tensor tensor) {
    const auto count = tensor.elementCount();
    if (!count || tensor.state != tensor::DataState::Dense || !tensor.contiguous()) return std::nullopt;
    tensor.shape = {static_cast<std::int64_t>(std::min<std::uint64_t>(*count, kFirstElements))};
    tensor.strides.clear();
    return tensor;
}

}  // namespace

Result<std::vector<const inventory::TensorRow*>> recordedTensors(const session::Session& session, const JobContext& job) {
    const auto rows = inventory::tensors(session, job);
    if (!rows) return rows.failure();
    using Place = std::tuple<std::string_view, const Source*, std::uint64_t, std::int64_t, std::vector<std::int64_t>>;
    std::set<Place> seen;
    std::vector<const inventory::TensorRow*> list;
    for (const inventory::TensorRow& row : **rows) {
        const tensor::Tensor& tensor = row.tensor;
        const bool weight = inventory::isWeight(row.role) || row.role == inventory::TensorRole::Intermediate;
        if (!weight || row.name.empty()) continue;
        // What was removed is known by its hash.
        if (tensor.state != tensor::DataState::Dense && !tensor::removedContent(tensor)) continue;
        if (!namesWeights(session, session.files()[row.file])) continue;
        if (seen.emplace(row.name, tensor.storage.source.get(), tensor.storage.offset, tensor.storageOffset, tensor.shape).second)
            list.push_back(&row);
    }
    return list;
}

std::optional<tensor::ComparisonResult> compareAll(const tensor::Tensor& recorded, const tensor::Tensor& stored,
                                                   const tensor::Tolerance& tolerance, const JobContext& job) {
    tensor::ComparisonOptions options;
    options.tolerance = tolerance;
    options.findAxisOrder = false;
    auto result = tensor::compare(recorded, stored, options, job);
    return result && result->metrics ? std::optional(std::move(*result)) : std::nullopt;
}

std::optional<std::uint64_t> mismatchesAtStart(const tensor::Tensor& recorded, const tensor::Tensor& stored,
                                               const tensor::Tolerance& tolerance, const JobContext& job) {
    const auto left = firstElements(recorded), right = firstElements(stored);
    if (!left || !right) return std::nullopt;
    const auto result = compareAll(*left, *right, tolerance, job);
    return result ? std::optional(result->metrics->mismatched) : std::nullopt;
}

bool equalWithin(const tensor::Tensor& recorded, const tensor::Tensor& stored, const tensor::Tolerance& tolerance,
                 const JobContext& job) {
    if (mismatchesAtStart(recorded, stored, tolerance, job) != 0) return false;
    const auto whole = compareAll(recorded, stored, tolerance, job);
    return whole && whole->metrics->mismatched == 0;
}

}  // namespace etscope::join
