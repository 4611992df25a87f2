// Where sessions lie below folders: a folder with files of an export or a run is one, and runs whose program lies in a folder above
// them are of that. What is named like such a file and cannot be read is told, and so is a folder that cannot be listed. Reads the
// beginnings of files only. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"

namespace etscope::survey {

struct Place {
    std::string name;                ///< the folder, or the file that was named
    std::string folder;              ///< the same below what was named, of several below the folder that all lie in; "." is that
    std::vector<std::string> files;  ///< of the session: those of the folder, and what they lack from above; none: nothing is read
    std::optional<Error> failure;    ///< of the first of the folder that cannot be read, or of the folder
};

/// Of the folders and files, in the order of their names; links to folders are not followed. A file that is named is a session of
/// its own. Errors: `file-unreadable` of what was named, `limit-exceeded`, `cancelled`.
Result<std::vector<Place>> placesOf(const std::vector<std::string>& paths, const JobContext& job);

}  // namespace etscope::survey
