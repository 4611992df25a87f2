#include "gap/normal_rounding.h"

#include <cmath>

namespace etscope::gap {

std::optional<double> NormalRounding::with(const RowParts* parts) {
    const evaluate::Judgement* judgement = parts != nullptr && parts->audit ? parts->audit->judgement() : nullptr;
    if (judgement == nullptr) return m_known ? std::optional(std::sqrt(m_squares)) : std::nullopt;
    m_known = true;
    const double normal = judgement->units > 0 ? parts->introduced.value_or(0) * judgement->normal / judgement->units : 0;
    if (std::isfinite(normal)) m_squares += normal * normal;
    return std::sqrt(m_squares);
}

}  // namespace etscope::gap
