#include <fcntl.h>
#include <mach-o/dyld.h>
#include <sys/mount.h>
#include <sys/param.h>

#include <array>
#include <cstring>

#include "io/platform.h"

namespace etscope::platform {

bool namesOpenFiles(const std::string& folder) noexcept {
    struct statfs info {};
    return ::statfs(folder.empty() ? "." : folder.c_str(), &info) == 0 && std::strcmp(info.f_fstypename, "devfs") == 0;
}

void adviseRandomReads(int descriptor) noexcept { ::fcntl(descriptor, F_RDAHEAD, 0); }

void writeBack(int, std::uint64_t, std::uint64_t) noexcept {}

void adviseLargePages(void*, std::size_t) noexcept {}

std::filesystem::path ownProgram() {
    std::array<char, MAXPATHLEN> path{};
    auto size = static_cast<std::uint32_t>(path.size());
    return ::_NSGetExecutablePath(path.data(), &size) == 0 ? std::filesystem::path(path.data()) : std::filesystem::path();
}

}  // namespace etscope::platform
