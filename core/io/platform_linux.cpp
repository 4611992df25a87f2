#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdlib>

#include "io/platform.h"

namespace etscope::platform {
namespace {

/// The open file by its number, which gives a file without a name its name.
std::string nameOf(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

}  // namespace

bool namesOpenFiles(const std::string& folder) noexcept {
    struct statfs info {};
    return ::statfs(folder.empty() ? "." : folder.c_str(), &info) == 0 && info.f_type == PROC_SUPER_MAGIC;
}

// An old kernel, a file system or a container may have none.
int openUnnamed(const std::string& folder) noexcept {
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor < 0) return descriptor;
    if (::access(nameOf(descriptor).c_str(), F_OK) == 0) return descriptor;
    ::close(descriptor);
    return -1;
}

std::string nameUnnamed(int descriptor, const std::string& folder, const std::string& target) {
    constexpr int kMostTries = 100;
    const std::string file = nameOf(descriptor);
    if (::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, target.c_str(), AT_SYMLINK_FOLLOW) == 0) return target;
    for (int i = 0; i < kMostTries && errno == EEXIST; ++i) {
        const std::string name = folder + ".etscope." + std::to_string(::getpid()) + "." + std::to_string(::rand());
        if (::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) return name;
    }
    return {};
}

// Nobody else can open it: it has a name nowhere, or for a moment only.
int openScratch(const std::string& folder) {
    const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0) return descriptor;
    std::string name = folder + "/etscope-XXXXXX";
    const int named = openTemporary(name);
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

std::string nameOfScratch(int descriptor) { return nameOf(descriptor); }

void closeScratch(int descriptor) noexcept { ::close(descriptor); }

void adviseRandomReads(int descriptor) noexcept { ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM); }

void writeBack(int descriptor, std::uint64_t offset, std::uint64_t size) noexcept {
    ::sync_file_range(descriptor, static_cast<off_t>(offset), static_cast<off_t>(size), SYNC_FILE_RANGE_WRITE);
    if (offset >= size)
        ::sync_file_range(descriptor, static_cast<off_t>(offset - size), static_cast<off_t>(size),
                          SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
}

// With pages of 4 kB, giving the pages takes twice as long as writing the elements.
void adviseLargePages(void* block, std::size_t size) noexcept {
    constexpr std::size_t kLargePage = std::size_t{2} << 20U, kLargeBlock = 2 * kLargePage;
    if (size < kLargeBlock) return;
    const auto address = std::bit_cast<std::uintptr_t>(block);
    const std::size_t before = (kLargePage - address % kLargePage) % kLargePage;
    static_cast<void>(madvise(static_cast<std::byte*>(block) + before, (size - before) / kLargePage * kLargePage, MADV_HUGEPAGE));
}

std::filesystem::path ownProgram() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error);
}

}  // namespace etscope::platform
