// The weights as the exporter knew them: tensors of the record's stages, of `.pt2` archives and of checkpoints, with qualified
// names; and how a stored weight is held against one of them. Any thread.
#pragma once

#include <optional>
#include <vector>

#include "inventory/tensor_rows.h"
#include "session/session.h"
#include "tensor/comparison.h"

namespace etscope::join {

/// Parameters, buffers and constants with bytes and a name, in the session's order; stages that share a storage under one name give
/// it once. They live as long as the session. Errors: `cancelled`.
Result<std::vector<const inventory::TensorRow*>> recordedTensors(const session::Session& session, const JobContext& job);

/// Quantised types are the integers that they are stored as.
ScalarType plainType(ScalarType type) noexcept;
/// The integers that a backend stores several to a byte, or as a quantised type, as graphs have them.
tensor::Tensor asIntegers(tensor::Tensor stored);
/// The tensor without its axes of one element, which backends add and leave out.
tensor::Tensor squeezed(tensor::Tensor tensor);
/// Orders of axes in which backends store what a graph has as rows of outputs: transposed, and with the channels last.
const std::vector<std::vector<std::size_t>>& axisOrders(std::size_t rank);

/// All elements of two tensors; nothing when they cannot be compared.
std::optional<tensor::ComparisonResult> compareAll(const tensor::Tensor& recorded, const tensor::Tensor& stored,
                                                   const tensor::Tolerance& tolerance, const JobContext& job);
/// Mismatches among the first elements of two tensors of one shape, some 1024; nothing for what cannot be compared.
std::optional<std::uint64_t> mismatchesAtStart(const tensor::Tensor& recorded, const tensor::Tensor& stored,
                                               const tensor::Tolerance& tolerance, const JobContext& job);
/// Asks the start first: most candidates end there.
bool equalWithin(const tensor::Tensor& recorded, const tensor::Tensor& stored, const tensor::Tolerance& tolerance,
                 const JobContext& job);

}  // namespace etscope::join
