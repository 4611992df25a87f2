#include "stages/computed_graph.h"

#include <algorithm>

#include "base/limits.h"
#include "evaluate/operator_table.h"
#include "replay/computable_graph.h"
#include "replay/evaluated_values.h"

namespace etscope::stages {

namespace {

/// Rows of nodes that were not computed, of all turns of loops; further ones are counted.
constexpr std::size_t kMostNotComputed = 10'000;

class Collector : public evaluate::Probe {
public:
    Collector(const ComputeOptions& options, const evaluate::Context& context, bool writes, ComputedGraph& into)
        : m_options(options), m_context(context), m_writes(writes), m_into(into) {}

    void take(const evaluate::Scope& scope, graph::NodeId node, graph::ValueId id, const evaluate::Value& value) override {
        if (!node.valid() && scope.prefix.empty()) return;  // an input: whoever gave it has it
        if (!node.valid()) return;
        std::string path = scope.prefix + std::string(scope.model.text(scope.model.value(id).id));
        if (m_options.look) m_options.look(path, value);
        if (m_options.keep && !m_options.keep(path)) return;
        m_context.memory->take(path.size() + 2 * sizeof(evaluate::Value));  // as long as all of them are held
        m_into.values.emplace_back(std::move(path), m_writes ? evaluate::detached(m_context, value) : value);
    }
    void refused(const evaluate::Scope& scope, graph::NodeId node, const Error& why) override {
        ++m_into.unknown;
        if (why.code == "depends-on-unknown") return;
        NotComputed row{scope.prefix, {}, why};
        if (node.valid()) {
            row.node += scope.model.text(scope.model.node(node).id);
            row.target = evaluate::shortTarget(scope.model.text(scope.model.node(node).target));
        }
        if (m_into.notComputed.size() < kMostNotComputed) m_into.notComputed.push_back(std::move(row));
    }
    std::optional<evaluate::Values> instead(const evaluate::Scope& scope, graph::NodeId node) override {
        if (!m_options.instead || !scope.prefix.empty() || !node.valid()) return std::nullopt;
        std::size_t results = 0;
        for (const graph::OutputSlot& slot : scope.model.outputs(scope.model.node(node)))
            results += scope.model.values(slot).size();
        if (results != 1) return std::nullopt;  // nothing tells which of them it is
        const auto given = m_options.instead(scope.model.node(node));
        if (!given) return std::nullopt;
        auto value = replay::evaluatedValue(*given, m_context.memory);
        if (!value) return std::nullopt;
        m_into.restarts.push_back(node);
        evaluate::Values values;
        values.push_back(*std::move(value));
        return values;
    }
    void progress(double fraction) override { m_context.job.report(fraction); }

private:
    const ComputeOptions& m_options;
    const evaluate::Context& m_context;
    bool m_writes;  ///< values that are kept must be copies
    ComputedGraph& m_into;
};

}  // namespace

Result<ComputedGraph> computeGraph(const session::MethodView& method, const graph::StageId& stage,
                                   const replay::GraphInputs& inputs, const ComputeOptions& options, const JobContext& job) {
    const auto computable = replay::computableGraph(method, stage, job);
    if (!computable) return computable.failure();
    ComputedGraph computed;
    const limits::Settable& limits = limits::settable();
    const auto memory = std::make_shared<evaluate::Memory>(
        limits.evaluatedBytes, std::min(options.operations.value_or(limits.operations), limits.operations));
    auto values = replay::evaluatedValues(inputs.values, memory);
    if (!values) return fail(values.error().code, "an input cannot be used: " + values.error().message, inputs.source);
    const evaluate::Context context{memory, job, options.wide};
    const graph::GraphModel& model = *(*computable)->graph;
    Collector collector(options, context, evaluate::writesInPlace(model), computed);
    auto result = evaluate::run(model, *std::move(values), options.buffers, *(*computable)->surroundings, context, collector);
    if (!result) return result.failure();
    computed.outputs = std::move(result->outputs);
    computed.buffers = std::move(result->buffers);
    for (std::size_t i = 0; i < computed.outputs.size(); ++i)
        if (graph::isUser(model.top().outputs[i].kind)) computed.userOutputs.push_back(computed.outputs[i]);
    computed.peakBytes = memory->peak();
    computed.operations = memory->operations();
    return computed;
}

}  // namespace etscope::stages
