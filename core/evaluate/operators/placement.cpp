#include "evaluate/operators/placement.h"

#include <cstring>

namespace etscope::evaluate {

namespace {

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
        if (held) copyRow(out.item(), pinned.data + at * item, array.strides[last] * item, places.back(), to);
        for (std::size_t d = last; d-- > 0;) {
            if (++index[d] < shape[d]) break;
            index[d] = 0;
        }
    }
}

}  // namespace etscope::evaluate
