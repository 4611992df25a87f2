// The document of containers: the matrix of variants, and what each two of them differ in.
#pragma once

#include "report/documents.h"

namespace etscope::report {

/// `pairs`: the table is that of the pairs. A method: only containers that it calls, or that hold a function of its name.
Result<Json> containersDocument(const session::Session& session, const Selection& selection, bool pairs, const JobContext& job);

}  // namespace etscope::report
