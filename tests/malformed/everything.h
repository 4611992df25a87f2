// Opens a file and asks for everything that the product can say about it, as a person clicking through all pages would.
#pragma once

#include <set>
#include <string>

namespace etscope::test {

struct Everything {
    std::set<std::string> codes;  ///< of all diagnostics and errors
    std::size_t graphs = 0;       ///< decoded
    std::size_t tensors = 0;      ///< with statistics over their elements
    std::string trouble;          ///< what must never be: a document that is no valid JSON, a message without text
};

enum class Depth { Directory, Documents };

/// Documents: info, graph, tensors, statistics of each tensor, handles, compare, verify and their text forms.
/// Directory: opening, info and tensors only.
Everything openEverything(const std::string& path, Depth depth = Depth::Documents);

}  // namespace etscope::test
