// Everything that is written goes through here. A file appears whole or not at all: a temporary file beside the target (without a
// name where the file system has such, so that a killed process leaves nothing), synced, renamed. Links are followed; what is no
// regular file (a device, a FIFO, an open file named through /proc) is written to, never replaced. The standard output tells when
// it could not be written. One thread per object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <streambuf>
#include <string>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope {

/// A file under construction. Unless `commit()` succeeded, the destructor removes it and the target keeps what it was.
class OutputFile {
public:
    /// An existing target keeps its permissions. A FIFO is waited for until somebody reads it. Errors: `output-is-input` where a
    /// Source has the target open, `write-failed` with the system's reason, `cancelled`.
    static Result<OutputFile> create(const std::string& path, const JobContext& job = {});
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// The disk works along, so that commit() finds little left to sync.
    Result<void> write(std::span<const std::byte> bytes);
    /// Over what write() wrote there, for formats whose writers go back. Errors: as above; a target that is written through.
    Result<void> writeAt(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Syncs, closes and renames. No further call is allowed.
    Result<void> commit();

private:
    OutputFile(std::string path, std::string target, std::string temporary, int descriptor, std::stop_token stop)
        : m_path(std::move(path)),
          m_target(std::move(target)),
          m_temporary(std::move(temporary)),
          m_descriptor(descriptor),
          m_stop(std::move(stop)) {}

    std::string m_path;       ///< as it was given, for messages
    std::string m_target;     ///< where its links lead
    std::string m_temporary;  ///< empty: written through; a folder, with its slash: a file without a name in it
    int m_descriptor = -1;
    std::stop_token m_stop;
    std::uint64_t m_written = 0, m_writtenBack = 0;  ///< by write()
};

/// Writes the bytes as the file's whole content.
Result<void> writeFile(const std::string& path, std::span<const std::byte> bytes, const JobContext& job = {});
/// Copies the range through a bounded buffer.
Result<void> writeFile(const std::string& path, const ByteRange& range, const JobContext& job);
Result<void> writeStandardOutput(const ByteRange& range, const JobContext& job);

/// What std::cout writes to while the object lives: the standard output, with the system's reason where it cannot be written.
class StandardOutput : private std::streambuf {
public:
    StandardOutput();
    StandardOutput(const StandardOutput&) = delete;
    StandardOutput& operator=(const StandardOutput&) = delete;
    ~StandardOutput() override;

    /// Writes what is left. The first `write-failed` of all that was written to std::cout.
    Result<void> finish();

private:
    int_type overflow(int_type next) override;
    int sync() override;

    std::array<char, std::size_t{1} << 16U> m_buffer;
    std::streambuf* m_before = nullptr;
    Result<void> m_state;
};

// Bytes that are put aside on disk and read again: a file without a name in the folder for temporary files, which is gone with the
// last who reads it, however the process ends. One thread writes.

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
