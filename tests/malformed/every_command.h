// Runs every row of the command table on one session, as the command line does: a new command, and a new option of one, is run by
// construction. What the values of options are is told by a table here; an option that the table does not know is trouble.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "session/session.h"

namespace etscope::test {

/// What of each command is run.
enum class Forms {
    Json,  ///< the document; the text where there is none
    Text,
    Tables,   ///< CSV and TSV
    Options,  ///< the document with each further option
};
inline constexpr Forms kAllForms[] = {Forms::Json, Forms::Text, Forms::Tables, Forms::Options};

struct CommandResults {
    std::set<std::string> codes;  ///< of the errors
    std::string trouble;          ///< what must never be: no JSON, a control character, a failure without a word
    std::size_t lines = 0;        ///< command lines that were run
};

/// `other`: the path of a file that commands are given as their second one. One thread: the standard streams are redirected.
CommandResults runEveryCommand(const std::shared_ptr<const session::Session>& session, const std::string& other, Forms forms);

}  // namespace etscope::test
