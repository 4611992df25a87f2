// OutputFolder: a folder of files that appears whole or not at all: made beside its place under a hidden name,
// `.etscope-unfinished.…`, renamed there when all is in it. Whoever makes one holds a lock on it, which ends with the process: what
// a killed process left beside a place is removed when a folder is next made there. One thread.
#pragma once

#include <string>

#include "base/result.h"

namespace etscope {

class OutputFolder {
public:
    /// Nothing, or an empty folder, stands at `path`. Removes what was left unfinished beside it. Errors: `write-failed`.
    static Result<OutputFolder> create(const std::string& path);
    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    /// Unless commit() succeeded, nothing is left of it.
    ~OutputFolder();

    /// Where a file of the folder is written meanwhile.
    std::string file(const std::string& name) const { return m_temporary + "/" + name; }
    /// The folder itself meanwhile, for programs that start elsewhere.
    std::string absolute() const;
    /// Errors: `write-failed`. No further call is allowed.
    Result<void> commit();

private:
    OutputFolder(std::string path, std::string temporary, int lock)
        : m_path(std::move(path)), m_temporary(std::move(temporary)), m_lock(lock) {}

    std::string m_path, m_temporary;
    int m_lock = -1;
};

}  // namespace etscope
