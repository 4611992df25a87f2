// Which runs tell times: of a method that a run made from etscope timed in a pass of its own, not those that logged values
// meanwhile. Pure; any thread.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "join/runs.h"

namespace etscope::profile {

inline std::vector<join::SessionRun> timedRuns(std::span<const join::SessionRun> runs) {
    const auto isOf = [](const join::SessionRun& run, runrecord::Pass pass) {
        return run.recorded != nullptr && run.recorded->pass == pass;
    };
    std::set<std::string> timed;
    for (const join::SessionRun& run : runs)
        if (isOf(run, runrecord::Pass::Times)) timed.insert(run.recorded->facts().method);
    std::vector<join::SessionRun> kept;
    for (const join::SessionRun& run : runs)
        if (!isOf(run, runrecord::Pass::Values) || !timed.contains(run.recorded->facts().method)) kept.push_back(run);
    return kept;
}

}  // namespace etscope::profile
