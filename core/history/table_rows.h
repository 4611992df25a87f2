// Rows of a table that `survey` wrote: JSON, JSON lines, CSV or TSV, read forward, a row at a time. Parquet is not read here: a
// Python makes JSON lines of it. What a table lacks is not known. Any thread. Rules: docs/FORMATS.md "History".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "io/source.h"

namespace etscope::history {

/// The columns of `survey` that a history is made of; an empty text is none.
struct TableRow {
    std::string session, folder, member, program, method, started, state, cause, node, source, sentence, backends;
    std::string executorch, torch, exportTorch, etscope, target, device, system, programHash, exportId, error;
    std::optional<double> run, maxAbs, snrDb, kl, tokens, stay, p50, programBytes, weightBytes, memoryBytes, kernels, delegateCalls;
};

using TableRowVisitor = std::function<Result<void>(const TableRow& row)>;

/// Whether it begins as Parquet does.
Result<bool> isParquet(const ByteRange& file);

/// Cells of a column that say nothing which it can hold: they are not known.
struct UnreadCells {
    std::string column, first;  ///< first: what stands in the first one, the beginning of it
    std::size_t row = 0;        ///< of that, from 1
    std::size_t count = 0;
};

struct TableRead {
    std::size_t rows = 0;
    std::vector<UnreadCells> unread;
};

/// Calls `visit` with each row, in their order. Errors: `table-form` (no table of survey, with the place),
/// `limit-exceeded`, `json-invalid`, those of reading and of `visit`, `cancelled`.
Result<TableRead> readTable(const ByteRange& file, const std::string& name, const TableRowVisitor& visit, const JobContext& job);

}  // namespace etscope::history
