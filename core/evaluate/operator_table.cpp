#include "evaluate/operator_table.h"

#include <array>
#include <unordered_map>

#include "evaluate/operators/families.h"

namespace etscope::evaluate {

namespace {

class Table {
public:
    Table() {
        for (const auto rows : {arithmeticRows(),     functionRows(),
                                activationRows(),     reductionRows(),
                                normalizationRows(),  matmulRows(),
                                convolutionRows(),    poolingRows(),
                                resamplingRows(),     gridRows(),
                                paddingRows(),        patchRows(),
                                distanceRows(),       viewRows(),
                                indexingRows(),       embeddingBagRows(),
                                scatteringRows(),     maskRows(),
                                arrangementRows(),    partRows(),
                                selectionRows(),      countingRows(),
                                creationRows(),       attentionRows(),
                                compositeRows(),      recurrentRows(),
                                llamaRows(),          deltaRuleRows(),
                                mixtureRows(),        cacheRows(),
                                torchaoRows(),        packedTableRows(),
                                symbolicRows(),       quantizedDecomposedRows(),
                                quantizedTableRows(), tapRows()})
            for (OperatorRow row : rows)
                for (std::string_view targets = row.target; !targets.empty();) {
                    row.target = nextWord(targets, ' ');
                    m_operators.push_back(
                        {row, Signature(row.parameters), preconditionOf(row.target), rows.data() == viewRows().data()});
                }
        for (std::size_t i = 0; i < m_operators.size(); ++i) m_byTarget.emplace(m_operators[i].row.target, i);
    }
    const Operator* find(std::string_view target) const {
        const auto found = m_byTarget.find(target);
        return found == m_byTarget.end() ? nullptr : &m_operators[found->second];
    }
    std::span<const Operator> all() const noexcept { return m_operators; }

private:
    std::vector<Operator> m_operators;
    std::unordered_map<std::string_view, std::size_t> m_byTarget;
};

const Table& table() {
    static const Table kTable;
    return kTable;
}

constexpr const char* kTraining = "only training calls it";
constexpr const char* kRandom = "its values are random: no reference has them";
constexpr const char* kComplex = "complex values are not computed";

constexpr auto kLeftOut = std::to_array<LeftOut>({
    {"aten._adaptive_avg_pool2d_backward.default", kTraining},
    {"aten._fft_c2r.default", kComplex},
    {"aten._fft_r2c.default", kComplex},
    {"aten.avg_pool2d_backward.default", kTraining},
    {"aten.convolution_backward.default", kTraining},
    {"aten.embedding_dense_backward.default", kTraining},
    {"aten.max_pool2d_with_indices_backward.default", kTraining},
    {"aten.native_group_norm_backward.default", kTraining},
    {"aten.native_layer_norm_backward.default", kTraining},
    {"aten.rand.default", kRandom},
    {"aten.randn.default", kRandom},
    {"aten.randperm.default", kRandom},
    {"aten.resize_.default", "what lies in the memory that it adds is not defined"},
    {"aten.sym_is_contiguous.default", "memory layouts are not computed, values are"},
});

}  // namespace

std::string_view shortTarget(std::string_view target) noexcept {
    constexpr std::string_view kPrefixes[] = {"executorch.exir.dialects.edge.ops.",
                                              "executorch.exir.dialects.edge._ops.",
                                              "executorch.exir.dialects.backend.ops.",
                                              "executorch.exir.dialects.backend._ops.",
                                              "torch.ops.",
                                              "edge:"};
    for (const std::string_view prefix : kPrefixes)
        if (target.starts_with(prefix)) return target.substr(prefix.size());
    return target;
}

const Operator* findOperator(std::string_view target) { return table().find(shortTarget(target)); }
std::span<const Operator> operators() { return table().all(); }
std::span<const LeftOut> leftOutOperators() noexcept { return kLeftOut; }

Values computed(const Operator& op, const Call& call) {
    if (op.precondition != nullptr) op.precondition->check(call);
    return op.row.kernel(call);
}

Result<Values> apply(const Operator& op, const Context& context, std::vector<NamedValue> arguments) {
    return unlessRefused<Values>([&] {
        const Computing computing(context);
        return computed(op, Call(context, op.signature, std::move(arguments)));
    });
}

}  // namespace etscope::evaluate
