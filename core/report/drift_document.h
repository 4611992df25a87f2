// The `drift` document: the gap of all runs of a method, by layer and step. Any thread.
#pragma once

#include <string>

#include "causes/drift.h"
#include "report/documents.h"

namespace etscope::report {

/// `wrong` becomes true when a cell is. Errors: those of causes::drift().
Result<Json> driftDocument(const session::MethodView& method, const causes::DriftOptions& options, bool& wrong,
                           const JobContext& job);

/// The document as people read it: the top rows against the steps.
std::string driftText(const Json& document);

}  // namespace etscope::report
