// TensorData: a `.ptd`, decoded: named blobs, most of them tensors, and where their bytes lie. Opening reads the header and the
// FlatBuffers region and nothing else. Immutable; any thread. Rules: docs/FORMATS.md "Tensor data file".
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
#include "base/scalar_type.h"
#include "flat/key_index.h"
#include "flat/region.h"
#include "flat/segment_area.h"
#include "io/source.h"

namespace etscope::tensordata {

/// The header behind the identifier.
struct FileHeader {
    std::uint32_t rootOffset = 0;
    std::string identifier;
    std::uint32_t length = 0;            ///< of the fields, magic included
    std::uint64_t flatbufferOffset = 0;  ///< how far the header moves the FlatBuffers content; not where it starts
    std::uint64_t flatbufferSize = 0;    ///< without the header
    std::uint64_t segmentBase = 0;
    std::uint64_t segmentDataSize = 0;

    /// Bytes of the file that hold header and FlatBuffers region, cut at the end of the file.
    std::uint64_t regionSize = 0;
};

/// Which of the two directories stands behind the identifier (docs/FORMATS.md "The earlier directory").
enum class Directory : std::uint8_t { Current, Early, Unreadable };

struct TensorLayout {
    ScalarType scalarType = ScalarType::U8;
    std::vector<std::int32_t> sizes;
    std::vector<std::uint8_t> dimOrder;

    /// Nothing when a size is negative, the product overflows or the item size is unknown.
    std::optional<std::uint64_t> byteCount() const noexcept;
    bool dimOrderIsPermutation() const;
    /// In elements, by dimension; nothing when `dimOrder` is no permutation or a stride overflows.
    std::optional<std::vector<std::int64_t>> strides() const;
};

struct Entry {
    std::string key;
    bool hasKey = false;  ///< false: the file gives none
    std::uint32_t segmentIndex = 0;
    std::uint64_t offset = 0;            ///< inside the segment; always 0 in the current directory
    std::optional<TensorLayout> layout;  ///< absent: opaque bytes
};

class TensorData {
public:
    /// Opens a file that takes up the whole range. Fails with `ptd-too-short`, `ptd-identifier`, `ptd-header-missing`,
    /// `ptd-prerelease`, `ptd-header-length`, `flatbuffer-too-large`, or when the range cannot be read. A damaged directory opens
    /// empty, with diagnostics.
    static Result<std::shared_ptr<const TensorData>> open(const ByteRange& file, Diagnostics& diagnostics,
                                                          const JobContext& job = {});

    const ByteRange& file() const& noexcept { return m_segments.file; }
    const ByteRange& file() const&& = delete;
    const FileHeader& header() const& noexcept { return m_header; }
    const FileHeader& header() const&& = delete;
    std::uint32_t version() const noexcept { return m_version; }
    Directory directory() const noexcept { return m_directory; }
    /// Of the early directory; 0 in the current one, which does not record it.
    std::uint32_t tensorAlignment() const noexcept { return m_tensorAlignment; }

    const std::vector<Entry>& entries() const& noexcept { return m_entries; }
    const std::vector<Entry>& entries() const&& = delete;
    /// The first entry of that key, as the runtime finds it; nullptr when there is none.
    const Entry* entry(std::string_view key) const& noexcept;
    const Entry* entry(std::string_view key) const&& = delete;
    const flat::SegmentArea& segments() const& noexcept { return m_segments; }
    const flat::SegmentArea& segments() const&& = delete;
    bool hasSegments() const noexcept { return m_hasSegments; }
    bool hasEntries() const noexcept { return m_hasEntries; }
    /// Owners of the bytes of the FlatBuffers region behind the header, in order, without gap or overlap.
    const std::vector<flat::Region>& innerRegions() const& noexcept { return m_innerRegions; }
    const std::vector<flat::Region>& innerRegions() const&& = delete;

    Result<ByteRange> segmentBytes(std::uint64_t index) const { return m_segments.bytes(index); }
    /// What the runtime loads for an entry: the segment, from the entry's offset on.
    Result<ByteRange> entryBytes(const Entry& entry) const;
    /// Exactly the bytes of the tensor's elements. Errors: `tensor-without-layout`, `tensor-size`, `tensor-out-of-range`.
    Result<ByteRange> tensorBytes(const Entry& entry) const;

private:
    friend class DirectoryReader;

    FileHeader m_header;
    std::uint32_t m_version = 0;
    Directory m_directory = Directory::Unreadable;
    std::uint32_t m_tensorAlignment = 0;
    std::vector<Entry> m_entries;
    flat::KeyIndex m_byKey;
    flat::SegmentArea m_segments;
    std::vector<flat::Region> m_innerRegions;
    bool m_hasSegments = false, m_hasEntries = false;
};

/// The validation list of docs/FORMATS.md "Validation of tensor data"; open() runs it.
void checkTensorData(const TensorData& data, Diagnostics& diagnostics);

/// The account of every byte, in order, without gap or overlap, to the last one. Reads no file. Offsets count from the start of
/// the data's own range.
std::vector<flat::Region> regions(const TensorData& data);

}  // namespace etscope::tensordata
