// Editing of metadata: constant methods and named metadata of a program get other values, in a new file. All else stays byte for
// byte: the program region (shifted by a block in front of it), every segment but that of a named value that changes. Rules:
// docs/FORMATS.md "Editing metadata". One thread.
#pragma once

#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "program/metadata.h"
#include "program/program.h"

namespace etscope::program {

/// "key=value", or "key:type=value" of a key that is added.
struct MetadataChange {
    std::string key;
    std::string type;  ///< int, float, bool, string or list; empty: that of the value that is there
    std::string value;
};
/// Errors: `usage`.
Result<MetadataChange> parseMetadataChange(std::string_view text);

/// What was changed.
struct ChangedMetadata {
    std::string key;
    MetadataSource source = MetadataSource::ConstantMethod;
    std::optional<MetadataValue> before;  ///< nothing: added
    MetadataValue after;
    std::string note;
};
struct EditedProgram {
    std::uint64_t before = 0, after = 0;  ///< bytes of the files
    std::uint64_t inserted = 0;           ///< bytes in front of the program's tables
    std::uint64_t appended = 0;           ///< bytes behind the last segment
    std::vector<ChangedMetadata> changes;
};

/// Writes the program with other values. `add`: keys that are not there are added. Errors: `no-such-key` with the keys that are
/// like it, `metadata-value` for a text that is no value of the type, `program-not-editable`, those of reading and writing.
Result<EditedProgram> setMetadata(const Program& program, const std::vector<MetadataChange>& changes, bool add,
                                  const std::string& path, const JobContext& job);

}  // namespace etscope::program
