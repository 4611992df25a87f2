// LoweredModule: what a delegate call of an edge program holds: backend, blob, compile specs and the partition's own program.
// Read on demand: the JSON inside the JSON string is unescaped into memory, blobs are decoded when asked for. Immutable;
// any thread. Rules: docs/FORMATS.md "Delegate calls".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "exported/program.h"
#include "graph/graph_model.h"
#include "io/source.h"

namespace etscope::exported {

/// Base64 text inside a document, decoded when asked for.
struct Base64Blob {
    ByteRange text;  ///< without its quotes; no data: the field is absent
    bool present() const noexcept { return text.hasData(); }
    /// The bytes, in memory. Errors: `base64-damaged`, `limit-exceeded`.
    Result<ByteRange> decode(std::string name) const;
};

struct CompileSpec {
    std::string key;
    std::vector<std::byte> value;
};

struct LoweredModule {
    std::string name;       ///< "lowered_module_0"
    std::string backendId;  ///< "XnnpackBackend"
    Base64Blob processed;   ///< the blob that also goes into the .pte
    std::vector<CompileSpec> compileSpecs;
    ByteRange originalModule;      ///< program JSON; no data: absent
    Base64Blob originalStateDict;  ///< a torch.save archive
    Base64Blob originalConstants;  ///< a torch.save archive; absent in old files
    int depth = 1;                 ///< delegates inside delegates: 1 for a call of the outermost program

    /// Reads delegate call `index` of `model.delegates()`. `depth` is that of the lowered module whose program `model` is, or 0.
    /// Errors: `no-such-delegate`, `delegate-too-deep`, `lowered-module-damaged`, `limit-exceeded`, `cancelled`.
    static Result<LoweredModule> read(const graph::GraphModel& model, std::size_t index, Diagnostics& diagnostics,
                                      const JobContext& job, int depth = 0);

    /// The partition's program. Errors: `lowered-module-without-program`, those of Program::read.
    Result<std::shared_ptr<const Program>> program(Diagnostics& diagnostics, const JobContext& job) const;
};

}  // namespace etscope::exported
