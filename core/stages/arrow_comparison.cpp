#include "stages/arrow_comparison.h"

#include <algorithm>

#include "gap/gap.h"
#include "graph/data_flow.h"

namespace etscope::stages {

namespace {

using graph::GraphModel;
using graph::NodeId;

/// The names of a node's results.
std::vector<std::string> resultPaths(const GraphModel& model, NodeId node) {
    std::vector<std::string> paths;
    for (const graph::OutputSlot& slot : model.outputs(model.node(node)))
        for (const graph::ValueId value : model.values(slot)) paths.push_back(model.valuePath(value));
    return paths;
}

const MeasuredValue* valueAt(const StageValues& values, const std::string& path) {
    const auto found = values.nodes.find(path);
    return found == values.nodes.end() ? nullptr : &found->second;
}

/// Integers that one side computes from integers alone are exact on both.
gap::Agreement verdictOf(const gap::Closeness& closeness, const MeasuredValue& left, const MeasuredValue& right) {
    return gap::agreementOf(closeness, left.noise + right.noise, left.derived && right.derived);
}

/// Stages recorded on the way carry no handles; their nodes keep name and operator.
bool isNamedAlike(const GraphModel& left, const GraphModel& right, NodeId node) {
    const NodeId other = left.findNode(right.nodePath(node));
    return other.valid() && left.text(left.node(other).target) == right.text(right.node(node).target);
}

class NodeComparison {
public:
    NodeComparison(StageArrow& arrow, const StageValues& left, const StageValues& right, const JobContext& job)
        : m_arrow(arrow), m_left(left), m_right(right), m_job(job) {}

    /// All results of one node against those of another, in order.
    Result<void> compare(const std::string& node, const std::vector<std::string>& left, const std::vector<std::string>& right) {
        if (m_job.cancelled()) return cancelledFailure();
        bool known = left.size() == right.size() && !right.empty();
        for (std::size_t i = 0; known && i < right.size(); ++i) {
            const MeasuredValue *a = valueAt(m_left, left[i]), *b = valueAt(m_right, right[i]);
            if (a == nullptr || b == nullptr) {
                known = false;
                break;
            }
            const auto close = gap::closeness(a->value, b->value, m_job);
            if (close.cancelled()) return close.failure();
            known = close && close->fits;
            if (known && !m_arrow.first && verdictOf(*close, *a, *b) == gap::Agreement::NotRounding)
                m_arrow.first = FirstDifference{node, close->relative()};
        }
        ++(known ? m_arrow.compared : m_arrow.unknown);
        return {};
    }

private:
    StageArrow& m_arrow;
    const StageValues &m_left, &m_right;
    const JobContext& m_job;
};

/// Computed values as the gap asks for them.
class StageReferences : public gap::ReferenceValues {
public:
    explicit StageReferences(const StageValues& values) : m_values(values) {}
    std::optional<tensor::Value> ofNode(const std::string& path) const override {
        const MeasuredValue* value = valueAt(m_values, path);
        return value == nullptr ? std::nullopt : std::optional(value->value);
    }
    std::optional<tensor::Value> ofHandle(std::int64_t) const override { return std::nullopt; }
    std::vector<std::int64_t> handles() const override { return {}; }
    std::string source() const override { return "computed"; }

private:
    const StageValues& m_values;
};

/// Nodes that follow from quantising ones, these included.
std::vector<bool> behindQuantisation(const GraphModel& model) {
    const graph::DataFlow flow(model);
    std::vector<bool> behind(model.nodeCount(), false), values(model.valueCount(), false);
    for (std::uint32_t g = 0; g < model.graphCount(); ++g)
        for (const NodeId node : model.graph(graph::GraphId(g)).nodes) {
            const bool fed = std::ranges::any_of(flow.inputs(node), [&](graph::ValueId id) { return values[id.index()]; });
            behind[node.index()] = fed || quantises(model.text(model.node(node).target));
            for (const graph::ValueId result : flow.results(node)) values[result.index()] = behind[node.index()];
        }
    return behind;
}

}  // namespace

Result<void> compareOutputs(StageArrow& arrow, const OutputValues& left, const OutputValues& right, const JobContext& job) {
    const std::size_t count = std::max(left.size(), right.size());
    for (std::size_t i = 0; i < count; ++i) {
        ArrowOutput output{i, std::nullopt, gap::Agreement::Unknown};
        if (i < left.size() && i < right.size() && left[i] && right[i]) {
            const auto close = gap::closeness(left[i]->value, right[i]->value, job);
            if (close.cancelled()) return close.failure();
            if (close) {
                output.closeness = *close;
                output.verdict = verdictOf(*close, *left[i], *right[i]);
            }
        }
        arrow.outputs.push_back(std::move(output));
    }
    return {};
}

Result<void> compareNodes(StageArrow& arrow, const StageValues& left, const StageValues& right, const join::StageMap& map,
                          const JobContext& job) {
    NodeComparison comparison(arrow, left, right, job);
    for (const NodeId id : right.model->top().nodes) {
        const std::string node = right.model->nodePath(id);
        auto counterparts = map.leftOf(node).nodes;
        if (counterparts.empty() && isNamedAlike(*left.model, *right.model, id)) counterparts.push_back(node);
        if (counterparts.empty()) {
            ++arrow.unknown;
            continue;
        }
        const auto back = map.rightOf(counterparts.back()).nodes;
        if (!back.empty() && back.back() != node) continue;  // a part of what the left side has as one
        const NodeId other = left.model->findNode(counterparts.back());
        const auto leftPaths = other.valid() ? resultPaths(*left.model, other) : std::vector<std::string>{};
        if (auto done = comparison.compare(node, leftPaths, resultPaths(*right.model, id)); !done) return done;
    }
    return {};
}

Result<void> compareSameNodes(StageArrow& arrow, const StageValues& left, const StageValues& right, const JobContext& job) {
    NodeComparison comparison(arrow, left, right, job);
    for (const NodeId id : right.model->top().nodes) {
        const auto paths = resultPaths(*right.model, id);
        if (auto done = comparison.compare(right.model->nodePath(id), paths, paths); !done) return done;
    }
    return {};
}

Result<void> compareRun(StageArrow& arrow, const StageValues& computed, const session::MethodView& method, std::size_t run,
                        const JobContext& job) {
    const StageReferences references(computed);
    const auto table = gap::numericGap(method, references, {.run = run, .tolerance = {0, 0, true}}, job);
    if (!table) return table.failure();
    for (const gap::GapRow& row : table->rows) {
        if (!row.compared() || !row.reference || !row.value || row.nodes.empty()) {
            ++arrow.unknown;
            continue;
        }
        ++arrow.compared;
        if (arrow.first) continue;
        const MeasuredValue* value = valueAt(computed, row.nodes.back());
        const auto close = gap::closeness(*row.reference, *row.value, job);
        if (!close) return close.failure();
        const gap::Agreement verdict =
            gap::agreementOf(*close, value == nullptr ? 0 : value->noise, value == nullptr || value->derived);
        if (close->fits && verdict == gap::Agreement::NotRounding) arrow.first = FirstDifference{row.nodes.back(), row.error};
    }
    return {};
}

bool isBeyond(const StageArrow& arrow, double snrDb) {
    return std::ranges::any_of(arrow.outputs, [snrDb](const ArrowOutput& output) {
        return output.verdict == gap::Agreement::NotRounding &&
               (!output.closeness->fits || !output.closeness->finite || output.closeness->snrDb < snrDb);
    });
}

void judge(StageArrow& arrow, const GraphModel* right) {
    const bool differs =
        std::ranges::any_of(arrow.outputs, [](const ArrowOutput& output) { return output.verdict == gap::Agreement::NotRounding; });
    if (!differs) arrow.first.reset();  // what does not reach an output is no break of the way
    arrow.breaks = differs;
    if (!differs || arrow.quantisation.empty()) return;
    arrow.breaks = isBeyond(arrow, kQuantisedDb);
    if (arrow.breaks || !arrow.first || right == nullptr || !right->findNode(arrow.quantisation).valid()) return;
    const NodeId first = right->findNode(arrow.first->node);
    if (first.valid()) arrow.breaks = !behindQuantisation(*right)[first.index()];
}

}  // namespace etscope::stages
