// Rewrites program JSON in one pass: texts that are taken out become empty or get other names, and whatever is JSON or base64
// inside its strings (modules of delegates with their programs, weights and data) is rewritten the same way. Everything else stays
// byte for byte. Nothing of the document is kept; what is nested in strings is spooled. One thread.
#pragma once

#include "io/byte_sink.h"
#include "io/source.h"
#include "slim/drop.h"

namespace etscope::slim {

/// Tells `work.names` which inputs and nodes the program's graphs have, nested ones too. Needed before anything is renamed.
Result<void> collectNames(const ByteRange& program, Work& work);

/// Writes the program without what `work.drop` names. Errors: those of JsonReader: a damaged text is not rewritten, for what
/// follows the damage would stay in it; of writing, `cancelled`.
Result<void> rewriteProgram(const ByteRange& program, ByteSink& sink, Work& work);

/// What stands in the place of a delegate's payload: that it was removed, its size and SHA-256.
inline constexpr std::string_view kRemovedPayload = "ETSCOPE_REMOVED";

}  // namespace etscope::slim
