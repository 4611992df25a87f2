// TempDir: a folder that goes away with the object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etscope::test {

class TempDir {
public:
    TempDir();
    /// Of files in memory, where the system has room for them: many are written and each is synced.
    static TempDir inMemory();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    ~TempDir();

    const std::string& path() const noexcept { return m_path; }
    std::string path(std::string_view name) const { return m_path + "/" + std::string(name); }
    /// Writes a file and returns its path.
    std::string write(std::string_view name, std::string_view content) const;
    /// Names of everything directly inside, sorted.
    std::vector<std::string> names() const;

private:
    explicit TempDir(std::string parent);

    std::string m_path;
};

}  // namespace etscope::test
