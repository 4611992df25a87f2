// The debug buffer: raw bytes beside an ETDump that hold the contents of its logged tensors. It has no header: everything about it
// is told by the dump, every access is checked. Any thread. Rules: docs/FORMATS.md "Debug buffer".
#pragma once

#include <cstdint>

#include "etdump/dump.h"
#include "tensor/tensor.h"

namespace etscope::etdump {

/// The tensor with its bytes in the buffer; strides are respected. Without a buffer (`buffer.source == nullptr`), outside of it, or
/// of a size that cannot be told it is Unreadable, with the reason. Empty tensors are readable always.
tensor::Tensor debugTensor(const Dump& dump, const LoggedTensor& logged, const ByteRange& buffer);

/// Any logged value; lists give their tensors one by one through `element`.
tensor::Value debugValue(const Dump& dump, const LoggedValue& logged, const ByteRange& buffer, std::size_t element = 0);

struct BufferFit {
    std::uint64_t needed = 0;  ///< end of the highest byte that the dump names
    std::size_t tensors = 0, unreadable = 0;
    std::size_t beyond = 0;  ///< unreadable because they end behind the buffer
    bool allZero = false;    ///< all bytes of the first tensors looked at are zero: mostly another run's buffer
};
/// Whether the buffer can be the dump's. Reads at most 1 MiB. `etdump-buffer-short`, `etdump-tensor` and
/// `etdump-buffer-zero` become diagnostics.
BufferFit checkBuffer(const Dump& dump, const ByteRange& buffer, Diagnostics& diagnostics);

/// The account of the bytes of a buffer of that size: the logged tensors, and what no tensor of the dump names.
std::vector<flat::Region> bufferRegions(const Dump& dump, std::uint64_t size);

}  // namespace etscope::etdump
