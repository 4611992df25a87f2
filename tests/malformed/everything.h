// Opens a file and asks for everything that the product can say about it, as a person clicking through all pages would.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace etscope::test {

struct Everything {
    std::set<std::string> codes;  ///< of all diagnostics and errors
    std::size_t graphs = 0;       ///< decoded
    std::size_t tensors = 0;      ///< with statistics over their elements
    std::string trouble;          ///< what must never be: a document that is no valid JSON, a message without text
};

enum class Depth {
    Directory,  ///< opening, info and tensors only
    Documents,  ///< graphs, statistics of each tensor, the document of every command
    Commands,   ///< and every form of every command
};

Everything openEverything(const std::string& path, Depth depth = Depth::Commands);
/// The same of files opened as one session.
Everything openTogether(const std::vector<std::string>& paths, Depth depth = Depth::Commands);

}  // namespace etscope::test
