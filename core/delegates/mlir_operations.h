// MlirOperations: the operations of MLIR bytecode as a tree in flat lists; what they are called, take and give is numbers of the
// tables of MlirBytecode. Values are numbered within the innermost region that is isolated. Immutable; any thread.
#pragma once

#include "delegates/decoder.h"
#include "delegates/mlir_bytecode.h"

namespace etscope::delegates {

struct MlirSlice {
    std::uint32_t first = 0, count = 0;
};

struct MlirOperation {
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

    std::uint32_t name = 0;      ///< in MlirBytecode::operationNames
    std::uint32_t location = 0;  ///< attribute
    std::uint32_t attributes = kNone;
    std::uint32_t properties = kNone;  ///< in MlirBytecode::properties
    MlirSlice results;                 ///< types, in numbers()
    MlirSlice operands;                ///< values, in numbers()
    MlirSlice regions;                 ///< in regions()
    std::uint32_t firstResult = 0;     ///< value; the others follow
};

struct MlirBlock {
    MlirSlice arguments;              ///< types, in numbers()
    MlirSlice operations;             ///< in blockOperations()
    std::uint32_t firstArgument = 0;  ///< value; the others follow
};

struct MlirRegion {
    bool isolated = false;  ///< its values are numbered from 0 and are all that is in view inside
    MlirSlice blocks;       ///< in blocks()
};

class MlirOperations {
public:
    /// Errors: `mlir-damaged`, `limit-exceeded`, `delegate-too-many-elements`, `cancelled`.
    static Result<MlirOperations> read(const MlirBytecode& file, const JobContext& job);

    /// The block around all others.
    const MlirBlock& top() const noexcept { return m_top; }
    std::span<const MlirOperation> all() const noexcept { return m_operations; }
    const MlirOperation& operation(std::uint32_t number) const noexcept { return m_operations[number]; }
    std::span<const std::uint32_t> numbers(MlirSlice slice) const noexcept { return part(m_numbers, slice); }
    std::span<const MlirRegion> regions(MlirSlice slice) const noexcept { return part(m_regions, slice); }
    std::span<const MlirBlock> blocks(MlirSlice slice) const noexcept { return part(m_blocks, slice); }
    /// Numbers of operations.
    std::span<const std::uint32_t> blockOperations(MlirSlice slice) const noexcept { return part(m_blockOperations, slice); }

private:
    friend class MlirOperationReader;
    template <class T>
    static std::span<const T> part(const std::vector<T>& pool, MlirSlice slice) noexcept {
        return std::span<const T>(pool).subspan(slice.first, slice.count);
    }

    std::vector<MlirOperation> m_operations;  ///< an operation stands before those inside it
    std::vector<MlirRegion> m_regions;
    std::vector<MlirBlock> m_blocks;
    std::vector<std::uint32_t> m_numbers, m_blockOperations;
    MlirBlock m_top;
};

}  // namespace etscope::delegates
