// What the variants of a container have in common: bytes at one place, equal constants, operators. Used by containers() only.
#pragma once

#include "inventory/container_variants.h"

namespace etscope::inventory {

/// Moves the variants into the container with their amounts, and compares each two of one backend or one function. At most
/// `limits::kHashedTimesFiles` times `fileBytes` are hashed. Errors: `cancelled`.
Result<void> countBytes(std::vector<VariantContent>& variants, std::uint64_t fileBytes, Container& container,
                        const JobContext& job);

}  // namespace etscope::inventory
