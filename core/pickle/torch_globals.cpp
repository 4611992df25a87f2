#include "pickle/torch_globals.h"

#include <algorithm>
#include <array>

#include "pickle/python_calls.h"

namespace etscope::pickle {
namespace {

struct Row {
    std::string_view module;
    std::string_view name;
    Meaning meaning;
};
constexpr std::string_view kUtils = "torch._utils";
constexpr std::array kRows{
    Row{kUtils, "_rebuild_tensor", Meaning::RebuildTensor},
    Row{kUtils, "_rebuild_tensor_v2", Meaning::RebuildTensor},
    Row{kUtils, "_rebuild_tensor_v3", Meaning::RebuildTensorV3},
    Row{kUtils, "_rebuild_parameter", Meaning::RebuildParameter},
    Row{kUtils, "_rebuild_parameter_with_state", Meaning::RebuildParameter},
    Row{kUtils, "_rebuild_qtensor", Meaning::RebuildQuantized},
    Row{kUtils, "_rebuild_sparse_tensor", Meaning::RebuildSparse},
    Row{kUtils, "_rebuild_meta_tensor_no_storage", Meaning::RebuildMeta},
    Row{kUtils, "_rebuild_wrapper_subclass", Meaning::RebuildWrapper},
    Row{kUtils, "_rebuild_nested_tensor", Meaning::RebuildNested},
    Row{kUtils, "_rebuild_device_tensor_from_cpu_tensor", Meaning::RebuildFromCpu},
    Row{kUtils, "_rebuild_device_tensor_from_numpy", Meaning::RebuildFromNumpy},
    Row{kUtils, "_rebuild_xla_tensor", Meaning::RebuildFromNumpy},
    Row{"torch._tensor", "_rebuild_from_type", Meaning::RebuildFromType},
    Row{"torch._tensor", "_rebuild_from_type_v2", Meaning::RebuildFromType},
    Row{"executorch.exir.serde.export_serialize", "_reconstruct_fake_tensor", Meaning::RebuildFake},
    Row{"torch._export.serde.serialize", "_reconstruct_fake_tensor", Meaning::RebuildFake},
    Row{"torch.storage", "_load_from_bytes", Meaning::LoadFromBytes},
    Row{"torch.storage", "UntypedStorage", Meaning::UntypedStorage},
    Row{"torch", "UntypedStorage", Meaning::UntypedStorage},
    Row{"torch.storage", "_UntypedStorage", Meaning::UntypedStorage},
    Row{"torch.serialization", "_get_layout", Meaning::GetLayout},
    Row{"torch", "device", Meaning::Device},
    Row{"torch", "Size", Meaning::Size},
    Row{"torch", "Tensor", Meaning::TensorClass},
    Row{"torch._tensor", "Tensor", Meaning::TensorClass},
    Row{"torch.nn.parameter", "Parameter", Meaning::TensorClass},
    Row{"torch.nn.parameter", "Buffer", Meaning::TensorClass},
    Row{"torch.autograd.variable", "Variable", Meaning::TensorClass},
    Row{"torch", "per_tensor_affine", Meaning::QuantizationScheme},
    Row{"torch", "per_channel_affine", Meaning::QuantizationScheme},
    Row{"torch", "per_channel_affine_float_qparams", Meaning::QuantizationScheme},
    Row{"torch", "per_tensor_symmetric", Meaning::QuantizationScheme},
    Row{"torch", "per_channel_symmetric", Meaning::QuantizationScheme},
    Row{"torch", "contiguous_format", Meaning::MemoryFormat},
    Row{"torch", "channels_last", Meaning::MemoryFormat},
    Row{"torch", "channels_last_3d", Meaning::MemoryFormat},
    Row{"torch", "preserve_format", Meaning::MemoryFormat},
    Row{"torch", "strided", Meaning::Layout},
    Row{"torch", "sparse_coo", Meaning::Layout},
    Row{"torch", "sparse_csr", Meaning::Layout},
    Row{"torch", "sparse_csc", Meaning::Layout},
    Row{"torch", "sparse_bsr", Meaning::Layout},
    Row{"torch", "sparse_bsc", Meaning::Layout},
    Row{"builtins", "complex", Meaning::Complex},
};

struct StorageRow {
    std::string_view name;
    ScalarType type;
};
constexpr std::array kStorages{
    StorageRow{"ByteStorage", ScalarType::U8},
    StorageRow{"CharStorage", ScalarType::I8},
    StorageRow{"ShortStorage", ScalarType::I16},
    StorageRow{"IntStorage", ScalarType::I32},
    StorageRow{"LongStorage", ScalarType::I64},
    StorageRow{"HalfStorage", ScalarType::F16},
    StorageRow{"FloatStorage", ScalarType::F32},
    StorageRow{"DoubleStorage", ScalarType::F64},
    StorageRow{"ComplexFloatStorage", ScalarType::C64},
    StorageRow{"ComplexDoubleStorage", ScalarType::C128},
    StorageRow{"BoolStorage", ScalarType::Bool},
    StorageRow{"QInt8Storage", ScalarType::QInt8},
    StorageRow{"QUInt8Storage", ScalarType::QUInt8},
    StorageRow{"QInt32Storage", ScalarType::QInt32},
    StorageRow{"BFloat16Storage", ScalarType::BF16},
    StorageRow{"QUInt4x2Storage", ScalarType::QUInt4x2},
    StorageRow{"QUInt2x4Storage", ScalarType::QUInt2x4},
};

}  // namespace

Meaning meaningOf(const Symbol& symbol) {
    const auto row = std::find_if(kRows.begin(), kRows.end(),
                                  [&symbol](const Row& r) { return r.name == symbol.name && r.module == symbol.module; });
    if (row != kRows.end()) return row->meaning;
    if (isPythonCall(symbol)) return Meaning::Container;
    if (storageType(symbol)) return Meaning::StorageClass;
    // The table of types also knows short and numpy names; a global has torch's.
    if (symbol.module == "torch" && scalarTypeFromName("torch." + symbol.name)) return Meaning::DType;
    return Meaning::Opaque;
}

std::optional<ScalarType> storageType(const Symbol& symbol) {
    if (symbol.module != "torch" && symbol.module != "torch.cuda") return std::nullopt;
    const auto row = std::find_if(kStorages.begin(), kStorages.end(), [&symbol](const StorageRow& r) { return r.name == symbol.name; });
    return row == kStorages.end() ? std::nullopt : std::optional(row->type);
}

}  // namespace etscope::pickle
