// The program's constants against the record's tensors, by content: of one export, the weights are the same. Reads the heads of a
// few constants, and whole ones where they differ. Any thread.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace etscope::join {

struct ConstantsCompared {
    std::size_t looked = 0;   ///< constants that are not uniform, up to 32
    std::size_t same = 0;     ///< of these: tensors of the record, byte for byte
    std::size_t rounded = 0;  ///< tensors of the record in a shorter floating type
    std::string roundedTo;    ///< "f16"
    /// Constants that are none of the record's though the tensor that they must be is there: "out.weight f32[8,16]: 1 of 128
    /// elements differs, first [3,5]: 0.5 in the program, 0.25 in the record".
    std::vector<std::string> different;
};

/// The session has a record and a program.
ConstantsCompared compareConstants(const session::Session& session, const JobContext& job);

}  // namespace etscope::join
