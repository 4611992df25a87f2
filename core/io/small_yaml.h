// Small YAML documents from files: block maps and lists, lists and maps of one line, plain and quoted scalars. Anchors, tags and
// block scalars are not read. Bounded, never throwing. Values; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace etscope {

struct YamlNode {
    enum class Kind : std::uint8_t { Scalar, List, Map };
    Kind kind = Kind::Scalar;
    std::string scalar;  ///< empty of a value that is left out, "null" or "~"
    bool quoted = false;
    std::vector<YamlNode> items;  ///< of a list; of a map the values
    std::vector<std::string> keys;
    std::size_t line = 0;  ///< from 1

    bool isNull() const noexcept { return kind == Kind::Scalar && scalar.empty() && !quoted; }
    /// The value of a map's key; nullptr: no map, or it has none.
    const YamlNode* find(std::string_view key) const noexcept;
};

/// Errors: `yaml-invalid` with the line, `limit-exceeded` (bytes, depth).
Result<YamlNode> parseYaml(std::string_view text);

}  // namespace etscope
