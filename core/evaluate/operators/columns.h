// The matrix of columns of a convolution, made part by part: a row for each channel and tap, a column for each output position.
// Internal to core/evaluate.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "evaluate/operators/spatial.h"

namespace etscope::evaluate {

/// How outputs along one axis meet its inputs: at place output · stride + first + tap · step; places outside are zeros.
struct ConvolvedAxis {
    std::int64_t inputs = 1, outputs = 1, taps = 1;
    std::int64_t stride = 1, first = 0, step = 1;

    std::int64_t place(std::int64_t output, std::int64_t tap) const noexcept { return output * stride + first + tap * step; }
    bool holds(std::int64_t at) const noexcept { return at >= 0 && at < inputs; }
};
using ConvolvedAxes = std::array<ConvolvedAxis, 3>;

inline std::int64_t positionsOf(const ConvolvedAxes& axes) {
    return checkedCount(Dims{axes[0].outputs, axes[1].outputs, axes[2].outputs});
}
inline std::int64_t tapsOf(const ConvolvedAxes& axes) { return checkedCount(Dims{axes[0].taps, axes[1].taps, axes[2].taps}); }

/// `visit(d, h, w, n)`: output positions [from, to) in runs of n along the last axis.
template <class Visit>
void eachRun(const ConvolvedAxes& axes, std::int64_t from, std::int64_t to, Visit&& visit) {
    const std::int64_t wide = axes[2].outputs, high = axes[1].outputs;
    std::int64_t w = from % wide, h = from / wide % high, d = from / wide / high;
    while (from < to) {
        const std::int64_t n = std::min(wide - w, to - from);
        visit(d, h, w, n);
        from += n;
        w = 0;
        if (++h == high) {
            h = 0;
            ++d;
        }
    }
}

/// Of channels [C, D, H, W] of any strides, whose bytes somebody keeps pinned. T = double or int64.
template <class T>
class Columns {
public:
    Columns(const Array& channels, const Pinned& pinned, const ConvolvedAxes& axes)
        : m_stored(channels.stored), m_axes(axes), m_taps(tapsOf(axes)) {
        const auto item = static_cast<std::ptrdiff_t>(channels.item());
        m_data = pinned.data + channels.offset * item;
        for (std::size_t d = 0; d < 4; ++d) m_steps[d] = channels.strides[d] * item;
    }

    /// Rows [k0, k1), columns [p0, p1), row-major.
    void fill(std::int64_t k0, std::int64_t k1, std::int64_t p0, std::int64_t p1, T* to) const {
        for (std::int64_t k = k0; k < k1; ++k) {
            const std::int64_t tap = k % m_taps, tw = tap % m_axes[2].taps, th = tap / m_axes[2].taps % m_axes[1].taps,
                               td = tap / m_axes[2].taps / m_axes[1].taps;
            const std::byte* channel = m_data + k / m_taps * m_steps[0];
            eachRun(m_axes, p0, p1, [&](std::int64_t d, std::int64_t h, std::int64_t w, std::int64_t n) {
                const std::int64_t atD = m_axes[0].place(d, td), atH = m_axes[1].place(h, th);
                if (m_axes[0].holds(atD) && m_axes[1].holds(atH))
                    fillRun(channel + atD * m_steps[1] + atH * m_steps[2], m_axes[2].place(w, tw), n, to);
                else
                    std::fill_n(to, n, T{});
                to += n;
            });
        }
    }

private:
    void fillRun(const std::byte* row, std::int64_t at, std::int64_t n, T* to) const {
        const ConvolvedAxis& axis = m_axes[2];
        const std::int64_t before = at < 0 ? std::min((-at + axis.stride - 1) / axis.stride, n) : 0;
        const std::int64_t held = at < axis.inputs ? std::min((axis.inputs - 1 - at) / axis.stride + 1, n) : 0;
        std::fill_n(to, before, T{});
        if (held > before)
            loadAs<T>(m_stored, row + (at + before * axis.stride) * m_steps[3], axis.stride * m_steps[3],
                      static_cast<std::size_t>(held - before), to + before);
        const std::int64_t filled = std::max(before, held);
        std::fill_n(to + filled, n - filled, T{});
    }

    ScalarType m_stored;
    const std::byte* m_data = nullptr;
    std::array<std::ptrdiff_t, 4> m_steps{};
    ConvolvedAxes m_axes;
    std::int64_t m_taps;
};

}  // namespace etscope::evaluate
