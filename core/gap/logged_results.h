// What one run logged, as values of the edge graph. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "gap/reference_values.h"
#include "join/runs.h"

namespace etscope::gap {

struct LoggedResult {
    tensor::Tensor value;
    std::int64_t instruction = 0;
    bool ofDelegate = false;  ///< what its other nodes gave, nobody logged
};

/// Of an execution of the method: by path of the value; what could be several ones' is left out. `expected`: what the nodes should
/// give, which tells outputs of delegates apart that nothing else does. Empty: it logged nothing that is told. Errors: those of
/// join::handles() and replay::instructionNodes(), `cancelled`.
Result<std::map<std::string, LoggedResult>> loggedResults(const session::MethodView& method, const join::SessionRun& run,
                                                          const ReferenceValues& expected, const JobContext& job);

}  // namespace etscope::gap
