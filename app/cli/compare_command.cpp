// What the command line says about outputs and runs, checked: `compare`, and --run-method and --pair of every command.
#include <filesystem>

#include "base/text.h"
#include "commands.h"
#include "io/source.h"

namespace etscope::cli {

Result<void> checkReadable(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::is_directory(path, error)) {
            if (const auto opened = Source::open(path); !opened) return opened.failure();
            continue;
        }
        if (std::filesystem::directory_iterator(path, error); error)
            return fail("file-unreadable", "cannot be listed: " + error.message(), escaped(path));
    }
    return {};
}

}  // namespace etscope::cli
