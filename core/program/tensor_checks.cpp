#include <algorithm>

#include "base/checked_math.h"
#include "program/checks.h"

namespace etscope::program {
namespace {

/// What the runtime allows.
constexpr std::size_t kMostRank = 16;

class TensorChecks {
public:
    TensorChecks(const Program& program, const ExecutionPlan& plan, const TensorInfo& tensor, const std::string& place,
                 Diagnostics& diagnostics)
        : m_program(program),
          m_plan(plan),
          m_tensor(tensor),
          m_place(place),
          m_diagnostics(diagnostics),
          m_bytes(tensor.byteCount()) {}

    void check() {
        checkType();
        checkShape();
        checkSize();
        if (m_tensor.allocation) checkAllocation(*m_tensor.allocation);
        checkData();
    }

private:
    void error(std::string_view code, const std::string& message) { m_diagnostics.error(code, m_place, message); }

    void checkType() {
        const auto code = static_cast<std::int16_t>(m_tensor.scalarType);
        if (itemSize(m_tensor.scalarType) == 0 || code > static_cast<std::int16_t>(ScalarType::U64))
            error("pte-tensor-scalar-type", "the runtime knows no element type " + std::to_string(code));
        if (m_tensor.storageOffset != 0)
            error("pte-tensor-storage-offset",
                  "the storage offset is " + std::to_string(m_tensor.storageOffset) + "; the runtime accepts 0 only");
        if (m_tensor.layout != 0)
            m_diagnostics.warning("pte-tensor-layout", m_place,
                                  "the layout " + std::to_string(m_tensor.layout) + " is not strided");
        if (m_tensor.dynamism == Dynamism::Unbounded)
            error("pte-tensor-unbounded", "the sizes are unbounded; the runtime refuses such tensors");
        else if (m_tensor.dynamism == Dynamism::Unknown)
            error("pte-tensor-dynamism", "unknown kind of dynamic shape");
    }

    void checkShape() {
        const auto& sizes = m_tensor.sizes;
        if (sizes.size() > kMostRank)
            error("pte-tensor-rank", "the tensor has " + std::to_string(sizes.size()) + " dimensions; the runtime allows 16");
        if (m_tensor.dimOrder.size() != sizes.size())
            error("pte-tensor-dim-order", "the dim order has " + std::to_string(m_tensor.dimOrder.size()) + " entries for " +
                                              std::to_string(sizes.size()) + " dimensions");
        else if (!m_tensor.dimOrderIsPermutation())
            error("pte-tensor-dim-order", "the dim order is no permutation of the dimensions");
    }

    void checkSize() {
        if (std::any_of(m_tensor.sizes.begin(), m_tensor.sizes.end(), [](std::int32_t size) { return size < 0; }))
            error("pte-tensor-size-negative", "a size is negative");
        else if (!m_bytes && itemSize(m_tensor.scalarType) > 0)
            error("pte-tensor-size-overflow", "the number of bytes overflows 64 bits");
    }

    void checkAllocation(const Allocation& allocation) {
        if (allocation.memoryId == 0 || allocation.memoryId >= m_plan.bufferSizes.size()) {
            error("pte-memory-id", "there is no planned buffer " + std::to_string(allocation.memoryId) + ": the method has " +
                                       std::to_string(m_plan.bufferSizes.empty() ? 0 : m_plan.bufferSizes.size() - 1));
            return;
        }
        const std::int64_t size = m_plan.bufferSizes[allocation.memoryId];
        if (size >= 0 && m_bytes && !rangeFits(allocation.offset, *m_bytes, static_cast<std::uint64_t>(size)))
            error("pte-memory-out-of-buffer", "offset " + std::to_string(allocation.offset) + " and " + std::to_string(*m_bytes) +
                                                  " bytes do not fit into buffer " + std::to_string(allocation.memoryId) + " of " +
                                                  std::to_string(size) + " bytes");
    }

    void checkData() {
        if (m_tensor.extra && (m_tensor.extra->location < 0 || m_tensor.extra->location > 1))
            error("pte-tensor-location", "unknown place of data " + std::to_string(m_tensor.extra->location));
        if (m_tensor.external()) {
            if (m_tensor.name().empty())
                error("pte-external-name-missing", "the data are outside, but there is no name to find them by");
        } else if (m_tensor.kind() == TensorKind::Constant) {
            checkConstant();
        } else if (m_tensor.kind() == TensorKind::InitialValue) {
            checkInitialValue();
        }
    }

    void checkConstant() {
        const auto& segment = m_program.constantSegment();
        if (segment && !segment->offsets.empty()) return checkSlot(*segment, "pte-constant-index", "pte-constant-out-of-segment");
        const auto& constants = m_program.inlineConstants();
        if (m_tensor.dataBufferIndex >= constants.size())
            error("pte-constant-index", "there is no constant " + std::to_string(m_tensor.dataBufferIndex));
        else if (m_bytes && *m_bytes > constants[m_tensor.dataBufferIndex].size)
            error("pte-constant-out-of-segment", "the tensor needs " + std::to_string(*m_bytes) + " bytes, its constant has " +
                                                     std::to_string(constants[m_tensor.dataBufferIndex].size));
    }

    void checkInitialValue() {
        const auto& lists = m_program.mutableDataSegments();
        if (lists.empty())
            error("pte-mutable-index", "the tensor has an initial value, but the program has none");
        else
            checkSlot(lists.front(), "pte-mutable-index", "pte-mutable-out-of-segment");
        if (m_tensor.extra && m_tensor.extra->mutableDataSegment != 0)
            m_diagnostics.warning("pte-mutable-segment-index-ignored", m_place,
                                  "the runtime reads initial values from the first list only");
    }

    void checkSlot(const SubsegmentOffsets& list, std::string_view indexCode, std::string_view rangeCode) {
        const auto& segments = m_program.segments().segments;
        if (m_tensor.dataBufferIndex >= list.offsets.size()) {
            error(indexCode, "there are no data " + std::to_string(m_tensor.dataBufferIndex) + ": the list has " +
                                 std::to_string(list.offsets.size()));
        } else if (list.segmentIndex < segments.size() && m_bytes) {
            const std::uint64_t offset = list.offsets[m_tensor.dataBufferIndex], size = segments[list.segmentIndex].size;
            if (!rangeFits(offset, *m_bytes, size))
                error(rangeCode, "offset " + std::to_string(offset) + " and " + std::to_string(*m_bytes) +
                                     " bytes do not fit into the segment of " + std::to_string(size) + " bytes");
        }
    }

    const Program& m_program;
    const ExecutionPlan& m_plan;
    const TensorInfo& m_tensor;
    const std::string& m_place;
    Diagnostics& m_diagnostics;
    std::optional<std::uint64_t> m_bytes;
};

}  // namespace

void checkTensor(const Program& program, const ExecutionPlan& plan, const TensorInfo& tensor, const std::string& place,
                 Diagnostics& diagnostics) {
    TensorChecks(program, plan, tensor, place, diagnostics).check();
}

}  // namespace etscope::program
