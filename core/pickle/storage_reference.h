// What a pickle says about a torch storage where it refers to one: `("storage", type, key, location, numel)`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/scalar_type.h"
#include "pickle/torch_globals.h"
#include "pickle/values.h"

namespace etscope::pickle {

struct StorageReference {
    std::string key;
    ScalarType type = ScalarType::U8;  ///< of the elements that numel and offsets count; untyped storages count bytes
    std::string_view typeName;         ///< "FloatStorage"; lives as long as the values
    std::string_view location;         ///< "cpu", "cuda:0", "meta"
    std::int64_t numel = 0;
    std::int64_t viewOffset = 0;  ///< legacy streams: elements before the view in the storage of that key
};

/// Nothing when the persistent id has another form.
std::optional<StorageReference> storageReference(const Values& values, ValueId persistent);

/// A storage key as text: a string of reasonable length, or an integer.
std::optional<std::string> storageKey(const Values& values, ValueId key);

}  // namespace etscope::pickle
