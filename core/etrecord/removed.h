// What was taken out of a record on purpose (`slim`), as an entry of the record says: it is removed, not missing. Stateless; any
// thread. Format: docs/FORMATS.md "Removed content".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "etrecord/record.h"

namespace etscope::etrecord {

/// The entry's name: the exporter's own reader passes over entries that end in "constants"; others that it does not know end its
/// reading.
inline constexpr std::string_view kRemovedEntry = "etscope_removed_constants";

struct RemovedParts {
    bool weights = false;              ///< data of parameters, buffers and constants; payloads of delegates
    bool sources = false;              ///< stack traces of nodes
    bool inputs = false;               ///< data of example and representative inputs and of reference outputs
    bool names = false;                ///< names of modules, parameters, inputs and classes stand for others
    std::vector<std::string> leftOut;  ///< sentences: entries whose content is not in the record at all

    bool any() const noexcept { return weights || sources || inputs || names; }
    /// "weights", "sources", "inputs", "names": those that were.
    std::vector<std::string> words() const;
    /// "removed from this record on purpose: weights, sources"; empty when nothing was.
    std::string sentence() const;
};

/// Reads the entry, which has some KB. An entry that cannot be read says nothing (`verify` tells).
RemovedParts removedParts(const Record& record);

}  // namespace etscope::etrecord
