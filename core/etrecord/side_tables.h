// The JSON side tables of an ETRecord (docs/FORMATS.md "Side tables"). Each is independent: a damaged one is a diagnostic.
#pragma once

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "etrecord/record.h"
#include "io/source.h"

namespace etscope::etrecord {

/// Decodes one side table into `tables`. What does not have the expected form is skipped with `side-table-malformed`; where the
/// text breaks, what stands before it counts.
void readSideTable(Role role, const ByteRange& content, SideTables& tables, Diagnostics& diagnostics, const JobContext& job = {});

}  // namespace etscope::etrecord
