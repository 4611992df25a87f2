#include "evaluate/operators/elementwise.h"

#include <algorithm>

namespace etscope::evaluate {

namespace detail {

namespace {
constexpr std::int64_t kSharedElements = std::int64_t{1} << 19U;  ///< some ms; starting threads takes some 0.1 ms
constexpr std::int64_t kPartsEach = 2;  ///< of a thread, so that one which waits leaves the rest to others
}  // namespace

std::vector<ShapePart> partsOf(const Dims& shape) {
    const auto outermost = std::find_if(shape.begin(), shape.end(), [](std::int64_t size) { return size != 1; });
    if (outermost == shape.end() || checkedCount(shape) < kSharedElements || threadCount() < 2) return {};
    const std::int64_t wanted = std::min(*outermost, kPartsEach * static_cast<std::int64_t>(threadCount()));
    std::vector<ShapePart> parts;
    for (std::int64_t i = 0, begin = 0; i < wanted; ++i) {
        const std::int64_t size = *outermost / wanted + (i < *outermost % wanted ? 1 : 0);
        parts.push_back({static_cast<std::size_t>(outermost - shape.begin()), begin, size});
        begin += size;
    }
    return parts;
}

Array partOf(const Array& array, const Dims& shape, const ShapePart& part) {
    Array taken = broadcastTo(array, shape);
    taken.offset += part.begin * taken.strides[part.axis];
    taken.shape[part.axis] = part.size;
    return taken;
}

}  // namespace detail

void convertInto(const Context& context, const Array& array, Array& out) {
    if (isFloating(array.stored) || isFloating(out.stored))
        detail::mapInto<double>(context, std::array{&array}, out, [](double x) { return x; });
    else
        detail::mapInto<std::int64_t>(context, std::array{&array}, out, [](std::int64_t x) { return x; });
}

double factor(const Context& context, const Value& number, ScalarType result) {
    const bool floating = std::holds_alternative<double>(number.base());
    const bool narrow = floating && !context.wide && isFloating(result) && result != ScalarType::F64;
    return narrow ? roundedTo(ScalarType::F32, numberOf(number)) : numberOf(number);
}

Array numberArray(const Context& context, const Value& number, ScalarType result) {
    const bool floating = std::holds_alternative<double>(number.base());
    Array array =
        context.makeStored(floating ? ScalarType::F64 : ScalarType::I64, floating ? ScalarType::F64 : ScalarType::I64, {});
    if (floating) {
        const double value = factor(context, number, result);
        storeDoubles(array.stored, &value, 1, array.storage->data());
    } else {
        const std::int64_t value = integerOf(number);
        storeInts(array.stored, &value, 1, array.storage->data());
    }
    return array;
}

Array copied(const Context& context, const Array& array) {
    Array out = context.makeStored(array.type, array.stored, array.shape, Content::Unset);
    context.charge(array.count());
    if (array.count() > 0) copyItems(array, out.storage->data());
    return out;
}

Array cast(const Context& context, const Array& array, ScalarType type) {
    if (array.type == type) return array;
    Array out = context.make(type, array.shape, Content::Unset);
    convertInto(context, array, out);
    return out;
}

void assign(const Context& context, const Array& to, const Array& from) {
    if (!to.storage->owned()) refuseArguments("a constant of the file is written");
    // Through a copy: both may be views of the same bytes.
    Array source = cast(context, from, to.type);
    const Array same = source.stored == to.stored ? copied(context, broadcastTo(source, to.shape)) : [&] {
        Array out = context.makeStored(to.type, to.stored, to.shape, Content::Unset);
        convertInto(context, broadcastTo(source, to.shape), out);
        return out;
    }();
    const std::size_t size = to.item();
    Walk<2>({&to, &same}, to.shape).each(kRun, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        std::byte* into = to.storage->data() + (places[0] - to.storage->data());
        for (std::size_t i = 0; i < n; ++i)
            std::memcpy(into + static_cast<std::ptrdiff_t>(i) * steps[0], places[1] + static_cast<std::ptrdiff_t>(i) * steps[1],
                        size);
    });
}

}  // namespace etscope::evaluate
