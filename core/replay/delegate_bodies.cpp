#include "replay/delegate_bodies.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "evaluate/kept_constants.h"
#include "graph/roles.h"
#include "replay/computable_graph.h"

namespace etscope::replay {

using graph::NodeId;
using graph::ValueId;

namespace {

/// Ways in which arguments and results can stand for values of the graph.
constexpr std::size_t kMostBodies = 16;

/// One of the options of each place, none twice, in all ways; the first kMostBodies of them.
template <class Options>
auto choices(std::size_t places, Options&& options) {
    std::vector<std::invoke_result_t<Options, std::size_t>> made{{}};
    for (std::size_t i = 0; i < places; ++i) {
        decltype(made) longer;
        const auto possible = options(i);
        for (const auto& chosen : made)
            for (const auto& option : possible) {
                if (std::ranges::find(chosen, option) != chosen.end() || longer.size() >= kMostBodies) continue;
                longer.push_back(chosen);
                longer.back().push_back(option);
            }
        made = std::move(longer);
    }
    return made;
}

bool alike(const evaluate::Value& left, const evaluate::Value& right) {
    const evaluate::Array *a = left.array(), *b = right.array();
    return a != nullptr && b != nullptr && a->type == b->type && a->shape == b->shape;
}

void addTypeAndShape(std::string& text, const evaluate::Value* value) {
    const evaluate::Array* array = value != nullptr ? value->array() : nullptr;
    text += array == nullptr ? "-" : std::to_string(static_cast<int>(array->type));
    for (std::size_t d = 0; array != nullptr && d < array->rank(); ++d) text += "," + std::to_string(array->shape[d]);
    text += ";";
}

/// All of a call that its ways are told by: where its arguments are from, types and shapes.
std::string signatureOf(const ReplayedCall& call) {
    std::string text = std::to_string(call.instruction) + ";";
    for (const ReplayedArgument& argument : call.arguments) {
        text += std::to_string(argument.producer) + (argument.input ? " " + std::to_string(*argument.input) : std::string()) + ":";
        addTypeAndShape(text, &argument.value);
    }
    text += "|";
    for (const auto& result : call.results) addTypeAndShape(text, result ? &*result : nullptr);
    return text;
}

/// Of the node that gives each output; those that a backend puts in to move elements have none of their own.
std::vector<std::optional<std::int64_t>> resultHandles(const graph::GraphModel& payload) {
    const graph::DataFlow flow(payload);
    std::vector<std::optional<std::int64_t>> handles;
    for (const graph::GraphOutput& output : payload.top().outputs) {
        handles.emplace_back();
        if (output.argument.kind != graph::ArgumentKind::Value) continue;
        ValueId value = output.argument.value();
        for (std::size_t steps = 0; !handles.back() && steps < payload.nodeCount(); ++steps) {
            const NodeId node = payload.value(value).producer;
            if (!node.valid()) break;
            handles.back() = payload.node(node).debugHandle;
            const auto inputs = flow.inputs(node);
            if (inputs.size() != 1) break;
            value = inputs.front();
        }
    }
    return handles;
}

}  // namespace

std::vector<std::size_t> DelegateBody::outputs() const {
    std::vector<std::size_t> places;
    const auto& all = body.graph->top().outputs;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!graph::isBufferMutation(all[i].kind)) places.push_back(i);
    return places;
}

Result<std::shared_ptr<DelegateBodies>> DelegateBodies::make(const session::MethodView& method, const JobContext& job) {
    auto bodies = std::make_shared<DelegateBodies>();
    const auto computable = computableGraph(method, graph::StageId::program(), job);
    if (!computable) return computable.failure();
    bodies->m_model = (*computable)->graph;
    bodies->m_flow = std::make_shared<const graph::DataFlow>(*bodies->m_model);
    bodies->m_surroundings = evaluate::keepingConstants((*computable)->surroundings);
    const auto written = graph::writtenBuffers(*bodies->m_model);  // what is in these is the run's, not the record's
    for (const graph::GraphInput& input : bodies->m_model->top().inputs)
        if (!graph::isUser(input.kind) && !written.contains(bodies->m_model->text(input.target)))
            bodies->m_held.insert(input.value);
    const program::ExecutionPlan* plan = method.plan();
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    if (plan == nullptr) return fail("no-such-method", "the program has no such method", method.name);
    for (const graph::GraphInput* input : graph::userInputsOf(*bodies->m_model, plan->inputs.size()))
        bodies->m_userInputs.push_back(input->value);
    const auto kernels = instructionNodes(method, job);
    if (!kernels) return kernels.failure();
    if (!bodies->m_nodes.emplace(*bodies->m_model, **links, *plan, **kernels).complete())
        return fail("limit-exceeded", "too many instructions share the debug handles of too many nodes to tell what delegates run");
    for (std::size_t i = 0; i < plan->mainInstructions().size(); ++i) {
        const auto delegate = plan->calledDelegate(plan->mainInstructions()[i]);
        if (!delegate) continue;
        bodies->m_calls.push_back(static_cast<std::int64_t>(i));
        const auto decoded = method.delegate(*delegate, job);
        if (decoded.cancelled()) return decoded.failure();
        if (decoded && (*decoded)->graph)
            bodies->m_resultHandles.emplace(bodies->m_calls.back(), resultHandles(*(*decoded)->graph));
    }
    return bodies;
}

/// A recorded graph that was lowered has its delegate calls: by the nodes that the instruction carries the handles of, else by
/// order.
std::optional<std::size_t> DelegateBodies::loweredNumber(std::int64_t instruction) const {
    const std::size_t all = m_model->delegates().size();
    if (const auto number = m_nodes->lowered(instruction); number && *number < all) return number;
    const auto at = std::ranges::find(m_calls, instruction);
    if (all == 0 || all != m_calls.size() || at == m_calls.end()) return std::nullopt;
    return static_cast<std::size_t>(at - m_calls.begin());
}

/// Of the type and the sizes that the graph states, as far as it does.
bool DelegateBodies::fits(const evaluate::Value& value, ValueId id) const {
    const evaluate::Array* array = value.array();
    const graph::Value& stated = m_model->value(id);
    if (array == nullptr || !stated.meta.valid()) return true;
    const graph::TensorMeta& meta = m_model->meta(stated.meta);
    const auto sizes = m_model->dims(meta.sizes);
    if (meta.type && *meta.type != array->type) return false;
    if (sizes.size() != array->rank()) return false;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (!sizes[d].expression.valid() && sizes[d].hasHint && sizes[d].value != array->shape[d]) return false;
    return true;
}

/// Finds the part of the edge graph that a call runs: back from its results to its arguments. An argument is what the nodes of the
/// instruction gave which wrote it, or a view of that without an instruction of its own.
class DelegateBodies::PartFinder {
public:
    PartFinder(DelegateBodies& bodies, const ReplayedCall& call)
        : m_bodies(bodies),
          m_model(*bodies.m_model),
          m_nodes(*bodies.m_nodes),
          m_call(call),
          m_own(m_nodes.of(call.instruction)),
          m_ordered(inOrder(m_own)),
          m_shared(m_nodes.isShared(call.instruction)) {
        for (std::size_t i = 0; i < call.arguments.size(); ++i) addCandidates(i);
    }

    /// Each result on its own: what it can be is less than what all of them can be together.
    Result<Ways> find() const {
        if (m_own.empty()) return fail("no-such-delegate", "no node of the recorded graph carries the debug handles of the call");
        std::vector<std::vector<PartWay>> found;
        bool sure = true;
        std::string missing;
        for (std::size_t result = 0; result < m_call.results.size(); ++result) {
            std::vector<PartWay> ways;
            const std::vector<ValueId> values = outputsFor(result);
            for (const ValueId value : values) addWays(result, value, ways, missing);
            const bool several = values.size() > 1 || ways.size() > 1;
            sure = sure && !ways.empty() && (!several || !m_shared || told(values.front()));
            if (!ways.empty()) found.push_back(std::move(ways));
        }
        settle(found);
        auto all = together(found);
        const bool only = std::ranges::all_of(found, [](const auto& ofResult) { return ofResult.size() == 1; });
        if (all && only) found = {{*std::exchange(all, std::nullopt)}};
        const auto wayOf = [this](const PartWay& way) { return Way{m_bodies.part(way.part), way.arguments, way.results}; };
        Ways ways{all ? std::optional(wayOf(*all)) : std::nullopt, {}, sure};
        for (const auto& ofResult : found)
            for (auto& into = ways.ways.emplace_back(); const PartWay& way : ofResult) into.push_back(wayOf(way));
        if (!ways.ways.empty()) return ways;
        if (missing.empty())
            return fail("no-such-delegate",
                        "the results of the call are not those of the recorded nodes that it carries the handles of");
        return fail("no-such-delegate",
                    "nothing tells which of its " + std::to_string(m_call.arguments.size()) + " arguments is '" + missing + "'");
    }

private:
    /// A part of the graph that gives some results, on these arguments.
    struct PartWay {
        graph::Part part;
        std::vector<std::size_t> arguments;  ///< in the order of the part's inputs
        std::vector<std::size_t> results;    ///< in the order of its outputs
    };

    /// What there is one way for is known to the calls after it.
    void settle(const std::vector<std::vector<PartWay>>& found) const {
        if (found.size() != m_call.results.size()) return;
        std::set<NodeId> inside;
        std::vector<ValueId> results;
        for (const auto& ways : found) {
            if (ways.size() != 1) return;
            const graph::Part& part = ways.front().part;
            std::ranges::copy_if(part.nodes, std::inserter(inside, inside.end()),
                                 [this](NodeId node) { return m_own.contains(node); });
            results.insert(results.end(), part.outputs.begin(), part.outputs.end());
        }
        m_nodes.settle(m_call.instruction, inside, std::move(results));
    }

    /// The likeliest way of each result as one part: what they have in common is computed once. Nothing: the ways do not agree.
    std::optional<PartWay> together(const std::vector<std::vector<PartWay>>& found) const {
        if (found.size() < 2) return std::nullopt;
        PartWay all;
        std::vector<ValueId> outputs;
        std::map<ValueId, std::size_t> arguments;
        for (const auto& ways : found) {
            if (std::ranges::find(outputs, ways.front().part.outputs.front()) != outputs.end()) return std::nullopt;
            const PartWay& way = ways.front();
            outputs.push_back(way.part.outputs.front());
            all.results.push_back(way.results.front());
            for (std::size_t i = 0; i < way.arguments.size(); ++i)
                if (arguments.emplace(way.part.inputs[i], way.arguments[i]).first->second != way.arguments[i]) return std::nullopt;
        }
        all.part = partFor(outputs);
        for (const ValueId input : all.part.inputs) {
            const auto known = arguments.find(input);
            if (known == arguments.end()) return std::nullopt;
            all.arguments.push_back(known->second);
        }
        return all;
    }

    /// Of the top graph, as it runs them.
    std::vector<NodeId> inOrder(const std::set<NodeId>& nodes) const {
        std::vector<NodeId> ordered(nodes.begin(), nodes.end());
        std::ranges::sort(ordered, {}, [this](NodeId node) { return m_bodies.m_flow->position(node); });
        return ordered;
    }

    void addCandidates(std::size_t argument) {
        const ReplayedArgument& given = m_call.arguments[argument];
        std::vector<ValueId> open;
        if (given.input && *given.input < m_bodies.m_userInputs.size())
            if (const ValueId fed = m_bodies.m_userInputs[*given.input]; fed.valid()) open.push_back(fed);  // some have no value
        if (const auto known = m_nodes.resultsOf(given.producer); !known.empty())
            open.insert(open.end(), known.begin(), known.end());
        else
            for (const NodeId node : m_nodes.of(given.producer))
                if (!m_own.contains(node))
                    for (const ValueId value : m_bodies.m_flow->results(node)) open.push_back(value);
        for (const ValueId value : m_nodes.withViews(*m_bodies.m_flow, std::move(open)))
            if (m_bodies.fits(given.value, value)) m_candidates[value].insert(argument), m_told.insert(argument);
    }

    /// Values of its nodes of the result's type and sizes; first those that other nodes or the method take, in graph order, as
    /// partitioners order results: the first is the one of its place among the results that are alike.
    std::vector<ValueId> outputsFor(std::size_t index) const {
        std::vector<ValueId> leaving, others;
        const auto& result = m_call.results[index];
        for (const NodeId node : m_ordered) {
            for (const ValueId value : m_bodies.m_flow->results(node)) {
                if (!result || !m_bodies.fits(*result, value)) continue;
                const auto users = m_bodies.m_flow->consumers(value);
                const bool leaves = m_bodies.m_flow->leavesGraph(value) ||
                                    std::ranges::any_of(users, [&](NodeId user) { return !m_own.contains(user); });
                (leaves ? leaving : others).push_back(value);
            }
        }
        const auto before = std::ranges::count_if(std::span(m_call.results).first(index),
                                                  [&](const auto& other) { return other && result && alike(*other, *result); });
        if (before < std::ssize(leaving)) std::rotate(leaving.begin(), leaving.begin() + before, leaving.begin() + before + 1);
        leaving.insert(leaving.end(), others.begin(), others.end());
        if (const auto handle = handleOf(index))  // a backend may have fused what follows into that node
            std::stable_partition(leaving.begin(), leaving.end(),
                                  [&](ValueId value) { return m_model.node(m_model.value(value).producer).debugHandle == handle; });
        return leaving;
    }

    /// Of the node that gives the result, where the payload says it.
    std::optional<std::int64_t> handleOf(std::size_t result) const {
        const auto known = m_bodies.m_resultHandles.find(m_call.instruction);
        if (known == m_bodies.m_resultHandles.end() || known->second.size() != m_call.results.size()) return std::nullopt;
        return known->second[result];
    }

    bool isInput(ValueId value) const {
        const NodeId producer = m_model.value(value).producer;
        if (m_bodies.m_held.contains(value) || !producer.valid()) return true;
        if (m_own.contains(producer)) return m_candidates.contains(value) && m_nodes.isView(producer);
        return m_candidates.contains(value) || m_nodes.hasInstruction(producer);
    }

    /// All that the outputs need, back to the arguments of the call.
    graph::Part partFor(const std::vector<ValueId>& outputs) const {
        graph::Part part;
        part.outputs = outputs;
        std::vector<ValueId> open = outputs;
        std::set<NodeId> inside;
        while (!open.empty()) {
            const ValueId value = open.back();
            open.pop_back();
            if (isInput(value) && std::ranges::find(outputs, value) == outputs.end()) continue;
            const NodeId node = m_model.value(value).producer;
            if (!inside.insert(node).second) continue;
            const auto taken = m_bodies.m_flow->inputs(node);
            open.insert(open.end(), taken.begin(), taken.end());
        }
        part.nodes = inOrder(inside);
        for (const NodeId node : part.nodes) {
            for (const ValueId value : m_bodies.m_flow->inputs(node))
                if (isInput(value) && !m_bodies.m_held.contains(value) &&
                    std::ranges::find(part.inputs, value) == part.inputs.end())
                    part.inputs.push_back(value);
        }
        return part;
    }

    /// Whether nothing about this result was chosen: the nodes give as many values to others as the call has results, and each
    /// value that it takes is what the instruction gave that wrote the argument.
    bool told(ValueId output) const {
        const auto leaves = [this](ValueId value) {
            const auto users = m_bodies.m_flow->consumers(value);
            return m_bodies.m_flow->leavesGraph(value) ||
                   std::ranges::any_of(users, [&](NodeId user) { return !m_own.contains(user); });
        };
        std::size_t leaving = 0;
        for (const NodeId node : m_own)
            leaving += static_cast<std::size_t>(std::ranges::count_if(m_bodies.m_flow->results(node), leaves));
        const graph::Part part = partFor({output});
        return leaving == m_call.results.size() && std::ranges::all_of(part.inputs, [this](ValueId value) {
                   const auto known = m_candidates.find(value);
                   return known != m_candidates.end() && known->second.size() == 1;
               });
    }

    void addWays(std::size_t result, ValueId output, std::vector<PartWay>& ways, std::string& missing) const {
        graph::Part part = partFor({output});
        auto inputs = choices(part.inputs.size(), [&](std::size_t i) { return argumentsFor(part.inputs[i]); });
        if (inputs.empty())
            for (const ValueId value : part.inputs)
                if (missing.empty() && argumentsFor(value).empty()) missing = m_model.text(m_model.value(value).id);
        for (std::vector<std::size_t>& chosen : inputs)
            if (ways.size() < kMostBodies) ways.push_back({part, std::move(chosen), {result}});
    }

    /// The arguments that it must be; where none is known to be, all of its shape that nothing else is known to be.
    std::vector<std::size_t> argumentsFor(ValueId value) const {
        std::vector<std::size_t> possible;
        if (const auto known = m_candidates.find(value); known != m_candidates.end()) {
            possible.assign(known->second.begin(), known->second.end());
        } else {
            for (std::size_t i = 0; i < m_call.arguments.size(); ++i)
                if (!m_told.contains(i) && m_bodies.fits(m_call.arguments[i].value, value)) possible.push_back(i);
        }
        return possible;
    }

    DelegateBodies& m_bodies;
    const graph::GraphModel& m_model;
    PlanNodes& m_nodes;
    const ReplayedCall& m_call;
    std::set<NodeId> m_own;
    std::vector<NodeId> m_ordered;                          ///< these
    bool m_shared = false;                                  ///< other instructions carry handles of some of them
    std::map<ValueId, std::set<std::size_t>> m_candidates;  ///< arguments that a value can be
    std::set<std::size_t> m_told;                           ///< those among them
};

DelegateBodies::Body DelegateBodies::bodyOf(evaluate::LoweredBody body) {
    auto prepared = std::make_shared<const evaluate::PreparedGraph>(*body.graph);
    return {std::move(body), std::move(prepared)};
}

const DelegateBodies::Body& DelegateBodies::part(const graph::Part& part) {
    const auto [kept, isNew] = m_parts.try_emplace({part.outputs, part.inputs});
    if (isNew) kept->second = bodyOf({graph::partOf(*m_model, part), m_surroundings});
    return kept->second;
}

Result<DelegateBodies::Body> DelegateBodies::lowered(std::size_t number, const JobContext& job) {
    if (const auto known = m_lowered.find(number); known != m_lowered.end()) return known->second;
    auto body = m_surroundings->lowered(*m_model, number, job);
    if (!body) return body.failure();
    return m_lowered.emplace(number, bodyOf(*std::move(body))).first->second;
}

Result<DelegateBodies::Ways> DelegateBodies::waysOf(const ReplayedCall& call, const JobContext& job) {
    const auto number = loweredNumber(call.instruction);
    if (!number) return PartFinder(*this, call).find();
    auto body = lowered(*number, job);
    if (!body) return body.failure();
    if (const std::size_t wanted = body->body.graph->userInputs().size(); wanted != call.arguments.size())
        return fail("no-such-delegate", "the call has " + std::to_string(call.arguments.size()) +
                                            " arguments, its recorded graph takes " + std::to_string(wanted));
    const std::size_t given = body->body.graph->top().outputs.size() - body->body.graph->bufferMutations().size();
    if (given < call.results.size())
        return fail("no-such-delegate", "the call has " + std::to_string(call.results.size()) +
                                            " results, its recorded graph gives " + std::to_string(given));
    Way way{*std::move(body), std::vector<std::size_t>(call.arguments.size()), std::vector<std::size_t>(call.results.size())};
    std::iota(way.arguments.begin(), way.arguments.end(), std::size_t{0});
    std::iota(way.results.begin(), way.results.end(), std::size_t{0});
    return Ways{{}, {{std::move(way)}}, true};
}

DelegateBody DelegateBodies::readingOf(const Way& way, const ReplayedCall& call) {
    DelegateBody body{way.body.body, way.body.prepared, {}, way.results, {}};
    for (const std::size_t argument : way.arguments) body.inputs.push_back(call.arguments[argument].value);
    return body;
}

Result<DelegateReadings> DelegateBodies::of(const ReplayedCall& call, const JobContext& job) {
    const std::string key = signatureOf(call);
    auto known = m_ways.find(key);
    if (known == m_ways.end()) {
        auto ways = waysOf(call, job);
        if (!ways) return ways.failure();
        known = m_ways.emplace(key, *std::move(ways)).first;
    }
    DelegateReadings readings{{}, {}, known->second.sure};
    if (known->second.whole) readings.whole = readingOf(*known->second.whole, call);
    for (const auto& ofResult : known->second.ways)
        for (auto& into = readings.ways.emplace_back(); const Way& way : ofResult) into.push_back(readingOf(way, call));
    return readings;
}

ReadDelegate delegateReader(const session::MethodView& method, const JobContext& job) {
    if (method.session.recordFile() == nullptr)
        return [](const ReplayedCall&) -> Result<DelegateReadings> {
            return fail("no-such-delegate", "what the delegate was made from is in the record, which is not here");
        };
    using Bodies = Result<std::shared_ptr<DelegateBodies>>;
    return
        [method, &job, bodies = std::make_shared<std::optional<Bodies>>()](const ReplayedCall& call) -> Result<DelegateReadings> {
            if (!*bodies) *bodies = DelegateBodies::make(method, job);
            return **bodies ? (***bodies)->of(call, job) : Result<DelegateReadings>((*bodies)->failure());
        };
}

}  // namespace etscope::replay
