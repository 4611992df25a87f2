#include "io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/text.h"

namespace etscope {
namespace {

/// Bytes that are handed to the disk at once.
constexpr std::uint64_t kWindow = std::uint64_t{8} << 20U;

Failure writeFailure(const std::string& path) {
    return fail("write-failed", std::string("cannot be written: ") + std::strerror(errno), escaped(path));
}

Result<void> writeAll(int descriptor, std::span<const std::byte> bytes, const std::string& path) {
    while (!bytes.empty()) {
        const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return writeFailure(path);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return {};
}

template <class Write>
Result<void> copyRange(const ByteRange& range, const JobContext& job, Write&& write) {
    std::vector<std::byte> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(range.size, std::uint64_t{1} << 20U)));
    for (std::uint64_t at = 0; at < range.size; at += buffer.size()) {
        if (job.cancelled()) return cancelledFailure();
        const auto part =
            std::span(buffer).first(static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), range.size - at)));
        if (auto r = range.read(at, part); !r) return r;
        if (auto r = write(part); !r) return r;
        job.report(static_cast<double>(at + part.size()) / static_cast<double>(range.size));
    }
    return {};
}

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path) {
    std::string temporary = path + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) return writeFailure(path);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, 0666 & ~mask);
    return OutputFile(path, std::move(temporary), descriptor);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_temporary(std::move(other.m_temporary)),
      m_descriptor(std::exchange(other.m_descriptor, -1)) {}

OutputFile::~OutputFile() {
    if (m_descriptor < 0) return;
    ::close(m_descriptor);
    ::unlink(m_temporary.c_str());
}

Result<void> OutputFile::write(std::span<const std::byte> bytes) {
    if (auto r = writeAll(m_descriptor, bytes, m_path); !r) return r;
    m_written += bytes.size();
    // Starts a window, and waits for the one before it: dirty pages stay bounded. What goes wrong here fsync reports.
    while (m_written - m_writtenBack >= kWindow) {
        ::sync_file_range(m_descriptor, static_cast<off_t>(m_writtenBack), kWindow, SYNC_FILE_RANGE_WRITE);
        if (m_writtenBack >= kWindow)
            ::sync_file_range(m_descriptor, static_cast<off_t>(m_writtenBack - kWindow), kWindow,
                              SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
        m_writtenBack += kWindow;
    }
    return {};
}

Result<void> OutputFile::commit() {
    if (::fsync(m_descriptor) != 0 || ::rename(m_temporary.c_str(), m_path.c_str()) != 0) return writeFailure(m_path);
    ::close(std::exchange(m_descriptor, -1));
    return {};
}

Result<void> writeFile(const std::string& path, std::span<const std::byte> bytes) {
    auto file = OutputFile::create(path);
    if (!file) return file.failure();
    if (auto r = file->write(bytes); !r) return r;
    return file->commit();
}

Result<void> writeFile(const std::string& path, const ByteRange& range, const JobContext& job) {
    auto file = OutputFile::create(path);
    if (!file) return file.failure();
    if (auto r = copyRange(range, job, [&](std::span<const std::byte> bytes) { return file->write(bytes); }); !r) return r;
    return file->commit();
}

Result<void> writeStandardOutput(const ByteRange& range, const JobContext& job) {
    return copyRange(range, job,
                     [](std::span<const std::byte> bytes) { return writeAll(STDOUT_FILENO, bytes, "standard output"); });
}

}  // namespace etscope
