#include "evaluate/case_folders.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace etscope::tests {

std::optional<CaseFolders> caseFolders(const char* program, int argc, char** argv, int& status) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s FOLDER [OVERLOAD...]\n", program);
        status = kUsage;
        return std::nullopt;
    }
    CaseFolders folders{argv[1], {argv + 2, argv + argc}};
    if (!std::filesystem::is_directory(folders.root)) {
        std::printf("%s does not exist: skipped\n", folders.root.c_str());
        status = kSkipped;
        return std::nullopt;
    }
    if (folders.targets.empty())
        for (const auto& entry : std::filesystem::directory_iterator(folders.root))
            if (entry.is_directory()) folders.targets.push_back(entry.path().filename());
    std::sort(folders.targets.begin(), folders.targets.end());
    return folders;
}

}  // namespace etscope::tests
