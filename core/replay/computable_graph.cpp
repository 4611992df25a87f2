#include "replay/computable_graph.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "base/limits.h"
#include "base/lists.h"
#include "base/name_text.h"
#include "compare/dequantised.h"
#include "compare/quantised_error.h"
#include "delegates/shared_biases.h"
#include "evaluate/operator_table.h"
#include "graph/compose.h"
#include "graph/data_flow.h"
#include "join/links.h"
#include "join/weight_mismatch.h"
#include "join/weights.h"
#include "replay/record_surroundings.h"
#include "tensor/format.h"

namespace etscope::replay {
namespace {

using graph::GraphModel;
using graph::NodeId;
using graph::StageId;

/// Scales of groups are far fewer than the weights that they are of.
constexpr std::uint64_t kMostRounded = 1U << 20U;

/// Operators that take the place of those at nodes.
using Targets = std::map<NodeId, std::string>;

/// Whether convolutions take what the parameters were chosen for, behind steps and back.
bool feedsConvolution(const GraphModel& model, const graph::DataFlow& flow, NodeId choice) {
    for (const graph::ValueId parameter : flow.results(choice))
        for (const NodeId user : flow.consumers(parameter))
            for (const graph::ValueId value : flow.results(user))
                for (const NodeId taker : flow.consumers(value))
                    if (evaluate::shortTarget(model.text(model.node(taker).target)).find("conv") != std::string_view::npos)
                        return true;
    return false;
}

/// XNNPACK chooses the parameters of activations for each row, those of convolutions for each item of the batch, whatever the graph
/// says.
void addChoices(const GraphModel& model, const std::vector<NodeId>& nodes, Targets& targets) {
    const graph::DataFlow flow(model);
    for (const NodeId node : nodes)
        if (evaluate::shortTarget(model.text(model.node(node).target)) == "quantized_decomposed.choose_qparams.tensor")
            targets.emplace(node, feedsConvolution(model, flow, node) ? "xnnpack.choose_qparams_per_item.tensor"
                                                                      : "xnnpack.choose_qparams_per_row.tensor");
}

bool isXnnpack(std::string_view backend) { return backend == "XnnpackBackend"; }

using Constants = std::map<std::string, tensor::Tensor, std::less<>>;

/// What the delegates keep of constants in place of the record's, and how they choose parameters inside recorded programs.
class DelegateNumbers : public evaluate::Surroundings {
public:
    DelegateNumbers(std::shared_ptr<const evaluate::Surroundings> recorded, std::shared_ptr<const Constants> rounded)
        : m_recorded(std::move(recorded)), m_rounded(std::move(rounded)) {}

    Result<evaluate::Value> constant(std::string_view target, const std::shared_ptr<evaluate::Memory>& memory) const override {
        const auto own = m_rounded->find(target);
        if (own == m_rounded->end()) return m_recorded->constant(target, memory);
        auto array = evaluate::borrowed(own->second, memory);
        if (!array) return array.failure();
        return evaluate::Value(*std::move(array));
    }
    Result<evaluate::LoweredBody> lowered(const GraphModel& model, std::size_t delegate, const JobContext& job) const override {
        auto body = m_recorded->lowered(model, delegate, job);
        if (!body) return body;
        Targets targets;
        if (isXnnpack(model.text(model.delegates()[delegate].backend))) addChoices(*body->graph, body->graph->top().nodes, targets);
        if (!targets.empty()) body->graph = graph::withTargets(*body->graph, targets);
        body->surroundings = std::make_shared<DelegateNumbers>(body->surroundings, m_rounded);
        return body;
    }

private:
    std::shared_ptr<const evaluate::Surroundings> m_recorded;
    std::shared_ptr<const Constants> m_rounded;
};

class Deployer {
public:
    Deployer(const session::MethodView& method, const JobContext& job) : m_method(method), m_job(job) {}

    Result<std::shared_ptr<const ComputableGraph>> make() {
        const auto edge = computableGraph(m_method, StageId::edge(), m_job);
        if (!edge) return edge.failure();
        ComputableGraph made = **edge;
        const auto constants = roundedConstants(made);
        if (!constants) return constants.failure();
        const auto targets = choices(*made.graph);
        if (!targets) return targets.failure();
        if (!targets->empty()) {
            made.graph = graph::withTargets(*made.graph, *targets);
            made.otherwise.push_back(
                Sentence::of("the parameters of %1 {1:activation|activations} are chosen for each row or item of the batch, in the "
                             "graph for the whole tensor ('%2')",
                             targets->size(), validName(made.graph->nodePath(targets->begin()->first))));
        }
        made.surroundings = std::make_shared<DelegateNumbers>(made.surroundings, *constants);
        if (const auto done = addOtherParameters(made); !done) return done.failure();
        return std::make_shared<const ComputableGraph>(std::move(made));
    }

private:
    /// The nodes of delegate calls that choose parameters.
    Result<Targets> choices(const GraphModel& edge) const {
        Targets targets;
        const program::ExecutionPlan* plan = m_method.plan();
        const auto links = join::links(m_method, m_job);
        if (links.cancelled()) return links.failure();
        if (plan == nullptr || !links) return targets;
        std::set<NodeId> outside, inside;
        const auto& instructions = plan->mainInstructions();
        for (std::size_t i = 0; i < instructions.size(); ++i) {
            const auto delegate = plan->calledDelegate(instructions[i]);
            const bool chooses = delegate && *delegate < plan->delegates.size() && isXnnpack(plan->delegates[*delegate].id);
            for (const graph::NodeRef& node : (*links)->ofInstruction(static_cast<std::int64_t>(i)).edge)
                if (node.stage == StageId::edge()) (chooses ? inside : outside).insert(node.node);
        }
        std::vector<NodeId> own;
        std::ranges::set_difference(inside, outside, std::back_inserter(own));
        addChoices(edge, own, targets);
        return targets;
    }

    struct StepNode {
        NodeId node;
        double scale = 0;
        std::int64_t zeroPoint = 0;
    };
    /// Nodes that quantise with numbers that the graph states, by debug handle.
    static std::multimap<std::int64_t, StepNode> stepNodes(const GraphModel& edge) {
        std::multimap<std::int64_t, StepNode> nodes;
        for (const NodeId id : edge.top().nodes) {
            const graph::Node& node = edge.node(id);
            const auto arguments = edge.arguments(node);
            const bool quantises =
                evaluate::shortTarget(edge.text(node.target)) == "quantized_decomposed.quantize_per_tensor.default";
            if (!quantises || !node.debugHandle || arguments.size() < 3 || arguments[1].kind != graph::ArgumentKind::Float ||
                arguments[2].kind != graph::ArgumentKind::Int)
                continue;
            nodes.emplace(*node.debugHandle, StepNode{id, arguments[1].number, arguments[2].integer});
        }
        return nodes;
    }

    /// Nodes with a bias, by debug handle.
    static std::multimap<std::int64_t, NodeId> biasedNodes(const GraphModel& edge) {
        std::multimap<std::int64_t, NodeId> nodes;
        const auto isBias = [&edge](const graph::Argument& one) { return edge.text(one.name) == "bias"; };
        for (const NodeId id : edge.top().nodes) {
            const graph::Node& node = edge.node(id);
            if (node.debugHandle && std::ranges::any_of(edge.arguments(node), isBias)) nodes.emplace(*node.debugHandle, id);
        }
        return nodes;
    }

    /// The nodes of the record that have a bias and the debug handle of one of these of a payload; where none has, these.
    static std::string nodesOf(const GraphModel& edge, const std::multimap<std::int64_t, NodeId>& biased, const GraphModel& payload,
                               const std::vector<NodeId>& operators) {
        std::set<std::int64_t> handles;
        for (const NodeId one : operators)
            if (const auto handle = payload.node(one).debugHandle) handles.insert(*handle);
        std::set<NodeId> nodes;
        for (const std::int64_t handle : handles)
            for (auto [at, end] = biased.equal_range(handle); at != end; ++at) nodes.insert(at->second);
        std::vector<std::string> names;
        for (const NodeId id : nodes) names.push_back(edge.nodePath(id));
        const auto pathOf = [&payload](NodeId id) { return payload.nodePath(id); };
        return names.empty() ? joined(operators, " and ", pathOf) : joined(names, " and ");
    }

    /// Scales and zero points of values inside delegates, against the nodes of the record that carry the same debug handle.
    Result<void> addOtherParameters(ComputableGraph& made) const {
        const auto nodes = stepNodes(*made.graph);
        const auto biased = biasedNodes(*made.graph);
        const program::ExecutionPlan* plan = m_method.plan();
        for (std::size_t d = 0; plan != nullptr && !nodes.empty() && d < plan->delegates.size(); ++d) {
            const auto decoded = m_method.delegate(d, m_job);
            if (decoded.cancelled()) return decoded.failure();
            if (!decoded || !(*decoded)->graph || !isXnnpack(plan->delegates[d].id)) continue;
            const GraphModel& payload = *(*decoded)->graph;
            for (const delegates::SharedBias& shared : delegates::sharedBiases(**decoded))
                made.biases.push_back({d, nodesOf(*made.graph, biased, payload, shared.operators), shared.text()});
            for (const delegates::ValueQuantization& value : (*decoded)->quantization) {
                const graph::ValueId id = payload.findValue(value.value);
                const NodeId maker = id.valid() ? payload.value(id).producer : NodeId();
                const auto handle = maker.valid() ? payload.node(maker).debugHandle : std::nullopt;
                const auto [first, end] = handle ? nodes.equal_range(*handle) : std::pair(nodes.end(), nodes.end());
                if (first == end || !value.quantization.scale || !value.quantization.zeroPoint) continue;
                const double scale = *value.quantization.scale;
                const std::int64_t zero = *value.quantization.zeroPoint;
                const bool known = std::any_of(first, end, [&](const auto& one) {
                    return std::abs(one.second.scale - scale) <= 1e-6 * one.second.scale && one.second.zeroPoint == zero;
                });
                if (known) continue;
                const auto number = [](double s) { return tensor::elementText(tensor::Element{s}, ScalarType::F32); };
                made.others.push_back({d, "scale and zero point of " + made.graph->nodePath(first->second.node),
                                       Sentence::of("%1 and %2 in the delegate, %3 and %4 in the record", number(scale), zero,
                                                    number(first->second.scale), first->second.zeroPoint)});
            }
        }
        return {};
    }

    /// Constants that delegates hold rounded, and nothing of the program in full.
    Result<std::shared_ptr<const Constants>> roundedConstants(ComputableGraph& made) const {
        auto constants = std::make_shared<Constants>();
        const auto weights = join::weights(m_method.session, m_job);
        const auto quantised = compare::quantisationMap(m_method.session, m_job);
        const auto record = recordConstants(m_method, StageId::edge(), m_job);
        for (const Error* error : {weights ? nullptr : &weights.error(), quantised ? nullptr : &quantised.error()})
            if (error != nullptr && error->isCancelled()) return Failure{*error};
        if (!weights || !quantised || !record) return std::shared_ptr<const Constants>(std::move(constants));
        std::set<std::string> whole;
        for (const join::StoredWeight& weight : (*weights)->weights())
            if (weight.record && weight.record->by < join::SameBy::Rounded)
                whole.insert(weight.record->names.begin(), weight.record->names.end());
        std::map<std::string, std::vector<std::string>> names;  // by their type
        for (const join::StoredWeight& weight : (*weights)->weights()) {
            const auto delegate = userOf(weight);
            const auto stored = delegate ? roundedOf(weight, **quantised) : std::nullopt;
            for (std::size_t i = 0; stored && i < weight.record->names.size(); ++i) {
                const std::string& name = weight.record->names[i];
                const auto recorded = whole.contains(name) ? std::nullopt : record->find(name);
                const auto* tensor = recorded ? std::get_if<tensor::Tensor>(&*recorded) : nullptr;
                if (tensor == nullptr || tensor->type != ScalarType::F32 || tensor->elementCount() != stored->values.size())
                    continue;
                auto other = difference(*tensor, *stored);
                if (other) made.others.push_back({*delegate, name, *std::move(other)});
                if (other || !made.rounded.insert(name).second || !stored->steps.empty()) continue;
                constants->emplace(name, tensorOf(*stored, tensor->shape));
                names[scalarTypeName(weight.tensor.type)].push_back(name);
            }
        }
        for (const auto& [to, of] : names)
            made.otherwise.push_back(
                Sentence::of("%1 {1:constant is|constants are} rounded to %2 ('%3')", of.size(), to, validName(of.front())));
        return std::shared_ptr<const Constants>(std::move(constants));
    }

    /// The first delegate of the method that holds it.
    std::optional<std::size_t> userOf(const join::StoredWeight& weight) const {
        const auto use = std::ranges::find_if(weight.uses, [this](const join::WeightUse& one) {
            return one.holder == join::WeightHolder::Delegate && one.method == m_method.name && one.delegate;
        });
        return use == weight.uses.end() || !weight.record ? std::nullopt : std::optional(static_cast<std::size_t>(*use->delegate));
    }

    /// Elements as the delegate computes with them.
    struct Rounded {
        std::vector<double> values;
        std::vector<double> steps;  ///< of each, or of all; empty: a floating type, in which contents were told already
    };

    /// Of what is the record's in a shorter type, and of a bias in steps of the products that it is added to.
    std::optional<Rounded> roundedOf(const join::StoredWeight& weight, const compare::QuantisationMap& quantised) const {
        if (weight.tensor.elementCount().value_or(kMostRounded + 1) > kMostRounded) return std::nullopt;
        const auto read = [this](const tensor::Tensor& tensor) {
            auto values = join::weightElements(tensor, m_job);
            return values ? *std::move(values) : std::vector<double>();
        };
        if (weight.record->by == join::SameBy::Rounded) return Rounded{read(weight.tensor), {}};
        const bool bias = std::ranges::all_of(weight.operators, [](const auto& op) { return op.argument == "bias"; });
        const inventory::QuantisedWeight* how = quantised.of(weight.tensor);
        if (!bias || weight.operators.empty() || weight.record->names.size() != 1 || weight.tensor.type != ScalarType::QInt32 ||
            weight.record->by != join::SameBy::Operator || how == nullptr)
            return std::nullopt;
        const auto blocks = compare::Blocks::read(*how);
        const auto real = compare::dequantised(*how, m_job);
        if (!blocks || !real) return std::nullopt;
        return Rounded{read(*real), blocks->scales()};
    }

    /// Elements that are further off than rounding to a step.
    static std::optional<Sentence> difference(const tensor::Tensor& recorded, const Rounded& stored) {
        const auto real = join::weightElements(recorded, {});
        if (!real || stored.steps.empty() || real->size() != stored.values.size()) return std::nullopt;
        const auto stepOf = [&](std::size_t i) { return stored.steps[stored.steps.size() == real->size() ? i : 0]; };
        std::size_t count = 0, first = 0;
        for (std::size_t i = real->size(); i-- > 0;)
            if (!(std::abs(stored.values[i] - (*real)[i]) <= 0.5 * stepOf(i) + 1e-6 * std::abs((*real)[i]))) ++count, first = i;
        if (count == 0) return std::nullopt;
        return Sentence::of("%1 of %2 {2:element|elements}, first %3 in the delegate where the record has %4", count, real->size(),
                            tensor::elementText(tensor::Element{stored.values[first]}, ScalarType::F32),
                            tensor::elementText(tensor::Element{(*real)[first]}, ScalarType::F32));
    }

    static tensor::Tensor tensorOf(const Rounded& stored, const std::vector<std::int64_t>& shape) {
        std::vector<std::byte> bytes(stored.values.size() * sizeof(float));
        for (std::size_t i = 0; i < stored.values.size(); ++i) {
            const auto value = static_cast<float>(stored.values[i]);
            std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
        }
        tensor::Tensor made;
        made.type = ScalarType::F32;
        made.shape = shape;
        made.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "rounded constant"));
        return made;
    }

    const session::MethodView m_method;
    const JobContext& m_job;
};

}  // namespace

Result<std::shared_ptr<const ComputableGraph>> computableGraph(const session::MethodView& method, const StageId& stage,
                                                               const JobContext& job) {
    if (stage.is(StageId::Kind::Program))
        return method.store().get<ComputableGraph>(method.name, job, [&] { return Deployer(method, job).make(); });
    const auto program = method.program(stage, job);
    if (!program) return program.failure();
    auto surroundings = recordSurroundings(method, stage, job);
    if (!surroundings) return surroundings.failure();
    return std::make_shared<const ComputableGraph>(ComputableGraph{(*program)->graph, *std::move(surroundings), {}, {}, {}});
}

Result<bool> computesOtherwise(const session::MethodView& method, const JobContext& job) {
    const auto program = computableGraph(method, StageId::program(), job);
    if (program.cancelled()) return program.failure();
    return program && !(*program)->otherwise.empty();
}

}  // namespace etscope::replay
