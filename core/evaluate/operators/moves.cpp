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

namespace {

/// Elements of one row from their places, those without one left alone.
void takeRow(std::size_t size, const std::byte* from, std::ptrdiff_t step, const Dims& places, std::byte* to) {
    withItemSize(size, [&](auto constant) {
        for (const std::int64_t place : places) {
            if (place >= 0) std::memcpy(to, from + place * step, constant);
            to += constant;
        }
    });
}

}  // namespace

void place(const Context& context, const Array& array, const Places& places, const Array& out) {
    if (places.empty() || places.size() > array.rank() || out.rank() != array.rank())
        refuseArguments("more dimensions than the tensor has");
    const Dims& shape = out.shape;
    const std::size_t kept = array.rank() - places.size();
    for (std::size_t d = 0; d < places.size(); ++d) {
        if (static_cast<std::int64_t>(places[d].size()) != shape[kept + d]) refuseArguments("not as many places as results");
        for (const std::int64_t at : places[d])
            if (at < -1 || at >= array.shape[kept + d]) refuseArguments("an element beyond the tensor");
    }
    if (out.count() == 0) return;
    const Pinned pinned = Storage::pin(array.storage);
    const auto item = static_cast<std::ptrdiff_t>(array.item());
    const std::size_t last = array.rank() - 1;
    const auto row = shape[last] * item;
    Dims index(last, 0);
    for (std::byte *to = out.storage->data(), *end = to + out.count() * item; to != end; to += row) {
        context.poll();
        std::int64_t at = array.offset;
        bool held = true;
        for (std::size_t d = 0; d < last; ++d) {
            const std::int64_t along = d < kept ? index[d] : places[d - kept][static_cast<std::size_t>(index[d])];
            held &= along >= 0;
            at += along * array.strides[d];
        }
        if (held) takeRow(out.item(), pinned.data + at * item, array.strides[last] * item, places.back(), to);
        for (std::size_t d = last; d-- > 0;) {
            if (++index[d] < shape[d]) break;
            index[d] = 0;
        }
    }
}

Array elementOf(const Context& context, const Value& number, ScalarType type) {
    return kept(context, numberArray(context, number, type), type, context.storedAs(type));
}

}  // namespace etscope::evaluate
