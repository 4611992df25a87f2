// What several programs of one folder are called, and which of them a file's name speaks of ("run_coder.etdp" of "coder.pte").
// Pure functions; any thread. Rules: docs/FORMATS.md "Families of programs".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace etscope::session {

/// Its last part without the ending: "a.b" of "v1/a.b.pte".
std::string_view programStem(std::string_view path) noexcept;

/// In the order of `paths`, each name once where each path is: the stem; of several with one stem each has as many of its folders
/// as tell them apart ("v1/model"), and its ending where these do not.
std::vector<std::string> programNames(const std::vector<std::string>& paths);

/// How strongly names of files speak of programs.
class NameScores {
public:
    explicit NameScores(std::vector<std::string> programs);

    /// For each program: 0 where the name says nothing of it. The program's own name is more than its name within another; that
    /// more than words that not all programs have; a folder that not all of them are in decides between equals.
    std::vector<std::uint64_t> of(std::string_view path) const;
    /// The programs that it speaks of most; none where it speaks of no one.
    std::vector<std::size_t> best(std::string_view path) const;

private:
    std::vector<std::string> m_programs;
    std::vector<std::vector<std::string>> m_words;  ///< of each: those that not all have
    bool m_apart = false;                           ///< the programs are in several folders
};

}  // namespace etscope::session
