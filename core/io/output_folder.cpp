#include "io/output_folder.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/escaped.h"
#include "io/platform.h"

namespace etscope {
namespace {

namespace fs = std::filesystem;

Failure folderFailure(const std::string& path, int reason) {
    return fail("write-failed", std::string("cannot be written: ") + std::strerror(reason), escaped(path));
}

constexpr std::string_view kUnfinished = ".etscope-unfinished.";
constexpr std::size_t kUnique = 6;  ///< characters behind it, of platform::makeFolder()

/// What processes left that are gone: nobody has its lock. What cannot be removed stays.
void removeUnfinished(const fs::path& parent) {
    std::error_code error;
    for (fs::directory_iterator it(parent, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().generic_string();
        if (!name.starts_with(kUnfinished) || name.size() != kUnfinished.size() + kUnique) continue;
        const int lock = platform::lockFolder(it->path().generic_string());
        if (lock < 0) continue;
        std::error_code ignored;
        fs::remove_all(it->path(), ignored);
        platform::close(lock);
    }
}

struct Unfinished {
    std::string path;
    int lock = -1;  ///< also where the file system has no locks: then nobody removes it
};

/// A folder of its own beside the target, with the permissions of a new folder. 0, or errno.
int makeUnfinished(const fs::path& parent, Unfinished& made) {
    for (int attempt = 0; attempt < 10; ++attempt) {  // another's removeUnfinished() may be faster than the lock
        made.path = (parent / (std::string(kUnfinished) + std::string(kUnique, 'X'))).generic_string();
        if (const int reason = platform::makeFolder(made.path); reason != 0) return reason;
        made.lock = platform::lockFolder(made.path);
        if (made.lock < 0 && (errno == EWOULDBLOCK || errno == ENOENT)) continue;
        platform::setNewMode(made.path);
        return 0;
    }
    return EBUSY;
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
    const fs::path parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
    removeUnfinished(parent);
    Unfinished made;
    if (const int reason = makeUnfinished(parent, made); reason != 0) return folderFailure(path, reason);
    return OutputFolder(target.generic_string(), std::move(made.path), made.lock);
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : m_path(std::move(other.m_path)), m_temporary(std::exchange(other.m_temporary, {})), m_lock(std::exchange(other.m_lock, -1)) {}

OutputFolder::~OutputFolder() {
    std::error_code error;
    if (!m_temporary.empty()) fs::remove_all(m_temporary, error);
    if (m_lock >= 0) platform::close(m_lock);
}

std::string OutputFolder::absolute() const { return fs::absolute(m_temporary).lexically_normal().generic_string(); }

Result<void> OutputFolder::commit() {
    if (!platform::moveFolder(m_temporary, m_path)) return folderFailure(m_path, errno);
    m_temporary.clear();
    return {};
}

}  // namespace etscope
