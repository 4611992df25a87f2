#include "replay/input_relations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/operator_table.h"
#include "evaluate/reading.h"

namespace etscope::replay {
namespace {

using evaluate::Array;
using evaluate::Value;

/// fed = input × factor + term, of each channel where there are three.
struct Affine {
    std::array<double, 3> factor, term;
    const char* text;  ///< nullptr: the factor tells
};
constexpr Affine every(double factor, double term = 0, const char* text = nullptr) {
    return {{factor, factor, factor}, {term, term, term}, text};
}
/// Means and deviations of ImageNet, which most image models are trained with.
constexpr std::array kMean{0.485, 0.456, 0.406}, kDeviation{0.229, 0.224, 0.225};
/// Of what is normalised so: brought back to 0 … 1, then × factor + term.
constexpr Affine plainChannels(double factor, double term, const char* text) {
    Affine made{{}, {}, text};
    for (std::size_t i = 0; i < 3; ++i) made.factor[i] = factor * kDeviation[i], made.term[i] = factor * kMean[i] + term;
    return made;
}
/// x = fed × factor + term lies in 0 … 1, and is normalised so.
constexpr Affine normalisedChannels(double factor, double term, const char* text) {
    Affine made{{}, {}, text};
    for (std::size_t i = 0; i < 3; ++i) made.factor[i] = factor / kDeviation[i], made.term[i] = (term - kMean[i]) / kDeviation[i];
    return made;
}
constexpr std::array kFactors{0.5,   2.0,       -1.0,    0.0,         255.0, 1.0 / 255, 256.0,  1.0 / 256,
                              128.0, 1.0 / 128, 32768.0, 1.0 / 32768, 100.0, 0.01,      1000.0, 0.001};
constexpr std::array kOfFloats{every(2, -1, Sentence::phrase("times 2 minus 1")),
                               every(0.5, 0.5, Sentence::phrase("plus 1 divided by 2")),
                               every(1 / 127.5, -1, Sentence::phrase("divided by 127.5 minus 1")),
                               every(127.5, 127.5, Sentence::phrase("plus 1 times 127.5")),
                               every(1, 1, Sentence::phrase("plus 1")),
                               every(1, -1, Sentence::phrase("minus 1"))};
constexpr std::array kOfChannels{
    normalisedChannels(1, 0, Sentence::phrase("normalised with the means and deviations of ImageNet")),
    plainChannels(1, 0, Sentence::phrase("without the means and deviations of ImageNet")),
    plainChannels(255, 0, Sentence::phrase("as numbers from 0 to 255, without the means and deviations of ImageNet")),
    plainChannels(2, -1, Sentence::phrase("with means and deviations of 0.5 in place of those of ImageNet")),
    normalisedChannels(0.5, 0.5, Sentence::phrase("with the means and deviations of ImageNet in place of 0.5"))};
constexpr std::array kOfIntegers{every(1, 1, Sentence::phrase("plus 1")), every(1, -1, Sentence::phrase("minus 1")), every(0)};

std::optional<Array> applied(const char* target, const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) {
    const auto made = evaluate::apply(*evaluate::findOperator(target), context, std::move(arguments));
    return made && made->front().array() != nullptr ? std::optional(*made->front().array()) : std::nullopt;
}

Value dimsValue(const evaluate::Dims& numbers) {
    evaluate::Values list;
    for (const std::int64_t number : numbers) list.emplace_back(number);
    return list;
}

/// The array's elements as they lie when its axes stand in that order, taken for row-major ones of its shape.
std::optional<Array> misread(const Array& array, const evaluate::Dims& order, const evaluate::Context& context) {
    const auto laid = applied("aten.permute_copy.default", context, {{"self", array}, {"dims", dimsValue(order)}});
    return laid ? applied("aten.view_copy.default", context, {{"self", *laid}, {"size", dimsValue(array.shape)}}) : std::nullopt;
}

/// Transposed; channels last, and back.
std::vector<evaluate::Dims> ordersOf(std::size_t rank) {
    if (rank == 2) return {{1, 0}};
    if (rank == 3) return {{1, 2, 0}, {2, 0, 1}, {0, 2, 1}};
    if (rank == 4) return {{0, 2, 3, 1}, {0, 3, 1, 2}, {0, 1, 3, 2}};
    if (rank == 5) return {{0, 2, 3, 4, 1}, {0, 4, 1, 2, 3}};
    return {};
}

/// In the array's own type.
std::optional<Array> changed(const Array& array, const Affine& affine, const evaluate::Context& context) {
    const auto number = [&](double value) {
        return isFloating(array.type) ? Value(value) : Value(static_cast<std::int64_t>(value));
    };
    const auto scaled = applied("aten.mul.Scalar", context, {{"self", array}, {"other", number(affine.factor[0])}});
    return scaled ? applied("aten.add.Scalar", context, {{"self", *scaled}, {"other", number(affine.term[0])}}) : std::nullopt;
}

/// Each of three channels, on the third axis from the end, by its own numbers.
std::optional<Array> changedChannels(const Array& array, const Affine& affine, const evaluate::Context& context) {
    const auto axis = static_cast<std::int64_t>(array.rank()) - 3;
    evaluate::Values channels;
    for (std::int64_t i = 0; i < 3; ++i) {
        const auto one = applied("aten.slice_copy.Tensor", context,
                                 {{"self", array}, {"dim", axis}, {"start", i}, {"end", i + 1}, {"step", std::int64_t{1}}});
        const auto at = static_cast<std::size_t>(i);
        const auto made = one ? changed(*one, every(affine.factor[at], affine.term[at]), context) : std::nullopt;
        if (!made) return std::nullopt;
        channels.emplace_back(*made);
    }
    return applied("aten.cat.default", context, {{"tensors", std::move(channels)}, {"dim", axis}});
}

/// What may have become of an axis on the way to the method, but for that of a batch.
struct Moved {
    std::optional<Array> array;
    Sentence text;
};
std::vector<Moved> movedAlong(const Array& array, std::size_t axis, const evaluate::Context& context) {
    const Value dims = dimsValue({static_cast<std::int64_t>(axis)});
    const bool colours = axis + 3 == array.rank() && array.shape[axis] == 3;
    std::vector<Moved> made;
    made.push_back({applied("aten.flip.default", context, {{"self", array}, {"dims", dims}}),
                    colours ? Sentence::of("with its channels in reverse order") : Sentence::of("mirrored along axis %1", axis)});
    for (const std::int64_t by : {1, -1})
        made.push_back({applied("aten.roll.default", context, {{"self", array}, {"shifts", dimsValue({by})}, {"dims", dims}}),
                        Sentence::of("shifted by %1 along axis %2", by, axis)});
    return made;
}

std::string factorWord(double factor) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", factor);
    return text.data();
}

Sentence textOf(const Affine& affine) {
    const double factor = affine.factor[0];
    if (affine.text != nullptr) return Sentence::of(affine.text);
    if (factor == 0) return Sentence::of("as zeros");
    return factor > 0 && factor < 0.5 ? Sentence::of("divided by %1", factorWord(1 / factor))
                                      : Sentence::of("times %1", factorWord(factor));
}

bool isSame(const Array& left, const Array& right) {
    const auto a = evaluate::readDoubles(left), b = evaluate::readDoubles(right);
    return a && b && *a == *b;
}

}  // namespace

Result<bool> eachRelation(const Array& array, const evaluate::Context& context,
                          const std::function<Result<bool>(Array, const InputRelation&)>& visit) {
    const auto show = [&](const std::optional<Array>& made, const InputRelation& relation) -> Result<bool> {
        if (!made || made->type != array.type || isSame(*made, array)) return false;
        return visit(*made, relation);
    };
    for (const evaluate::Dims& order : ordersOf(array.rank())) {
        const auto found = show(misread(array, order, context),
                                {true, false, Sentence::of("with its axes in another order than the method reads them")});
        if (!found || *found) return found;
    }
    for (std::size_t axis = 1; axis < array.rank(); ++axis)
        for (const Moved& moved : movedAlong(array, axis, context)) {
            const auto found = show(moved.array, {false, false, moved.text});
            if (!found || *found) return found;
        }
    const bool floats = isFloating(array.type);
    if (!floats && (array.type == ScalarType::Bool || isComplex(array.type))) return false;
    std::vector<Affine> affines;
    if (floats) std::ranges::transform(kFactors, std::back_inserter(affines), [](double factor) { return every(factor); });
    const auto more = floats ? std::span<const Affine>(kOfFloats) : std::span<const Affine>(kOfIntegers);
    affines.insert(affines.end(), more.begin(), more.end());
    for (const Affine& affine : affines) {
        const auto found = show(changed(array, affine, context), {false, affine.factor[0] == 0, textOf(affine)});
        if (!found || *found) return found;
    }
    const bool channels = floats && array.rank() >= 3 && array.shape[array.rank() - 3] == 3;
    for (std::size_t i = 0; channels && i < kOfChannels.size(); ++i) {
        const auto found = show(changedChannels(array, kOfChannels[i], context), {false, false, textOf(kOfChannels[i])});
        if (!found || *found) return found;
    }
    return false;
}

Sentence factorText(const Array& fed, const Array& array) {
    const auto left = evaluate::readDoubles(fed), right = evaluate::readDoubles(array);
    if (!left || !right || left->size() != right->size() || !isFloating(array.type)) return {};
    double product = 0, squares = 0, rest = 0, size = 0;
    for (std::size_t i = 0; i < left->size(); ++i) product += (*left)[i] * (*right)[i], squares += (*right)[i] * (*right)[i];
    const double factor = squares > 0 ? product / squares : 0;
    for (std::size_t i = 0; i < left->size(); ++i) {
        rest += std::pow((*left)[i] - factor * (*right)[i], 2);
        size += (*left)[i] * (*left)[i];
    }
    constexpr double kRounding = 1e-6;
    return size > 0 && rest < kRounding * kRounding * size ? Sentence::of("times %1", factorWord(factor)) : Sentence();
}

}  // namespace etscope::replay
