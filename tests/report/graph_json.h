// The "graph" document as the command line writes it, read back.
#pragma once

#include <sstream>

#include "report/graph_stream.h"

namespace etscope::test {

/// Errors: those of writeGraphJson. Throws when what was written is no JSON: no file may bring that about.
inline Result<report::Json> graphJson(const session::Session& session, const report::Selection& selection) {
    std::ostringstream text;
    if (const auto written = report::writeGraphJson(text, session, selection, {}); !written) return written.failure();
    return report::Json::parse(text.str());
}

}  // namespace etscope::test
