// Runs of a dump whose lists lead to other tables than they should: logging a tensor of float16 or bfloat16 makes the runtime's
// writer leave two tables open, and every list that it closes from then on holds what belongs to another. Its tables are written
// all the same, from the end of the file towards its front: an event in front of what it holds, a block's name in front of the
// lists of the block before it. Pure; any thread. Rules: docs/FORMATS.md "Dumps of half types".
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "flat/raw_table.h"

namespace etscope::etdump {

struct SalvagedRun {
    std::size_t name = 0;             ///< position of the block's name
    std::vector<std::size_t> events;  ///< positions of its events, in the order of writing
};

/// None where the lists of the root lead to all events, or where what is found is not surely all: an event without the name of its
/// block, tables in another order than the runtime writes them. Work and memory are a share of the file's size.
std::vector<SalvagedRun> salvagedRuns(std::span<const std::byte> bytes, const flat::RawTable& root);

}  // namespace etscope::etdump
