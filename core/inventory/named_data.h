// Named data of the session: every key of the program and of its external data, who uses it, and which bytes are the same.
// Hashes are computed over all bytes: a job. Any thread. Rules: docs/FORMATS.md "Named data".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"
#include "tensordata/tensor_data.h"

namespace etscope::inventory {

struct NamedDataUser {
    std::string method;
    std::optional<std::int64_t> delegate;  ///< nothing: a tensor of the plan itself
    friend bool operator==(const NamedDataUser&, const NamedDataUser&) = default;
};

/// Which tensors of plans and which delegates ask for a key. Only a delegate that a decoder reads tells its keys.
using KeyUsers = std::map<std::string, std::vector<NamedDataUser>, std::less<>>;
/// Decodes the program's delegates, which the session keeps; empty without a program. Errors: `cancelled`.
Result<KeyUsers> keyUsers(const session::Session& session, const JobContext& job);
/// Whether the program or its external data have the key.
bool isAnswered(const session::Session& session, std::string_view key);

struct NamedDataRow {
    std::string key;
    std::uint32_t segment = 0;
    ByteRange bytes;                         ///< empty when they cannot be read (`note`)
    std::uint64_t divisor = 0;               ///< largest power of two that divides the offset; 0: the offset is 0 or unknown
    std::optional<std::uint32_t> alignment;  ///< that the file states; only the earlier directory of tensor data does
    std::optional<unsigned> shadowedBy;      ///< the file whose data the runtime gives for this key instead
    std::string sha256;                      ///< empty when not computed
    unsigned file = 0;
    std::optional<tensordata::TensorLayout> tensor;
    std::vector<NamedDataUser> users;
    std::string note;
};

/// Keys with equal bytes.
struct SharedData {
    std::string sha256;
    std::uint64_t bytes = 0;
    std::vector<std::string> keys;
    std::vector<std::string> methods;  ///< that use any of the keys
    bool sameSegment = false;          ///< stored once; else each key has a copy of its own
};

struct NamedData {
    std::vector<NamedDataRow> rows;
    std::vector<SharedData> shared;  ///< keys that share bytes, and keys that several methods use; largest first
};

/// Errors: `cancelled`. Without `hashes` nothing of the content is read, and only equal segments are known to be the same.
Result<NamedData> namedData(const session::Session& session, bool hashes, const JobContext& job);

}  // namespace etscope::inventory
