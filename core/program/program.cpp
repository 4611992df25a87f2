#include "program/program.h"

#include <algorithm>

#include "program/checks.h"
#include "program/program_decoder.h"

namespace etscope::program {
namespace {

constexpr std::uint64_t kToTheEnd = ~std::uint64_t{0};

/// `size` bytes (or, with kToTheEnd, all up to the next entry) from where an entry starts in its segment.
Result<ByteRange> entryBytes(const flat::SegmentArea& area, const SubsegmentOffsets& list, std::uint32_t index, std::uint64_t size,
                             const std::string& place) {
    if (index >= list.offsets.size())
        return fail("constant-index", "there is no such entry: the list has " + std::to_string(list.offsets.size()), place);
    auto segment = area.bytes(list.segmentIndex);
    if (!segment) return segment;
    const std::uint64_t begin = list.offsets[index];
    if (begin > segment->size) return fail("constant-out-of-range", "the offset lies behind the end of the segment", place);
    if (size == kToTheEnd) {
        const auto next = std::upper_bound(list.sorted.begin(), list.sorted.end(), begin);
        size = (next == list.sorted.end() ? segment->size : std::min(*next, segment->size)) - begin;
    }
    if (size > segment->size - begin)
        return fail("constant-out-of-range", std::to_string(size) + " bytes do not fit into the segment", place);
    return segment->part(begin, size);
}

}  // namespace

Result<std::shared_ptr<const Program>> Program::open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    auto program = ProgramDecoder(file, diagnostics, job).decode();
    if (!program) return program.failure();
    (*program)->m_namedDataByKey = flat::KeyIndex((*program)->m_namedData);
    checkProgram(**program, diagnostics);
    return std::shared_ptr<const Program>(*std::move(program));
}

const ExecutionPlan* Program::plan(std::string_view name) const& noexcept {
    const auto found =
        std::find_if(m_plans.begin(), m_plans.end(), [&](const ExecutionPlan& plan) { return !plan.damaged && plan.name == name; });
    return found == m_plans.end() ? nullptr : &*found;
}

std::uint64_t Program::constantCount() const noexcept {
    if (m_constantSegment && !m_constantSegment->offsets.empty()) return m_constantSegment->offsets.size();
    return m_inlineConstants.size();
}

Result<ByteRange> Program::constantBytes(std::uint32_t index) const {
    const std::string place = "constant " + std::to_string(index);
    if (m_constantSegment && !m_constantSegment->offsets.empty())
        return entryBytes(m_segments, *m_constantSegment, index, kToTheEnd, place);
    if (index >= m_inlineConstants.size())
        return fail("constant-index", "there is no such constant: the program has " + std::to_string(m_inlineConstants.size()),
                    place);
    if (!m_inlineConstants[index].hasData())
        return fail("constant-out-of-range", "the constant's bytes are missing or damaged", place);
    return m_inlineConstants[index];
}

Result<ByteRange> Program::mutableBytes(std::uint64_t list, std::uint32_t index) const {
    const std::string place = "mutable_data_segments[" + std::to_string(list) + "], entry " + std::to_string(index);
    if (list >= m_mutableSegments.size())
        return fail("constant-index", "the program has " + std::to_string(m_mutableSegments.size()) + " lists of initial values",
                    place);
    return entryBytes(m_segments, m_mutableSegments[static_cast<std::size_t>(list)], index, kToTheEnd, place);
}

Result<ByteRange> Program::tensorBytes(const TensorInfo& tensor) const {
    const auto kind = tensor.kind();
    if (kind != TensorKind::Constant && kind != TensorKind::InitialValue)
        return fail("tensor-without-data", "the program holds no bytes of this tensor");
    const auto size = tensor.byteCount();
    if (!size) return fail("tensor-size", "the tensor's size is negative, overflows or has an unknown element type");
    if (*size == kToTheEnd) return fail("tensor-size", "the tensor's size is beyond any file");
    const std::string place = "data " + std::to_string(tensor.dataBufferIndex);
    if (kind == TensorKind::InitialValue) {
        if (m_mutableSegments.empty()) return fail("constant-index", "the program has no initial values", place);
        return entryBytes(m_segments, m_mutableSegments.front(), tensor.dataBufferIndex, *size, place);
    }
    if (m_constantSegment && !m_constantSegment->offsets.empty())
        return entryBytes(m_segments, *m_constantSegment, tensor.dataBufferIndex, *size, place);
    auto constant = constantBytes(tensor.dataBufferIndex);
    if (!constant) return constant;
    if (*size > constant->size) return fail("constant-out-of-range", "the tensor is larger than its constant", place);
    return constant->part(0, *size);
}

Result<ByteRange> Program::delegateBytes(const Delegate& delegate) const {
    if (!delegate.hasData || delegate.location == DataLocation::Unknown)
        return fail("delegate-data-missing", "the delegate does not say where its data are");
    if (delegate.location == DataLocation::Segment) return m_segments.bytes(delegate.dataIndex);
    const std::string place = "backend_delegate_data[" + std::to_string(delegate.dataIndex) + "]";
    if (delegate.dataIndex >= m_inlineDelegateData.size())
        return fail("delegate-data-index", "there are no such data: the program has " + std::to_string(m_inlineDelegateData.size()),
                    place);
    const ByteRange& data = m_inlineDelegateData[delegate.dataIndex];
    if (!data.hasData()) return fail("delegate-data-missing", "the delegate's bytes are missing or damaged", place);
    return data;
}

Result<ByteRange> Program::namedData(std::string_view key) const {
    if (const NamedData* entry = m_namedDataByKey.find(m_namedData, key)) return m_segments.bytes(entry->segmentIndex);
    return fail("named-data-key", "the program has no named data of this key", std::string(key));
}

}  // namespace etscope::program
