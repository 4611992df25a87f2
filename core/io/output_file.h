// Writing files whole or not at all: a temporary file beside the target, synced, renamed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope {

/// A file under construction. Unless `commit()` succeeded, the destructor removes it and the target keeps what it was.
class OutputFile {
public:
    /// Errors: `write-failed` with the system's reason.
    static Result<OutputFile> create(const std::string& path);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// The disk works along, so that commit() finds little left to sync.
    Result<void> write(std::span<const std::byte> bytes);
    /// Syncs and renames. No further call is allowed.
    Result<void> commit();

private:
    OutputFile(std::string path, std::string temporary, int descriptor)
        : m_path(std::move(path)), m_temporary(std::move(temporary)), m_descriptor(descriptor) {}
    std::string m_path, m_temporary;
    int m_descriptor = -1;
    std::uint64_t m_written = 0, m_writtenBack = 0;
};

/// Writes the bytes as the file's whole content.
Result<void> writeFile(const std::string& path, std::span<const std::byte> bytes);
/// Copies the range through a bounded buffer.
Result<void> writeFile(const std::string& path, const ByteRange& range, const JobContext& job);
Result<void> writeStandardOutput(const ByteRange& range, const JobContext& job);

}  // namespace etscope
