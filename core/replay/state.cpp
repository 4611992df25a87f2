#include "replay/state.h"

#include <algorithm>
#include <map>

#include "base/number_text.h"
#include "evaluate/interpreter.h"
#include "join/value_names.h"
#include "replay/record_surroundings.h"

namespace etscope::replay {
namespace {

using Owner = StateBuffer::Owner;
using Initial = StateBuffer::Initial;

void addStated(const graph::GraphModel& model, Owner owner, State& state) {
    for (const graph::GraphOutput* output : model.bufferMutations())
        if (std::ranges::find(state, model.text(output->target), &StateBuffer::name) == state.end())
            state.push_back({std::string(model.text(output->target)), owner, Initial::Zeros, nullptr, {}, {}});
}

Result<State> written(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    const auto program = method.program(stage, job);
    if (!program) return program.failure();
    const graph::GraphModel& model = *(*program)->graph;
    State state;
    addStated(model, Owner::Program, state);
    if (stage.is(graph::StageId::Kind::Edge))
        for (std::uint32_t i = 0; i < model.delegates().size(); ++i) {
            const auto lowered = method.program(graph::StageId::lowered(i), job);
            if (lowered.cancelled()) return lowered.failure();
            if (lowered) addStated(*(*lowered)->graph, Owner::Delegate, state);
        }
    const session::Method* all = method.known();
    if (!state.empty() || !evaluate::writesInPlace(model) || all == nullptr) return state;
    for (const graph::StageId& other : all->stages) {
        if (other == stage || other.is(graph::StageId::Kind::Program)) continue;
        if (const auto beside = method.program(other, job)) addStated(*(*beside)->graph, Owner::Program, state);
        if (!state.empty()) break;
    }
    return state;
}

/// The program's tensors that a first call finds with values of the program, by buffer.
struct InitialTensors {
    std::map<std::string, const program::TensorInfo*> named;
    std::vector<const program::TensorInfo*> others;  ///< nothing tells which buffers they are

    bool mayHold(const StateBuffer& buffer) const {
        return std::ranges::any_of(others, [&](const program::TensorInfo* tensor) {
            return tensor->scalarType == buffer.type && tensor->fits(buffer.shape);
        });
    }
};

/// By their names, which programs have when they were asked for, else by the operators that take them.
Result<InitialTensors> initialTensors(const session::MethodView& method, const JobContext& job) {
    InitialTensors tensors;
    const program::ExecutionPlan* plan = method.plan();
    if (plan == nullptr) return tensors;
    const auto graph = method.graph(graph::StageId::program(), job);
    const auto names = join::valueNames(method, job);
    if (!graph) return graph.failure();
    if (!names) return names.failure();
    for (const graph::GraphInput& input : (*graph)->top().inputs) {
        const auto index = parseInt((*graph)->text(input.id).substr(1));  // "v12"
        const program::TensorInfo* tensor = index ? plan->tensor(static_cast<program::ValueIndex>(*index)) : nullptr;
        if (tensor == nullptr || tensor->kind() == program::TensorKind::Planned || !tensor->allocation) continue;
        const auto known = (*names)->find(input.value);
        if (tensor->name().empty() && known == (*names)->end())
            tensors.others.push_back(tensor);
        else
            tensors.named.emplace(tensor->name().empty() ? known->second : std::string(tensor->name()), tensor);
    }
    return tensors;
}

}  // namespace

Result<std::shared_ptr<const State>> stateOf(const session::MethodView& method, const graph::StageId& stage,
                                             const JobContext& job) {
    return method.store().get<State>(method.key(stage.text()), job, [&]() -> Result<std::shared_ptr<const State>> {
        auto state = written(method, stage, job);
        if (!state) return state.failure();
        if (state->empty()) return std::make_shared<const State>();
        const auto constants = recordConstants(method, stage, job);
        if (!constants) return constants.failure();
        const auto tensors = initialTensors(method, job);
        if (!tensors) return tensors.failure();
        for (StateBuffer& buffer : *state) {
            const auto value = constants->find(buffer.name);
            const auto* recorded = value ? std::get_if<tensor::Tensor>(&*value) : nullptr;
            const auto known = tensors->named.find(buffer.name);
            if (recorded == nullptr || recorded->state == tensor::DataState::Opaque) {
                buffer.initial = buffer.owner == Owner::Delegate && !value ? Initial::Given : Initial::Unknown;
                continue;
            }
            buffer.type = recorded->type;
            buffer.shape = recorded->shape;
            if (known != tensors->named.end())
                buffer.initial = Initial::Program, buffer.tensor = known->second;
            else if (tensors->mayHold(buffer))
                buffer.initial = Initial::Unknown;
        }
        return std::make_shared<const State>(*std::move(state));
    });
}

}  // namespace etscope::replay
