// Numpy's files: .npy (versions 1 to 3) and .npz. A tensor stays where it lies in the file; object arrays
// (pickles) are refused, nothing is executed. Format: numpy's lib/format documentation. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "io/source.h"
#include "io/zip_index.h"
#include "tensor/named_tensor.h"

namespace etscope::tensor {

/// Reads the header only. Errors: `npy-not-numpy`, `npy-version`, `npy-header-truncated`, `npy-header-too-large`,
/// `npy-header-damaged`, `npy-type-unsupported`, `npy-object-array`, `npy-shape`, `npy-data-truncated`.
Result<Tensor> readNpy(const ByteRange& file);

/// Members of an .npz in directory order, names without ".npy". Stored members stay in place; deflated ones are inflated into
/// memory, together up to limits::settable().inflatedBytes. A member that cannot be read is listed with state Unreadable, the
/// reason as note and as diagnostic.
std::vector<NamedTensor> readNpz(const ZipIndex& zip, Diagnostics& diagnostics);

/// What an .npy file begins with: magic, version 1.0, description, padded to a multiple of 64 bytes as numpy does. `type` is one
/// that numpy has.
std::string npyHeader(ScalarType type, std::span<const std::int64_t> shape);

}  // namespace etscope::tensor
