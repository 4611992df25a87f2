// Patch: the lines of an export script that some measures are, as a file that the driver runs and a user imports: only what they
// need, put together of the files of resources/mend. Any thread.
#pragma once

#include <string>
#include <vector>

#include "mend/remedies.h"

namespace etscope::mend {

/// How an export was lowered, as far as its program and record tell.
struct Lowered {
    std::vector<std::string> backends;  ///< of the program's delegates, in their order
    bool each = false;                  ///< a delegate for each operator
    std::string graph = "exported";     ///< what of the record is lowered: "exported" or "edge"
    std::vector<std::string> methods;   ///< of the record
};

/// export_patch.py. `about`: a line for its head. Without measures it lowers as the export did.
std::string patchText(const std::vector<Measure>& measures, const Lowered& lowered, const std::string& about);

/// What of that is of a person's script: the calls of ExecuTorch with what the patch gives. A text of Python.
std::string scriptLines(const std::vector<Measure>& measures, const Lowered& lowered);

}  // namespace etscope::mend
