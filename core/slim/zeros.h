// A storage of zeros, deflated: a gigabyte takes a megabyte, is made in no time and is inflated by every reader of zip archives.
#pragma once

#include <cstdint>

#include "base/job_context.h"
#include "io/zip_stream.h"

namespace etscope::slim {

/// A member of so many zeros. Errors: those of the archive, `cancelled`.
Result<void> addZeros(ZipStream& archive, std::string_view name, std::uint64_t size, std::uint64_t alignment,
                      const JobContext& job);

}  // namespace etscope::slim
