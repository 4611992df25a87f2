// Small JSON documents from files (side tables, headers): bounded, never throwing. Program JSON has its own streaming reader.
#pragma once

#include <nlohmann/json.hpp>

#include "base/diagnostics.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope {

/// Reads and parses a whole document into a DOM, which costs up to 8 times its text: hence the cap of
/// `limits::kMaxDomJson`. Invalid UTF-8 is repaired with the warning `json-invalid-utf8`. Errors: `json-invalid` with the
/// offset of the first wrong byte, `limit-exceeded`.
Result<nlohmann::json> readJson(const ByteRange& range, Diagnostics& diagnostics);

}  // namespace etscope
