// Regions: where every byte of a file goes, whatever its kind: in order, without gap or overlap, to the last byte. Any thread.
#pragma once

#include <vector>

#include "flat/region.h"
#include "session/session.h"

namespace etscope::inventory {

/// Of Session::files()[index]; offsets count from its start. Reads the local headers of an archive (30 bytes an entry) and the
/// tables of programs that are delegates' payloads, nothing else. A cancelled job gets an account without these.
std::vector<flat::Region> fileRegions(const session::Session& session, std::size_t index, const JobContext& job = {});

}  // namespace etscope::inventory
