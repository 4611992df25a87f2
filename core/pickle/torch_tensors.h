// Turns the calls that torch.save writes for tensors (`torch._utils._rebuild_…`) into tensor::Tensor. Forms: docs/FORMATS.md
// "Tensor artifacts". Any thread.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pickle/storages.h"
#include "pickle/torch_archive.h"

namespace etscope::pickle {

/// A call on the way from a tensor's value to the call that makes its data.
struct TensorLayer {
    Meaning meaning = Meaning::Opaque;
    std::span<const ValueId> arguments;
};

/// `id` has Shape::Tensor or Shape::Storage.
tensor::Tensor readTensor(const Artifact& artifact, ValueId id);
/// "Tensor", "Parameter", or the subclass.
std::string tensorTypeName(const Artifact& artifact, ValueId id);
/// From outside to inside: Parameter, `_rebuild_from_type_v2`, …, at last the call that makes the data. Never empty for
/// a value of Shape::Tensor.
std::vector<TensorLayer> tensorLayers(const Artifact& artifact, ValueId id);

}  // namespace etscope::pickle
