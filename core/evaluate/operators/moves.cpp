#include "evaluate/operators/moves.h"

#include "evaluate/operators/lanes.h"

namespace etscope::evaluate {

void moveItems(std::size_t size, const std::byte* from, std::ptrdiff_t fromStep, std::byte* to, std::ptrdiff_t toStep,
               std::size_t n) {
    const auto dense = static_cast<std::ptrdiff_t>(size);
    if (fromStep == dense && toStep == dense) {
        std::memcpy(to, from, n * size);
        return;
    }
    withItemSize(size, [&](auto constant) {
        for (std::size_t i = 0; i < n; ++i)
            std::memcpy(to + static_cast<std::ptrdiff_t>(i) * toStep, from + static_cast<std::ptrdiff_t>(i) * fromStep, constant);
    });
}

Array kept(const Context& context, const Array& array, ScalarType type, ScalarType stored) {
    if (array.type == type && array.stored == stored) return array;
    Array out = context.makeStored(type, stored, array.shape);
    convertInto(context, array, out);
    return out;
}

Array fresh(const Context& context, const Array& array, ScalarType type) {
    const ScalarType stored = context.storedAs(type);
    if (array.type != type || array.stored != stored) return kept(context, array, type, stored);
    return copied(context, array);
}

void place(const Context& context, const Array& to, const Array& from) {
    const Array source = kept(context, from, to.type, to.stored);
    context.charge(to.count());
    Walk<2>({&to, &source}, to.shape).each(std::size_t{1} << 16U, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        moveItems(to.item(), places[1], steps[1], writable(to, places[0]), steps[0], n);
    });
}

Array elementOf(const Context& context, const Value& number, ScalarType type) {
    return kept(context, numberArray(context, number, type), type, context.storedAs(type));
}

}  // namespace etscope::evaluate
