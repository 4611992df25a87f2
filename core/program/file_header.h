// FileHeader: the first bytes of a `.pte`: identifier and, where there is one, the extended header. Rules: docs/FORMATS.md
// "Program file", "Extended header". Value type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope::program {

struct FileHeader {
    std::uint32_t rootOffset = 0;
    std::string identifier;
    bool extended = false;                         ///< "eh00" stands behind the identifier
    std::uint32_t length = 0;                      ///< of the extended header's fields, magic included
    std::uint64_t programSize = 0;                 ///< of the FlatBuffers region, from the start of the file; as stated
    std::uint64_t segmentBase = 0;                 ///< as stated; 0: no segments
    std::optional<std::uint64_t> segmentDataSize;  ///< absent in headers of 24 bytes

    /// Bytes of the file that hold the region: stated size, cut at the end of the file and at the first segment.
    std::uint64_t regionSize = 0;

    /// Bytes at the start that are no FlatBuffers tables: root offset, identifier, fields of the extended header.
    std::uint64_t headerBytes() const noexcept { return 8 + std::uint64_t{extended ? length : 0}; }
};

/// Reads at most 40 bytes. Fails with `pte-too-short`, `pte-identifier`; everything else wrong is a diagnostic.
Result<FileHeader> readFileHeader(const ByteRange& file, Diagnostics& diagnostics);

}  // namespace etscope::program
