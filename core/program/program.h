// Program: a `.pte`, decoded: methods, constants, segments, named data, and where the bytes of each lie. Opening reads the header
// and the FlatBuffers region and nothing else; the region's copy is gone when open returns. Immutable; any thread. Rules:
// docs/FORMATS.md "Program file".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "flat/key_index.h"
#include "flat/region.h"
#include "flat/segment_area.h"
#include "io/source.h"
#include "program/file_header.h"
#include "program/plan.h"

namespace etscope::program {

/// Where parts of a segment start.
struct SubsegmentOffsets {
    std::uint32_t segmentIndex = 0;
    std::vector<std::uint64_t> offsets;  ///< entry 0 stands for "no data"
    std::vector<std::uint64_t> sorted;   ///< the same in ascending order, to find where a part ends
};

struct NamedData {
    std::string key;
    bool hasKey = false;  ///< false: the file gives none
    std::uint32_t segmentIndex = 0;
};

class Program {
public:
    /// Opens a program that takes up the whole range (a file, or a program inside another file). Fails with `pte-too-short`,
    /// `pte-identifier`, `flatbuffer-too-large`, or when the range cannot be read. A damaged program opens with what is sound of
    /// it, and the diagnostics say what is not.
    static Result<std::shared_ptr<const Program>> open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job = {});

    const ByteRange& file() const& noexcept { return m_segments.file; }
    const ByteRange& file() const&& = delete;
    const FileHeader& header() const& noexcept { return m_header; }
    const FileHeader& header() const&& = delete;
    /// Of the schema; always 0 until now.
    std::uint32_t version() const noexcept { return m_version; }
    /// Whether the FlatBuffers verifier accepted the whole region.
    bool verified() const noexcept { return m_verified; }

    const std::vector<ExecutionPlan>& plans() const& noexcept { return m_plans; }
    const std::vector<ExecutionPlan>& plans() const&& = delete;
    /// The first plan of that name, as the runtime looks it up; nullptr when there is none.
    const ExecutionPlan* plan(std::string_view name) const& noexcept;
    const ExecutionPlan* plan(std::string_view name) const&& = delete;

    const flat::SegmentArea& segments() const& noexcept { return m_segments; }
    const flat::SegmentArea& segments() const&& = delete;
    const std::optional<SubsegmentOffsets>& constantSegment() const& noexcept { return m_constantSegment; }
    const std::optional<SubsegmentOffsets>& constantSegment() const&& = delete;
    const std::vector<SubsegmentOffsets>& mutableDataSegments() const& noexcept { return m_mutableSegments; }
    const std::vector<SubsegmentOffsets>& mutableDataSegments() const&& = delete;
    /// Constants inside the FlatBuffers region, as programs before v0.4.0 have them.
    const std::vector<ByteRange>& inlineConstants() const& noexcept { return m_inlineConstants; }
    const std::vector<ByteRange>& inlineConstants() const&& = delete;
    const std::vector<ByteRange>& inlineDelegateData() const& noexcept { return m_inlineDelegateData; }
    const std::vector<ByteRange>& inlineDelegateData() const&& = delete;
    const std::vector<NamedData>& namedData() const& noexcept { return m_namedData; }
    const std::vector<NamedData>& namedData() const&& = delete;
    /// Whether the program has the (possibly empty) list of named data, and the list of segments.
    bool hasNamedData() const noexcept { return m_hasNamedData; }
    bool hasSegments() const noexcept { return m_hasSegments; }
    /// Owners of the bytes of the FlatBuffers region behind the header, in order, without gap or overlap.
    const std::vector<flat::Region>& innerRegions() const& noexcept { return m_innerRegions; }
    const std::vector<flat::Region>& innerRegions() const&& = delete;

    /// Number of constants, the placeholder included.
    std::uint64_t constantCount() const noexcept;
    /// Slot of a constant: the bytes from its start to the next constant or the end of the segment. Errors: `constant-index`,
    /// `constant-out-of-range`, and those of segments.
    Result<ByteRange> constantBytes(std::uint32_t index) const;
    /// Exactly the bytes of a tensor's elements; of initial values those in list 0, which the runtime reads whatever the tensor
    /// says. Errors: `tensor-without-data` for tensors that have none in the program (planned, supplied at run time, external),
    /// `tensor-size`, and those of constants.
    Result<ByteRange> tensorBytes(const TensorInfo& tensor) const;
    /// Payload of a delegate. Errors: `delegate-data-missing`, `delegate-data-index`, and those of segments.
    Result<ByteRange> delegateBytes(const Delegate& delegate) const;
    Result<ByteRange> segmentBytes(std::uint64_t index) const { return m_segments.bytes(index); }
    bool hasNamedData(std::string_view key) const noexcept { return m_namedDataByKey.find(m_namedData, key) != nullptr; }
    /// Content of a key: of the first entry that has it, as the runtime finds it. Errors: `named-data-key`, and those of segments.
    Result<ByteRange> namedData(std::string_view key) const;

private:
    friend class ProgramDecoder;

    FileHeader m_header;
    std::uint32_t m_version = 0;
    bool m_verified = false;
    std::vector<ExecutionPlan> m_plans;
    flat::SegmentArea m_segments;
    std::optional<SubsegmentOffsets> m_constantSegment;
    std::vector<SubsegmentOffsets> m_mutableSegments;
    std::vector<ByteRange> m_inlineConstants, m_inlineDelegateData;
    std::vector<NamedData> m_namedData;
    flat::KeyIndex m_namedDataByKey;
    std::vector<flat::Region> m_innerRegions;
    bool m_hasNamedData = false, m_hasSegments = false;
};

// The account of every byte of a program file: header, FlatBuffers region by owner, segments by what is in them, padding. In
// order, without gap or overlap, to the last byte. Reads no file. Rules: docs/FORMATS.md "Segments".

/// Offsets count from the start of the program's own range (add `program.file().offset` for the outer file).
std::vector<flat::Region> regions(const Program& program);

}  // namespace etscope::program
