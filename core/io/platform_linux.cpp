#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "io/platform.h"

namespace etscope::platform {
namespace {

/// The permissions that new files and folders lack.
mode_t newFilesLack() noexcept {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mask;
}

/// The open file by its number, which gives a file without a name its name.
std::string nameOf(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

}  // namespace

bool hasThreads() noexcept { return true; }

bool raiseFileLimit() noexcept {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        if (::setrlimit(RLIMIT_NOFILE, &limit) == 0) return true;
    }
    errno = EMFILE;
    return false;
}

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

int openTemporary(std::string& name) noexcept { return ::mkostemp(name.data(), O_CLOEXEC); }

int makeFolder(std::string& name) noexcept { return ::mkdtemp(name.data()) == nullptr ? errno : 0; }

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

void setMode(int descriptor, const struct stat* old) noexcept {
    if (old != nullptr) {
        if (::fchown(descriptor, old->st_uid, old->st_gid) != 0) errno = 0;
        ::fchmod(descriptor, old->st_mode & 07777U);
        return;
    }
    ::fchmod(descriptor, 0666 & ~newFilesLack());
}

void setNewMode(const std::string& folder) noexcept { ::chmod(folder.c_str(), 0777 & ~newFilesLack()); }

void writeBack(int descriptor, std::uint64_t offset, std::uint64_t size) noexcept {
    ::sync_file_range(descriptor, static_cast<off_t>(offset), static_cast<off_t>(size), SYNC_FILE_RANGE_WRITE);
    if (offset >= size)
        ::sync_file_range(descriptor, static_cast<off_t>(offset - size), static_cast<off_t>(size),
                          SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
}

int lockFolder(const std::string& path) noexcept {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return -1;
    struct stat opened {
    }, named{};
    int reason =
        ::flock(folder, LOCK_EX | LOCK_NB) == 0 && ::fstat(folder, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 ? 0 : errno;
    if (reason == 0 && (opened.st_ino != named.st_ino || opened.st_dev != named.st_dev)) reason = ENOENT;
    if (reason == 0 && opened.st_uid != ::geteuid()) reason = EPERM;
    if (reason == 0) return folder;
    ::close(folder);
    errno = reason;
    return -1;
}

// With pages of 4 kB, giving the pages takes twice as long as writing the elements.
void adviseLargePages(void* block, std::size_t size) noexcept {
    constexpr std::size_t kLargePage = std::size_t{2} << 20U, kLargeBlock = 2 * kLargePage;
    if (size < kLargeBlock) return;
    const auto address = std::bit_cast<std::uintptr_t>(block);
    const std::size_t before = (kLargePage - address % kLargePage) % kLargePage;
    static_cast<void>(madvise(static_cast<std::byte*>(block) + before, (size - before) / kLargePage * kLargePage, MADV_HUGEPAGE));
}

void holdStandardStreams() noexcept {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) < 0) static_cast<void>(open("/dev/null", O_RDONLY));
    std::signal(SIGXFSZ, SIG_IGN);
}

// The signals are blocked in all threads and waited for on one of their own, so that no signal handler is needed.
void listenForInterrupt(std::stop_source stop, int status) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread([signals, status, stop = std::move(stop)]() mutable {
        int signal = 0;
        sigwait(&signals, &signal);
        stop.request_stop();
        sigwait(&signals, &signal);
        _exit(status);
    }).detach();
}

std::string systemText() {
    utsname name{};
    if (::uname(&name) != 0) return {};
    return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

}  // namespace etscope::platform
