// Whether two programs are the same bytes. Any thread.
#pragma once

#include <cstdint>

#include "io/source.h"
#include "session/session.h"

namespace etscope::join {

/// Bytes of two programs that are compared; of larger ones, pieces all over the file.
inline constexpr std::uint64_t kWholeProgramBytes = 64U << 20U;

/// Of a bundled program the program inside.
ByteRange programBytes(const session::SessionFile& file);

/// False as well where one of them cannot be read.
bool sameProgram(const ByteRange& a, const ByteRange& b);

}  // namespace etscope::join
