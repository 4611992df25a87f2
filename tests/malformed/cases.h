// The table of hand-made malformed files: what is wrong, which codes must say so, what must stay readable.
#pragma once

#include <string>
#include <vector>

namespace etscope::test {

struct MalformedCase {
    const char* name;
    std::string (*make)();
    std::vector<std::string> codes;  ///< all of them must be among the diagnostics and errors
    std::size_t graphs = 0;          ///< graphs that can be decoded all the same
    std::size_t tensors = 0;         ///< tensors whose elements can be read all the same
};

const std::vector<MalformedCase>& zipCases();
const std::vector<MalformedCase>& recordCases();
const std::vector<MalformedCase>& programCases();
const std::vector<MalformedCase>& pickleCases();
const std::vector<MalformedCase>& arrayCases();

}  // namespace etscope::test
