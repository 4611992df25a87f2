// Reader of .safetensors: 8-byte header size, JSON header, data. Tensors stay where they lie in the file. Any thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "io/source.h"
#include "tensor/named_tensor.h"

namespace etscope::tensor {

struct Safetensors {
    std::vector<NamedTensor> tensors;                           ///< in the order of their data
    std::vector<std::pair<std::string, std::string>> metadata;  ///< "__metadata__"
};

/// Reads the header only (at most limits::kMaxDomJson, 100,000 tensors). A tensor that does not fit is listed with
/// state Unreadable, the reason as note and as diagnostic `safetensors-tensor-damaged`. Errors: `safetensors-header-truncated`,
/// `safetensors-header-too-large`, `safetensors-header-damaged`.
Result<Safetensors> readSafetensors(const ByteRange& file, Diagnostics& diagnostics);

/// The word of a type in a header ("F32", "BF16"); empty when the format has none.
std::string_view safetensorsTypeName(ScalarType type) noexcept;

}  // namespace etscope::tensor
