#include "replay/delegate_arguments.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/limits.h"
#include "evaluate/reading.h"
#include "graph/data_flow.h"
#include "join/links.h"
#include "join/weights.h"
#include "program/plan_graph.h"
#include "replay/program_tensors.h"
#include "replay/record_surroundings.h"

namespace etscope::replay {
namespace {

/// Constants that the program hands to a delegate, of which contents do not tell which they are.
using Arguments = std::vector<tensor::Tensor>;

/// A tensor of the record that one of the delegate's nodes takes and the program nowhere has.
struct Candidate {
    std::string_view name;
    graph::NodeId node;
    evaluate::Value value;
};

/// What an instruction takes is told by those before it.
std::vector<program::ValueIndex> takenBy(const program::ExecutionPlan& plan, std::size_t instruction) {
    program::PlanCalls calls(plan);
    const auto& instructions = plan.mainInstructions();
    if (instruction >= instructions.size()) return {};
    for (std::size_t i = 0; i < instruction; ++i) calls.finish(calls.read(instructions[i]));
    return calls.read(instructions[instruction]).takes;
}

Arguments argumentsOf(const session::Session& session, const program::ExecutionPlan& plan, std::int64_t instruction,
                      const join::WeightMap& weights) {
    Arguments arguments;
    for (const program::ValueIndex index : takenBy(plan, static_cast<std::size_t>(instruction))) {
        const program::TensorInfo* info = plan.tensor(index);
        if (info == nullptr) continue;
        const program::TensorKind kind = info->kind();
        if (kind != program::TensorKind::Constant && kind != program::TensorKind::ExternalConstant) continue;
        auto stored = programTensor(session, *info);
        if (!stored) continue;
        const join::StoredWeight* weight = weights.at(stored->storage);
        const bool known = weight != nullptr && weight->record != nullptr && weight->record->by < join::SameBy::Key;
        if (!known) arguments.push_back(*std::move(stored));
    }
    return arguments;
}

/// Whether the program has a tensor for each that the record has of these contents.
bool isHeld(std::string_view name, const join::WeightMap& weights) {
    if (!weights.has(name)) return false;
    const std::size_t alike = weights.of(name, 1).front()->record->names.size();
    return weights.of(name, alike).size() >= alike;
}

std::vector<Candidate> candidatesOf(const graph::GraphModel& edge, const std::set<graph::NodeId>& nodes,
                                    const evaluate::Surroundings& record, const join::WeightMap& weights) {
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const graph::DataFlow flow(edge);
    std::vector<Candidate> candidates;
    for (const graph::GraphInput& input : edge.top().inputs) {
        if (!input.target.valid() || !input.value.valid() || isHeld(edge.text(input.target), weights)) continue;
        const auto users = flow.consumers(input.value);
        const auto user = std::ranges::find_if(users, [&](graph::NodeId node) { return nodes.contains(node); });
        if (user == users.end()) continue;
        auto value = record.constant(edge.text(input.target), memory);
        const evaluate::Array* array = value ? value->array() : nullptr;
        if (array == nullptr) continue;
        candidates.push_back({edge.text(input.target), *user, *std::move(value)});
    }
    return candidates;
}

bool fits(const tensor::Tensor& argument, const Candidate& candidate) {
    const evaluate::Array& array = *candidate.value.array();
    return argument.type == array.type && argument.shape == array.shape;
}

/// The only candidate that the argument can be, where it is the only argument that can be this one.
const Candidate* onlyFit(const tensor::Tensor& argument, const Arguments& arguments, const std::vector<Candidate>& candidates) {
    const auto fitting = [&](const Candidate& one) { return fits(argument, one); };
    const auto found = std::ranges::find_if(candidates, fitting);
    if (found == candidates.end() || std::ranges::count_if(candidates, fitting) != 1) return nullptr;
    return std::ranges::count_if(arguments, [&](const tensor::Tensor& other) { return fits(other, *found); }) == 1 ? &*found
                                                                                                                   : nullptr;
}

}  // namespace

Result<std::optional<ProgramDifference>> delegateArgument(const session::MethodView& method, std::int64_t instruction,
                                                          const JobContext& job) {
    constexpr std::optional<ProgramDifference> kNone;
    const program::ExecutionPlan* plan = method.plan();
    if (plan == nullptr || instruction < 0) return kNone;
    const auto edge = method.program(graph::StageId::edge(), job);
    if (!edge) return edge.failure();
    const auto record = recordSurroundings(method, graph::StageId::edge(), job);
    if (!record) return record.failure();
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    const auto weights = join::weights(method.session, job);
    if (!weights) return weights.failure();
    std::set<graph::NodeId> nodes;
    for (const graph::NodeRef& ref : (*links)->ofInstruction(instruction).edge)
        if (ref.stage == graph::StageId::edge()) nodes.insert(ref.node);
    const graph::GraphModel& model = *(*edge)->graph;
    const Arguments arguments = argumentsOf(method.session, *plan, instruction, **weights);
    const std::vector<Candidate> candidates = candidatesOf(model, nodes, **record, **weights);
    for (const tensor::Tensor& argument : arguments) {
        if (job.cancelled()) return cancelledFailure();
        const Candidate* found = onlyFit(argument, arguments, candidates);
        if (found == nullptr) continue;
        const auto recorded = evaluate::readTensor(*found->value.array());
        const auto text =
            recorded ? constantDifference(*recorded, argument, job) : Result<std::optional<Sentence>>(recorded.failure());
        if (text.cancelled()) return text.failure();
        if (text && *text)
            return ProgramDifference{ProgramDifference::Kind::Constant,
                                     instruction,
                                     model.nodePath(found->node),
                                     std::string(found->name),
                                     {},
                                     found->value,
                                     **text};
    }
    return kNone;
}

}  // namespace etscope::replay
