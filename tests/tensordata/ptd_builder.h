// PtdBuilder: tensor data files for tests, whole ones and ones with anything wrong. Layout: docs/FORMATS.md "Tensor data file".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schema/flat_tensor_early_generated.h"
#include "schema/flat_tensor_generated.h"

namespace etscope::test {

namespace wire = schema::flat_tensor;
namespace early = schema::flat_tensor_early;

class PtdBuilder {
public:
    /// `a` and `b`: float tensors [2,2]; `blob`: opaque, in the segment of `a`.
    PtdBuilder();

    wire::FlatTensorT directory;
    /// Written instead of `directory` when it is there.
    std::optional<early::FlatTensorT> earlyDirectory;
    std::string segments;
    std::size_t headerBytes = 48;  ///< with padding: how far the directory moves
    std::optional<std::uint32_t> headerLength;
    std::optional<std::uint64_t> flatbufferOffset, flatbufferSize, segmentBase, segmentDataSize;  ///< where it is not the truth

    std::uint32_t addSegment(const std::string& content);
    wire::NamedDataT& addTensor(const std::string& key, std::uint32_t segment, std::vector<std::int32_t> sizes);
    wire::NamedDataT& addBlob(const std::string& key, std::uint32_t segment);
    /// Two tensors in one segment, as v0.6.0 wrote them.
    void makeEarly();

    std::string bytes() const;
};

}  // namespace etscope::test
