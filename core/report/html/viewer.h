// The link from a report to the page that runs etscope in a browser (docs/browser.md), and what that page is handed when it is opened
// by the link: the session's record without its weights. One thread.
#pragma once

#include <string>

#include "base/job_context.h"
#include "base/result.h"
#include "session/session.h"

namespace etscope::report::html {

struct Viewer {
    std::string address;  ///< of the page: a relative path, http or https; empty: the report has no link
    std::string name;     ///< of the record
    std::string record;   ///< in zlib's format, as base64; empty: the session has none
};

/// Errors: `usage` (another kind of address), `limit-exceeded` (a record that is long without weights, too), those of slim::slim(),
/// `cancelled`.
Result<Viewer> viewerOf(const session::Session& session, const std::string& address, const JobContext& job);

}  // namespace etscope::report::html
