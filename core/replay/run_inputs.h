// On which inputs the runs of a session are computed: those that their first instructions prove, else those of the case that they
// are paired with. Any thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "replay/graph_inputs.h"

namespace etscope::replay {

struct RunInputs {
    std::optional<std::size_t> run;  ///< SessionRun::index; nothing: there is no such run
    InputChoice choice;              ///< the example inputs where nothing is known
    bool known = false;              ///< what fed it is proven, or it belongs to a case
    bool contradicted = false;       ///< an instruction that reads an input gave something else than these give
    std::string evidence = "no run is known to belong to a case";
};

/// Of every execution of the method, by SessionRun::index. Kept after the first call. Errors: `cancelled`, those of
/// compare::runs().
Result<std::shared_ptr<const std::map<std::size_t, RunInputs>>> inputsOfRuns(const session::MethodView& method,
                                                                             const JobContext& job);

/// Of the run, which may be of a method that is not known; nothing: of the first one of the method. Errors: as above.
Result<RunInputs> inputsOfRun(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job);

}  // namespace etscope::replay
