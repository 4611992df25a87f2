// What programs over folders of operator cases share: a folder for each overload, `cases.json` in it. Their arguments are
// `FOLDER [OVERLOAD…]`.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace etscope::tests {

constexpr int kUsage = 2, kSkipped = 77;  ///< exit statuses

struct CaseFolders {
    std::string root;
    std::vector<std::string> targets;  ///< overloads, sorted: those that are named, else all
    std::string of(const std::string& target) const { return root + "/" + target; }
};

/// Of a program's arguments; nothing: it says why on its outputs and ends with `status`.
std::optional<CaseFolders> caseFolders(const char* program, int argc, char** argv, int& status);

}  // namespace etscope::tests
