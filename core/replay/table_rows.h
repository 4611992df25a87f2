// Which rows of a table a call gave. Internal to core/replay; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "evaluate/context.h"

namespace etscope::replay {

/// The number of each row that was given in the place of those that were asked for; empty: some are no rows of the table, or most
/// are those that were asked for. The table is looked through in parts. Errors: `cancelled`, those of reading.
Result<std::vector<std::int64_t>> rowsGiven(const evaluate::Array& table, const evaluate::Array& given,
                                            const std::vector<std::int64_t>& asked, const evaluate::Context& context);

}  // namespace etscope::replay
