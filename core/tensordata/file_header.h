// Reads the header of a `.ptd` (docs/FORMATS.md "Tensor data file").
#pragma once

#include "tensordata/tensor_data.h"

namespace etscope::tensordata {

/// Start of the file: root offset and identifier; the header stands behind them.
inline constexpr std::uint64_t kHeaderStart = 8;

/// Reads at most 48 bytes. Errors: see TensorData::open(); everything else wrong is a diagnostic.
Result<FileHeader> readFileHeader(const ByteRange& file, Diagnostics& diagnostics);

}  // namespace etscope::tensordata
