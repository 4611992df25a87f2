// Rows along the last axis whose largest element is at the same place on both sides. Internal to core/tensor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "tensor/comparison_kernel.h"

namespace etscope::tensor {

/// Takes the elements of both sides in order. As numpy.argmax: the first of equal ones, a NaN before everything.
template <class T>
class Top1 {
public:
    explicit Top1(std::uint64_t columns) : m_columns(columns) {}

    /// `ordered`: none of them is NaN.
    void add(std::span<const T> reference, std::span<const T> runtime, bool ordered) noexcept {
        for (std::size_t at = 0; at < reference.size();) {
            const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(m_columns - m_column, reference.size() - at));
            m_reference.add(reference.subspan(at, n), m_column, ordered);
            m_runtime.add(runtime.subspan(at, n), m_column, ordered);
            at += n;
            m_column += n;
            if (m_column == m_columns) endRow();
        }
    }
    std::uint64_t rows() const noexcept { return m_rows; }
    std::uint64_t equal() const noexcept { return m_equal; }

private:
    static constexpr std::size_t kLongRun = 32;

    struct Best {
        T value{};
        std::uint64_t index = 0;
        bool isNan = false;

        void add(std::span<const T> values, std::uint64_t column, bool ordered) noexcept {
            if (isNan) return;
            if (column == 0) take(values[0], 0);
            if constexpr (std::is_same_v<T, float>)
                if (ordered && values.size() >= kLongRun) {  // the largest at once, its place only when it wins
                    const float largest = largestOf(values);
                    if (largest <= value) return;
                    return take(largest, column + placeOf(values, largest));
                }
            for (std::size_t i = 0; i < values.size() && !isNan; ++i)
                if (!(values[i] <= value)) take(values[i], column + i);
        }
        void take(T v, std::uint64_t at) noexcept {
            value = v;
            index = at;
            isNan = v != v;
        }
    };

    void endRow() noexcept {
        ++m_rows;
        m_equal += m_reference.index == m_runtime.index ? 1 : 0;
        m_column = 0;
        m_reference = {};
        m_runtime = {};
    }

    std::uint64_t m_columns, m_column = 0, m_rows = 0, m_equal = 0;
    Best m_reference, m_runtime;
};

}  // namespace etscope::tensor
