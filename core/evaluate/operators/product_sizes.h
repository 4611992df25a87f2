// What products of matrices would sum to if all their factors were positive: the size of the rounding in their sums. Measured
// beside the products, from the same reading of their factors. Internal to core/evaluate.
#pragma once

#include <optional>

#include "evaluate/array.h"

namespace etscope::evaluate {

/// While one lives, products of this thread are measured into it; one inside another takes its place.
class MeasuredProducts {
public:
    /// `wanted`: otherwise nothing is measured.
    explicit MeasuredProducts(bool wanted) : m_outer(current()) { current() = wanted ? this : nullptr; }
    ~MeasuredProducts() { current() = m_outer; }
    MeasuredProducts(const MeasuredProducts&) = delete;
    MeasuredProducts& operator=(const MeasuredProducts&) = delete;

    /// Of the last product, f64, of its shape; nothing: there was none.
    std::optional<Array> sizes;

    /// nullptr: nothing is measured.
    static MeasuredProducts*& current() noexcept {
        thread_local MeasuredProducts* measuring = nullptr;
        return measuring;
    }

private:
    MeasuredProducts* m_outer;
};

}  // namespace etscope::evaluate
