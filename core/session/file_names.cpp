#include "session/file_names.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/name_text.h"
#include "session/shortest_names.h"

namespace etscope::session {
namespace {

/// The last `parts` of the path.
std::string_view tail(std::string_view path, std::size_t parts) {
    std::size_t at = path.size();
    for (; parts > 0 && at != std::string_view::npos && at > 0; --parts) at = path.rfind('/', at - 1);
    return at == std::string_view::npos || parts > 0 ? path : path.substr(at + 1);
}

/// The least number of parts that tells the paths apart; of equal paths: all parts.
std::size_t partsThatDiffer(const std::vector<std::string_view>& paths) {
    for (std::size_t parts = 1;; ++parts) {
        std::set<std::string_view> tails;
        for (const std::string_view path : paths) tails.insert(tail(path, parts));
        const bool longer = std::ranges::any_of(paths, [parts](std::string_view path) { return tail(path, parts) != path; });
        if (tails.size() == paths.size() || !longer) return parts;
    }
}

}  // namespace

std::vector<std::string> shortestNames(const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    for (const std::string& path : paths) names.push_back(validName(path));
    std::map<std::string_view, std::vector<std::string_view>> pathsOf;
    for (const std::string& path : names) pathsOf[tail(path, 1)].push_back(path);
    std::map<std::string_view, std::size_t> parts;
    for (const auto& [name, those] : pathsOf) parts[name] = partsThatDiffer(those);
    std::vector<std::string> shown;
    for (const std::string& path : names) shown.emplace_back(tail(path, parts[tail(path, 1)]));
    return shown;
}

const std::vector<std::string>& fileNames(const Session& session) {
    using Names = std::vector<std::string>;
    return **session.store().get<Names>("file names", {}, [&]() -> Result<std::shared_ptr<const Names>> {
        std::vector<std::string> paths;
        for (const SessionFile& file : session.files()) paths.push_back(file.path);
        return std::make_shared<const Names>(shortestNames(paths));
    });
}

}  // namespace etscope::session
