// Program: an exported program (torch.export / ExecuTorch serde JSON) as decoded values. Reading is one forward pass over the
// file through a small window: the JSON text never stays in memory, and long texts (stack traces, provenance, lowered
// modules) are left in the file as slices. Immutable; shared as shared_ptr<const Program>; any thread may read.
// Rules: docs/FORMATS.md "Program JSON".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "graph/graph_model.h"
#include "io/source.h"

namespace etscope::exported {

struct SchemaVersion {
    std::int64_t major = 0;
    std::int64_t minor = 0;  ///< 0 where the file has a single number
};

struct Program {
    std::shared_ptr<const graph::GraphModel> graph;
    SchemaVersion schemaVersion;
    std::vector<std::pair<std::string, std::int64_t>> opsetVersions;  ///< ("aten", 10)
    std::string dialect;                                              ///< "" in most files
    std::vector<std::string> verifiers;                               ///< "EDGE", "TRAINING", …
    std::string torchVersion;                                         ///< empty: the file does not say (5.x never does)
    ByteRange document;    ///< the JSON text; what the TextSlices point into
    bool complete = true;  ///< false: the JSON ended or broke early, this is what came before

    /// Reads what can be read. Fails only when there is no graph at all: `json-empty`, `json-not-an-object`,
    /// `program-without-graph`, `limit-exceeded`, `cancelled`, or the syntax error that came before the graph.
    /// Everything else is a diagnostic (docs/FORMATS.md lists the codes) and the rest is kept.
    static Result<std::shared_ptr<const Program>> read(const ByteRange& json, Diagnostics& diagnostics, const JobContext& job);
};

}  // namespace etscope::exported
