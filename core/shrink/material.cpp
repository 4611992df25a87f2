#include "shrink/material.h"

#include <algorithm>
#include <unordered_map>

#include "base/escaped.h"
#include "base/limits.h"
#include "replay/computable_graph.h"
#include "replay/evaluated_values.h"
#include "replay/fed_inputs.h"
#include "shrink/bodies.h"
#include "shrink/code_text.h"
#include "stages/computed_graph.h"

namespace etscope::shrink {
namespace {

using evaluate::Array;
using evaluate::Value;
using graph::ValueId;

class Reader {
public:
    Reader(const session::MethodView& method, const graph::StageId& stage, const JobContext& job)
        : m_method(method), m_job(job), m_memory(std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes)) {
        m_made.stage = stage;
    }

    Result<Material> read(std::optional<std::size_t> run, std::size_t mostCalls) {
        const auto computable = replay::computableGraph(m_method, m_made.stage, m_job);
        if (!computable) return computable.failure();
        m_made.graph = (*computable)->graph;
        m_surroundings = (*computable)->surroundings;
        m_made.flow = std::make_shared<const graph::DataFlow>(*m_made.graph);
        for (std::uint32_t index = 0; index < m_made.graph->valueCount(); ++index) {
            const ValueId id(index);
            m_byPath.emplace(m_made.graph->valuePath(id), id);
        }
        readStates();
        findFixed();
        auto fed = callsUntil(run);
        if (!fed) return fed.failure();
        for (const replay::GraphInputs& inputs : *fed) {
            if (auto added = addCall(inputs); !added) return added.failure();
            if (m_made.calls.size() > mostCalls) m_made.calls.erase(m_made.calls.begin());
        }
        return std::move(m_made);
    }

private:
    /// What fed the run, and the runs before it, where state goes on from them.
    Result<std::vector<replay::GraphInputs>> callsUntil(std::optional<std::size_t> run) {
        const auto runs = replay::fedRuns(m_method, m_job);
        if (!runs) return runs.failure();
        std::vector<replay::GraphInputs> calls;
        for (const auto& [index, fed] : **runs) {
            if (run && index > *run) break;
            auto inputs = fed.state != replay::FedState::Unknown ? Result<replay::GraphInputs>(fed.inputs)
                                                                 : replay::graphInputs(m_method, m_made.stage, fed.choice(), m_job);
            if (!inputs) return inputs.failure();
            if (m_made.states.empty()) calls.clear();
            calls.push_back(*std::move(inputs));
            if (!run && m_made.states.empty()) break;
        }
        if (calls.empty()) {
            auto inputs = replay::graphInputs(m_method, m_made.stage, {}, m_job);
            if (!inputs) return inputs.failure();
            calls.push_back(*std::move(inputs));
        }
        m_made.fedFrom = calls.back().source;
        return calls;
    }

    void readStates() {
        const graph::GraphModel& model = *m_made.graph;
        for (const graph::GraphOutput* output : model.bufferMutations())
            for (const graph::GraphInput& input : model.top().inputs)
                if (graph::isRecorded(input.kind) && input.target == output->target &&
                    output->argument.kind == graph::ArgumentKind::Value)
                    m_made.states.push_back({input.value, output->argument.value()});
    }

    void findFixed() {
        const graph::GraphModel& model = *m_made.graph;
        for (const graph::GraphInput& input : model.top().inputs)
            if (input.value.valid() && graph::isRecorded(input.kind)) m_made.fixed.insert(input.value);
        for (const StateValue& state : m_made.states) m_made.fixed.erase(state.before);
        for (std::uint32_t i = 0; i < model.graphCount(); ++i) findFixedIn(model.graph(graph::GraphId(i)));
    }
    void findFixedIn(const graph::Graph& graph) {
        for (const graph::NodeId node : graph.nodes) {
            for (const Operand& one : operandsOf(*m_made.graph, *m_made.flow, node))
                if (m_made.fixed.contains(one.outside)) m_made.fixed.insert(one.inside);
            const auto inputs = m_made.flow->inputs(node);
            const bool isFixed =
                !inputs.empty() && std::ranges::all_of(inputs, [&](ValueId id) { return m_made.fixed.contains(id); });
            if (!isFixed) continue;
            for (const ValueId result : m_made.flow->results(node)) m_made.fixed.insert(result);
        }
    }

    Result<void> addCall(const replay::GraphInputs& inputs) {
        const graph::GraphModel& model = *m_made.graph;
        stages::ComputeOptions options;
        options.buffers = m_state;
        auto computed = stages::computeGraph(m_method, m_made.stage, inputs, options, m_job);
        if (!computed) return computed.failure();
        auto& values = m_made.calls.emplace_back();
        for (auto& [path, value] : computed->values)
            if (const auto found = m_byPath.find(path); found != m_byPath.end()) values[found->second] = std::move(value);
        passOperands(values);
        auto given = replay::evaluatedValues(inputs.values, m_memory);
        if (!given) return given.failure();
        std::size_t next = 0;
        for (const graph::GraphInput& input : model.top().inputs) {
            if (graph::isUser(input.kind)) {
                if (next < given->size() && input.value.valid()) values[input.value] = (*given)[next];
                ++next;
            } else if (input.value.valid()) {
                const std::string target(model.text(input.target));
                const auto state = m_state.find(target);
                auto held =
                    state != m_state.end() ? Result<Value>(Value(state->second)) : m_surroundings->constant(target, m_memory);
                if (held) values[input.value] = *std::move(held);
            }
        }
        for (auto& [target, array] : computed->buffers) m_state[target] = array;
        return {};
    }

    /// What bodies of `cond` begin with is what the call was given; outer ones come first.
    void passOperands(std::map<ValueId, Value>& values) const {
        const graph::GraphModel& model = *m_made.graph;
        for (std::uint32_t i = 0; i < model.graphCount(); ++i)
            for (const graph::NodeId id : model.graph(graph::GraphId(i)).nodes)
                for (const Operand& one : operandsOf(model, *m_made.flow, id))
                    if (const auto found = values.find(one.outside); found != values.end())
                        values.insert_or_assign(one.inside, Value(found->second));
    }

    const session::MethodView& m_method;
    const JobContext& m_job;
    std::shared_ptr<evaluate::Memory> m_memory;
    std::shared_ptr<const evaluate::Surroundings> m_surroundings;
    std::unordered_map<std::string, ValueId> m_byPath;
    std::map<std::string, Array> m_state;
    Material m_made;
};

class Cutter {
public:
    Cutter(const Material& material, const std::vector<graph::NodeId>& nodes, StateAs states)
        : m_material(material), m_model(*material.graph), m_states(states) {
        m_made.graph = material.graph;
        m_made.nodes = nodes;
        std::ranges::sort(m_made.nodes, {}, [&](graph::NodeId node) { return material.flow->position(node); });
        for (const graph::NodeId node : nodes)
            for (const ValueId result : material.flow->results(node)) m_own.insert(result);
    }

    Result<Sketch> cut() {
        for (const graph::NodeId node : m_made.nodes)
            for (const ValueId value : m_material.flow->inputs(node))
                if (!m_own.contains(value) && m_fed.insert(value).second)
                    if (auto added = addFeed(value); !added) return added.failure();
        addOutputs();
        if (m_made.outputs.empty() && m_made.writes.empty()) return fail("shrink-no-code", "the part gives no tensor");
        return std::move(m_made);
    }

private:
    Result<void> addFeed(ValueId value) {
        const auto& values = m_material.last();
        const auto found = values.find(value);
        if (found == values.end()) return fail("shrink-no-value", "a value is not known", escaped(m_model.valuePath(value)));
        const bool isNumber = std::holds_alternative<std::int64_t>(found->second.base()) ||
                              std::holds_alternative<double>(found->second.base()) ||
                              std::holds_alternative<bool>(found->second.base());
        if (isNumber) {
            m_made.numbers.emplace(value, found->second);
            return {};
        }
        const Array* array = found->second.array();
        if (array == nullptr) return fail("shrink-no-code", "what is read is no tensor", escaped(m_model.valuePath(value)));
        Feed feed{value, FeedKind::Input, nameOf(value), *array, {}, false};
        if (m_material.fixed.contains(value)) feed.kind = FeedKind::Constant;
        if (m_states == StateAs::State) addHistory(feed);
        m_made.feeds.push_back(std::move(feed));
        return {};
    }

    /// With all calls: what each of them is fed, what the state begins with.
    void addHistory(Feed& feed) {
        const auto state = std::ranges::find(m_material.states, feed.value, &StateValue::before);
        const bool isKept = state != m_material.states.end() && m_own.contains(state->after);
        const auto at = [&](std::size_t call) { return arrayAt(call, feed.value); };
        if (const Array* first = at(0)) feed.array = *first;
        if (isKept) {
            feed.kind = FeedKind::State;
            m_made.writes.push_back({state->before, state->after});
        } else if (feed.kind == FeedKind::Input) {
            for (std::size_t call = 1; call < m_material.calls.size(); ++call)
                if (const Array* array = at(call)) feed.further.push_back(*array);
        }
    }
    const Array* arrayAt(std::size_t call, ValueId value) const {
        const auto found = m_material.calls[call].find(value);
        return found == m_material.calls[call].end() ? nullptr : found->second.array();
    }

    std::string nameOf(ValueId value) {
        const graph::Value& one = m_model.value(value);
        if (one.producer.valid()) {
            std::string name = operatorName(m_model, one.producer);
            name.erase(0, name.find('.') + 1);
            return freeFeedName(name.substr(0, name.find('.')));
        }
        const graph::GraphInput& input = m_model.graph(one.graph).inputs[one.output];
        return freeFeedName(input.target.valid() && !m_model.text(input.target).empty() ? m_model.text(input.target)
                                                                                        : m_model.text(one.id));
    }
    std::string freeFeedName(std::string_view wish) { return freeName(wish, m_names); }

    void addOutputs() {
        for (const graph::NodeId node : m_made.nodes) {
            bool isFirst = true;
            for (const ValueId value : m_material.flow->results(node)) {
                const bool isTensor = m_model.value(value).kind == graph::ValueKind::Tensor;
                const auto consumers = m_material.flow->consumers(value);
                const bool isRead = std::ranges::any_of(
                    consumers, [&](graph::NodeId reader) { return std::ranges::find(m_made.nodes, reader) != m_made.nodes.end(); });
                const bool isWanted = m_material.flow->leavesGraph(value) || (!isRead && (isFirst || !consumers.empty()));
                const bool isWritten = std::ranges::find(m_made.writes, value, &Write::value) != m_made.writes.end();
                if (isTensor && isWanted && !(isWritten && isRead)) m_made.outputs.push_back(value);
                isFirst = false;
            }
        }
    }

    const Material& m_material;
    const graph::GraphModel& m_model;
    StateAs m_states;
    std::set<ValueId> m_own, m_fed;
    std::set<std::string> m_names{"self", "value", "some", "aten", "torch"};
    Sketch m_made;
};

}  // namespace

Result<Material> materialOf(const session::MethodView& method, const graph::StageId& stage, std::optional<std::size_t> run,
                            const JobContext& job, std::size_t mostCalls) {
    return Reader(method, stage, job).read(run, mostCalls);
}

Result<Sketch> cut(const Material& material, const std::vector<graph::NodeId>& nodes, StateAs states) {
    return Cutter(material, nodes, states).cut();
}

}  // namespace etscope::shrink
