#include "compare/output_notes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tensor/element_reader.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::compare {
namespace {

/// One kind of value on one side where the other is finite.
struct Odd {
    std::uint64_t count = 0, first = 0;

    void add(std::uint64_t index) { first = count++ == 0 ? index : first; }
};

struct OddValues {
    std::array<Odd, 2> reference, runtime;  ///< NaN, infinities
    Odd both;                               ///< NaN

    void add(double x, double y, std::uint64_t index) {
        if (std::isfinite(x) && !std::isfinite(y)) runtime[std::isnan(y) ? 0 : 1].add(index);
        if (std::isfinite(y) && !std::isfinite(x)) reference[std::isnan(x) ? 0 : 1].add(index);
        if (std::isnan(x) && std::isnan(y)) both.add(index);
    }
};

Result<OddValues> oddValues(const ComparableSides& sides, const JobContext& job) {
    auto left = tensor::ElementReader::open(sides.reference);
    if (!left) return left.failure();
    auto right = tensor::ElementReader::open(sides.runtime);
    if (!right) return right.failure();
    OddValues odd;
    const std::size_t block = std::min(left->blockSize(), right->blockSize());
    for (std::uint64_t at = 0; at < left->count(); at += block) {
        if (job.cancelled()) return cancelledFailure();
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(block, left->count() - at));
        const auto x = left->doubles(at, n), y = right->doubles(at, n);
        if (!x) return x.failure();
        if (!y) return y.failure();
        for (std::size_t i = 0; i < n; ++i) odd.add((*x)[i], (*y)[i], at + i);
    }
    return odd;
}

void addText(std::string& text, const std::array<Odd, 2>& kinds, const char* side, const std::vector<std::int64_t>& shape) {
    static constexpr std::array<const char*, 2> kNames{" NaN in the ", " infinite in the "};
    for (std::size_t k = 0; k < kinds.size(); ++k)
        if (kinds[k].count > 0)
            text += (text.empty() ? "" : "; ") + std::to_string(kinds[k].count) + kNames[k] + side + " is finite, first at " +
                    tensor::indexText(tensor::multiIndex(shape, kinds[k].first));
}

}  // namespace

std::string oddValuesNote(const ComparableSides& sides, const tensor::Metrics& m, const tensor::Tolerance& tolerance,
                          const JobContext& job) {
    // Without a runtime side, d is the reference with the other sign.
    const bool odd = m.nanReference + m.nanRuntime + m.infReference + m.infRuntime > 0;
    if (!odd) return std::isnan(m.cosine) && m.maxAbs > 0 && m.snrDb == 0 ? "the runtime's values are all zero" : "";
    if (isComplex(sides.reference.type) || isComplex(sides.runtime.type)) return {};
    const auto values = oddValues(sides, job);
    std::string text;
    if (!values) return text;
    addText(text, values->runtime, "runtime where the reference", sides.reference.shape);
    addText(text, values->reference, "reference where the runtime", sides.reference.shape);
    if (values->both.count > 0 && !tolerance.equalNan)
        text += (text.empty() ? "" : "; ") + std::to_string(values->both.count) +
                " NaN on both sides, which differ unless NaN is told to equal NaN";
    return text;
}

}  // namespace etscope::compare
