// FullDisk: a folder whose file system can be filled: a small tmpfs where one can be mounted (as root), else a limit on the size of
// files, which processes started from here inherit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/temp_dir.h"

namespace etscope::test {

class FullDisk {
public:
    FullDisk();
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    ~FullDisk();

    std::string path(std::string_view name) const { return m_dir.path(name); }
    std::string write(std::string_view name, std::string_view content) const { return m_dir.write(name, content); }
    /// Names of everything that a test put there.
    std::vector<std::string> names() const;

    /// While it lives, no more than `room` bytes can be written, whole pages of them.
    class Filled {
    public:
        explicit Filled(const FullDisk& disk, std::uint64_t room = 0);
        Filled(const Filled&) = delete;
        Filled& operator=(const Filled&) = delete;
        ~Filled();

    private:
        const FullDisk& m_disk;
        std::uint64_t m_limitBefore = 0;
    };

private:
    TempDir m_dir;
    bool m_mounted = false;
};

}  // namespace etscope::test
