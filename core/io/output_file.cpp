#include "io/output_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <thread>
#include <utility>

#include "base/escaped.h"
#include "io/platform.h"

namespace etscope {
namespace {

namespace fs = std::filesystem;

/// Bytes that are handed to the disk at once.
constexpr std::uint64_t kWriteBack = std::uint64_t{8} << 20U;
/// How often a wait for the other end of a FIFO looks whether it was cancelled.
constexpr std::chrono::milliseconds kGlance{50};

constexpr const char* kStandardOutput = "standard output";

Failure writeFailure(const std::string& path) {
    return fail("write-failed", std::string("cannot be written: ") + std::strerror(errno), escaped(path));
}

Result<void> writeAll(int descriptor, std::span<const std::byte> bytes, const std::string& path, const std::stop_token& stop) {
    while (!bytes.empty()) {
        const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0 && errno == EAGAIN) {
            if (stop.stop_requested()) return cancelledFailure();
            pollfd ready{descriptor, POLLOUT, 0};
            ::poll(&ready, 1, static_cast<int>(kGlance.count()));
            continue;
        }
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

/// Where the links of a path lead, whether there is a file or not; empty for a link that names an open file (/dev/stdout).
std::string targetOf(fs::path path) {
    constexpr int kMostLinks = 40;  // as the kernel
    std::error_code error;
    for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
        if (platform::namesOpenFiles(path.parent_path().string())) return {};
        path = path.parent_path() / fs::read_symlink(path, error);
    }
    return path.string();
}

/// What is no file that could be replaced. The reader of a FIFO is waited for here: in open() the wait could not be cancelled.
int openThrough(const std::string& path, mode_t mode, const std::stop_token& stop) {
    const int append = S_ISREG(mode) ? O_APPEND : 0;  // what the shell has opened keeps its end
    for (;;) {
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | append);
        if (descriptor >= 0 || errno != ENXIO || !S_ISFIFO(mode) || stop.stop_requested()) return descriptor;
        std::this_thread::sleep_for(kGlance);
    }
}

bool isUnnamed(const std::string& temporary) noexcept { return temporary.ends_with('/'); }

Failure writeFailure() { return fail("write-failed", std::string("values cannot be put aside: ") + std::strerror(errno)); }

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path, const JobContext& job) {
    struct stat old {};
    const bool exists = ::stat(path.c_str(), &old) == 0;
    if (!exists && errno != ENOENT) return writeFailure(path);
    if (exists && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return writeFailure(path);
    }
    if (exists && Source::isOpen(old))
        return fail("output-is-input", "cannot be written: it is one of the files that are read; choose another name",
                    escaped(path));
    if (exists && ::access(path.c_str(), W_OK) != 0) return writeFailure(path);
    std::string target = targetOf(path);
    if (exists && (target.empty() || !S_ISREG(old.st_mode))) {
        const int descriptor = openThrough(path, old.st_mode, job.stop);
        if (descriptor < 0 && job.cancelled()) return cancelledFailure();
        if (descriptor < 0) return writeFailure(path);
        return OutputFile(path, std::move(target), {}, descriptor, job.stop);
    }
    const fs::path folder = fs::path(target).parent_path();
    std::string temporary = folder / "";
    if (temporary.empty()) temporary = "./";
    int descriptor = fs::path(target).has_filename() ? platform::openUnnamed(folder.string()) : -1;
    if (descriptor < 0) {
        // A name of its own: the target's may already be as long as names can be.
        temporary = folder / ".etscope.XXXXXX";
        descriptor = platform::openTemporary(temporary);
    }
    if (descriptor < 0) return writeFailure(path);
    platform::setMode(descriptor, exists ? &old : nullptr);
    return OutputFile(path, std::move(target), std::move(temporary), descriptor, job.stop);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_target(std::move(other.m_target)),
      m_temporary(std::exchange(other.m_temporary, {})),
      m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_stop(std::move(other.m_stop)) {}

OutputFile::~OutputFile() {
    if (m_descriptor >= 0) ::close(m_descriptor);
    if (!m_temporary.empty() && !isUnnamed(m_temporary)) ::unlink(m_temporary.c_str());
}

Result<void> OutputFile::write(std::span<const std::byte> bytes) {
    if (auto r = writeAll(m_descriptor, bytes, m_path, m_stop); !r) return r;
    if (m_temporary.empty()) return {};
    m_written += bytes.size();
    // Starts a window, and waits for the one before it: dirty pages stay bounded. What goes wrong here fsync reports.
    while (m_written - m_writtenBack >= kWriteBack) {
        platform::writeBack(m_descriptor, m_writtenBack, kWriteBack);
        m_writtenBack += kWriteBack;
    }
    return {};
}

Result<void> OutputFile::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) {
    if (m_temporary.empty())
        return fail("write-failed", "cannot be written: this format needs a file, no device and no pipe", escaped(m_path));
    while (!bytes.empty()) {
        const ssize_t done = ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return writeFailure(m_path);
        offset += static_cast<std::uint64_t>(done);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return {};
}

Result<void> OutputFile::commit() {
    const bool synced = m_temporary.empty() || ::fsync(m_descriptor) == 0;
    if (!synced) return writeFailure(m_path);
    if (isUnnamed(m_temporary)) {
        std::string name = platform::nameUnnamed(m_descriptor, m_temporary, m_target);
        if (name.empty()) return writeFailure(m_path);
        m_temporary = std::move(name);
    }
    if (::close(std::exchange(m_descriptor, -1)) != 0) return writeFailure(m_path);
    if (!m_temporary.empty() && m_temporary != m_target && ::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return writeFailure(m_path);
    m_temporary.clear();
    return {};
}

Result<void> writeFile(const std::string& path, std::span<const std::byte> bytes, const JobContext& job) {
    auto file = OutputFile::create(path, job);
    if (!file) return file.failure();
    if (auto r = file->write(bytes); !r) return r;
    return file->commit();
}

Result<void> writeFile(const std::string& path, const ByteRange& range, const JobContext& job) {
    auto file = OutputFile::create(path, job);
    if (!file) return file.failure();
    if (auto r = copyRange(range, job, [&](std::span<const std::byte> bytes) { return file->write(bytes); }); !r) return r;
    return file->commit();
}

Result<void> writeStandardOutput(const ByteRange& range, const JobContext& job) {
    return copyRange(range, job,
                     [&](std::span<const std::byte> bytes) { return writeAll(STDOUT_FILENO, bytes, kStandardOutput, job.stop); });
}

StandardOutput::StandardOutput() {
    setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
    m_before = std::cout.rdbuf(this);
}

StandardOutput::~StandardOutput() {
    sync();
    std::cout.rdbuf(m_before);
}

Result<void> StandardOutput::finish() {
    sync();
    return m_state;
}

int StandardOutput::sync() {
    if (m_state) m_state = writeAll(STDOUT_FILENO, std::as_bytes(std::span(pbase(), pptr())), kStandardOutput, {});
    setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
    return m_state ? 0 : -1;
}

std::streambuf::int_type StandardOutput::overflow(int_type next) {
    if (sync() != 0) return traits_type::eof();
    return traits_type::eq_int_type(next, traits_type::eof()) ? traits_type::not_eof(next) : sputc(traits_type::to_char_type(next));
}

Result<ScratchFile> ScratchFile::create() {
    std::error_code none;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(none);
    const int descriptor = none ? -1 : platform::openScratch(folder.string());
    if (descriptor < 0) return writeFailure();
    return ScratchFile(descriptor);
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_size(std::exchange(other.m_size, 0)) {}

ScratchFile::~ScratchFile() {
    if (m_descriptor >= 0) platform::closeScratch(m_descriptor);
}

Result<std::uint64_t> ScratchFile::append(std::span<const std::byte> bytes) {
    std::uint64_t at = m_size;
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return writeFailure();
        at += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return std::exchange(m_size, at);
}

Result<std::shared_ptr<const Source>> ScratchFile::read() const { return Source::open(platform::nameOfScratch(m_descriptor)); }

}  // namespace etscope
