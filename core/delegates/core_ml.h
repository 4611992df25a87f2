// The model inside a Core ML package: MIL operations, read from protocol buffers. Used by the Core ML decoder only.
#pragma once

#include "delegates/decoder.h"

namespace etscope::delegates {

/// Adds the graphs of `model` (a `.mlmodel`), one per function, and its constants, which lie in `weights` (the package's
/// `weight.bin`, may be empty). What cannot be read leaves a diagnostic.
void readCoreMlModel(const Context& context, const ByteRange& model, const ByteRange& weights, Decoded& decoded);

}  // namespace etscope::delegates
