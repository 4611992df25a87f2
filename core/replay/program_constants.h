// The program's constants where they are not the record's, for computing a recorded graph as the program would. Any thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "evaluate/array.h"
#include "session/session.h"

namespace etscope::replay {

struct ProgramConstants {
    std::map<std::string, evaluate::Array> different;  ///< by name in the record: the program's values
    std::size_t same = 0;                              ///< weights that are tensors of the record
    std::size_t unknown = 0;                           ///< weights of which nothing tells what they are in the record
    std::vector<Sentence> evidence;                    ///< what was looked at, what differs, what nobody can look at
};

/// Of the weights that the method uses. Errors: those of join::weights() and join::constants().
Result<ProgramConstants> programConstants(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::replay
