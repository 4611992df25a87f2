// Provenance: which node of the exported program became which nodes of the edge program. Debug handles are stored with edge
// nodes only; the records in `from_node` carry them back (docs/FORMATS.md "Exported and edge graph"). Reads the provenance
// text of every node once, in near-linear time. Stateless; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "exported/program.h"

namespace etscope::exported {

struct ExportedHandles {
    /// By NodeId of the exported program: its debug handle; nothing when it has no edge counterpart.
    std::vector<std::optional<std::int64_t>> handles;
    std::size_t edgeHandles = 0;     ///< distinct debug handles of edge nodes, 0 ("unset") left out
    std::size_t matchedHandles = 0;  ///< of these, how many some exported node has
    std::size_t conflicts = 0;       ///< identifiers with two handles (the first is kept)
    bool complete() const noexcept { return edgeHandles == matchedHandles; }
};

/// Diagnostics: `provenance-conflict`, `provenance-incomplete`, `provenance-absent` (the edge program has no records: older than
/// v1.0.0), `provenance-damaged` per node. `exportGraphId` as the record stores it (0: unknown).
Result<ExportedHandles> matchExported(const Program& edge, const Program& exported, std::uint64_t exportGraphId,
                                      Diagnostics& diagnostics, const JobContext& job);

}  // namespace etscope::exported
