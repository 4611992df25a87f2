// Softmax distributions of rows of logits: order of argmax, normalisers, terms of the Kullback–Leibler divergence.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace etscope::tensor {

/// Whether `a` stands before `b` in the order of argmax: NaN, then the larger.
inline bool before(double a, double b) noexcept { return std::isnan(a) ? !std::isnan(b) : a > b; }

/// ln Σ eˣ, added piece by piece.
class LogSumExp {
public:
    void add(std::span<const double> values) noexcept {
        double largest = m_largest;
        for (const double x : values) {
            m_defined = m_defined && !std::isnan(x) && x != std::numeric_limits<double>::infinity();
            largest = std::max(largest, x);
        }
        if (!m_defined || largest == -std::numeric_limits<double>::infinity()) return;
        double sum = m_sum * std::exp(m_largest - largest);
        for (const double x : values) sum += std::exp(x - largest);
        m_largest = largest;
        m_sum = sum;
    }
    /// NaN: the row has no softmax.
    double value() const noexcept {
        return m_defined && m_sum > 0 ? m_largest + std::log(m_sum) : std::numeric_limits<double>::quiet_NaN();
    }

private:
    double m_largest = -std::numeric_limits<double>::infinity(), m_sum = 0;
    bool m_defined = true;
};

/// e^δ − 1 − δ, without cancellation for small δ: its series up to δ⁸/8!.
inline double excess(double delta) noexcept {
    constexpr double kSmall = 0.05;
    if (std::abs(delta) > kSmall) return std::expm1(delta) - delta;
    double sum = 1;
    for (int k = 8; k > 2; --k) sum = 1 + sum * delta / k;
    return delta * delta / 2 * sum;
}

/// One term of the divergence, p·(q/p − 1 − ln(q/p)): since Σp = Σq = 1 these add up to Σ p·ln(p/q), none is negative, and nothing
/// cancels where both sides are almost equal. The arguments are ln p and ln q.
inline double divergenceTerm(double logP, double logQ) noexcept {
    const double p = std::exp(logP);
    if (p == 0) return std::exp(logQ);
    const double delta = logQ - logP;
    if (delta > 1) return std::exp(logQ) - p - p * delta;
    return delta == -std::numeric_limits<double>::infinity() ? std::numeric_limits<double>::infinity() : p * excess(delta);
}

}  // namespace etscope::tensor
