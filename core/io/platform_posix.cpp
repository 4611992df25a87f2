#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "io/platform.h"

#ifdef __APPLE__
#define st_mtim st_mtimespec
#endif

namespace etscope::platform {
namespace {

FileFacts factsOf(const struct stat& info) noexcept {
    FileFacts facts;
    facts.kind = S_ISREG(info.st_mode)    ? FileFacts::Kind::Regular
                 : S_ISDIR(info.st_mode)  ? FileFacts::Kind::Folder
                 : S_ISFIFO(info.st_mode) ? FileFacts::Kind::Fifo
                                          : FileFacts::Kind::Other;
    facts.identity = {static_cast<std::uint64_t>(info.st_dev), static_cast<std::uint64_t>(info.st_ino)};
    facts.size = static_cast<std::uint64_t>(info.st_size);
    facts.modified = static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
    facts.mode = info.st_mode;
    facts.owner = info.st_uid;
    facts.group = info.st_gid;
    return facts;
}

bool waitFor(int descriptor, short event, int milliseconds) noexcept {
    pollfd wanted{descriptor, event, 0};
    return ::poll(&wanted, 1, milliseconds) != 0;
}

}  // namespace

bool factsOf(const std::string& path, FileFacts& facts) noexcept {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return false;
    facts = factsOf(info);
    return true;
}

bool factsOf(int descriptor, FileFacts& facts) noexcept {
    struct stat info {};
    if (::fstat(descriptor, &info) != 0) return false;
    facts = factsOf(info);
    return true;
}

// O_NONBLOCK: opening a FIFO must not wait for a writer; it has no effect on regular files.
int openForReading(const std::string& path) noexcept { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); }

int openForWriting(const std::string& path, const FileFacts& facts) noexcept {
    const int append = facts.kind == FileFacts::Kind::Regular ? O_APPEND : 0;  // what the shell has opened keeps its end
    return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | append);
}

bool mayWrite(const std::string& path) noexcept { return ::access(path.c_str(), W_OK) == 0; }

bool close(int descriptor) noexcept { return ::close(descriptor) == 0; }

std::int64_t read(int descriptor, void* bytes, std::size_t size) noexcept { return ::read(descriptor, bytes, size); }

std::int64_t readAt(int descriptor, void* bytes, std::size_t size, std::uint64_t offset) noexcept {
    return ::pread(descriptor, bytes, size, static_cast<off_t>(offset));
}

std::int64_t write(int descriptor, const void* bytes, std::size_t size) noexcept { return ::write(descriptor, bytes, size); }

std::int64_t writeAt(int descriptor, const void* bytes, std::size_t size, std::uint64_t offset) noexcept {
    return ::pwrite(descriptor, bytes, size, static_cast<off_t>(offset));
}

bool waitToRead(int descriptor, int milliseconds) noexcept { return waitFor(descriptor, POLLIN, milliseconds); }

bool waitToWrite(int descriptor, int milliseconds) noexcept { return waitFor(descriptor, POLLOUT, milliseconds); }

bool flush(int descriptor) noexcept { return ::fsync(descriptor) == 0; }

bool replaceFile(const std::string& from, const std::string& to) noexcept { return ::rename(from.c_str(), to.c_str()) == 0; }

void removeFile(const std::string& path) noexcept { ::unlink(path.c_str()); }

bool moveFolder(const std::string& from, const std::string& to) noexcept { return ::rename(from.c_str(), to.c_str()) == 0; }

std::vector<std::string> arguments(int count, char** words) { return {words, words + count}; }

bool isTerminal(int descriptor) noexcept { return ::isatty(descriptor) != 0; }

std::tm utc(std::time_t seconds) noexcept {
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    return parts;
}

int processors() noexcept { return static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)); }

std::string signalName(int signal) {
    struct Name {
        int signal;
        const char* name;
    };
    static constexpr Name kNames[] = {{SIGABRT, "SIGABRT"}, {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
                                      {SIGILL, "SIGILL"},   {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"},
                                      {SIGXFSZ, "SIGXFSZ"}, {SIGPIPE, "SIGPIPE"}, {SIGINT, "SIGINT"},   {SIGXCPU, "SIGXCPU"}};
    for (const Name& one : kNames)
        if (one.signal == signal) return one.name;
    return "signal " + std::to_string(signal);
}

std::string settingsFolder() {
    if (const char* const config = std::getenv("XDG_CONFIG_HOME"); config != nullptr) return std::string(config) + "/";
    const char* const home = std::getenv("HOME");
    return home == nullptr ? std::string() : std::string(home) + "/.config/";
}

}  // namespace etscope::platform
