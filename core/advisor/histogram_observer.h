// What PT2E's observers make of the values that they see: HistogramObserver of torchao 0.18, 2048 bins, 8 signed bits, in f32 and
// in its order of operations; tests hold it against the original bit by bit. Rules: docs/FORMATS.md "Quantisation schemes".
#pragma once

#include <span>
#include <vector>

#include "advisor/schemes.h"

namespace etscope::advisor {

class HistogramObserver {
public:
    HistogramObserver();
    /// One tensor. Infinite elements do not count; one that is no number makes parameters() unknown.
    void observe(std::span<const float> values);
    /// Of 8 bits with a zero point, between the ends that lose least; scale 1 where nothing was seen. A scale that is no number:
    /// unknown.
    Parameters parameters() const;
    bool broken() const noexcept { return m_broken; }
    /// Whether what was seen tells the ends: one finite number at least, and nothing that is none.
    bool seen() const noexcept { return !m_broken && m_least <= m_most; }

private:
    void combine(const std::vector<float>& more, float least, float most);
    std::vector<float> widened(float least, float most) const;
    double lossBetween(int first, int last) const;

    std::vector<float> m_histogram;
    float m_least, m_most;
    bool m_broken = false;
};

}  // namespace etscope::advisor
