// Envelope: how far right results may be from those computed in double (docs/FORMATS.md "Judged results"). One unit of element i is
// max(u_acc · magnitude_i, least) + u_out · |L_i|: what one rounding of each intermediate costs, u the unit roundoff of the type
// that is accumulated in and of the result's. Internal to core/evaluate; functions refuse.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "evaluate/altered.h"

namespace etscope::evaluate {

struct Envelope {
    std::vector<double> magnitude;  ///< by element, row-major; empty: 0; ∞: intermediates may be beyond the type
    double terms = 1;               ///< of the longest sum behind an element: K
    double normal = 0, limit = 0;   ///< units
    bool accumulates = false;       ///< there are intermediates that may be of a narrower type than the result
    bool eitherInfinity = false;    ///< where the magnitude is ∞, the other infinity is as right
    /// The operator's results where its operands are a little off: what lies between these and L is right as well. Of results that
    /// jump from value to value: quantised ones.
    std::vector<Array> neighbours;
};

/// Of each result (`right`, in the order of applied(); those that are no tensors have an empty one). `context` is wide.
/// `sizes`: of its products, where they were measured.
std::vector<Envelope> envelopesOf(const Operator& op, const Context& context, const Arguments& arguments, const Values& right,
                                  const std::optional<Array>& sizes);

/// Whether the operator is a product of two matrices, and at most one tensor that is added: its envelope follows from the sizes of
/// its products, which are best computed with them.
bool isProduct(const Operator& op) noexcept;

/// Whether the operator's results jump from value to value: quantised ones, and what quantisation is done with.
bool jumps(const Operator& op) noexcept;

/// Units of a sum of so many terms: up to 4·√K are normal, at least 4; up to K possible.
void setRange(Envelope& envelope, double terms);

/// Unit roundoff of a floating type.
double roundoff(ScalarType type) noexcept;
/// What results below it may be off whatever they are: where values are flushed to zero.
double leastKept(ScalarType type) noexcept;

/// One unit of each element, for a type that is accumulated in.
class Units {
public:
    Units(const Envelope& envelope, ScalarType accumulated, ScalarType result)
        : m_envelope(envelope),
          m_inner(roundoff(accumulated)),
          m_outer(roundoff(result)),
          m_least(leastKept(accumulated)),
          m_running(m_inner * std::sqrt(envelope.terms) / 3) {}

    double at(std::size_t i, double value) const noexcept {
        const double magnitude = i < m_envelope.magnitude.size() ? m_envelope.magnitude[i] : 0;
        return std::max(m_inner * magnitude, m_least) + m_outer * std::fabs(value);
    }
    /// What an element of this unit usually is off at most, as a root mean square: √K / 3 roundings of running sums of one sign,
    /// one of those that cancel.
    double usual(double unit, double value) const noexcept { return unit + m_running * std::fabs(value); }
    /// Beyond which no rounding reaches: void where so many roundings could lose every digit.
    double limit() const noexcept { return m_envelope.terms * m_inner >= 1 ? m_envelope.normal : m_envelope.limit; }

private:
    const Envelope& m_envelope;
    double m_inner, m_outer, m_least, m_running;
};

/// The operator's name without library, overload and the mark of those that write in place: "gelu" of "aten.gelu_.default".
std::string_view stemOf(std::string_view target) noexcept;

}  // namespace etscope::evaluate
