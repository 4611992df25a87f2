// Parts of a file by name: entries, segments, named data, delegate payloads, files inside files. One home for what `extract`
// writes and what "FILE#PART" opens. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace etscope::session {

/// The bytes of a part:
///   a zip entry's name              of archives
///   segment:N, named:KEY            of programs and tensor data
///   delegate:METHOD:N, delegate:N   of programs; without a method, that of "forward" or of the only plan
///   nested:N, nested:NAME           of native files: a payload of the container
///   program                         of bundled programs
/// Errors: `no-such-entry`, and those of the reader.
Result<ByteRange> filePart(const SessionFile& file, std::string_view what);

/// The name of a delegate's payload that a session opens as a file of its own ("delegate:forward:0"): a program, a native graph or
/// container. Nothing for other payloads.
std::optional<std::string> openablePart(const std::string& method, std::int64_t index, const delegates::Decoded& decoded);

/// A file inside a file that a session opens on its own.
struct OpenablePart {
    std::string name;  ///< for people: that of the container, or what it is
    std::string kind;  ///< a word of delegates::payloadKind()
    std::string path;  ///< "FILE#nested:0", "FILE#program"
    std::uint64_t bytes = 0;
};
/// Files in a native container, and the program of a bundled program.
std::vector<OpenablePart> openableParts(const SessionFile& file);

}  // namespace etscope::session
