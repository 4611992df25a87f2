#include "evaluate/operators/byte_rows.h"

#include <algorithm>

#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/gemm.h"

namespace etscope::evaluate {

namespace {

bool inOneRun(const Array& matrix) {
    return (matrix.shape[1] <= 1 || matrix.strides[1] == 1) && (matrix.shape[0] <= 1 || matrix.strides[0] == matrix.shape[1]);
}

}  // namespace

ByteRows::ByteRows(const Context& context, const Array& matrix) {
    if (matrix.rank() != 2 || !integral(matrix.type)) refuseArguments("a matrix of packed bytes is wanted");
    m_matrix = inOneRun(matrix) ? matrix : copied(context, matrix);
    m_width = m_matrix.shape[1] * static_cast<std::int64_t>(m_matrix.item());
}

std::span<const std::byte> ByteRows::row(std::int64_t r) {
    if (m_width == 0) return {};
    if (r < m_first || r >= m_end) {
        m_window = {};  // before the next one is read
        m_first = r;
        m_end = std::min(count(), r + std::max<std::int64_t>(1, kWindowBytes / m_width));
        const std::int64_t start = m_matrix.offset * static_cast<std::int64_t>(m_matrix.item()) + m_first * m_width;
        m_window = Storage::pinPart(m_matrix.storage, static_cast<std::uint64_t>(start),
                                    static_cast<std::uint64_t>((m_end - m_first) * m_width));
    }
    return {m_window.data + (r - m_first) * m_width, static_cast<std::size_t>(m_width)};
}

}  // namespace etscope::evaluate
