#include "base/sentence.h"

#include <algorithm>

namespace etscope {
namespace {

/// The argument that a digit names.
std::size_t numberOf(char digit) noexcept { return static_cast<std::size_t>(digit - '1'); }

}  // namespace

Sentence Sentence::list(std::vector<Sentence> parts, std::string between) {
    Sentence made(std::move(between));
    std::erase_if(parts, [](const Sentence& part) { return part.empty(); });
    made.m_parts = std::move(parts);
    return made.m_parts.empty() ? Sentence() : made;
}

Sentence& Sentence::operator+=(Sentence more) {
    if (empty()) return *this = std::move(more);
    if (more.empty()) return *this;
    if (m_words != nullptr || m_parts.empty() || !m_same.empty()) *this = list({std::move(*this)}, {});
    m_parts.push_back(std::move(more));
    return *this;
}

bool Sentence::beginsWithWords() const noexcept {
    if (m_words != nullptr && *m_words != '%') return true;
    const std::size_t first = m_words != nullptr ? numberOf(m_words[1]) : 0;
    return first < m_parts.size() && m_parts[first].beginsWithWords();
}

std::string Sentence::text(const Language& language) const {
    std::vector<std::string> parts;
    for (const Sentence& part : m_parts) parts.push_back(part.text(language));
    std::string made;
    if (m_words == nullptr) {
        for (const std::string& part : parts) made += (&part == &parts.front() ? "" : m_same) + part;
        return parts.empty() ? m_same : made;
    }
    const std::string words = language ? language(m_words) : m_words;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const bool argument = words[at] == '%' || words[at] == '{';
        const std::size_t number = argument && at + 1 < words.size() ? numberOf(words[at + 1]) : parts.size();
        if (number >= parts.size()) {
            made += words[at];
        } else if (words[at] == '%') {
            made += parts[number];
            ++at;
        } else {
            const std::size_t end = words.find('}', at), other = std::min(words.find('|', at), end);
            if (end == std::string::npos || other == end) return made + words.substr(at);  // a translation that is none
            made += parts[number] == "1" ? words.substr(at + 3, other - at - 3) : words.substr(other + 1, end - other - 1);
            at = end;
        }
    }
    return made;
}

}  // namespace etscope
