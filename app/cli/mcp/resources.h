// Resources: addresses of the session that the server was started with, as URIs: `etscope://address/METHOD/STAGE/NODE`,
// `etscope://document/verdict`, `etscope://picture/METHOD/STAGE`. Parts of the path are percent-encoded (RFC 3986). Pure functions.
#pragma once

#include <optional>
#include <string>

#include "mcp/bounded.h"

namespace etscope::mcp {

struct Resource {
    std::string tool;        ///< that answers it
    report::Json arguments;  ///< with these
    bool isPicture = false;  ///< or a picture of this graph
    std::string method, stage;
};

/// Nothing: it is no URI of this kind.
std::optional<Resource> resourceOf(const std::string& uri);
/// What `resources/list` answers, of the session's `info`.
report::Json listedResources(const report::Json& info);
report::Json resourceTemplates();

}  // namespace etscope::mcp
