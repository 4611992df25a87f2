// Rewrites what torch.save or pickle wrote: storages become zeros, their tensors' hashes are kept in the artifact's mark
// (pickle/removed.h); keys get other names. Streams: no storage is ever in memory. One thread.
#pragma once

#include "io/byte_sink.h"
#include "io/source.h"
#include "slim/drop.h"

namespace etscope::slim {

enum class Holds : std::uint8_t {
    Weights,  ///< a dict of tensors by their names in the model
    Inputs,   ///< nested lists and dicts of inputs or outputs
    Cases,    ///< the same by method: keys of the outermost dict are names of methods
};

/// Writes the artifact without what `work.drop` names. One that cannot be read is left out whole: nothing is written, and
/// `work.leftOut` says so. Errors: of reading and writing, `cancelled`.
Result<void> rewriteArtifact(const ByteRange& content, Holds holds, const std::string& name, ByteSink& sink, Work& work);

/// Whether rewriteArtifact() would change anything.
bool changes(const Drop& drop, Holds holds) noexcept;

}  // namespace etscope::slim
