// The N largest numbers met, with their places; of equal ones the first. Internal to core/tensor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace etscope::tensor {

struct RankedPlace {
    double size = 0;
    std::uint64_t index = 0;

    bool operator<(const RankedPlace& other) const noexcept {  // worse places are "less": they come first
        return size != other.size ? size > other.size : index < other.index;
    }
};

class WorstList {
public:
    explicit WorstList(std::size_t capacity) : m_capacity(capacity) { m_heap.reserve(std::min<std::size_t>(capacity, 1024)); }

    /// Whether a place of this size, behind all that were offered, would be kept.
    bool wants(double size) const noexcept {
        return m_capacity > 0 && size > 0 && (m_heap.size() < m_capacity || size > m_heap.front().size);
    }
    void offer(double size, std::uint64_t index) {
        if (!wants(size)) return;
        if (m_heap.size() == m_capacity) {
            std::pop_heap(m_heap.begin(), m_heap.end());
            m_heap.pop_back();
        }
        m_heap.push_back({size, index});
        std::push_heap(m_heap.begin(), m_heap.end());  // front: the least of those kept
    }
    std::vector<RankedPlace> take() && {
        std::sort_heap(m_heap.begin(), m_heap.end());
        return std::move(m_heap);
    }

private:
    std::size_t m_capacity;
    std::vector<RankedPlace> m_heap;
};

}  // namespace etscope::tensor
