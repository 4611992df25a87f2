#include "findings/weight_schemes.h"

#include <algorithm>
#include <cmath>

#include "tensor/element_reader.h"

namespace etscope::findings {
namespace {

/// Zero points of one weight: more are no scheme.
constexpr std::uint64_t kMostZeroPoints = std::uint64_t{1} << 22U;

/// Whether any of them is not the middle of the range; nothing: they cannot be read.
std::optional<bool> hasZeroPoints(const inventory::QuantisedWeight& weight) {
    const double middle = weight.least && weight.greatest ? std::floor((*weight.least + *weight.greatest + 1) / 2) : 0;
    const auto other = [middle](double one) { return one != middle; };
    const inventory::Parameters& points = weight.zeroPoints;
    if (!points.known()) return false;
    if (!points.tensor) return std::ranges::any_of(points.values, other);
    auto reader = tensor::ElementReader::open(*points.tensor);
    if (!reader || reader->count() > kMostZeroPoints) return std::nullopt;
    for (std::uint64_t first = 0; first < reader->count();) {
        const auto part =
            reader->doubles(first, static_cast<std::size_t>(std::min<std::uint64_t>(reader->blockSize(), reader->count() - first)));
        if (!part || part->empty()) return std::nullopt;
        if (std::ranges::any_of(*part, other)) return true;
        first += part->size();
    }
    return false;
}

}  // namespace

WeightScheme schemeOf(const inventory::QuantisedWeight& weight) {
    WeightScheme made;
    const bool ranged = weight.least && weight.greatest;
    made.bits = ranged ? bitsBetween(*weight.least, *weight.greatest) : 0;
    if (made.bits == 0) made.bits = static_cast<int>(8 * itemSize(weight.values.type));
    if (isFloating(weight.values.type)) made.bits = 0, made.type = weight.values.type;  // a short float with scales
    const std::string_view scheme = weight.scheme();
    const bool rows = weight.block.size() > 1 &&
                      std::ranges::all_of(weight.block.begin(), weight.block.end() - 1, [](std::int64_t one) { return one == 1; });
    made.grain = scheme == "per_tensor"    ? Grain::Tensor
                 : scheme == "per_channel" ? Grain::Channel
                 : rows                    ? Grain::Group
                                           : Grain::Block;
    if (made.grain == Grain::Group) made.group = weight.groupSize();
    made.zeroPoints = hasZeroPoints(weight);
    return made;
}

WeightScheme schemeOf(ScalarType type) noexcept {
    WeightScheme made;
    made.type = type;
    return made;
}

}  // namespace etscope::findings
