// The plan as the targets read it: plan.txt, a word or more a line, and the arrays of its inputs. Internal to core/run; any thread.
// The form stands in resources/run/run.py.
#pragma once

#include <string>
#include <string_view>

#include "run/run_plan.h"

namespace etscope::run {

/// Bytes other than letters, digits and ._- as %XX: a word of the plan, and part of a file's name. `slashes`: '/' stays, too.
std::string wordOf(std::string_view text, bool slashes = false);

/// Names of what is written for a call and a module, below the folder.
std::string inputFile(const PlannedCall& call, std::size_t number, std::size_t input);
std::string dumpFile(const RunPlan& plan, std::size_t module);    ///< empty: the module has no dump
std::string bufferFile(const RunPlan& plan, std::size_t module);  ///< empty: it logs no values

/// `program`, `data`: as the target finds them from the folder.
std::string planText(const RunPlan& plan, const std::string& program, const std::vector<std::string>& data);

/// Writes the arrays into the folder and fills RunCall::inputs. Errors: `write-failed`, `export-type-unsupported`, `cancelled`,
/// those of reading.
Result<void> writeInputs(RunPlan& plan, const std::string& folder, const JobContext& job);

}  // namespace etscope::run
