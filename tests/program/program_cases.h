// The table of malformed programs: what is wrong, which codes must say so.
#pragma once

#include <string>
#include <vector>

namespace etscope::test {

struct ProgramCase {
    const char* name;
    std::string (*make)();
    std::vector<std::string> codes;  ///< all of them must be among the diagnostics and errors
    bool opens = true;               ///< whether something can be shown all the same
};

/// Byte edits of the committed programs: header, identifier, offsets, lengths, vtables.
const std::vector<ProgramCase>& byteCases();
/// Programs put together whole, with one thing in them wrong.
const std::vector<ProgramCase>& contentCases();

}  // namespace etscope::test
