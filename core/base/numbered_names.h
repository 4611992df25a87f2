// Names of things of which several may have the same: "w", "w#2", "w#3", in the order in which they come. No two are equal,
// whatever the names are. One thread.
#pragma once

#include <string>
#include <unordered_set>

#include "base/text_hash.h"

namespace etscope {

class NumberedNames {
public:
    std::string add(const std::string& name) {
        std::size_t& count = m_counts[name];
        std::string given;
        do {
            given = ++count == 1 ? name : name + '#' + std::to_string(count);
        } while (!m_given.insert(given).second);
        return given;
    }

private:
    TextMap<std::size_t> m_counts;
    std::unordered_set<std::string, TextHash> m_given;
};

}  // namespace etscope
