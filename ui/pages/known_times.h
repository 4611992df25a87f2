// Times of a method's calls over all of its runs, as Events and Inspector tell them. Any thread.
#pragma once

#include <memory>

#include "pages/call_names.h"
#include "profile/call_tree.h"
#include "session/session.h"

namespace etscope::ui {

/// What times are told of, and as what.
struct MethodTimes {
    std::vector<join::SessionRun> runs;  ///< of the method, as the session knows them
    profile::Summary summary;
    std::vector<profile::CallNode> tree;          ///< by instruction
    std::vector<std::vector<std::size_t>> likes;  ///< rows of the summary that are likes of each other
};

/// Kept by the session. No runs: none is known to be of the method. Errors: `cancelled`, those of the runs.
Result<std::shared_ptr<const MethodTimes>> methodTimes(const session::Session& session, const QString& method,
                                                       const JobContext& job);

}  // namespace etscope::ui
