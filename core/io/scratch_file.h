// Bytes that are put aside on disk and read again: a file without a name in the folder for temporary files, which is gone with the
// last who reads it, however the process ends. One thread writes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/result.h"
#include "io/source.h"

namespace etscope {

class ScratchFile {
public:
    /// Errors: `write-failed` with the system's reason.
    static Result<ScratchFile> create();
    ScratchFile(ScratchFile&& other) noexcept;
    ScratchFile& operator=(ScratchFile&&) = delete;
    ~ScratchFile();

    /// Where they begin. Errors: as above; what was written before stays.
    Result<std::uint64_t> append(std::span<const std::byte> bytes);
    std::uint64_t size() const noexcept { return m_size; }
    /// All that was appended. Errors: `file-unreadable`.
    Result<std::shared_ptr<const Source>> read() const;

private:
    explicit ScratchFile(int descriptor) : m_descriptor(descriptor) {}

    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

}  // namespace etscope
