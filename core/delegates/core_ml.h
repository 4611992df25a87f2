// What the files of the Core ML decoder share: the package's files, and the model inside (MIL operations, read from protocol
// buffers). Used by the Core ML decoder only.
#pragma once

#include <string>
#include <vector>

#include "delegates/decoder.h"

namespace etscope::delegates {

struct CoreMlFile {
    std::string path;
    ByteRange bytes;
};

/// The files of a directory image; adds the regions that they and the index take. Errors: `core-ml-index-missing`,
/// `core-ml-index-damaged`, those of reading.
Result<std::vector<CoreMlFile>> coreMlImage(const Context& context, std::vector<Region>& regions);

/// Adds the graphs of `model` (a `.mlmodel`), one per function with the default function first, and its constants, which lie in
/// `weights` (the package's `weight.bin`, may be empty). Constants of further functions are named "<function>/<value>". What
/// cannot be read leaves a diagnostic.
void readCoreMlModel(const Context& context, const ByteRange& model, const ByteRange& weights, Decoded& decoded);

}  // namespace etscope::delegates
