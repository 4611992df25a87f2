#include "conversation/correction.h"

#include <cmath>

#include "evaluate/elements.h"
#include "evaluate/reading.h"

namespace etscope::conversation {

Result<Correction> Correction::between(const evaluate::Array& computed, const std::vector<double>& given) {
    const auto numbers = evaluate::readDoubles(computed);
    if (!numbers) return numbers.failure();
    if (numbers->size() != given.size() || given.size() > UINT32_MAX)
        return fail("shape-mismatch", "a value has another size than what is computed in its place");
    Correction made;
    made.m_count = given.size();
    double off = 0, norm = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const double was = (*numbers)[i], is = given[i];
        if (std::isfinite(is)) norm += is * is;
        if (was == is || (std::isnan(was) && std::isnan(is))) continue;
        made.m_at.push_back(static_cast<std::uint32_t>(i));
        made.m_was.push_back(was);
        made.m_is.push_back(is);
        off += (is - was) * (is - was);
    }
    if (!made.none()) made.m_relative = std::isfinite(off) ? std::sqrt(off / norm) : INFINITY;
    return made;
}

Result<evaluate::Array> Correction::onto(const evaluate::Context& context, const evaluate::Array& computed) const {
    if (none()) return computed;
    auto numbers = evaluate::readDoubles(computed);
    if (!numbers) return numbers.failure();
    if (numbers->size() != m_count) return fail("shape-mismatch", "a value has another size than it had in the conversation");
    for (std::size_t k = 0; k < m_at.size(); ++k) {
        double& value = (*numbers)[m_at[k]];
        const double moved = m_is[k] - m_was[k];
        if (value == m_was[k] || (std::isnan(value) && std::isnan(m_was[k])))
            value = m_is[k];
        else if (computed.floating() && std::isfinite(moved))
            value += moved;
    }
    return evaluate::unlessRefused<evaluate::Array>([&]() -> Result<evaluate::Array> {
        evaluate::Array made = context.make(computed.type, computed.shape, evaluate::Content::Unset);
        evaluate::storeDoubles(made.stored, numbers->data(), numbers->size(), made.storage->data());
        return made;
    });
}

}  // namespace etscope::conversation
