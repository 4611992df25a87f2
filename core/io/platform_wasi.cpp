// WebAssembly with WASI: one thread, no processes, no signals, no owners and no locks of files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <random>
#include <string_view>

#include "io/platform.h"

namespace etscope::platform {
namespace {

/// Puts characters of chance for the six X at the end until `make` succeeds or fails for another reason than that the name is taken.
template <class Make>
int withOwnName(std::string& name, Make make) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    constexpr int kMostTries = 100, kUnique = 6;
    std::random_device chance;
    int made = -1;
    for (int i = 0; i < kMostTries && made < 0 && (i == 0 || errno == EEXIST); ++i) {
        for (std::size_t c = name.size() - kUnique; c < name.size(); ++c) name[c] = kLetters[chance() % kLetters.size()];
        made = make(name.c_str());
    }
    return made;
}

/// An open file is not reached without its name: it has one until it is closed.
std::map<int, std::string>& scratchNames() {
    static std::map<int, std::string> names;
    return names;
}

}  // namespace

bool hasThreads() noexcept { return false; }

bool raiseFileLimit() noexcept { return false; }

bool namesOpenFiles(const std::string&) noexcept { return false; }

int openUnnamed(const std::string&) noexcept { return -1; }

std::string nameUnnamed(int, const std::string&, const std::string&) { return {}; }

int openTemporary(std::string& name) noexcept {
    return withOwnName(name, [](const char* path) { return ::open(path, O_RDWR | O_CREAT | O_EXCL, 0600); });
}

int makeFolder(std::string& name) noexcept {
    return withOwnName(name, [](const char* path) { return ::mkdir(path, 0700); }) < 0 ? errno : 0;
}

int openScratch(const std::string& folder) {
    std::string name = folder + "/etscope-XXXXXX";
    const int descriptor = openTemporary(name);
    if (descriptor >= 0) scratchNames()[descriptor] = std::move(name);
    return descriptor;
}

std::string nameOfScratch(int descriptor) { return scratchNames()[descriptor]; }

void closeScratch(int descriptor) noexcept {
    ::close(descriptor);
    const auto file = scratchNames().extract(descriptor);
    if (!file.empty()) ::unlink(file.mapped().c_str());
}

void setMode(int, const struct stat*) noexcept {}

void setNewMode(const std::string&) noexcept {}

void writeBack(int, std::uint64_t, std::uint64_t) noexcept {}

int lockFolder(const std::string&) noexcept {
    errno = ENOLCK;
    return -1;
}

void adviseLargePages(void*, std::size_t) noexcept {}

void holdStandardStreams() noexcept {}

void listenForInterrupt(std::stop_source, int) {}

std::string systemText() { return "WASI wasm32"; }

}  // namespace etscope::platform
