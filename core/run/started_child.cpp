#include "run/started_child.h"

#include <algorithm>

namespace etscope::run {

void Lines::add(std::string_view bytes) {
    constexpr std::size_t kLongestLine = std::size_t{1} << 20U;
    m_total += bytes.size();
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        m_line.append(part.substr(0, kLongestLine - std::min(kLongestLine, m_line.size())));
        if (end == std::string_view::npos) return;
        finishLine();
        bytes.remove_prefix(end + 1);
    }
}

void Lines::finishLine() {
    if (m_line.ends_with('\r')) m_line.pop_back();
    if (!m_onLine || !m_onLine(m_line)) {
        m_said += m_line;
        m_said += '\n';
        if (m_said.size() > 2 * m_keep) m_said.erase(0, m_said.size() - m_keep);
    }
    m_line.clear();
}

std::string Lines::said() {
    if (!m_line.empty()) finishLine();
    if (m_said.size() > m_keep) m_said.erase(0, m_said.size() - m_keep);
    return std::move(m_said);
}

}  // namespace etscope::run
