// Walk: several arrays over one shape, in row-major order, in runs along the innermost dimension; dimensions that follow each other
// in all arrays are one. What lets every operator take any strides at the price of contiguous ones. One thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "evaluate/array.h"
#include "evaluate/refusal.h"

namespace etscope::evaluate {

/// The shape that the shapes broadcast to. Refuses those that do not.
Dims broadcastShape(std::span<const Array* const> arrays);
/// The array seen with that shape (strides 0 where it repeats). Refuses when it does not broadcast to it.
Array broadcastTo(const Array& array, const Dims& shape);
/// The stride of that array along an axis of the shape, in elements. Refuses as it does.
std::int64_t broadcastStride(const Array& array, const Dims& shape, std::size_t axis);

template <std::size_t N>
class Walk {
public:
    /// Arrays broadcast to `shape`. They are pinned as long as this lives.
    Walk(const std::array<const Array*, N>& arrays, const Dims& shape) {
        for (std::size_t k = 0; k < N; ++k) {
            if (arrays[k]->rank() > shape.size()) refuseArguments("a tensor does not broadcast to fewer dimensions");
            m_pinned[k] = Storage::pin(arrays[k]->storage);
            if (m_pinned[k].data != nullptr)  // some have no elements
                m_start[k] = m_pinned[k].data + arrays[k]->offset * static_cast<std::int64_t>(arrays[k]->item());
        }
        m_empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
        m_dims.reserve(std::max<std::size_t>(shape.size(), 1));
        for (std::size_t d = 0; d < shape.size(); ++d) {
            Dimension next{shape[d], {}};
            for (std::size_t k = 0; k < N; ++k)
                next.step[k] = broadcastStride(*arrays[k], shape, d) * static_cast<std::int64_t>(arrays[k]->item());
            if (shape[d] == 1) continue;
            if (!m_dims.empty() && follows(m_dims.back(), next)) {
                next.size *= m_dims.back().size;
                m_dims.back() = next;
            } else {
                m_dims.push_back(next);
            }
        }
        if (m_dims.empty()) m_dims.push_back({1, {}});
    }

    using Places = std::array<const std::byte*, N>;
    using Steps = std::array<std::ptrdiff_t, N>;

    /// `run(places, steps, n)`: n elements of each array from its place on, `steps` bytes apart; at most `longest` at once.
    template <class Run>
    void each(std::size_t longest, Run&& run) const {
        if (m_empty) return;
        const Dimension& inner = m_dims.back();
        std::vector<std::int64_t> index(m_dims.size() - 1, 0);  // the inner one has none
        Places places = m_start;
        for (;;) {
            Places at = places;
            for (std::int64_t left = inner.size; left > 0;) {
                const auto n = static_cast<std::size_t>(std::min<std::int64_t>(left, static_cast<std::int64_t>(longest)));
                run(at, inner.step, n);
                for (std::size_t k = 0; k < N; ++k) at[k] += inner.step[k] * static_cast<std::ptrdiff_t>(n);
                left -= static_cast<std::int64_t>(n);
            }
            if (!advance(index, places)) return;
        }
    }

private:
    struct Dimension {
        std::int64_t size = 1;
        Steps step{};
    };
    static bool follows(const Dimension& outer, const Dimension& inner) noexcept {
        for (std::size_t k = 0; k < N; ++k)
            if (outer.step[k] != inner.step[k] * inner.size) return false;
        return true;
    }
    bool advance(std::vector<std::int64_t>& index, Places& places) const noexcept {
        for (std::size_t d = index.size(); d-- > 0;) {
            const Dimension& dim = m_dims[d];
            if (++index[d] < dim.size) {
                for (std::size_t k = 0; k < N; ++k) places[k] += dim.step[k];
                return true;
            }
            index[d] = 0;
            for (std::size_t k = 0; k < N; ++k) places[k] -= dim.step[k] * (dim.size - 1);
        }
        return false;
    }

    std::array<Pinned, N> m_pinned;
    Places m_start{};
    std::vector<Dimension> m_dims;
    bool m_empty = false;
};

}  // namespace etscope::evaluate
