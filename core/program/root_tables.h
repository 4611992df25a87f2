// RootTables: the tables right below the root of a program's FlatBuffers region, each of them verified: the whole region at once,
// or, when that fails, part by part, so that what is sound can be shown. Pointers view the region. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostics.h"
#include "schema/program_generated.h"

namespace etscope::program {

namespace wire = schema::program;

struct RootTables {
    /// A vector of the root; nothing when the field is absent. Elements that did not verify are nullptr.
    template <class T>
    using Tables = std::optional<std::vector<const T*>>;

    bool verified = false;                ///< the whole region
    const wire::Program* root = nullptr;  ///< only when it is
    std::uint32_t version = 0;
    Tables<wire::ExecutionPlan> plans;
    Tables<wire::Buffer> constantBuffers;
    Tables<wire::BackendDelegateInlineData> delegateData;
    Tables<wire::DataSegment> segments;
    const wire::SubsegmentOffsets* constantSegment = nullptr;
    Tables<wire::SubsegmentOffsets> mutableSegments;
    Tables<wire::NamedData> namedData;
};

/// Verifies a region (the identifier was read before) that starts at a multiple of 16. `pte-flatbuffer-invalid` names the parts that fail.
RootTables verifyRoot(std::span<const std::byte> region, Diagnostics& diagnostics);

}  // namespace etscope::program
