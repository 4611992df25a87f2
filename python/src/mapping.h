// Bytes of files in place: a file is mapped once for all tensors that are looked at in it, and stays mapped as long as any view of
// it lives. The core never maps a file, because the system ends whoever reads a mapped part that was cut off meanwhile; views in
// place are for callers that want them. Any thread.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "base/result.h"
#include "io/source.h"

namespace etscope::python {

/// Bytes and what keeps them.
struct HeldBytes {
    std::shared_ptr<const void> owner;
    std::span<const std::byte> bytes;
};

class Mappings {
public:
    /// The range where it lies: in the mapped file, or in the memory of its source. Errors: `file-changed` when the file on disk is
    /// no longer the one that was opened, `file-unreadable`, `tensor-not-in-place` for a range that is inflated as it is read.
    Result<HeldBytes> view(const ByteRange& range);

private:
    Result<HeldBytes> mapped(const std::shared_ptr<const Source>& source);
    std::mutex m_mutex;
    std::map<std::shared_ptr<const Source>, std::weak_ptr<const void>> m_files;
};

/// Whether view() has a place for it.
bool hasPlace(const ByteRange& range) noexcept;

}  // namespace etscope::python
