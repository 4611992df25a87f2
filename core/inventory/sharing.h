// The sharing map: which methods and delegates read the same bytes of the program and its external data, proven by place or by
// content; what that saves; equal bytes that are stored more than once; ranges that overlap in part. A job: equal sizes are hashed.
// Any thread. Rules: docs/FORMATS.md "Sharing of bytes".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace etscope::inventory {

/// One reader of a range.
struct BytesUser {
    std::string method;                    ///< empty: named data that nobody was seen to read
    std::optional<std::int64_t> delegate;  ///< nothing: the plan itself
    std::string name;                      ///< of the tensor, or the key; may be empty
    std::size_t place = 0;                 ///< of SharedBytes::places, that which it reads
};

struct BytesPlace {
    unsigned file = 0;
    std::uint64_t offset = 0;
    friend auto operator<=>(const BytesPlace&, const BytesPlace&) = default;
};

/// Equal bytes with several readers, or stored several times.
struct SharedBytes {
    std::uint64_t size = 0;
    std::string sha256;                ///< when content proves it
    std::vector<BytesPlace> places;    ///< more than one: copies that are not shared
    std::vector<BytesUser> users;      ///< each method and delegate once a name
    std::vector<std::string> methods;  ///< of the users, each once
    std::uint64_t saved = 0;           ///< bytes that further readers of a place do not cost
    std::uint64_t wasted = 0;          ///< bytes of the copies beyond the first
};

/// Two ranges that have a part in common.
struct OverlappingBytes {
    unsigned file = 0;
    std::uint64_t offset = 0, size = 0;  ///< of the common part
    BytesUser first, second;
};

struct SharingMap {
    std::vector<SharedBytes> shared;  ///< those with copies first, which waste most; then those that save most
    std::vector<OverlappingBytes> overlaps;
    std::uint64_t saved = 0, wasted = 0;
    std::size_t sharedOnce = 0, copied = 0;  ///< of `shared`: how many save something, how many waste something
};

/// Places of `shared` that a method reads, in their order; empty: it does not use these bytes.
std::vector<std::size_t> copiesRead(const SharedBytes& shared, std::string_view method);

/// Kept after the first call. Errors: `cancelled`.
Result<std::shared_ptr<const SharingMap>> sharingMap(const session::Session& session, const JobContext& job);

}  // namespace etscope::inventory
