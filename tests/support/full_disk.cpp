#include "support/full_disk.h"

#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "support/bytes.h"

namespace etscope::test {
namespace {

constexpr const char* kFiller = "filler";

rlim_t exchangeLimit(rlim_t size) {
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const rlim_t before = std::exchange(limit.rlim_cur, size);
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return before;
}

}  // namespace

FullDisk::FullDisk() { m_mounted = ::mount("tmpfs", m_dir.path().c_str(), "tmpfs", 0, "size=1m") == 0; }

FullDisk::~FullDisk() {
    if (m_mounted) ::umount2(m_dir.path().c_str(), MNT_DETACH);
}

std::vector<std::string> FullDisk::names() const {
    auto names = m_dir.names();
    std::erase(names, kFiller);
    return names;
}

FullDisk::Filled::Filled(const FullDisk& disk, std::uint64_t room) : m_disk(disk) {
    if (!disk.m_mounted) {
        ::signal(SIGXFSZ, SIG_IGN);
        m_limitBefore = exchangeLimit(room);
        return;
    }
    struct statvfs info {};
    ::statvfs(disk.m_dir.path().c_str(), &info);
    const std::uint64_t left = info.f_bavail * info.f_bsize;
    disk.write(kFiller, std::string(static_cast<std::size_t>(left - std::min(left, room)), 'x'));
}

FullDisk::Filled::~Filled() {
    std::error_code ignored;
    if (m_disk.m_mounted)
        std::filesystem::remove(m_disk.path(kFiller), ignored);
    else
        exchangeLimit(m_limitBefore);
}

}  // namespace etscope::test
