#include "session/program_names.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/base_name.h"
#include "session/shortest_names.h"

namespace etscope::session {
namespace {

/// Each outweighs all that follow; longer names than 2^16 bytes are in no file system.
constexpr std::uint64_t kSameStem = 1ULL << 40, kWithin = 1ULL << 20, kWord = 2, kSameFolder = 1;

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
/// What is not ASCII belongs to words.
constexpr bool isOfWord(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view parentOf(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

/// "adapter", "poet" of "adapter_Poet-2": numbers count runs and say nothing.
std::set<std::string> wordsOf(std::string_view stem) {
    std::set<std::string> words;
    std::string word;
    const auto end = [&] {
        if (!std::ranges::all_of(word, isDigit)) words.insert(word);
        word.clear();
    };
    for (const char c : stem) isOfWord(c) ? word.push_back(lower(c)) : end();
    end();
    return words;
}

/// Whether it is there between what is of no word.
bool holdsName(std::string_view text, std::string_view name) {
    for (auto at = text.find(name); !name.empty() && at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t behind = at + name.size();
        if ((at == 0 || !isOfWord(text[at - 1])) && (behind == text.size() || !isOfWord(text[behind]))) return true;
    }
    return false;
}

}  // namespace

std::string_view programStem(std::string_view path) noexcept {
    const std::string_view name = baseName(path);
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

std::vector<std::string> programNames(const std::vector<std::string>& paths) {
    std::vector<std::string> stems;
    std::map<std::string, std::size_t> times;
    for (const std::string& path : paths) {
        const std::string_view folder = parentOf(path);
        stems.push_back((path.starts_with('/') || !folder.empty() ? std::string(folder) + "/" : std::string()) +
                        std::string(programStem(path)));
        ++times[stems.back()];
    }
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (times[stems[i]] > 1) stems[i] = paths[i];
    return shortestNames(stems);
}

NameScores::NameScores(std::vector<std::string> programs) : m_programs(std::move(programs)) {
    std::map<std::string, std::size_t> known;
    std::set<std::string_view> folders;
    std::vector<std::set<std::string>> all;
    for (const std::string& path : m_programs) {
        folders.insert(parentOf(path));
        all.push_back(wordsOf(programStem(path)));
        for (const std::string& word : all.back()) ++known[word];
    }
    m_apart = folders.size() > 1;
    for (const std::set<std::string>& words : all) {
        std::vector<std::string>& own = m_words.emplace_back();
        std::ranges::copy_if(words, std::back_inserter(own), [&](const std::string& word) { return known[word] < all.size(); });
    }
}

std::vector<std::uint64_t> NameScores::of(std::string_view path) const {
    const std::string_view stem = programStem(path), folder = parentOf(path);
    const std::set<std::string> words = wordsOf(stem);
    std::vector<std::uint64_t> scores;
    for (std::size_t i = 0; i < m_programs.size(); ++i) {
        const std::string_view own = programStem(m_programs[i]);
        std::uint64_t score = own == stem ? kSameStem : holdsName(stem, own) ? kWithin * own.size() : 0;
        for (const std::string& word : m_words[i]) score += words.contains(word) ? kWord * word.size() : 0;
        if (m_apart && folder == parentOf(m_programs[i])) score += kSameFolder;
        scores.push_back(score);
    }
    return scores;
}

std::vector<std::size_t> NameScores::best(std::string_view path) const {
    const std::vector<std::uint64_t> scores = of(path);
    const std::uint64_t most = scores.empty() ? 0 : *std::ranges::max_element(scores);
    std::vector<std::size_t> programs;
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (most > 0 && scores[i] == most) programs.push_back(i);
    return programs;
}

}  // namespace etscope::session
