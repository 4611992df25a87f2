#include "evaluate/plan.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/checked_math.h"
#include "evaluate/decompositions.h"
#include "evaluate/graph_run.h"
#include "evaluate/operator_table.h"
#include "graph/data_flow.h"

namespace etscope::evaluate {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / 4;

std::uint64_t bounded(std::optional<std::uint64_t> value) noexcept { return std::min(value.value_or(kMost), kMost); }
std::uint64_t product(std::uint64_t a, std::uint64_t b) noexcept { return bounded(checkedMul(a, b)); }
std::uint64_t sum(std::uint64_t a, std::uint64_t b) noexcept { return bounded(checkedAdd(a, b)); }

class Planner {
public:
    explicit Planner(const GraphModel& model) : m_model(model), m_flow(model) {}

    Plan plan() {
        for (std::uint32_t g = 0; g < m_model.graphCount(); ++g) addGraph(m_model.graph(graph::GraphId(g)));
        for (const graph::GraphInput& input : m_model.top().inputs)
            if (input.target.valid() && input.value.valid()) m_plan.weightBytes = sum(m_plan.weightBytes, bytesOf(input.value));
        return std::move(m_plan);
    }

private:
    /// Elements by the sizes that the file states; hints stand for symbols.
    std::optional<std::uint64_t> elements(ValueId id) const {
        const graph::Value& value = m_model.value(id);
        if (value.kind != graph::ValueKind::Tensor) return 1;
        if (!value.meta.valid()) return std::nullopt;
        std::uint64_t count = 1;
        for (const graph::Dim& dim : m_model.dims(m_model.meta(value.meta).sizes)) {
            if (!dim.hasHint || dim.value < 0) return std::nullopt;
            count = product(count, static_cast<std::uint64_t>(dim.value));
        }
        return count;
    }
    std::uint64_t bytesOf(ValueId id) {
        const graph::Value& value = m_model.value(id);
        const auto count = elements(id);
        if (!count) m_plan.sizesKnown = false;
        if (!count || value.kind != graph::ValueKind::Tensor) return 0;
        return product(*count, itemSize(m_model.meta(value.meta).type.value_or(ScalarType::F32)));
    }

    /// Products of each sum: the inner size of a matrix product, the window of a convolution.
    std::uint64_t depth(NodeId id, std::string_view target) const {
        const bool convolution = target.find("conv") != std::string_view::npos;
        std::size_t seen = 0;
        for (const Argument& argument : m_model.arguments(m_model.node(id))) {
            if (argument.kind != ArgumentKind::Value) continue;
            const graph::Value& value = m_model.value(argument.value());
            if (value.kind != graph::ValueKind::Tensor || !value.meta.valid()) continue;
            const auto sizes = m_model.dims(m_model.meta(value.meta).sizes);
            const bool summed = target.find("addmm") != std::string_view::npos || target.find("baddbmm") != std::string_view::npos;
            if (seen++ != (convolution || summed ? 1U : 0U) || sizes.empty()) continue;
            if (!convolution) return static_cast<std::uint64_t>(std::max<std::int64_t>(sizes.back().value, 0));
            std::uint64_t window = 1;
            for (const graph::Dim& dim : sizes.subspan(1))
                window = product(window, static_cast<std::uint64_t>(std::max<std::int64_t>(dim.value, 0)));
            return window;
        }
        return 1;
    }

    void addOperations(NodeId id, const Operator& op) {
        std::uint64_t results = 0;
        for (const ValueId value : m_flow.results(id)) results = sum(results, elements(value).value_or(0));
        if (op.view) return;
        const bool dot = op.row.rule == Rule::Dot;
        m_plan.operations = sum(m_plan.operations, dot ? product(2 * results, depth(id, op.row.target)) : results);
    }

    /// Of an operator that is computed in steps: each taken for one of the results' size.
    void addSteps(NodeId id, std::size_t steps) {
        for (const ValueId value : m_flow.results(id))
            m_plan.operations = sum(m_plan.operations, product(elements(value).value_or(0), steps));
    }

    void addNode(NodeId id) {
        const graph::Node& node = m_model.node(id);
        const std::string_view target = shortTarget(m_model.text(node.target));
        ++m_plan.nodes;
        m_plan.delegateCalls += node.delegate >= 0 ? 1 : 0;
        if (const Operator* op = findOperator(target))
            addOperations(id, *op);
        else if (const Decomposition* own = findDecomposition(target))
            addSteps(id, own->steps.size());
        else if (controlFlow(target) == nullptr)
            m_plan.unsupported.push_back({m_model.nodePath(id), std::string(target), reasonOf(target)});
    }

    static std::string reasonOf(std::string_view target) {
        for (const LeftOut& row : leftOutOperators())
            if (row.target == target) return std::string(row.reason);
        return target.starts_with("aten.") ? "the operator is not computed yet"
                                           : "an operator that the exporter brought along: what it does is not known";
    }

    /// Values in order of execution: taken when made, given back behind their last use.
    void addGraph(const graph::Graph& graph) {
        std::uint64_t live = 0;
        std::vector<std::uint64_t> freed(graph.nodes.size() + 1, 0);
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            addNode(graph.nodes[i]);
            const Operator* op = findOperator(m_model.text(m_model.node(graph.nodes[i]).target));
            for (const ValueId value : m_flow.results(graph.nodes[i])) {
                const std::uint64_t bytes = op != nullptr && op->view ? 0 : bytesOf(value);
                live = sum(live, bytes);
                const auto users = m_flow.consumers(value);
                const std::size_t last = users.empty() ? i : std::max<std::size_t>(i, m_flow.position(users.back()));
                if (!m_flow.leavesGraph(value) && last < graph.nodes.size()) freed[last] = sum(freed[last], bytes);
            }
            m_plan.peakBytes = std::max(m_plan.peakBytes, live);
            live -= std::min(live, freed[i]);
        }
    }

    const GraphModel& m_model;
    graph::DataFlow m_flow;
    Plan m_plan;
};

}  // namespace

Plan planOf(const GraphModel& model) { return Planner(model).plan(); }

}  // namespace etscope::evaluate
