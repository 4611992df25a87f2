// Counts of |d| in half decades. Internal to core/tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tensor/statistics.h"

namespace etscope::tensor {

class DifferenceHistogram {
public:
    DifferenceHistogram();
    void add(double difference) noexcept;  ///< >= 0; left out when it is not finite
    /// The differences of finite pairs; none is larger than `most`.
    void add(std::span<const float> reference, std::span<const float> runtime, double most) noexcept;
    std::uint64_t zeros() const noexcept { return m_zeros; }
    /// Without empty bins at the ends; nothing when there was no difference but 0.
    std::optional<Histogram> take() const;

private:
    void addBelow(std::span<const float> reference, std::span<const float> runtime, double edge) noexcept;

    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_zeros = 0;
};

}  // namespace etscope::tensor
