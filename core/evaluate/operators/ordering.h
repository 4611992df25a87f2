// The order of the elements of a lane. Internal to core/evaluate.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/operators/elementwise.h"

namespace etscope::evaluate {

enum class Direction : std::uint8_t { Rising, Falling };

/// Compares the elements of one lane after the other. NaN is larger than any number; of equal elements the first comes first.
class LaneOrder {
public:
    LaneOrder(const Context& context, const Array& array, std::size_t axis, Direction direction);

    /// The lane that the following is about.
    void load(const std::byte* lane);
    /// Its places, sorted. Loads it.
    const std::vector<std::int64_t>& of(const std::byte* lane);

    std::int64_t numbers() const noexcept { return m_numbers; }  ///< how many are not NaN
    bool isNan(std::int64_t place) const noexcept;
    bool equal(std::int64_t a, std::int64_t b) const noexcept;
    /// Whether `a` comes before `b` by its value.
    bool before(std::int64_t a, std::int64_t b) const noexcept;

private:
    const Context& m_context;
    ScalarType m_stored;
    bool m_floating, m_falling;
    std::ptrdiff_t m_step;
    std::vector<double> m_doubles;
    std::vector<std::int64_t> m_ints, m_places;
    std::int64_t m_numbers = 0;
    std::uint32_t m_compared = 0;
};

}  // namespace etscope::evaluate
