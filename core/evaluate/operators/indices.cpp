#include "evaluate/operators/indices.h"

#include <algorithm>

#include "evaluate/operators/lanes.h"

namespace etscope::evaluate {

std::int64_t checkedIndex(std::int64_t index, std::int64_t size, Negative negative) {
    if (index >= size || index < (negative == Negative::FromEnd ? -size : 0))
        refuseArguments("index " + std::to_string(index) + " of a dimension of " + std::to_string(size));
    return index < 0 ? index + size : index;
}

namespace {

void refuseFloatingIndex(const Array& index) {
    if (isFloating(index.type)) refuseArguments("an index tensor of type " + scalarTypeName(index.type));
}

/// offsets[i] += index[i] · stride.
void addOffsets(const Context& context, const Array& offsets, const Array& index, std::int64_t size, std::int64_t stride,
                Negative negative) {
    refuseFloatingIndex(index);
    auto* to = reinterpret_cast<std::int64_t*>(offsets.storage->data());
    std::array<std::int64_t, kRun> values;
    Walk<1>({&index}, offsets.shape).each(kRun, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        loadInts(index.stored, places[0], steps[0], n, values.data());
        for (std::size_t i = 0; i < n; ++i) *to++ += checkedIndex(values[i], size, negative) * stride;
    });
}

bool isMask(const Array& index) noexcept { return index.type == ScalarType::Bool || index.type == ScalarType::U8; }

/// Masks as the index tensors that they stand for: one for each of their axes.
std::vector<std::optional<Array>> withoutMasks(const Context& context, const Array& array,
                                               const std::vector<std::optional<Array>>& indices) {
    std::vector<std::optional<Array>> expanded;
    for (const auto& index : indices) {
        if (!index || !isMask(*index)) {
            expanded.push_back(index);
            continue;
        }
        for (std::size_t d = 0; d < index->rank(); ++d)
            if (expanded.size() + d >= array.rank() || index->shape[d] != array.shape[expanded.size() + d])
                refuseArguments("a mask does not have the sizes of what it selects from");
        const Array places = nonzeroPlaces(context, *index);
        for (std::size_t d = 0; d < index->rank(); ++d) expanded.emplace_back(selected(places, 1, static_cast<std::int64_t>(d)));
    }
    if (expanded.size() > array.rank())
        refuseArguments(std::to_string(expanded.size()) + " indices of a tensor of " + std::to_string(array.rank()) +
                        " dimensions");
    expanded.resize(array.rank());
    return expanded;
}

/// The axis of the result before which the broadcast axes of the indices stand.
std::size_t placeOfIndices(const std::vector<std::optional<Array>>& indices) {
    const auto given = [](const std::optional<Array>& index) { return index.has_value(); };
    const auto first = std::find_if(indices.begin(), indices.end(), given);
    const auto gap = std::find_if_not(first, indices.end(), given);
    return std::any_of(gap, indices.end(), given) ? 0 : static_cast<std::size_t>(first - indices.begin());
}

}  // namespace

Chosen chosen(const Context& context, const Array& array, const std::vector<std::optional<Array>>& given, Negative negative) {
    const auto indices = withoutMasks(context, array, given);
    std::vector<const Array*> tensors;
    for (const auto& index : indices)
        if (index) tensors.push_back(&*index);
    const Dims common = broadcastShape(tensors);
    Chosen places{array, context.makeStored(ScalarType::I64, ScalarType::I64, common)};
    places.base.shape.clear();
    places.base.strides.clear();
    Dims around;
    for (std::size_t d = 0; d < indices.size(); ++d) {
        if (indices[d]) {
            addOffsets(context, places.offsets, *indices[d], array.shape[d], array.strides[d], negative);
            continue;
        }
        places.base.shape.push_back(array.shape[d]);
        places.base.strides.push_back(array.strides[d]);
        around.push_back(1);
    }
    const auto at = static_cast<std::ptrdiff_t>(tensors.empty() ? 0 : placeOfIndices(indices));
    const auto insert = [at](Dims& into, const Dims& what) { into.insert(into.begin() + at, what.begin(), what.end()); };
    const Dims strides = places.offsets.strides;
    insert(places.base.shape, common);
    insert(places.base.strides, Dims(common.size(), 0));
    places.offsets.shape = places.offsets.strides = around;
    insert(places.offsets.shape, common);
    insert(places.offsets.strides, strides);
    checkedCount(places.base.shape);
    return places;
}

Chosen chosenAlong(const Context& context, const Array& array, std::size_t axis, const Array& index, Negative negative) {
    std::vector<std::optional<Array>> indices(axis + 1);
    // As numbers: here no tensor is a mask.
    indices[axis] = isMask(index) ? cast(context, index, ScalarType::I64) : index;
    return chosen(context, array, indices, negative);
}

Chosen chosenBeside(const Context& context, const Array& array, std::size_t axis, const Array& index) {
    Chosen places{array, context.makeStored(ScalarType::I64, ScalarType::I64, index.shape)};
    places.base.shape = index.shape;
    if (index.count() == 0) {
        places.base.strides = rowMajor(index.shape);
        return places;
    }
    if (index.rank() != array.rank()) refuseArguments("the index has not as many dimensions as the tensor");
    for (std::size_t d = 0; d < array.rank(); ++d)
        if (d != axis && index.shape[d] > array.shape[d]) refuseArguments("the index is larger than the tensor");
    places.base.strides[axis] = 0;
    addOffsets(context, places.offsets, index, array.shape[axis], array.strides[axis], Negative::Refused);
    return places;
}

Array taken(const Context& context, const Chosen& places) {
    const Array& base = places.base;
    Array out = context.makeStored(base.type, base.stored, base.shape);
    const auto size = static_cast<std::ptrdiff_t>(out.item());
    std::byte* to = out.storage->data();
    context.charge(out.count());
    Walk<2>({&base, &places.offsets}, base.shape).each(4096, [&](const auto& at, const auto& steps, std::size_t n) {
        context.poll();
        if (steps[1] == 0) {
            moveItems(out.item(), at[0] + loadItem<std::int64_t>(at[1]) * size, steps[0], to, size, n);
        } else {
            withItemSize(out.item(), [&](auto constant) {
                for (std::size_t i = 0; i < n; ++i) {
                    const auto k = static_cast<std::ptrdiff_t>(i);
                    std::memcpy(to + k * size, at[0] + k * steps[0] + loadItem<std::int64_t>(at[1] + k * steps[1]) * size,
                                constant);
                }
            });
        }
        to += static_cast<std::ptrdiff_t>(n) * size;
    });
    return out;
}

void put(const Context& context, const Chosen& places, const Array& given) {
    const Array& base = places.base;
    const Array values = kept(context, given, base.type, base.stored);
    const auto size = static_cast<std::ptrdiff_t>(base.item());
    context.charge(base.count());
    Walk<3>({&base, &places.offsets, &values}, base.shape).each(4096, [&](const auto& at, const auto& steps, std::size_t n) {
        context.poll();
        std::byte* first = writable(base, at[0]);
        if (steps[1] == 0) {
            moveItems(base.item(), at[2], steps[2], first + loadItem<std::int64_t>(at[1]) * size, steps[0], n);
            return;
        }
        withItemSize(base.item(), [&](auto constant) {
            for (std::size_t i = 0; i < n; ++i) {
                const auto k = static_cast<std::ptrdiff_t>(i);
                std::memcpy(first + k * steps[0] + loadItem<std::int64_t>(at[1] + k * steps[1]) * size, at[2] + k * steps[2],
                            constant);
            }
        });
    });
}

Array nonzeroPlaces(const Context& context, const Array& array) {
    // Booleans first: how many there are decides the size.
    Array truth = context.make(ScalarType::Bool, array.shape);
    convertInto(context, array, truth);
    const std::byte* values = truth.storage->data();
    const std::int64_t count = truth.count();
    const auto found = static_cast<std::int64_t>(count - std::count(values, values + count, std::byte{0}));
    Array out = context.make(ScalarType::I64, {found, static_cast<std::int64_t>(array.rank())});
    auto* to = reinterpret_cast<std::int64_t*>(out.storage->data());
    Dims at(array.rank(), 0);
    for (std::int64_t i = 0; i < count; ++i) {
        if (i % 65536 == 0) context.poll();
        if (values[i] != std::byte{0}) to = std::copy(at.begin(), at.end(), to);
        for (std::size_t d = at.size(); d-- > 0;) {
            if (++at[d] < array.shape[d]) break;
            at[d] = 0;
        }
    }
    return out;
}

}  // namespace etscope::evaluate
