// Small JSON documents from files (side tables, headers): bounded, never throwing. Program JSON has its own streaming reader.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope {

/// Reads and parses a whole document into a DOM, which costs some 8 times an honest text and 80 times a hostile one: its size, its
/// depth and its memory are limited (kMaxDomJson and what follows it in limits.h). Invalid UTF-8 is repaired with the warning
/// `json-invalid-utf8`. Errors: `json-invalid` with the offset of the first wrong byte, `limit-exceeded`.
Result<nlohmann::json> readJson(const ByteRange& range, Diagnostics& diagnostics);

/// The same for valid UTF-8 in memory; `storedSize`: bytes that it takes in its file. Errors: `json-invalid` (`where`: the offset
/// in the text, in decimal), `limit-exceeded`.
Result<nlohmann::json> parseJson(std::string_view text, std::uint64_t storedSize);

}  // namespace etscope
