// Values of the JSON documents as text for people, one way for all tables and trees.
#pragma once

#include <string>

#include "report/documents.h"

namespace etscope::report {

/// Text as it is, numbers shortest, null as "–", arrays joined.
std::string cell(const Json& value);
/// "f32[1,s29,576]" of a row with `value_type` and `shape`, "f32[1,≤15,≤8]" with `upper_bound`; else its `kind`.
std::string typeText(const Json& row);

/// A metric with five significant digits.
std::string rounded(const Json& value);

}  // namespace etscope::report
