#include "io/output_file.h"

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
using Kind = platform::FileFacts::Kind;

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
        const std::int64_t done = platform::write(descriptor, bytes.data(), bytes.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0 && errno == EAGAIN) {
            if (stop.stop_requested()) return cancelledFailure();
            platform::waitToWrite(descriptor, static_cast<int>(kGlance.count()));
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
        if (platform::namesOpenFiles(path.parent_path().generic_string())) return {};
        path = path.parent_path() / fs::read_symlink(path, error);
    }
    return path.generic_string();
}

/// What is no file that could be replaced. The reader of a FIFO is waited for here: in open() the wait could not be cancelled.
int openThrough(const std::string& path, const platform::FileFacts& facts, const std::stop_token& stop) {
    for (;;) {
        const int descriptor = platform::openForWriting(path, facts);
        if (descriptor >= 0 || errno != ENXIO || facts.kind != Kind::Fifo || stop.stop_requested()) return descriptor;
        std::this_thread::sleep_for(kGlance);
    }
}

bool isUnnamed(const std::string& temporary) noexcept { return temporary.ends_with('/'); }

Failure writeFailure() { return fail("write-failed", std::string("values cannot be put aside: ") + std::strerror(errno)); }

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path, const JobContext& job) {
    platform::FileFacts old;
    const bool exists = platform::factsOf(path, old);
    if (!exists && errno != ENOENT) return writeFailure(path);
    if (exists && old.kind == Kind::Folder) {
        errno = EISDIR;
        return writeFailure(path);
    }
    if (exists && Source::isOpen(old))
        return fail("output-is-input", "cannot be written: it is one of the files that are read; choose another name",
                    escaped(path));
    if (exists && !platform::mayWrite(path)) return writeFailure(path);
    std::string target = targetOf(path);
    if (exists && (target.empty() || old.kind != Kind::Regular)) {
        const int descriptor = openThrough(path, old, job.stop);
        if (descriptor < 0 && job.cancelled()) return cancelledFailure();
        if (descriptor < 0) return writeFailure(path);
        return OutputFile(path, std::move(target), {}, descriptor, job.stop);
    }
    const fs::path folder = fs::path(target).parent_path();
    std::string temporary = (folder / "").generic_string();
    if (temporary.empty()) temporary = "./";
    int descriptor = fs::path(target).has_filename() ? platform::openUnnamed(folder.generic_string()) : -1;
    if (descriptor < 0) {
        // A name of its own: the target's may already be as long as names can be.
        temporary = (folder / ".etscope.XXXXXX").generic_string();
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
    if (m_descriptor >= 0) platform::close(m_descriptor);
    if (!m_temporary.empty() && !isUnnamed(m_temporary)) platform::removeFile(m_temporary);
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
        const std::int64_t done = platform::writeAt(m_descriptor, bytes.data(), bytes.size(), offset);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return writeFailure(m_path);
        offset += static_cast<std::uint64_t>(done);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return {};
}

Result<void> OutputFile::commit() {
    const bool synced = m_temporary.empty() || platform::flush(m_descriptor);
    if (!synced) return writeFailure(m_path);
    if (isUnnamed(m_temporary)) {
        std::string name = platform::nameUnnamed(m_descriptor, m_temporary, m_target);
        if (name.empty()) return writeFailure(m_path);
        m_temporary = std::move(name);
    }
    if (!platform::close(std::exchange(m_descriptor, -1))) return writeFailure(m_path);
    if (!m_temporary.empty() && m_temporary != m_target && !platform::replaceFile(m_temporary, m_target))
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
                     [&](std::span<const std::byte> bytes) { return writeAll(platform::kOutput, bytes, kStandardOutput, job.stop); });
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
    if (m_state) m_state = writeAll(platform::kOutput, std::as_bytes(std::span(pbase(), pptr())), kStandardOutput, {});
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
    const int descriptor = none ? -1 : platform::openScratch(folder.generic_string());
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
        const std::int64_t written = platform::writeAt(m_descriptor, bytes.data(), bytes.size(), at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return writeFailure();
        at += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return std::exchange(m_size, at);
}

Result<std::shared_ptr<const Source>> ScratchFile::read() const { return Source::open(platform::nameOfScratch(m_descriptor)); }

}  // namespace etscope
