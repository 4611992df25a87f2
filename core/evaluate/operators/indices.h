// Elements that index tensors choose. Every index is checked when the choice is made, so that what takes and puts elements need
// not. Internal to core/evaluate.
#pragma once

#include <optional>
#include <vector>

#include "evaluate/operators/moves.h"

namespace etscope::evaluate {

/// Whether an index below 0 counts from the end; else it is refused.
enum class Negative : std::uint8_t { FromEnd, Refused };

/// Places in an array: an element of `base`, and how many elements further it is.
struct Chosen {
    Array base;     ///< the array seen with the shape of the choice; along axes that are indexed its stride is 0
    Array offsets;  ///< i64, broadcasts to that shape
};

/// What array[i, j, …] chooses: none is a whole axis, bool and u8 tensors are masks, several tensors broadcast. Their axes stand
/// where they were when the indexed ones are neighbours, else in front.
Chosen chosen(const Context& context, const Array& array, const std::vector<std::optional<Array>>& indices, Negative negative);
/// One index tensor along an axis, the other axes whole.
Chosen chosenAlong(const Context& context, const Array& array, std::size_t axis, const Array& index, Negative negative);
/// For each element of `index`, the element of the array with the same place but along `axis`. Refuses sizes beyond the array's.
Chosen chosenBeside(const Context& context, const Array& array, std::size_t axis, const Array& index);

/// Row-major copies of the chosen elements.
Array taken(const Context& context, const Chosen& places);
/// Writes `values`, broadcast, one after the other: the last one stays where places repeat. `places` are of an array that was made.
void put(const Context& context, const Chosen& places, const Array& values);

/// The same with `step(there, value)`. T = double or int64, which both arrays are stored as.
template <class T, class Step>
void combine(const Context& context, const Chosen& places, const Array& values, const Step& step) {
    const Array& base = places.base;
    context.charge(base.count());
    Walk<3>({&base, &places.offsets, &values}, base.shape).each(kRun, [&](const auto& at, const auto& steps, std::size_t n) {
        context.poll();
        auto* first = reinterpret_cast<T*>(base.storage->data() + (at[0] - base.storage->data()));
        for (std::size_t i = 0; i < n; ++i) {
            const auto k = static_cast<std::ptrdiff_t>(i);
            T& there = first[k * steps[0] / static_cast<std::ptrdiff_t>(sizeof(T)) + loadItem<std::int64_t>(at[1] + k * steps[1])];
            there = step(there, loadItem<T>(at[2] + k * steps[2]));
        }
    });
}

/// [n, rank] i64: the places of what is not 0, row-major.
Array nonzeroPlaces(const Context& context, const Array& array);

/// One index along an axis of any array, also one without dimensions.
std::int64_t checkedIndex(std::int64_t index, std::int64_t size, Negative negative);

}  // namespace etscope::evaluate
