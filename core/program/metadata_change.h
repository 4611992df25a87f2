// Values of metadata as people write them, and as bytes of named data. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "program/metadata.h"

namespace etscope::program {

/// A text as a value of the type ("int", "float", "bool", "string", "list"); `like`: the value that it replaces, whose items say
/// what those of a list are. Errors: `metadata-value`.
Result<MetadataValue> parseMetadataValue(std::string_view text, std::string_view type, const MetadataValue* like);

/// The bytes of named data (docs/FORMATS.md "Metadata"), with a type byte or without. Errors: `metadata-value` for lists of
/// anything but integers, and for values that have no such form.
Result<std::vector<std::byte>> metadataBytes(const MetadataValue& value, bool tagged);

/// The values of a list, nested or not, in order.
void addLeaves(const MetadataValue& value, std::vector<MetadataValue>& leaves);

/// At most five keys that are spelled most like it.
std::vector<std::string> nearKeys(std::string_view key, const std::vector<std::string>& keys);

}  // namespace etscope::program
