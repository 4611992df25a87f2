#include "modules/path_bands.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

namespace etscope::modules {
namespace {

std::string_view firstPart(std::string_view path) { return path.substr(0, path.find('.')); }

bool isNumber(std::string_view part) {
    return !part.empty() && std::ranges::all_of(part, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Where the first numbered part begins: 13 of "model.layers.3.mlp".
std::optional<std::size_t> numberedAt(std::string_view path) {
    for (std::size_t at = 0; at < path.size();) {
        const std::string_view part = firstPart(path.substr(at));
        if (isNumber(part)) return at;
        at += part.size() + 1;
    }
    return std::nullopt;
}

/// What lies before the part at `end`, without its point.
std::string_view around(std::string_view path, std::size_t end) { return path.substr(0, end == 0 ? 0 : end - 1); }

/// In whole parts, with the point behind them; the last part of a path is its own.
std::string_view commonStart(std::span<const std::string> paths) {
    std::optional<std::string_view> common;
    for (const std::string_view path : paths) {
        if (path.empty()) continue;
        if (!common) common = path;
        const auto end = std::ranges::mismatch(*common, path).in1 - common->begin();
        const std::size_t point = common->substr(0, std::min(static_cast<std::size_t>(end), path.size())).rfind('.');
        common = common->substr(0, point == std::string_view::npos ? 0 : point + 1);
    }
    return common.value_or("");
}

}  // namespace

PathBands::PathBands(std::span<const std::string> paths) {
    struct Container {
        std::size_t paths = 0;
        std::set<std::string_view> numbers;
    };
    std::map<std::string_view, Container> containers;
    for (const std::string_view path : paths)
        if (const auto at = numberedAt(path)) {
            Container& container = containers[around(path, *at)];
            ++container.paths;
            container.numbers.insert(firstPart(path.substr(*at)));
        }
    std::erase_if(containers, [](const auto& one) { return one.second.numbers.size() < 2; });
    const auto most = std::ranges::max_element(containers, {}, [](const auto& one) { return one.second.paths; });
    if (most == containers.end()) {
        m_around = commonStart(paths);
        return;
    }
    m_isNumbered = true;
    m_layers = most->first;
    const std::size_t point = m_layers.rfind('.');
    if (point != std::string::npos) m_around = m_layers.substr(0, point + 1);
    m_shortens =
        !m_layers.empty() && std::ranges::none_of(paths, [](const std::string& path) { return isNumber(firstPart(path)); });
}

std::string_view PathBands::shown(std::string_view path) const noexcept {
    if (!m_shortens || numberedAt(path) != m_layers.size() + 1 || !path.starts_with(m_layers)) return path;
    return path.substr(m_layers.size() + 1);
}

std::string_view PathBands::band(std::string_view path) const noexcept {
    if (m_isNumbered && path.starts_with(m_layers) && numberedAt(path) == (m_layers.empty() ? 0 : m_layers.size() + 1))
        path.remove_prefix(m_layers.empty() ? 0 : m_layers.size() + 1);
    else if (path.starts_with(m_around))
        path.remove_prefix(m_around.size());
    return firstPart(path);
}

}  // namespace etscope::modules
