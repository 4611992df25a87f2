// Texts of the HTML report: all that comes from files is escaped here; numbers as people read them, with a point whatever the
// locale. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/sentence.h"
#include "report/html/limits.h"

namespace etscope::report::html {

/// Text or the value of an attribute between double quotes. Controls, marks of direction and bytes that are not UTF-8 are written
/// out; of what is longer than `most` characters the middle is left out.
std::string escape(std::string_view text, std::size_t most = kMostSentence);
/// An identifier of the model or of a file.
std::string code(std::string_view text, std::size_t most = kMostCell);
/// The same, in several lines where a table has no room: broken behind "_" and ".".
std::string breakableCode(std::string_view text, std::size_t most = kMostCell);
/// "not_rounding" → "not rounding": a word of the documents.
std::string words(std::string_view name);
/// A sentence of the command line as one of a page: begins large, ends with a point.
std::string sentence(std::string_view text);
/// A name that it begins with stays as it is.
std::string sentenceOf(const Sentence& said);

/// "936 320", parted by thin spaces.
std::string countText(std::uint64_t count);
/// "1 file", "3 files".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);
/// Four significant digits; "∞", "NaN", "−1.5".
std::string floatText(double value);
/// "12.5 %".
std::string percentText(double share);
/// With so many digits behind the point: for coordinates.
std::string fixed(double value, int digits = 1);

}  // namespace etscope::report::html
