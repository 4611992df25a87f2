#include "gap/computable_graph.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "base/limits.h"
#include "base/name_text.h"
#include "evaluate/operator_table.h"
#include "gap/record_surroundings.h"
#include "graph/compose.h"
#include "graph/data_flow.h"
#include "join/links.h"
#include "join/weights.h"
#include "tensor/element_reader.h"

namespace etscope::gap {
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
    Deployer(const session::Session& session, const std::string& method, const JobContext& job)
        : m_session(session), m_method(method), m_job(job) {}

    Result<std::shared_ptr<const ComputableGraph>> make() {
        const auto edge = computableGraph(m_session, m_method, StageId::edge(), m_job);
        if (!edge) return edge.failure();
        ComputableGraph made = **edge;
        const auto constants = roundedConstants(made);
        if (!constants) return constants.failure();
        const auto targets = choices(*made.graph);
        if (!targets) return targets.failure();
        if (!targets->empty()) {
            made.graph = graph::withTargets(*made.graph, *targets);
            made.otherwise.push_back("the parameters of " + std::to_string(targets->size()) +
                                     (targets->size() == 1 ? " activation" : " activations") +
                                     " are chosen for each row or item of the batch, in the graph for the whole tensor ('" +
                                     validName(made.graph->nodePath(targets->begin()->first)) + "')");
        }
        made.surroundings = std::make_shared<DelegateNumbers>(made.surroundings, *constants);
        return std::make_shared<const ComputableGraph>(std::move(made));
    }

private:
    /// The nodes of delegate calls that choose parameters.
    Result<Targets> choices(const GraphModel& edge) const {
        Targets targets;
        const program::ExecutionPlan* plan = m_session.plan(m_method);
        const auto links = join::links(m_session, m_method, m_job);
        if (!links && links.error().code == "cancelled") return links.failure();
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

    /// Constants that delegates hold in a shorter type, and nothing of the program in full.
    Result<std::shared_ptr<const Constants>> roundedConstants(ComputableGraph& made) const {
        auto constants = std::make_shared<Constants>();
        const auto weights = join::weights(m_session, m_job);
        const auto record = recordConstants(m_session, m_method, StageId::edge(), m_job);
        if (!weights && weights.error().code == "cancelled") return weights.failure();
        if (!weights || !record) return std::shared_ptr<const Constants>(std::move(constants));
        std::set<std::string> whole;
        ScalarType type = ScalarType::F32;
        for (const join::StoredWeight& weight : (*weights)->weights())
            if (weight.record && weight.record->by < join::SameBy::Rounded)
                whole.insert(weight.record->names.begin(), weight.record->names.end());
        for (const join::StoredWeight& weight : (*weights)->weights()) {
            if (!weight.record || weight.record->by != join::SameBy::Rounded || !isUsed(weight)) continue;
            for (const std::string& name : weight.record->names) {
                const auto recorded = whole.contains(name) ? std::nullopt : record->find(name);
                const auto* tensor = recorded ? std::get_if<tensor::Tensor>(&*recorded) : nullptr;
                auto widened = tensor != nullptr ? widenedAs(*tensor, weight.tensor) : std::nullopt;
                if (widened && constants->emplace(name, *std::move(widened)).second) type = weight.tensor.type, made.rounded.insert(name);
            }
        }
        if (!constants->empty())
            made.otherwise.push_back(std::to_string(constants->size()) +
                                     (constants->size() == 1 ? " constant is" : " constants are") + " rounded to " +
                                     std::string(scalarTypeName(type)) + " ('" + validName(constants->begin()->first) + "')");
        return std::shared_ptr<const Constants>(std::move(constants));
    }

    bool isUsed(const join::StoredWeight& weight) const {
        return std::ranges::any_of(weight.uses, [this](const join::WeightUse& use) {
            return use.holder == join::WeightHolder::Delegate && use.method == m_method;
        });
    }

    /// The stored elements as f32, in the shape of the recorded ones; nothing where these are of another type.
    static std::optional<tensor::Tensor> widenedAs(const tensor::Tensor& recorded, const tensor::Tensor& stored) {
        auto reader = tensor::ElementReader::open(stored);
        if (!reader || recorded.type != ScalarType::F32 || reader->count() > kMostRounded ||
            recorded.elementCount() != reader->count())
            return std::nullopt;
        const auto floats = reader->floats(0, static_cast<std::size_t>(reader->count()));
        if (!floats) return std::nullopt;
        std::vector<std::byte> bytes(floats->size_bytes());
        std::memcpy(bytes.data(), floats->data(), bytes.size());
        tensor::Tensor made;
        made.type = ScalarType::F32;
        made.shape = recorded.shape;
        made.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "rounded constant"));
        return made;
    }

    const session::Session& m_session;
    const std::string& m_method;
    const JobContext& m_job;
};

}  // namespace

Result<std::shared_ptr<const ComputableGraph>> computableGraph(const session::Session& session, const std::string& method,
                                                               const StageId& stage, const JobContext& job) {
    if (stage.is(StageId::Kind::Program))
        return session.store().get<ComputableGraph>(method, job, [&] { return Deployer(session, method, job).make(); });
    const auto program = session.program(method, stage, job);
    if (!program) return program.failure();
    auto surroundings = recordSurroundings(session, method, stage, job);
    if (!surroundings) return surroundings.failure();
    return std::make_shared<const ComputableGraph>(ComputableGraph{(*program)->graph, *std::move(surroundings), {}, {}});
}

}  // namespace etscope::gap
