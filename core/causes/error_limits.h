// How far rounding alone may have moved the value of each call: its error is held against what the errors of its inputs explain and
// what is normal for the call itself. Any thread. Rules: docs/FORMATS.md "Normal
// rounding".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "causes/audited_gap.h"
#include "replay/instruction_nodes.h"

namespace etscope::causes {

/// What a run began with.
struct Begun {
    struct Buffer {
        double error = 0;     ///< of its contents, relative
        double excess = 0;    ///< that, of its limit; infinite: not known
        bool untold = false;  ///< of RowParts
    };
    std::map<std::string, Buffer> buffers;  ///< by target; of others that the graph writes nothing is known
    /// Delegates quantise with other numbers than the graph has: how far that moves a value is not known.
    bool otherNumbers = false;
};

/// Sets `limit` of the parts of one run's rows, in their order; none before the first call that was judged. `kernels`: null where
/// there is no program.
void addLimits(const graph::GraphModel& model, const replay::InstructionNodes* kernels, const gap::GapTable& table,
               const Begun& begun, std::vector<RowParts>& parts);

}  // namespace etscope::causes
