// TemporaryFolder: a folder of its own among the system's temporary ones, gone with all that is in it when the object ends. One
// thread.
#pragma once

#include <string>

#include "base/result.h"

namespace etscope {

class TemporaryFolder {
public:
    /// `name`: the beginning of its name: "etscope-consistency". Errors: `write-failed` with the system's reason.
    static Result<TemporaryFolder> make(const std::string& name);
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    std::string file(const std::string& name) const { return m_path + "/" + name; }

private:
    explicit TemporaryFolder(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

}  // namespace etscope
