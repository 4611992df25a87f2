// The order of the elements of a lane. Internal to core/evaluate.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/lanes.h"

namespace etscope::evaluate {

enum class Direction : std::uint8_t { Rising, Falling };

/// Compares the elements of one lane after the other. NaN is larger than any number; of equal elements the first comes first.
class LaneOrder {
public:
    LaneOrder(const Context& context, const Array& array, std::size_t axis, Direction direction)
        : m_context(context),
          m_stored(array.stored),
          m_floating(isFloating(array.stored)),
          m_falling(direction == Direction::Falling),
          m_step(laneStep(array, axis)) {
        const auto n = array.count() == 0 ? 0 : static_cast<std::size_t>(array.shape[axis]);
        Computing::list(2 * static_cast<std::int64_t>(n) + static_cast<std::int64_t>(n) / 2, sizeof(double));  // half for sorting
        m_places.resize(n);
        if (m_floating)
            m_doubles.resize(n);
        else
            m_ints.resize(n);
    }

    /// The lane that the following is about.
    void load(const std::byte* lane) {
        m_context.poll();
        m_numbers = static_cast<std::int64_t>(m_places.size());
        if (m_floating) {
            loadDoubles(m_stored, lane, m_step, m_doubles.size(), m_doubles.data());
            m_numbers -= std::count_if(m_doubles.begin(), m_doubles.end(), [](double x) { return std::isnan(x); });
            return;
        }
        loadInts(m_stored, lane, m_step, m_ints.size(), m_ints.data());
        if (m_stored == ScalarType::U64)  // in the order of signed numbers
            for (std::int64_t& value : m_ints) value ^= std::numeric_limits<std::int64_t>::min();
    }

    /// Its places, sorted. Loads it.
    const std::vector<std::int64_t>& of(const std::byte* lane) {
        load(lane);
        m_context.charge(static_cast<std::int64_t>(m_places.size()) * static_cast<std::int64_t>(std::bit_width(m_places.size())));
        std::iota(m_places.begin(), m_places.end(), 0);
        std::stable_sort(m_places.begin(), m_places.end(), [this](std::int64_t a, std::int64_t b) {
            if ((++m_compared & 0xFFFFU) == 0) m_context.poll();
            return before(a, b);
        });
        return m_places;
    }

    std::int64_t numbers() const noexcept { return m_numbers; }  ///< how many are not NaN
    bool isNan(std::int64_t place) const noexcept { return m_floating && std::isnan(m_doubles[static_cast<std::size_t>(place)]); }
    bool equal(std::int64_t a, std::int64_t b) const noexcept {
        const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
        return m_floating ? m_doubles[i] == m_doubles[j] : m_ints[i] == m_ints[j];
    }
    /// Whether `a` comes before `b` by its value.
    bool before(std::int64_t a, std::int64_t b) const noexcept {
        const auto i = static_cast<std::size_t>(m_falling ? b : a), j = static_cast<std::size_t>(m_falling ? a : b);
        if (!m_floating) return m_ints[i] < m_ints[j];
        return m_doubles[i] < m_doubles[j] || (std::isnan(m_doubles[j]) && !std::isnan(m_doubles[i]));
    }

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
