// Texts of a pickle stream, replaced where they stand: everything else of the stream stays. Stateless; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "pickle/values.h"

namespace etscope::pickle {

/// What String values are replaced by, by their offset in the stream (Values::streamOffset()).
struct TextEdit {
    std::uint64_t size = 0;  ///< of the text that stands there
    std::string text;
};
using TextEdits = std::map<std::uint64_t, TextEdit>;

/// The stream with its texts replaced. Errors: `pickle-not-editable` for protocol 4 and later (frames count their bytes) and for
/// texts of protocol 0 (lines).
Result<std::vector<std::byte>> withTexts(std::span<const std::byte> stream, const Values& values, const TextEdits& edits);

}  // namespace etscope::pickle
