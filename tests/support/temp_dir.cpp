#include "support/temp_dir.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "support/bytes.h"

namespace etscope::test {

namespace fs = std::filesystem;

TempDir::TempDir() : TempDir(fs::temp_directory_path().string()) {}

TempDir TempDir::inMemory() {
    std::error_code error;
    return fs::is_directory("/dev/shm", error) ? TempDir("/dev/shm") : TempDir();
}

TempDir::TempDir(std::string parent) {
    std::string path = std::move(parent) + "/etscope-test-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) {
        std::perror("mkdtemp");
        std::abort();
    }
    m_path = path;
}

TempDir::~TempDir() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

std::string TempDir::write(std::string_view name, std::string_view content) const {
    std::string target = path(name);
    writeFile(target, content);
    return target;
}

std::vector<std::string> TempDir::names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(m_path)) found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace etscope::test
