#include "io/scratch_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace etscope {
namespace {

/// Nobody else can open it: it has a name nowhere, or for a moment only.
int openWithoutName(const std::string& folder) {
    const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0) return descriptor;
    std::string name = folder + "/etscope-XXXXXX";
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

Failure writeFailure() { return fail("write-failed", std::string("values cannot be put aside: ") + std::strerror(errno)); }

}  // namespace

Result<ScratchFile> ScratchFile::create() {
    std::error_code none;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(none);
    const int descriptor = none ? -1 : openWithoutName(folder.string());
    if (descriptor < 0) return writeFailure();
    return ScratchFile(descriptor);
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_size(std::exchange(other.m_size, 0)) {}

ScratchFile::~ScratchFile() {
    if (m_descriptor >= 0) ::close(m_descriptor);
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

Result<std::shared_ptr<const Source>> ScratchFile::read() const {
    return Source::open("/proc/self/fd/" + std::to_string(m_descriptor));
}

}  // namespace etscope
