// Tools: the questions of the command line as tools of the Model Context Protocol ("Server features / Tools").
// Only those that read: nothing is written, nothing is executed. Their options are read off the parser, so that a tool takes what
// its command takes. Any thread.
#pragma once

#include <string>
#include <vector>

#include "describe/program_text.h"
#include "mcp/bounded.h"
#include "options.h"

namespace etscope::mcp {

/// A question that is asked: the words of the command line, and how much of the answer is wanted.
struct Question {
    std::vector<std::string> words;
    bool asText = false;  ///< as the terminal prints it
    std::string at;
    Bounds bounds;
};

class Tools {
public:
    /// `files`: those that are meant where a call names none.
    explicit Tools(std::vector<std::string> files);

    /// What `tools/list` answers.
    report::Json list() const;
    /// What a call of `name` with these arguments asks. Errors: `no-such-tool`, `usage` (an argument that it has not, or not of its
    /// type).
    Result<Question> question(const std::string& name, const report::Json& arguments) const;
    const std::vector<std::string>& files() const& noexcept { return m_files; }

private:
    std::vector<std::string> m_files;
    std::vector<describe::CommandText> m_commands;
};

}  // namespace etscope::mcp
