// The form that torch.save wrote before PyTorch 1.6: three small pickles, the object's pickle, the list of storage keys, then
// the storages. It also stands inside raw pickles, once per storage. Rules: docs/FORMATS.md "Legacy stream". Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"
#include "pickle/values.h"

namespace etscope::pickle {

/// A pickle that stands somewhere in a file together with the bytes that its values refer to.
struct PickleInFile {
    std::vector<std::byte> bytes;
    Values values;
};

/// Reads the pickle at `at`, of unknown length, through growing windows: what follows it is hardly read. At most
/// `mostBytes` of it. Errors: those of `unpickle`.
Result<PickleInFile> readPickle(const ByteRange& file, std::uint64_t at, std::uint64_t mostBytes, const JobContext& job);

/// Whether a pickle's value is the number that begins a legacy stream.
bool isLegacyMagic(const Values& values);

struct LegacyStream {
    PickleInFile object;
    std::vector<std::string> keys;  ///< of the storages, in the order of their bytes
    std::uint64_t data = 0;         ///< offset of the first storage's count
};

/// Reads all but the storages of a stream whose first pickle is the magic number. Errors: `torch-save-legacy-damaged` and
/// those of `unpickle`.
Result<LegacyStream> readLegacyStream(const ByteRange& file, std::uint64_t mostBytes, const JobContext& job);

}  // namespace etscope::pickle
