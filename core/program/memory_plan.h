// MemoryPlan: what lies where in a method's planned memory, and when: tensors, peaks, overlaps. Computed from the plan; reads no
// file. Value types; any thread. Rules: docs/FORMATS.md "Memory plan".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "program/plan.h"

namespace etscope::program {

struct PlannedBuffer {
    std::uint32_t memoryId = 0;
    std::int64_t bytes = 0;
    Device device;
};

struct PlannedTensor {
    ValueIndex value = 0;
    std::string name;  ///< where the file gives one
    std::uint32_t memoryId = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;     ///< of the elements; 0 as well when the size is unknown
    std::uint64_t reserved = 0;  ///< `bytes` up to the next multiple of 16, but not beyond the buffer
    bool used = false;           ///< false: no instruction, input or output names it
    std::int64_t firstUse = 0;   ///< -1: an input, or state that outlives a call
    std::int64_t lastUse = 0;    ///< the number of instructions: an output, or state
    bool upperBound = false;     ///< sizes, and so `bytes`, are the most the tensor can need
    bool sizeUnknown = false;
    bool fits = true;  ///< lies inside its buffer
};

/// What of a buffer is occupied from an instruction on, up to the next level.
struct MemoryLevel {
    std::int64_t from = 0;
    std::uint64_t bytes = 0;
    friend bool operator==(const MemoryLevel&, const MemoryLevel&) = default;
};

/// The first instruction at which most of a buffer is occupied. Bytes that several live tensors share count once.
struct MemoryPeak {
    std::uint32_t memoryId = 0;
    std::uint64_t bytes = 0;
    std::uint64_t end = 0;  ///< the highest end of a tensor that is live then
    std::int64_t atInstruction = 0;
    std::vector<ValueIndex> live;     ///< in ascending order
    std::vector<MemoryLevel> levels;  ///< of all instructions, where it changes; the last one is 0
};

enum class OverlapKind : std::uint8_t {
    SharedStorage,  ///< same place and size, or one inside the other: a view, an in-place result, a moved value
    Suspicious,     ///< they merely run into each other while both are in use
};
struct MemoryOverlap {
    ValueIndex first = 0, second = 0;
    std::uint32_t memoryId = 0;
    OverlapKind kind = OverlapKind::SharedStorage;
};

struct MemoryPlan {
    std::vector<PlannedBuffer> buffers;  ///< without the reserved buffer 0
    std::vector<PlannedTensor> tensors;  ///< by value index
    std::vector<MemoryPeak> peaks;       ///< one per buffer that holds tensors, by memory id
    std::vector<MemoryOverlap> overlaps;
    bool overlapsComplete = true;  ///< false: there were more than are listed (limits.h)
};

/// Fails with `cancelled` only.
Result<MemoryPlan> memoryPlan(const ExecutionPlan& plan, const JobContext& job = {});

/// Whether a byte of planned memory belongs to both.
bool shareMemory(const TensorInfo& a, const TensorInfo& b) noexcept;

/// From which instruction to which a value is in use. The file does not store it; it follows from the instructions, which are
/// numbered through all chains of the plan.
struct Lifetime {
    std::int64_t first = 0;  ///< -1: before the first instruction
    std::int64_t last = -1;  ///< number of instructions: after the last one
    bool used() const noexcept { return last >= first; }
};

/// By value index. Inputs live from -1, outputs to the number of instructions, values with initial values throughout; a value that
/// survives an iteration of a loop lives through the loop; the source of a move lives as long as its target.
std::vector<Lifetime> lifetimes(const ExecutionPlan& plan);

}  // namespace etscope::program
