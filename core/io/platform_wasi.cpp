// WebAssembly with WASI: one thread, no processes, no signals, no owners and no locks of files.
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "io/platform.h"
#include "io/platform_named.h"

namespace etscope::platform {

bool hasThreads() noexcept { return false; }

bool raiseFileLimit() noexcept { return false; }

bool namesOpenFiles(const std::string&) noexcept { return false; }

int openTemporary(std::string& name) noexcept {
    return withOwnName(name, [](const std::string& path) { return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600); });
}

int makeFolder(std::string& name) noexcept {
    return withOwnName(name, [](const std::string& path) { return ::mkdir(path.c_str(), 0700); }) < 0 ? errno : 0;
}

void setMode(int, const FileFacts*) noexcept {}

void setNewMode(const std::string&) noexcept {}

void adviseRandomReads(int) noexcept {}

void writeBack(int, std::uint64_t, std::uint64_t) noexcept {}

int lockFolder(const std::string&) noexcept {
    errno = ENOLCK;
    return -1;
}

void adviseLargePages(void*, std::size_t) noexcept {}

void holdStandardStreams() noexcept {}

void listenForInterrupt(std::stop_source, int) {}

std::filesystem::path ownProgram() { return {}; }

std::string systemText() { return "WASI wasm32"; }

}  // namespace etscope::platform
