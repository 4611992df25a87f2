// Export of tensors to files: npy, npz, safetensors, csv, raw. Streams with bounded memory into a temporary file beside the
// target and renames it: an export that fails or is cancelled leaves nothing. Any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/named_tensor.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

/// What is written of each type:
/// - npy, npz: types that numpy has as they are; bf16, f8 and quantized (dequantized) as float32; c32 as complex64; bit types
///   as unsigned integers. npz members are stored, not compressed.
/// - safetensors: its own types as they are (incl. BF16, F8_E4M3, F8_E5M2, F8_E8M0, C64); the other f8, c32 → C64, quantized
///   as F32, bit types as U8/U16; c128 is refused (`export-type-unsupported`).
/// - csv: one row per element, "i0,i1,…,value", for rank other than 2; rank 2 as rows of values. Exact shortest decimals.
///   Complex as two columns re,im per value.
/// - bin: the elements in row-major order, original type, little endian, no header; packed types one byte a value.
enum class ExportFormat : std::uint8_t { Npy, Npz, Safetensors, Csv, Bin };

/// From a file name's extension: ".npy", ".npz", ".safetensors", ".csv", ".bin".
std::optional<ExportFormat> exportFormatOf(std::string_view path) noexcept;

/// One tensor into `path` (an existing file is replaced). In npz and safetensors its name is `name`.
/// Errors: `write-failed`, `export-type-unsupported`, `export-nothing`, `limit-exceeded`, `cancelled`, those of
/// ElementReader.
Result<void> exportTensor(const Tensor& tensor, std::string_view name, const std::string& path, ExportFormat format,
                          const JobContext& job);

/// Many tensors into one .npz or .safetensors. Names are made safe and unique: safeName().
Result<void> exportTensors(std::span<const NamedTensor> tensors, const std::string& path, ExportFormat format,
                           const JobContext& job);

/// Whether a file of this format can hold more than one tensor.
bool holdsMany(ExportFormat format) noexcept;

/// Each tensor into an .npy of its own below the folder, which is made; names as above, short enough for a file system. A tensor
/// that cannot be written does not stop the others: the result is what went wrong. Errors: `export-nothing`, `cancelled`.
Result<std::vector<Error>> exportFolder(std::span<const NamedTensor> tensors, const std::string& folder, const JobContext& job);

/// A name that is a relative path without "..", empty parts, backslashes or control characters, as UTF-8.
std::string safeName(std::string_view name);

}  // namespace etscope::tensor
