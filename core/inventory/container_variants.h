// The variants of one container, each with the ranges of bytes that it reads. Used by containers() only.
#pragma once

#include <string>
#include <vector>

#include "inventory/containers.h"

namespace etscope::inventory {

/// A range that a variant reads. Of a constant whose bytes are not at hand the range is empty.
struct VariantPiece {
    std::string name;
    ByteRange bytes;
    bool constant = false;
};

struct VariantContent {
    ContainerVariant row;
    std::vector<VariantPiece> pieces;
};

/// A payload as its readers see it.
struct ContainerPayload {
    std::string backend;  ///< of the delegate; "NativeBackend" for native files
    ByteRange bytes;
    std::shared_ptr<const delegates::Decoded> decoded;
    std::vector<ContainerUser> users;
};

/// Entries of a fat container, methods of a native program, functions of a Core ML package, graphs of a QNN context; else one for
/// each user. At most `limits::kMaxContainerVariants`; `leftOut` counts the others. Errors: `cancelled`.
Result<std::vector<VariantContent>> containerVariants(const session::Session& session, const ContainerPayload& payload,
                                                      std::size_t& leftOut, const JobContext& job);

/// container_bytes.cpp: what variants have in common, bytes at one place, equal constants, operators. Moves the variants into the
/// container with their amounts, and compares each two of one backend or one function. At most `limits::kHashedTimesFiles` times
/// `fileBytes` are hashed. Errors: `cancelled`.
Result<void> countBytes(std::vector<VariantContent>& variants, std::uint64_t fileBytes, Container& container,
                        const JobContext& job);

}  // namespace etscope::inventory
