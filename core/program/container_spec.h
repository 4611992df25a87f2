// ContainerSpec: how a method's inputs or outputs nest, from either encoding of a pytree that programs carry: ExecuTorch's compact
// text ("T2#1#0(T1#1($),D0())") or torch's JSON ("[1, {…}]"). Rules: docs/FORMATS.md "Trees of inputs and outputs". Value type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace etscope::program {

enum class ContainerKind : std::uint8_t { Leaf, None, Tuple, NamedTuple, List, Dict, Custom };

struct ContainerSpec {
    ContainerKind kind = ContainerKind::Leaf;
    std::string type;               ///< name of a custom container
    std::vector<std::string> keys;  ///< of a dict's children
    std::vector<ContainerSpec> children;

    std::size_t leafCount() const noexcept;
};

/// Parses either encoding. Errors: `container-spec-damaged`, `container-spec-absent` (empty text).
Result<ContainerSpec> parseContainerSpec(std::string_view text);

/// The places of the leaves in order: "", "[0]", "['mask'][1]".
std::vector<std::string> leafPlaces(const ContainerSpec& spec);

}  // namespace etscope::program
