// What can be said of a payload that no decoder reads: its first bytes and the texts in it.
#pragma once

#include "delegates/decoder.h"

namespace etscope::delegates {

/// "48 65 6C …": at most `limits::kHexHead` bytes.
std::string hexHead(std::span<const std::byte> bytes);

/// Runs of printable ASCII in the first MiB of the range, in order, without repetitions.
std::vector<std::string> printableTexts(const ByteRange& range);

/// Adds hexadecimal head and texts of the payload, and one region.
void describeOpaque(const Context& context, Decoded& decoded);

}  // namespace etscope::delegates
