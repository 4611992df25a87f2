// Rows of a matrix as the bytes that they lie in: what packed weights are read by. Of a file they are read in windows. Internal to
// core/evaluate.
#pragma once

#include <cstddef>
#include <span>

#include "evaluate/call.h"

namespace etscope::evaluate {

class ByteRows {
public:
    /// Refuses what is no matrix of whole numbers.
    ByteRows(const Context& context, const Array& matrix);

    std::int64_t count() const noexcept { return m_matrix.shape[0]; }
    std::int64_t width() const noexcept { return m_width; }  ///< bytes of a row
    /// Row r, until the next call. Refuses what reading fails with.
    std::span<const std::byte> row(std::int64_t r);

private:
    Array m_matrix;  ///< its rows lie one after the other
    std::int64_t m_width = 0, m_first = 0, m_end = 0;
    Pinned m_window;  ///< rows [m_first, m_end)
};

}  // namespace etscope::evaluate
