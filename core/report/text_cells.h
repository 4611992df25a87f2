// Values of the JSON documents as text for people, one way for all tables and trees.
#pragma once

#include <string>

#include "report/documents.h"

namespace etscope::report {

/// Text as it is, numbers shortest, null as "–", arrays joined.
std::string cell(const Json& value);
/// "f32[1,s29,576]" of a row with `value_type` and `shape`, "f32[1,≤15,≤8]" with `upper_bound`; else its `kind`.
std::string typeText(const Json& row);

/// A metric with five significant digits; a fraction as "12.5 %"; the place of an element, "[0, 3]". What is no number as it is.
std::string rounded(const Json& value);
std::string percent(const Json& share);
std::string place(const Json& index);
/// Items parted by ", ".
std::string listed(const Json& list);
/// As by printf().
std::string printed(const char* format, const Json& value, double factor = 1);

}  // namespace etscope::report
