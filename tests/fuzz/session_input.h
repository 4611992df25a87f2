// The input of fuzz_session: some files with a mark between them, so that a byte more or less in one leaves the others what they
// are. make_session_seeds.py writes the same form. Made for the malformed cases of two files, too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etscope::fuzz {

inline constexpr std::string_view kFileMark{
    "\xE7"
    "file\x00\xFF\n",
    8};
inline constexpr std::size_t kMostFiles = 4;

/// What stands between the marks; at most four files, further bytes belong to the last.
inline std::vector<std::string> filesOf(std::string_view input) {
    std::vector<std::string> files;
    while (files.size() + 1 < kMostFiles) {
        const auto mark = input.find(kFileMark);
        if (mark == std::string_view::npos) break;
        files.emplace_back(input.substr(0, mark));
        input.remove_prefix(mark + kFileMark.size());
    }
    files.emplace_back(input);
    return files;
}

}  // namespace etscope::fuzz
