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

    /// `chunk`: what was found out about these elements.
    void add(std::span<const T> reference, std::span<const T> runtime, const PairChunk& chunk) noexcept {
        for (std::size_t at = 0; at < reference.size();) {
            const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(m_columns - m_column, reference.size() - at));
            const auto x = reference.subspan(at, n), y = runtime.subspan(at, n);
            m_reference.add(x, m_column, largest(x, chunk, n == reference.size(), &LargestPair::reference));
            m_runtime.add(y, m_column, largest(y, chunk, n == reference.size(), &LargestPair::runtime));
            at += n;
            m_column += n;
            if (m_column == m_columns) endRow();
        }
    }
    std::uint64_t rows() const noexcept { return m_rows; }
    std::uint64_t equal() const noexcept { return m_equal; }

private:
    static constexpr std::size_t kLongRun = 32;

    /// Of a long run without NaN at once, or as the chunk says when the run is all of it.
    static std::optional<float> largest(std::span<const T> values, const PairChunk& chunk, bool whole,
                                        float LargestPair::*side) noexcept {
        if constexpr (std::is_same_v<T, float>)
            if (chunk.finite && values.size() >= kLongRun)
                return whole && chunk.largest ? (*chunk.largest).*side : largestOf(values);
        return std::nullopt;
    }

    struct Best {
        T value{};
        std::uint64_t index = 0;
        bool isNan = false;

        void add(std::span<const T> values, std::uint64_t column, std::optional<float> largest) noexcept {
            if (isNan) return;
            if (column == 0) take(values[0], 0);
            if constexpr (std::is_same_v<T, float>)
                if (largest) {  // its place is looked for only when it wins
                    if (*largest > value) take(*largest, column + placeOf(values, *largest));
                    return;
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
