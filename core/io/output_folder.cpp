#include "io/output_folder.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/text.h"

namespace etscope {
namespace {

namespace fs = std::filesystem;

Failure folderFailure(const std::string& path, int reason) {
    return fail("write-failed", std::string("cannot be written: ") + std::strerror(reason), escaped(path));
}

}  // namespace

Result<OutputFolder> OutputFolder::create(const std::string& path) {
    std::error_code error;
    fs::path target(path);
    while (target.has_relative_path() && !target.has_filename()) target = target.parent_path();  // "out/" is "out"
    if (target.empty()) return folderFailure(path, ENOENT);
    const fs::file_status status = fs::symlink_status(target, error);
    if (fs::exists(status) && !fs::is_directory(status)) return folderFailure(path, ENOTDIR);
    if (fs::exists(status) && !fs::is_empty(target, error)) return folderFailure(path, ENOTEMPTY);
    std::string temporary = (target.parent_path() / ".etscope.XXXXXX").string();
    if (::mkdtemp(temporary.data()) == nullptr) return folderFailure(path, errno);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::chmod(temporary.c_str(), 0777 & ~mask);
    return OutputFolder(target.string(), std::move(temporary));
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : m_path(std::move(other.m_path)), m_temporary(std::exchange(other.m_temporary, {})) {}

OutputFolder::~OutputFolder() {
    std::error_code error;
    if (!m_temporary.empty()) fs::remove_all(m_temporary, error);
}

Result<void> OutputFolder::commit() {
    if (::rename(m_temporary.c_str(), m_path.c_str()) != 0) return folderFailure(m_path, errno);
    m_temporary.clear();
    return {};
}

}  // namespace etscope
