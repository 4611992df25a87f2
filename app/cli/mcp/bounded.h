// What fits of a document into an answer of bounded length: rows and long texts are cut, and each cut is told with the pointer to
// what is missing. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/documents.h"

namespace etscope::mcp {

struct Bounds {
    std::size_t offset = 0;           ///< rows of the part itself that are passed over
    std::size_t rows = 50;            ///< at most of every list
    std::size_t characters = 24'000;  ///< of the whole, as compact JSON
};

/// A list or text of which the rest is left out.
struct Cut {
    std::string at;  ///< JSON Pointer (RFC 6901) within the document
    std::size_t from = 0, shown = 0, of = 0;
    bool isText = false;  ///< of a text its bytes, else rows
};

struct Bounded {
    report::Json value;
    std::vector<Cut> cuts;  ///< the largest first; at most 20
};

/// The part of the document at the pointer ("" is the whole), cut until it fits. Errors: `no-such-place` with what
/// there is, `part-too-large`.
Result<Bounded> bounded(const report::Json& document, const std::string& at, const Bounds& bounds);

/// The same of lines: those from `offset` that fit. Of a line that is longer than all that may be said its beginning is there.
struct BoundedText {
    std::string text;
    std::size_t from = 0, shown = 0, of = 0;
    std::size_t cutAt = 0, cutOf = 0;  ///< bytes of that line that are there, and that it has; 0: none was cut

    /// What is left out of it, a text at that place.
    std::vector<Cut> cuts(const std::string& at) const;
};
BoundedText boundedText(const std::string& text, const Bounds& bounds);

}  // namespace etscope::mcp
