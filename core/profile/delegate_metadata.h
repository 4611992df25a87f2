// What a backend notes with its events beside their times: bytes of a form of its own. Read are those forms that the backends'
// own tools state. Pure; any thread. Rules: docs/FORMATS.md "Metadata of events".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace etscope::profile {

enum class MetadataKind : std::uint8_t {
    Unknown,              ///< bytes of a form that nobody states
    VgfNeuralStatistics,  ///< JSON that names its schema
    NeutronKernel,        ///< one byte, of the Neutron backend
    CoreMlOperation,      ///< JSON, of the Core ML backend
};
/// "vgf_neural_statistics", "neutron_kernel", "coreml_operation"; empty: Unknown.
std::string_view metadataKindName(MetadataKind kind) noexcept;

struct MetadataField {
    std::string name;  ///< "kernel", "segments[0].statistics_memory"
    std::variant<std::int64_t, double, bool, std::string> value;
    std::string_view unit;  ///< "bytes"; empty: a number without one, or no number
    bool operator==(const MetadataField&) const = default;
};

struct DelegateMetadata {
    MetadataKind kind = MetadataKind::Unknown;
    std::vector<MetadataField> fields;
    std::string problem;  ///< it says that it is of this form, and is not; empty: it is

    /// "kernel 12", "available true, segments 2, segments[0].statistics_memory 4096 bytes, …"; what is wrong.
    std::string text() const;
    bool operator==(const DelegateMetadata&) const = default;
};

/// `backend`: empty where it is not known; forms that say themselves what they are need none.
DelegateMetadata delegateMetadata(std::string_view backend, std::span<const std::byte> bytes);

}  // namespace etscope::profile
