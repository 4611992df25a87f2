// Runs that are looked at together. Pure; any thread. Rules: docs/FORMATS.md "Times".
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "join/runs.h"

namespace etscope::profile {

/// Runs of one method; of runs whose method is not known, those of one block name that ran the same instructions.
struct RunSet {
    std::string method;             ///< empty: not known
    std::string block;              ///< name of the block: "Execute", "Default", the application's; of the first run
    std::vector<std::size_t> runs;  ///< SessionRun::index, ascending
};

struct RunSets {
    std::vector<RunSet> sets;           ///< in the order of their first runs
    std::vector<std::size_t> setOfRun;  ///< of each run that was given
};

RunSets runSets(std::span<const join::SessionRun> runs);

}  // namespace etscope::profile
