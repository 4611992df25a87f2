// Look-up of metadata by meaning: a key, or one that says the same. Refers to entries that must outlive it; any thread.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "program/metadata.h"

namespace etscope::program {

class MetadataView {
public:
    explicit MetadataView(std::span<const MetadataEntry> entries);

    /// The key, or one that says the same; nullptr: neither is there.
    const MetadataEntry* entry(std::string_view key) const;
    /// A number or a flag (0, 1).
    std::optional<std::int64_t> integer(std::string_view key) const;
    /// A number, or all numbers of a list.
    std::vector<std::int64_t> integers(std::string_view key) const;

private:
    std::map<std::string_view, const MetadataEntry*> m_entries;
};

}  // namespace etscope::program
