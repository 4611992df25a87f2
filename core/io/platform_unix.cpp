// Linux and macOS.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

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

int openTemporary(std::string& name) noexcept { return ::mkostemp(name.data(), O_CLOEXEC); }

int makeFolder(std::string& name) noexcept { return ::mkdtemp(name.data()) == nullptr ? errno : 0; }

void setMode(int descriptor, const FileFacts* old) noexcept {
    if (old != nullptr) {
        if (::fchown(descriptor, old->owner, old->group) != 0) errno = 0;
        ::fchmod(descriptor, static_cast<mode_t>(old->mode & 07777U));
        return;
    }
    ::fchmod(descriptor, 0666 & ~newFilesLack());
}

void setNewMode(const std::string& folder) noexcept { ::chmod(folder.c_str(), 0777 & ~newFilesLack()); }

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
