// What the globals of torch pickles mean to the reader. Every other global is opaque.
#pragma once

#include <cstdint>
#include <optional>

#include "base/scalar_type.h"
#include "pickle/values.h"

namespace etscope::pickle {

enum class Meaning : std::uint8_t {
    Opaque,
    RebuildTensor,            ///< _rebuild_tensor and _rebuild_tensor_v2
    RebuildTensorV3,
    RebuildParameter,         ///< with and without state
    RebuildQuantized,
    RebuildSparse,
    RebuildMeta,
    RebuildWrapper,
    RebuildNested,
    RebuildFromCpu,
    RebuildFromNumpy,
    RebuildFromType,          ///< _rebuild_from_type and _v2
    RebuildFake,              ///< ExecuTorch's and torch.export's _reconstruct_fake_tensor
    LoadFromBytes,            ///< torch.storage._load_from_bytes
    TensorClass,              ///< torch.Tensor, Parameter, Variable: called directly in very old files
    StorageClass,             ///< `storageType`
    UntypedStorage,
    DType,                    ///< `dtypeOf`
    QuantizationScheme, MemoryFormat,
    Layout,                   ///< torch.sparse_coo as a global
    GetLayout, Device,        ///< called with text
    Size,                     ///< torch.Size((…),)
    Complex,
    Container,                ///< Python's own; the unpickler has made values of their calls
};

/// Whether a call makes a tensor, by the function alone.
constexpr bool isRebuild(Meaning meaning) noexcept { return meaning >= Meaning::RebuildTensor && meaning <= Meaning::RebuildFake; }

Meaning meaningOf(const Symbol& symbol);
/// Element type of `torch.FloatStorage` and its like; nothing for other names.
std::optional<ScalarType> storageType(const Symbol& symbol);

}  // namespace etscope::pickle
