#include "evaluate/operators/placement.h"

#include <cstring>

#include "evaluate/elements.h"
#include "evaluate/operators/elementwise.h"

namespace etscope::evaluate {

namespace {

void fill(const Context& context, const Array& out, const Value& filler) {
    const Array number = numberArray(context, filler, out.type);
    std::vector<std::byte> item(out.item());
    if (isFloating(number.type) || isFloating(out.type))
        storeDoubles(out.stored, doublesOf(number).data(), 1, item.data());
    else
        storeInts(out.stored, intsOf(number).data(), 1, item.data());
    const std::size_t bytes = static_cast<std::size_t>(out.count()) * item.size();
    for (std::size_t at = 0; at < bytes; at += item.size()) std::memcpy(out.storage->data() + at, item.data(), item.size());
}

template <std::size_t kSize>
void copyRow(const std::byte* from, std::ptrdiff_t step, const Dims& places, std::byte* to) {
    for (const std::int64_t place : places) {
        if (place >= 0) std::memcpy(to, from + place * step, kSize);
        to += kSize;
    }
}

void copyRow(std::size_t size, const std::byte* from, std::ptrdiff_t step, const Dims& places, std::byte* to) {
    switch (size) {
        case 1: return copyRow<1>(from, step, places, to);
        case 2: return copyRow<2>(from, step, places, to);
        case 4: return copyRow<4>(from, step, places, to);
        default: return copyRow<8>(from, step, places, to);
    }
}

}  // namespace

Array placed(const Context& context, const Array& array, const Places& places, const Value& filler) {
    if (places.empty() || places.size() > array.rank()) refuseArguments("more dimensions than the tensor has");
    const std::size_t kept = array.rank() - places.size();
    Dims shape(array.shape.begin(), array.shape.begin() + static_cast<std::ptrdiff_t>(kept));
    for (const Dims& along : places) shape.push_back(static_cast<std::int64_t>(along.size()));
    for (std::size_t d = 0; d < places.size(); ++d)
        for (const std::int64_t place : places[d])
            if (place < -1 || place >= array.shape[kept + d]) refuseArguments("an element beyond the tensor");
    Array out = context.makeStored(array.type, array.stored, shape);
    if (out.count() == 0) return out;
    if (!filler.none()) fill(context, out, filler);
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
            const std::int64_t place = d < kept ? index[d] : places[d - kept][static_cast<std::size_t>(index[d])];
            held &= place >= 0;
            at += place * array.strides[d];
        }
        if (held) copyRow(out.item(), pinned.data + at * item, array.strides[last] * item, places.back(), to);
        for (std::size_t d = last; d-- > 0;) {
            if (++index[d] < shape[d]) break;
            index[d] = 0;
        }
    }
    return out;
}

}  // namespace etscope::evaluate
