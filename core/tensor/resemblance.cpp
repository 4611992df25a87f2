#include "tensor/resemblance.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "base/limits.h"
#include "tensor/element_reader.h"

namespace etscope::tensor {
namespace {

using Values = std::vector<double>;

Result<Values> valuesOf(const Tensor& tensor, const JobContext& job) {
    auto reader = ElementReader::open(tensor);
    if (!reader) return reader.failure();
    Values values;
    values.reserve(reader->count());
    while (values.size() < reader->count()) {
        if (job.cancelled()) return cancelledFailure();
        const auto block = reader->doubles(
            values.size(), static_cast<std::size_t>(std::min<std::uint64_t>(reader->blockSize(), reader->count() - values.size())));
        if (!block) return block.failure();
        values.insert(values.end(), block->begin(), block->end());
    }
    return values;
}

std::string shortText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

/// An axis as the elements lie: before it, it, behind it.
struct Axis {
    std::size_t number = 0, outer = 1, size = 1, inner = 1;
    std::size_t at(std::size_t o, std::size_t k, std::size_t i) const { return (o * size + k) * inner + i; }
};

class Guesses {
public:
    Guesses(const Values& reference, const Values& runtime, const std::vector<std::int64_t>& shape, const Tolerance& tolerance,
            const JobContext& job)
        : m_reference(reference), m_runtime(runtime), m_tolerance(tolerance), m_job(job) {
        for (std::size_t a = 0; a < shape.size(); ++a) {
            Axis axis{a, 1, static_cast<std::size_t>(shape[a]), 1};
            for (std::size_t b = 0; b < shape.size(); ++b)
                (b < a ? axis.outer : b > a ? axis.inner : m_ignored) *= static_cast<std::size_t>(shape[b]);
            if (axis.size > 1) m_axes.push_back(axis);
        }
    }

    std::optional<Sentence> best() const {
        if (auto words = factor()) return words;
        if (auto words = sum()) return words;
        for (const Axis& axis : m_axes)
            if (auto words = along(axis)) return words;
        return std::nullopt;
    }

private:
    bool passes(double reference, double runtime) const {
        if (std::isnan(reference) || std::isnan(runtime)) return std::isnan(reference) && std::isnan(runtime);
        if (std::isinf(reference) || std::isinf(runtime)) return reference == runtime;
        return std::abs(runtime - reference) <= m_tolerance.atol + m_tolerance.rtol * std::abs(reference);
    }

    /// Every element, and most of what they are off: a number that is less than rounding explains nothing.
    bool all(const std::function<double(double)>& guess) const {
        double before = 0, behind = 0;
        for (std::size_t i = 0; i < m_reference.size(); ++i) {
            if (!passes(guess(m_reference[i]), m_runtime[i])) return false;
            const double off = m_runtime[i] - m_reference[i], left = m_runtime[i] - guess(m_reference[i]);
            if (std::isfinite(off)) before += off * off, behind += left * left;
        }
        return 4 * behind <= before && before > 0;
    }

    /// A number of one's own explains few elements, and those of one value, whatever they are.
    bool tellsOfNumbers() const {
        constexpr std::size_t kLeast = 4;
        std::size_t others = 0;
        for (const double value : m_reference) others += std::isfinite(value) && !passes(m_reference.front(), value) ? 1U : 0U;
        return others >= kLeast;
    }

    std::optional<Sentence> factor() const {
        if (!tellsOfNumbers()) return std::nullopt;
        double products = 0, squares = 0;
        for (std::size_t i = 0; i < m_reference.size(); ++i)
            if (std::isfinite(m_reference[i]) && std::isfinite(m_runtime[i])) {
                products += m_reference[i] * m_runtime[i];
                squares += m_reference[i] * m_reference[i];
            }
        const double ratio = products / squares;
        if (!std::isfinite(ratio) || ratio == 0 || !all([ratio](double value) { return ratio * value; })) return std::nullopt;
        if (all([](double value) { return -value; }))
            return Sentence::of("the runtime's elements are the reference's with the other sign");
        return Sentence::of("the runtime's elements are the reference's times %1", shortText(ratio));
    }

    std::optional<Sentence> sum() const {
        if (!tellsOfNumbers()) return std::nullopt;
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_reference.size(); ++i)
            if (std::isfinite(m_reference[i]) && std::isfinite(m_runtime[i])) sum += m_runtime[i] - m_reference[i], ++count;
        const double shift = sum / static_cast<double>(count);
        if (!std::isfinite(shift) || !all([shift](double value) { return value + shift; })) return std::nullopt;
        return Sentence::of("the runtime's elements are the reference's plus %1", shortText(shift));
    }

    /// Whether element k of the axis is the reference's element from(k), for k in [first, last).
    bool moved(const Axis& axis, std::size_t first, std::size_t last, const std::function<std::size_t(std::size_t)>& from) const {
        for (std::size_t k = first; k < last; ++k) {
            const std::size_t source = from(k);
            for (std::size_t o = 0; o < axis.outer; ++o)
                for (std::size_t i = 0; i < axis.inner; ++i)
                    if (m_looks++ > limits::kMaxResemblanceLooks ||
                        !passes(m_reference[axis.at(o, source, i)], m_runtime[axis.at(o, k, i)]))
                        return false;
        }
        return true;
    }

    std::optional<Sentence> along(const Axis& axis) const {
        constexpr std::size_t kMostShifts = 4096;
        if (moved(axis, 0, axis.size, [&](std::size_t k) { return axis.size - 1 - k; }) && varied(axis, 0, axis.size))
            return Sentence::of("the runtime's elements are the reference's, mirrored along axis %1", axis.number);
        for (std::size_t by = 1; by < std::min(axis.size, kMostShifts) && !m_job.cancelled(); ++by) {
            const std::size_t size = axis.size;
            if (moved(axis, by, size, [by](std::size_t k) { return k - by; }) && tells(axis, by) && varied(axis, by, size))
                return shifted(axis, by, "");
            if (moved(axis, 0, size - by, [by](std::size_t k) { return k + by; }) && tells(axis, by) && varied(axis, 0, size - by))
                return shifted(axis, by, "−");
        }
        return std::nullopt;
    }

    /// Whether the runtime's elements there are finite and of several values along the axis: others are alike in any order.
    bool varied(const Axis& axis, std::size_t first, std::size_t last) const {
        for (std::size_t k = first + 1; k < last; ++k)
            for (std::size_t o = 0; o < axis.outer; ++o)
                for (std::size_t i = 0; i < axis.inner; ++i) {
                    const double begin = m_runtime[axis.at(o, first, i)], value = m_runtime[axis.at(o, k, i)];
                    if (std::isfinite(begin) && std::isfinite(value) && !passes(begin, value)) return true;
                }
        return false;
    }

    /// At least half of the axis is explained, and two places of it.
    static bool tells(const Axis& axis, std::size_t by) { return axis.size - by >= 2 && (axis.size - by) * 2 >= axis.size; }

    Sentence shifted(const Axis& axis, std::size_t by, const std::string& sign) const {
        const bool around = sign.empty()
                                ? moved(axis, 0, by, [&](std::size_t k) { return k + axis.size - by; })
                                : moved(axis, axis.size - by, axis.size, [&](std::size_t k) { return k + by - axis.size; });
        return Sentence::of(
            around ? Sentence::phrase("the runtime's elements are the reference's, shifted by %1 along axis %2, around its end")
                   : Sentence::phrase("the runtime's elements are the reference's, shifted by %1 along axis %2"),
            sign + std::to_string(by), axis.number);
    }

    const Values &m_reference, &m_runtime;
    Tolerance m_tolerance;
    const JobContext& m_job;
    std::vector<Axis> m_axes;
    std::size_t m_ignored = 1;
    mutable std::uint64_t m_looks = 0;  ///< at elements, along axes
};

}  // namespace

Result<std::optional<Sentence>> resemblance(const Tensor& reference, const Tensor& runtime, const Tolerance& tolerance,
                                            const JobContext& job) {
    using Words = std::optional<Sentence>;
    const auto count = reference.elementCount();
    if (!count || *count < 2 || *count > limits::kMaxResembledElements || reference.shape != runtime.shape ||
        isComplex(reference.type) || isComplex(runtime.type))
        return Words();
    const auto a = valuesOf(reference, job), b = valuesOf(runtime, job);
    if (!a) return a.failure();
    if (!b) return b.failure();
    const Guesses guesses(*a, *b, reference.shape, tolerance, job);
    Words words = guesses.best();
    if (job.cancelled()) return cancelledFailure();
    return words;
}

}  // namespace etscope::tensor
