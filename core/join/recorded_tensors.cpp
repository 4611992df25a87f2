#include "join/recorded_tensors.h"

#include <algorithm>
#include <array>
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

/// The first places of the first axes: elements that lie together, and are the same of two tensors of one shape.
std::optional<tensor::Tensor> firstElements(tensor::Tensor tensor) {
    const auto count = tensor.elementCount();
    if (!count || *count == 0 || tensor.state != tensor::DataState::Dense) return std::nullopt;
    tensor.strides = tensor.effectiveStrides();
    std::uint64_t inner = *count;
    for (std::int64_t& size : tensor.shape) {
        inner /= static_cast<std::uint64_t>(size);
        size = std::min(size, static_cast<std::int64_t>(std::max<std::uint64_t>(kFirstElements / inner, 1)));
        if (size > 1) break;
    }
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

ScalarType plainType(ScalarType type) noexcept {
    if (type == ScalarType::QInt8) return ScalarType::I8;
    if (type == ScalarType::QUInt8) return ScalarType::U8;
    return type == ScalarType::QInt32 ? ScalarType::I32 : type;
}

tensor::Tensor asIntegers(tensor::Tensor stored) {
    if (stored.type == ScalarType::QUInt4x2)
        stored.quantization = tensor::Quantization{"per_tensor_affine", {1}, {static_cast<double>(stored.zeroCode)}, std::nullopt};
    else
        stored.type = plainType(stored.type);
    return stored;
}

tensor::Tensor squeezed(tensor::Tensor tensor) {
    const std::vector<std::int64_t> strides = tensor.effectiveStrides();
    std::vector<std::int64_t> shape, kept;
    for (std::size_t i = 0; i < tensor.shape.size() && i < strides.size(); ++i)
        if (tensor.shape[i] != 1) shape.push_back(tensor.shape[i]), kept.push_back(strides[i]);
    tensor.shape = std::move(shape);
    tensor.strides = std::move(kept);
    return tensor;
}

const std::vector<std::vector<std::size_t>>& axisOrders(std::size_t rank) {
    using Orders = std::vector<std::vector<std::size_t>>;
    static const std::array<Orders, 5> kOrders{
        Orders{}, {}, {{1, 0}}, {{0, 2, 1}, {1, 2, 0}}, {{0, 2, 3, 1}, {1, 2, 3, 0}, {2, 3, 1, 0}, {1, 0, 2, 3}}};
    return kOrders[rank < kOrders.size() ? rank : 0];
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
