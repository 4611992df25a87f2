// Elements counted, and places found in what is sorted.
#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/operators/families.h"
#include "evaluate/operators/lanes.h"
#include "evaluate/operators/moves.h"
#include "evaluate/operators/ordering.h"
#include "evaluate/operators/quantization.h"

namespace etscope::evaluate {

namespace {

std::int64_t* intsIn(const Array& array) { return reinterpret_cast<std::int64_t*>(array.storage->data()); }

/// Numbers of classes: refuses those below 0.
std::int64_t classCount(const std::vector<std::int64_t>& classes) {
    std::int64_t most = -1;
    for (const std::int64_t number : classes) {
        if (number < 0) refuseArguments("a negative class");
        most = std::max(most, number);
    }
    if (most == std::numeric_limits<std::int64_t>::max()) refuse("limit-exceeded", "too many classes");
    return most + 1;
}

Values oneHot(const Call& call) {
    const Array& self = call.array("self");
    if (isFloating(self.type)) refuseArguments("classes are integers");
    const std::vector<std::int64_t> classes = intsOf(self);
    const std::int64_t needed = classCount(classes), asked = call.integer("num_classes");
    const std::int64_t count = asked == -1 ? needed : asked;
    if (count <= 0 || count < needed) refuseArguments("there are more classes than " + std::to_string(count));
    Dims shape = self.shape;
    shape.push_back(count);
    Array out = call.context().make(ScalarType::I64, shape);
    for (std::size_t i = 0; i < classes.size(); ++i) intsIn(out)[static_cast<std::int64_t>(i) * count + classes[i]] = 1;
    return one(std::move(out));
}

Values binCount(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    if (self.rank() != 1 || isFloating(self.type)) refuseArguments("a vector of integers is wanted");
    const std::vector<std::int64_t> classes = intsOf(self);
    const std::int64_t size = std::max(classCount(classes), call.integer("minlength"));
    if (!call.has("weights")) {
        Array out = context.make(ScalarType::I64, {size});
        for (const std::int64_t number : classes) ++intsIn(out)[number];
        return one(std::move(out));
    }
    const Array& weights = call.array("weights");
    if (weights.shape != self.shape) refuseArguments("there are not as many weights as elements");
    const std::vector<double> terms = doublesOf(weights);
    const Array sums = context.makeStored(ScalarType::F64, ScalarType::F64, {size});
    auto* sum = reinterpret_cast<double*>(sums.storage->data());
    for (std::size_t i = 0; i < classes.size(); ++i) sum[classes[i]] += terms[i];
    return one(fresh(context, sums, weights.type == ScalarType::F32 ? ScalarType::F32 : ScalarType::F64));
}

/// From which number to which the bins lie: those asked for, else those of the elements.
std::array<double, 2> rangeOf(const Call& call, const std::vector<double>& values) {
    double least = call.number("min"), most = call.number("max");
    if (least == most && !values.empty()) {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        least = *low;
        most = *high;
    }
    if (least == most) {
        least -= 1;
        most += 1;
    }
    if (!std::isfinite(least) || !std::isfinite(most) || least > most) refuseArguments("bins between no numbers");
    return {least, most};
}

/// The type of the values decides at the edges of bins: each step is rounded to it.
template <class Round>
void countInto(std::vector<double>& bins, const std::vector<double>& values, const std::array<double, 2>& range,
               const Round& round) {
    const double first = round(range[0]), last = round(range[1]);
    for (const double x : values) {
        if (!(x >= first && x <= last)) continue;
        const double place = round(round(round(x - first) * static_cast<double>(bins.size())) / round(last - first));
        ++bins[place > 0 ? static_cast<std::size_t>(std::min(place, static_cast<double>(bins.size() - 1))) : 0];
    }
}

Values histogram(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    const std::int64_t count = call.integer("bins");
    if (!self.floating()) refuseArguments("bins of floating values are wanted");
    const std::vector<double> values = doublesOf(self);
    Array out = context.make(self.type, {count});  // refuses what is too much before the bins are made
    Computing::list(count, sizeof(double));
    std::vector<double> bins(static_cast<std::size_t>(count));
    const auto range = rangeOf(call, values);
    withRounding(self.stored, [&](const auto& round) { countInto(bins, values, range, round); });
    storeDoubles(out.stored, bins.data(), bins.size(), out.storage->data());
    return one(std::move(out));
}

/// The first place in a row whose element is not less than (or, `right`, greater than) the value. NaN belongs to the end.
template <class T>
std::int64_t placeOf(const std::vector<T>& row, T value, bool right) {
    const auto found = right ? std::partition_point(row.begin(), row.end(), [&](T x) { return !(x > value); })
                             : std::partition_point(row.begin(), row.end(), [&](T x) { return !(x >= value); });
    return found - row.begin();
}

/// Rows of what is sorted, [rows, n], and of what is searched in each, [rows, m].
template <class T>
void searchRows(const Context& context, const Array& sorted, const Array& sorter, const Array& values, bool right, Array& out) {
    std::byte* to = out.storage->data();
    for (std::int64_t r = 0; r < values.shape[0]; ++r) {
        context.poll();
        std::vector<T> row = itemsAs<T>(selected(sorted, 0, sorted.shape[0] == 1 ? 0 : r));
        if (sorter.count() > 0) {
            const std::vector<T> given = row;
            const std::vector<std::int64_t> places = intsOf(selected(sorter, 0, sorter.shape[0] == 1 ? 0 : r));
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (places[i] < 0 || places[i] >= static_cast<std::int64_t>(given.size()))
                    refuseArguments("the sorter leads outside");
                row[i] = given[static_cast<std::size_t>(places[i])];
            }
        }
        for (const T value : itemsAs<T>(selected(values, 0, r))) {
            context.poll();
            const std::int64_t place = placeOf(row, value, right);
            storeInts(out.stored, &place, 1, to);
            to += out.item();
        }
    }
}

Array searched(const Call& call, const Array& sorted, const Value& value, bool right, const Array* sorter) {
    const Context& context = call.context();
    const Array values = value.array() != nullptr ? *value.array() : numberArray(context, value, sorted.type);
    if (sorted.rank() == 0) refuseArguments("what is searched in has no dimensions");
    const std::int64_t n = sorted.shape.back();
    const bool shared = sorted.rank() == 1;
    if (!shared &&
        (values.rank() != sorted.rank() || !std::equal(sorted.shape.begin(), sorted.shape.end() - 1, values.shape.begin())))
        refuseArguments("the rows searched in do not fit those searched for");
    if (sorter != nullptr && sorter->shape != sorted.shape) refuseArguments("the sorter has another shape");
    const std::int64_t rows = shared ? 1 : checkedCount(Dims(sorted.shape.begin(), sorted.shape.end() - 1));
    const bool narrow = call.flag("out_int32");
    Array out = context.make(narrow ? ScalarType::I32 : ScalarType::I64, values.shape);
    const Array seen = reshaped(context, sorted, {rows, n});
    const Array order = sorter != nullptr ? reshaped(context, *sorter, {rows, n}) : context.make(ScalarType::I64, {0});
    const Array wanted = reshaped(context, values, {rows, rows == 0 ? 0 : values.count() / rows});
    if (isFloating(sorted.type) || isFloating(values.type))
        searchRows<double>(context, seen, order, wanted, right, out);
    else
        searchRows<std::int64_t>(context, seen, order, wanted, right, out);
    return out;
}

Values searchSorted(const Call& call) {
    const bool right = call.has("side") ? call.text("side") == "right" : call.flag("right");
    return one(searched(call, call.array("sorted_sequence"), call.value("self"), right, call.arrayIf("sorter")));
}
Values bucketize(const Call& call) {
    const Array& boundaries = call.array("boundaries");
    if (boundaries.rank() != 1) refuseArguments("boundaries of one dimension are wanted");
    return one(searched(call, boundaries, call.value("self"), call.flag("right"), nullptr));
}

/// Different elements, where each one went, how many of each there are. What is not asked for is empty.
struct Different {
    std::vector<std::int64_t> first, inverse, counts;  ///< places in the flat tensor; inverse of each of them
};
Values differentOf(const Call& call, const Array& flat, const Different& found) {
    const Context& context = call.context();
    Array values = context.makeStored(flat.type, flat.stored, {static_cast<std::int64_t>(found.first.size())});
    const Pinned pinned = Storage::pin(flat.storage);
    for (std::size_t i = 0; i < found.first.size(); ++i)
        std::memcpy(values.storage->data() + i * flat.item(),
                    pinned.data + (flat.offset + found.first[i] * flat.strides[0]) * static_cast<std::int64_t>(flat.item()),
                    flat.item());
    const auto listed = [&](std::string_view name, const std::vector<std::int64_t>& numbers, Dims shape) {
        if (!call.flag(name)) return context.make(ScalarType::I64, {0});
        Array list = context.make(ScalarType::I64, std::move(shape));
        std::copy(numbers.begin(), numbers.end(), intsIn(list));
        return list;
    };
    return {values, listed("return_inverse", found.inverse, call.array("self").shape),
            listed("return_counts", found.counts, values.shape)};
}

/// kSorted: over all elements, smallest first; else only neighbours are taken together.
template <bool kSorted>
Values unique(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    if (!kSorted && call.has("dim")) refuseUnsupported("different slices along a dimension");
    const Array flat = reshaped(context, self, {self.count()});
    LaneOrder order(context, flat, 0, Direction::Rising);
    Different found;
    Computing::list(4 * self.count(), sizeof(std::int64_t));
    found.inverse.resize(static_cast<std::size_t>(self.count()));
    eachLane<1>(context, {&flat}, 0, [&](const auto& at) {
        order.load(at[0]);
        std::vector<std::int64_t> places(found.inverse.size());
        for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<std::int64_t>(i);
        if (kSorted) places = order.of(at[0]);
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (i == 0 || !order.equal(places[i - 1], places[i])) {
                found.first.push_back(places[i]);
                found.counts.push_back(0);
            }
            ++found.counts.back();
            found.inverse[static_cast<std::size_t>(places[i])] = static_cast<std::int64_t>(found.first.size()) - 1;
        }
    });
    return differentOf(call, flat, found);
}

constexpr const char* kSearch = "sorted_sequence self out_int32=false right=false side=none sorter=none";

constexpr auto kCountingRows = std::to_array<OperatorRow>({
    {"aten.one_hot.default", "self num_classes=-1", oneHot},
    {"aten.bincount.default", "self weights=none minlength=0", binCount, Rule::Sum},
    {"aten.histc.default", "self bins=100 min=0 max=0", histogram},
    {"aten.searchsorted.Tensor aten.searchsorted.Scalar", kSearch, searchSorted},
    {"aten.bucketize.Tensor aten.bucketize.Scalar", "self boundaries out_int32=false right=false", bucketize},
    {"aten._unique2.default", "self sorted=true return_inverse=false return_counts=false", unique<true>},
    {"aten.unique_consecutive.default", "self return_inverse=false return_counts=false dim=none", unique<false>},
});

}  // namespace

std::span<const OperatorRow> countingRows() { return kCountingRows; }

}  // namespace etscope::evaluate
