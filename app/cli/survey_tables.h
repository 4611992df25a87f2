// Apache Parquet by the pyarrow of a Python: tables of surveys to and from JSON.
#pragma once

#include <memory>
#include <string>

#include "base/job_context.h"
#include "io/source.h"
#include "report/documents.h"

namespace etscope::cli {

/// `python`: empty is python3. Errors: `no-pyarrow` with what it said, `cancelled`, those of writing.
Result<void> writeParquet(const report::Json& rows, const std::string& file, const std::string& python, const JobContext& job);
/// Its rows as JSON lines. Errors: the same.
Result<std::shared_ptr<const Source>> linesOfParquet(const std::string& file, const std::string& python, const JobContext& job);

}  // namespace etscope::cli
