#include "io/temporary_folder.h"

#include <cstring>
#include <filesystem>
#include <utility>

#include "io/platform.h"

namespace etscope {

namespace fs = std::filesystem;

Result<TemporaryFolder> TemporaryFolder::make(const std::string& name) {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    if (error) return fail("write-failed", "there is no folder for temporary files: " + error.message());
    std::string path = (parent / (name + "-XXXXXX")).generic_string();
    if (const int reason = platform::makeFolder(path); reason != 0)
        return fail("write-failed", std::string("no temporary folder can be made: ") + std::strerror(reason), parent.generic_string());
    return TemporaryFolder(std::move(path));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}

TemporaryFolder::~TemporaryFolder() {
    std::error_code error;
    if (!m_path.empty()) fs::remove_all(m_path, error);
}

}  // namespace etscope
