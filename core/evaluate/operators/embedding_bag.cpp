// Bags of embeddings: rows of a table, summed, averaged or the largest of each column.
#include <algorithm>
#include <vector>

#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"

namespace etscope::evaluate {

namespace {

enum class Mode : std::int64_t { Sum = 0, Mean = 1, Max = 2 };

/// Where each bag begins in the list of indices, and the end of the last.
std::vector<std::int64_t> boundsOf(const Call& call, std::int64_t indices) {
    std::vector<std::int64_t> bounds = intsOf(call.array("offsets"));
    if (!call.flag("include_last_offset")) bounds.push_back(indices);
    if (bounds.empty() || bounds.front() != 0 || bounds.back() > indices || !std::is_sorted(bounds.begin(), bounds.end()))
        refuseArguments("the bags do not begin at 0, or not in order");
    return bounds;
}

struct Bags {
    Array sums, bagOf, sizes, largest;
};

Bags gathered(const Call& call, Mode mode, const std::vector<std::int64_t>& indices, const std::vector<std::int64_t>& bounds) {
    const Context& context = call.context();
    const Array& weight = call.array("weight");
    const std::int64_t rows = weight.shape[0], width = weight.shape[1], bags = static_cast<std::int64_t>(bounds.size()) - 1;
    const std::int64_t padding = call.integerOr("padding_idx", -1);
    const Array* scales = call.arrayIf("per_sample_weights");
    const std::vector<double> scale = scales != nullptr ? doublesOf(*scales) : std::vector<double>(indices.size(), 1.0);
    if (scale.size() != indices.size()) refuseArguments("there are not as many weights as indices");
    Bags result{context.make(weight.type, {bags, width}),
                context.make(ScalarType::I64, {static_cast<std::int64_t>(indices.size())}), context.make(ScalarType::I64, {bags}),
                context.make(ScalarType::I64, {bags, width})};
    auto *bagOf = reinterpret_cast<std::int64_t*>(result.bagOf.storage->data()),
         *sizes = reinterpret_cast<std::int64_t*>(result.sizes.storage->data()),
         *largest = reinterpret_cast<std::int64_t*>(result.largest.storage->data());
    const Pinned held = Storage::pin(weight.storage);  // once for all rows
    Computing::list(2 * width, sizeof(double));
    std::vector<double> sum(static_cast<std::size_t>(width)), row(sum.size());
    context.charge(checkedCount(Dims{bounds.back(), width}));
    for (std::int64_t bag = 0; bag < bags; ++bag) {
        context.poll();
        std::fill(sum.begin(), sum.end(), 0.0);
        std::int64_t taken = 0;
        for (std::int64_t i = bounds[static_cast<std::size_t>(bag)]; i < bounds[static_cast<std::size_t>(bag) + 1]; ++i) {
            const std::int64_t index = indices[static_cast<std::size_t>(i)];
            if (index < 0 || index >= rows)
                refuseArguments("row " + std::to_string(index) + " of a table of " + std::to_string(rows));
            bagOf[i] = bag;
            if (index == padding) continue;
            context.poll();
            const auto item = static_cast<std::int64_t>(weight.item());
            loadDoubles(weight.stored, held.data + (weight.offset + index * weight.strides[0]) * item, weight.strides[1] * item,
                        row.size(), row.data());
            for (std::size_t c = 0; c < row.size(); ++c) {
                const bool better = taken == 0 || row[c] > sum[c];
                if (mode != Mode::Max) sum[c] += row[c] * scale[static_cast<std::size_t>(i)];
                if (mode == Mode::Max && better) sum[c] = row[c], largest[bag * width + static_cast<std::int64_t>(c)] = index;
            }
            ++taken;
        }
        sizes[bag] = taken;
        if (mode == Mode::Mean && taken > 0)
            for (double& value : sum) value /= static_cast<double>(taken);
        storeDoubles(result.sums.stored, sum.data(), sum.size(),
                     result.sums.storage->data() + static_cast<std::size_t>(bag * width) * result.sums.item());
    }
    return result;
}

Values embeddingBag(const Call& call) {
    const Array& given = call.array("indices");
    const auto mode = static_cast<Mode>(call.integer("mode"));
    if (mode != Mode::Sum && mode != Mode::Mean && mode != Mode::Max)
        refuseArguments("bags are summed, averaged or searched for the largest");
    const std::vector<std::int64_t> indices = intsOf(given);
    Bags bags = gathered(call, mode, indices, boundsOf(call, static_cast<std::int64_t>(indices.size())));
    return {bags.sums, bags.bagOf, bags.sizes, bags.largest};
}

constexpr auto kEmbeddingBagRows = std::to_array<OperatorRow>({
    {"aten._embedding_bag.default",
     "weight indices offsets scale_grad_by_freq=false mode=0 sparse=false per_sample_weights=none include_last_offset=false "
     "padding_idx=-1",
     embeddingBag, Rule::Sum},
    {"aten.embedding_bag.default",
     "weight indices offsets scale_grad_by_freq=false mode=0 sparse=false per_sample_weights=none include_last_offset=false",
     embeddingBag, Rule::Sum},
});

}  // namespace

std::span<const OperatorRow> embeddingBagRows() { return kEmbeddingBagRows; }

}  // namespace etscope::evaluate
