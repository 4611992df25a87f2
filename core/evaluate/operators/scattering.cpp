// Elements beside each other along one axis: gathered, scattered, reduced where they meet.
#include <limits>

#include "evaluate/operators/families.h"
#include "evaluate/operators/indices.h"
#include "evaluate/operators/lanes.h"

namespace etscope::evaluate {

namespace {

enum class Meeting : std::uint8_t { Replaced, Sum, Product, Mean, Largest, Smallest };

struct MeetingName {
    std::string_view name;
    Meeting meeting;
};
constexpr auto kMeetings = std::to_array<MeetingName>({
    {"sum", Meeting::Sum},
    {"add", Meeting::Sum},
    {"prod", Meeting::Product},
    {"multiply", Meeting::Product},
    {"mean", Meeting::Mean},
    {"amax", Meeting::Largest},
    {"amin", Meeting::Smallest},
});
Meeting meetingOf(std::string_view name) {
    for (const MeetingName& row : kMeetings)
        if (row.name == name) return row.meeting;
    refuseArguments(std::string(name) + " is not a reduction");
}

/// What changes nothing when it meets a value.
template <class T>
T neutral(Meeting meeting) {
    using Limits = std::numeric_limits<T>;
    const T least = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    const T most = Limits::has_infinity ? Limits::infinity() : Limits::max();
    switch (meeting) {
        case Meeting::Product: return 1;
        case Meeting::Largest: return least;
        case Meeting::Smallest: return most;
        default: return 0;
    }
}

template <class T>
void meet(const Context& context, const Chosen& places, const Array& values, Meeting meeting) {
    const auto with = [&](const auto& step) { combine<T>(context, places, values, step); };
    switch (meeting) {
        case Meeting::Product: return with([](T a, T b) { return productOf(a, b); });
        case Meeting::Largest: return with([](T a, T b) { return largerOf(a, b); });
        case Meeting::Smallest: return with([](T a, T b) { return smallerOf(a, b); });
        default: return with([](T a, T b) { return sumOf(a, b); });
    }
}

/// The element `value` of a working array.
template <class T>
Array constant(const Context& context, ScalarType type, T value) {
    const Array array = context.makeStored(type, type, {});
    std::memcpy(array.storage->data(), &value, sizeof value);
    return array;
}

/// Sums to means: by how many values met in each place.
template <class T>
void divide(const Context& context, const Array& sums, std::size_t axis, const Array& index, bool includesSelf) {
    const ScalarType type = sums.stored;
    const Array counts = context.makeStored(type, type, sums.shape);
    const Array unit = constant<T>(context, type, 1);
    if (includesSelf) place(context, counts, unit);
    combine<T>(context, chosenBeside(context, counts, axis, index), unit, [](T there, T) { return there + 1; });
    auto* sum = reinterpret_cast<T*>(sums.storage->data());
    const auto* count = reinterpret_cast<const T*>(counts.storage->data());
    for (std::int64_t i = 0; i < sums.count(); ++i) sum[i] = Either<quotientOf, floorDivided>()(sum[i], std::max<T>(count[i], 1));
}

/// In double or int64, rounded once.
template <class T>
Array reducedWith(const Context& context, const Array& self, std::size_t axis, const Array& index, const Array& source,
                  Meeting meeting, bool includesSelf) {
    constexpr ScalarType kType = kTypeOf<T>;
    const Array work = copied(context, kept(context, self, kType, kType));
    const Chosen places = chosenBeside(context, work, axis, index);
    if (!includesSelf) put(context, places, constant<T>(context, kType, neutral<T>(meeting)));
    meet<T>(context, places, kept(context, source, kType, kType), meeting);
    if (meeting == Meeting::Mean) divide<T>(context, work, axis, index, includesSelf);
    return kept(context, work, self.type, context.storedAs(self.type));
}

/// The part of the source that is scattered.
Array cutTo(Array source, const Array& index) {
    if (source.rank() == 0) return source;
    if (source.rank() != index.rank()) refuseArguments("the source has not as many dimensions as the index");
    for (std::size_t d = 0; d < index.rank(); ++d) {
        if (index.shape[d] > source.shape[d]) refuseArguments("the index is larger than the source");
        source.shape[d] = index.shape[d];
    }
    return source;
}

Array scattered(const Call& call, const Array& given, Meeting meeting, bool includesSelf) {
    const Context& context = call.context();
    const Array self = atLeastOneAxis(call.array("self")), index = atLeastOneAxis(call.array("index"));
    const std::size_t axis = axisOf(call.integer("dim"), call.array("self").rank());
    Array out;
    if (index.count() == 0) {
        out = fresh(context, self, self.type);
    } else {
        const Array source = cutTo(given.rank() == 0 && call.has("src") ? atLeastOneAxis(given) : given, index);
        if (meeting == Meeting::Replaced) {
            out = fresh(context, self, self.type);
            put(context, chosenBeside(context, out, axis, index), source);
        } else if (isFloating(self.type)) {
            out = reducedWith<double>(context, self, axis, index, source, meeting, includesSelf);
        } else {
            out = reducedWith<std::int64_t>(context, self, axis, index, source, meeting, includesSelf);
        }
    }
    return call.array("self").rank() == 0 ? selected(out, 0, 0) : out;
}

/// `src`, or the number `value`; what meets is replaced unless `reduce` says more.
Values scatter(const Call& call) {
    const Meeting meeting = call.has("reduce") ? meetingOf(call.text("reduce")) : Meeting::Replaced;
    const bool includesSelf = !call.has("include_self") || call.flag("include_self");
    const Array source =
        call.has("src") ? call.array("src") : elementOf(call.context(), call.value("value"), call.array("self").type);
    return one(scattered(call, source, meeting, includesSelf));
}
Values scatterAdd(const Call& call) { return one(scattered(call, call.array("src"), Meeting::Sum, true)); }

Values gather(const Call& call) {
    const Context& context = call.context();
    const Array self = atLeastOneAxis(call.array("self")), &index = call.array("index");
    const std::size_t axis = axisOf(call.integer("dim"), call.array("self").rank());
    const Array out = taken(context, chosenBeside(context, self, axis, atLeastOneAxis(index)));
    return one(index.rank() == 0 ? selected(out, 0, 0) : out);
}

/// The same with sizes of 1 repeated; without an axis over all elements.
Values takeAlong(const Call& call) {
    const Context& context = call.context();
    Array self = call.array("self"), index = call.array("indices");
    if (!call.has("dim")) {
        self = reshaped(context, self, {self.count()});
        index = reshaped(context, index, {index.count()});
    }
    const std::size_t axis = axisOf(call.has("dim") ? call.integer("dim") : 0, self.rank());
    if (self.rank() != index.rank() || self.rank() == 0) refuseArguments("the index has not as many dimensions as the tensor");
    Array one_ = self, other = index;
    one_.shape[axis] = other.shape[axis] = 1;
    Dims shape = broadcastShape(std::array<const Array*, 2>{&one_, &other});
    shape[axis] = self.shape[axis];
    const Array from = broadcastTo(self, shape);
    shape[axis] = index.shape[axis];
    return one(taken(context, chosenBeside(context, from, axis, broadcastTo(index, shape))));
}

constexpr auto kScatteringRows = std::to_array<OperatorRow>({
    {"aten.gather.default", "self dim index sparse_grad=false", gather},
    {"aten.take_along_dim.default", "self indices dim=none", takeAlong},
    {"aten.scatter.src", "self dim index src", scatter},
    {"aten.scatter.value", "self dim index value", scatter},
    {"aten.scatter.reduce", "self dim index src reduce", scatter, Rule::Sum},
    {"aten.scatter.value_reduce", "self dim index value reduce", scatter, Rule::Sum},
    {"aten.scatter_.src", "self! dim index src", inPlace<scatter>},
    {"aten.scatter_.value", "self! dim index value", inPlace<scatter>},
    {"aten.scatter_.reduce", "self! dim index src reduce", inPlace<scatter>, Rule::Sum},
    {"aten.scatter_.value_reduce", "self! dim index value reduce", inPlace<scatter>, Rule::Sum},
    {"aten.scatter_add.default", "self dim index src", scatterAdd, Rule::Sum},
    {"aten.scatter_add_.default", "self! dim index src", inPlace<scatterAdd>, Rule::Sum},
    {"aten.scatter_reduce.two", "self dim index src reduce include_self=true", scatter, Rule::Sum},
    {"aten.scatter_reduce_.two", "self! dim index src reduce include_self=true", inPlace<scatter>, Rule::Sum},
});

}  // namespace

std::span<const OperatorRow> scatteringRows() { return kScatteringRows; }

}  // namespace etscope::evaluate
