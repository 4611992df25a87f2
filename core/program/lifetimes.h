// Lifetimes: from which instruction to which a value is in use. The file does not store them; they follow from the instructions
// (docs/FORMATS.md "Memory plan"). Instructions are numbered through all chains of the plan.
#pragma once

#include <cstdint>
#include <vector>

#include "program/plan.h"

namespace etscope::program {

struct Lifetime {
    std::int64_t first = 0;  ///< -1: before the first instruction
    std::int64_t last = -1;  ///< number of instructions: after the last one
    bool used() const noexcept { return last >= first; }
};

/// By value index. Inputs live from -1, outputs to the number of instructions, values with initial values throughout; a value that
/// survives an iteration of a loop lives through the loop; the source of a move lives as long as its target.
std::vector<Lifetime> lifetimes(const ExecutionPlan& plan);

}  // namespace etscope::program
