// TensorReader: turns the calls that torch.save writes for tensors (`torch._utils._rebuild_…`) into tensor::Tensor. It holds
// nothing: made where it is needed. Forms: docs/FORMATS.md "Tensor artifacts". Any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pickle/storages.h"
#include "pickle/torch_archive.h"

namespace etscope::pickle {

class TensorReader {
public:
    using Arguments = std::span<const ValueId>;

    /// A call on the way from a tensor's value to the call that makes its data.
    struct Layer {
        Meaning meaning = Meaning::Opaque;
        Arguments arguments;
    };

    explicit TensorReader(const Artifact& artifact) noexcept : m_artifact(artifact), m_values(artifact.m_values) {}

    /// `id` has Shape::Tensor or Shape::Storage.
    tensor::Tensor read(ValueId id) const { return readAt(id, 0); }
    /// "Tensor", "Parameter", or the subclass.
    std::string typeName(ValueId id) const;
    /// From outside to inside: Parameter, `_rebuild_from_type_v2`, …, at last the call that makes the data. Never empty for
    /// a value of Shape::Tensor.
    std::vector<Layer> layers(ValueId id) const;

private:
    using Tensor = tensor::Tensor;
    struct Maker {
        Meaning meaning;
        std::size_t leastArguments;
        Tensor (TensorReader::*make)(Arguments, int depth) const;
    };

    Tensor readAt(ValueId id, int depth) const;
    Tensor made(const Layer& layer, int depth) const;
    void wrap(Tensor& tensor, const Layer& layer) const;
    Tensor storageAsTensor(ValueId id) const;

    Tensor dense(Arguments arguments, int depth) const;
    Tensor denseV3(Arguments arguments, int depth) const;
    Tensor quantized(Arguments arguments, int depth) const;
    Tensor sparse(Arguments arguments, int depth) const;
    Tensor meta(Arguments arguments, int depth) const;
    Tensor wrapper(Arguments arguments, int depth) const;
    Tensor nested(Arguments arguments, int depth) const;
    Tensor fromNumpy(Arguments arguments, int depth) const;
    Tensor fake(Arguments arguments, int depth) const;

    void setStorage(Tensor& tensor, ValueId storage) const;
    std::string storageKeyOf(const Tensor& tensor) const;
    void setLayout(Tensor& tensor, Arguments offsetSizeStride) const;
    void setMetadata(Tensor& tensor, Arguments arguments, std::size_t index) const;
    void setQuantization(Tensor& tensor, ValueId parameters, int depth) const;
    void checkReadable(Tensor& tensor) const;
    std::optional<ScalarType> dtype(ValueId id) const;
    std::optional<std::vector<std::int64_t>> integers(ValueId id) const;
    std::optional<std::vector<double>> numbers(ValueId id, std::int64_t count, int depth) const;
    bool truth(ValueId id) const { return m_values.is(id, Kind::Bool) && m_values.boolean(id); }

    const Artifact& m_artifact;
    const Values& m_values;
};

}  // namespace etscope::pickle
