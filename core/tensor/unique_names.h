// Names of tensors in one file, made different from each other. Internal to core/tensor.
#pragma once

#include <string>

#include "base/text_hash.h"

namespace etscope::tensor {

class UniqueNames {
public:
    /// The name, with a number behind it where an earlier one was the same.
    std::string take(const std::string& base) {
        std::string name = base;
        for (std::size_t n = m_taken.contains(base) ? m_count + 1 : 0; !m_taken.insert(name).second; ++n)
            name = base + "_" + std::to_string(n);
        ++m_count;
        return name;
    }

private:
    TextSet m_taken{"__metadata__"};  ///< of safetensors
    std::size_t m_count = 0;
};

}  // namespace etscope::tensor
