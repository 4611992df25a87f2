#include "join/weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "join/links.h"
#include "join/recorded_tensors.h"
#include "join/weight_mismatch.h"
#include "modules/operator_family.h"

namespace etscope::join {
namespace {

using graph::GraphModel;
using graph::NodeId;
using graph::NodeRef;
using graph::StageId;
using graph::ValueId;

/// Words of backends for the argument that graphs call `weight`.
constexpr std::array<std::string_view, 4> kWeightWords{"weight", "filter", "kernel", "w"};
/// What stands between a weight and the operator that takes it, and leaves it the same weight.
constexpr std::array<std::string_view, 15> kPasses{"dequantize_per_tensor",
                                                   "dequantize_per_channel",
                                                   "dequantize_per_channel_group",
                                                   "dequantize_affine",
                                                   "dequantize_gguf",
                                                   "dequantize_int4_tensor",
                                                   "dequantize_mx",
                                                   "dequantize_nvfp4",
                                                   "view",
                                                   "permute",
                                                   "transpose",
                                                   "t",
                                                   "unsqueeze",
                                                   "squeeze",
                                                   "clone"};
constexpr int kMostPasses = 8;
/// That share one weight: zeros are the bias of every layer.
constexpr std::size_t kMostOperators = 8;

std::string_view roleOf(std::string_view argument) {
    return std::ranges::find(kWeightWords, argument) != kWeightWords.end() ? std::string_view("weight") : argument;
}

/// What reads the constants of a delegate's graph.
struct Readers {
    std::shared_ptr<const GraphModel> model;
    std::unordered_map<std::string_view, graph::Edge> firstOf;  ///< value's id → the first edge from it
};

using RecordedRows = std::vector<const inventory::TensorRow*>;
using RecordedByName = std::map<std::pair<std::string_view, std::string_view>, RecordedRows>;  ///< by method and name

class OperatorNamer {
public:
    OperatorNamer(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    std::optional<WeightOperator> of(const WeightUse& use) {
        if (!use.delegate) return std::nullopt;
        const Readers& readers = readersOf(use.method, *use.delegate);
        const auto edge = readers.firstOf.find(use.name);
        const auto links = edge == readers.firstOf.end() ? nullptr : linksOf(use.method);
        if (links == nullptr) return std::nullopt;
        const auto stage = StageId::payload(static_cast<std::uint32_t>(*use.delegate));
        const NodeLinks known = links->of({stage, edge->second.to});
        const auto& nodes = known.exported.empty() ? known.edge : known.exported;
        // A node without an identity of its own shares the whole call with all others: that says nothing.
        if (links->insideBy(*use.delegate) == InsideBy::Nothing || known.debugHandles.empty() || nodes.empty()) return std::nullopt;
        WeightOperator op = told(*links, nodes, std::string(roleOf(readers.model->text(edge->second.argument))));
        if (op.module.empty()) op.module = links->graphs().module(known.edge);
        return op;
    }

    /// Of a constant of the plan, by the first operator of the record's graphs that takes that tensor.
    std::optional<WeightOperator> of(const WeightUse& use, const std::string& name) {
        const auto links = linksOf(use.method);
        for (const StageId& stage : {StageId::exported(), StageId::edge()}) {
            const GraphModel* model = links != nullptr ? links->graphs().find(stage) : nullptr;
            if (model == nullptr) continue;
            const auto& takers = takersOf(*model);
            const auto edge = takers.find(name);
            if (edge == takers.end()) continue;
            const NodeId to = edge->second.to;
            return WeightOperator{stage.text(),
                                  model->nodePath(to),
                                  std::string(roleOf(model->text(edge->second.argument))),
                                  links->graphs().module({{stage, to}}),
                                  name,
                                  false};
        }
        return std::nullopt;
    }

    /// What folding the norm multiplies each of so many channels by; nothing: the record has no such numbers, or they are not
    /// finite. Errors: `cancelled`.
    Result<std::optional<std::vector<double>>> factors(const std::string& method, const NodeRef& norm, const RecordedByName& rows,
                                                       std::uint64_t channels) {
        constexpr std::optional<std::vector<double>> kNone;
        const GraphModel& model = *linksOf(method)->graphs().find(norm.stage);
        std::optional<double> eps;
        for (const graph::Argument& argument : model.arguments(model.node(norm.node)))
            if (model.text(argument.name) == "eps" && argument.kind == graph::ArgumentKind::Float) eps = argument.number;
        std::map<std::string_view, std::vector<double>> numbers;
        for (const char* role : {"running_var", "weight"})
            if (const auto row = rows.find({method, weightOf(model, norm.node, role)});
                row != rows.end() && row->second.front()->tensor.elementCount() == channels) {
                auto read = weightElements(row->second.front()->tensor, m_job);
                if (read.cancelled()) return read.failure();
                if (read) numbers[role] = *std::move(read);
            }
        std::vector<double>&variance = numbers["running_var"], &scale = numbers["weight"];
        if (!eps || variance.empty() || variance.size() != scale.size()) return kNone;
        for (std::size_t i = 0; i < scale.size(); ++i) scale[i] /= std::sqrt(variance[i] + *eps);
        const bool finite = std::ranges::all_of(scale, [](double factor) { return std::isfinite(factor); });
        return finite ? std::optional(std::move(scale)) : kNone;
    }

private:
    static bool isPass(const GraphModel& model, NodeId node) {
        return std::ranges::find(kPasses, modules::operatorWord(model.text(model.node(node).target))) != kPasses.end();
    }
    const Readers& readersOf(const std::string& method, std::int64_t delegate) {
        const auto [at, fresh] = m_readers.try_emplace({method, delegate});
        if (!fresh) return at->second;
        const auto graph = m_session.graph(method, StageId::payload(static_cast<std::uint32_t>(delegate)), m_job);
        if (!graph) return at->second;
        at->second.model = *graph;
        for (const graph::Edge& edge : (*graph)->edges(graph::GraphId(0U)))
            at->second.firstOf.try_emplace((*graph)->text((*graph)->value(edge.value).id), edge);
        return at->second;
    }

    std::shared_ptr<const MethodLinks> linksOf(const std::string& method) {
        const auto [at, fresh] = m_links.try_emplace(method);
        if (fresh)
            if (auto made = links({m_session, method}, m_job)) at->second = *std::move(made);
        return at->second;
    }

    /// The first of the nodes that has the argument; where none has it, the backend made it of others (a folded bias).
    WeightOperator told(const MethodLinks& links, const std::vector<NodeRef>& nodes, std::string role) {
        WeightOperator op;
        op.argument = std::move(role);
        bool only = true;
        for (const NodeRef& node : nodes) {
            const GraphModel* model = links.graphs().find(node.stage);
            const std::string name = model == nullptr ? std::string() : weightOf(*model, node.node, op.argument);
            only = only && (op.name.empty() || name.empty() || name == op.name);
            if (model == nullptr || !op.name.empty() || (!op.node.empty() && name.empty())) continue;
            op.stage = node.stage.text();
            op.node = model->nodePath(node.node);
            op.name = name;
            op.module = links.graphs().module({node});
            const auto& norms = factsOf(*model).norms;
            const auto norm = norms.find(node.node);
            op.alone = !name.empty() && norm == norms.end();
            if (norm != norms.end() && norm->second.valid()) op.norm = {node.stage, norm->second};
        }
        op.alone = op.alone && only && (op.argument == "weight" || op.argument == "bias");
        return op;
    }

    /// The qualified name of what the argument is, behind what only changes its form; empty: no input of the graph.
    std::string weightOf(const GraphModel& model, NodeId node, std::string_view role) {
        for (const graph::Argument& argument : model.arguments(model.node(node)))
            if (argument.kind == graph::ArgumentKind::Value && roleOf(model.text(argument.name)) == role)
                return inputBehind(model, argument.value());
        return {};
    }

    std::string inputBehind(const GraphModel& model, ValueId value) {
        for (int pass = 0; pass < kMostPasses; ++pass) {
            const NodeId maker = model.value(value).producer;
            if (!maker.valid()) return targetOf(model, value);
            const auto arguments = model.arguments(model.node(maker));
            if (!isPass(model, maker) || arguments.empty() || arguments.front().kind != graph::ArgumentKind::Value) return {};
            value = arguments.front().value();
        }
        return {};
    }

    std::string targetOf(const GraphModel& model, ValueId value) {
        const auto& targets = factsOf(model).targets;
        const auto hit = targets.find(value);
        return hit == targets.end() ? std::string() : std::string(hit->second);
    }

    struct Facts {
        std::unordered_map<ValueId, std::string_view> targets;  ///< of inputs
        std::map<NodeId, NodeId> norms;                         ///< batch norms that take what the nodes give; invalid: not alone
        /// By name, the first edge to a node that does more than change the form; filled when one is asked for.
        std::optional<std::unordered_map<std::string, graph::Edge>> takers;
    };
    const std::unordered_map<std::string, graph::Edge>& takersOf(const GraphModel& model) {
        factsOf(model);
        auto& takers = m_facts.at(&model).takers;
        if (takers) return *takers;
        takers.emplace();
        for (const graph::Edge& edge : model.edges(graph::GraphId(0U)))
            if (std::string name = inputBehind(model, edge.value); !name.empty() && !isPass(model, edge.to))
                takers->try_emplace(std::move(name), edge);
        return *takers;
    }
    const Facts& factsOf(const GraphModel& model) {
        const auto [at, fresh] = m_facts.try_emplace(&model);
        if (!fresh) return at->second;
        for (const graph::GraphInput& input : model.top().inputs)
            if (input.value.valid()) at->second.targets.try_emplace(input.value, model.text(input.target));
        std::unordered_map<ValueId, std::size_t> uses;  // the graph's outputs are some
        for (const graph::Edge& edge : model.edges(graph::GraphId(0U))) ++uses[edge.value];
        for (const graph::GraphOutput& output : model.top().outputs)
            if (output.argument.kind == graph::ArgumentKind::Value) ++uses[output.argument.value()];
        for (const NodeId id : model.top().nodes) {
            const auto arguments = model.arguments(model.node(id));
            const bool norm = model.text(model.node(id).target).find("batch_norm") != std::string_view::npos;
            if (!norm || arguments.empty() || arguments.front().kind != graph::ArgumentKind::Value) continue;
            const ValueId value = arguments.front().value();
            at->second.norms.emplace(model.value(value).producer, uses[value] == 1 ? id : NodeId());
        }
        return at->second;
    }

    const session::Session& m_session;
    const JobContext& m_job;
    std::map<std::pair<std::string, std::int64_t>, Readers> m_readers;
    std::map<std::string, std::shared_ptr<const MethodLinks>> m_links;  ///< they keep the models of `m_facts`
    std::unordered_map<const GraphModel*, Facts> m_facts;
};

std::shared_ptr<const RecordName> named(const std::vector<WeightOperator>& operators) {
    RecordName record{SameBy::Operator, {}, {}, {}};
    for (const WeightOperator& op : operators)
        if (!op.name.empty() && std::ranges::find(record.names, op.name) == record.names.end()) record.names.push_back(op.name);
    return record.names.empty() ? nullptr : std::make_shared<const RecordName>(std::move(record));
}

/// Whether it is the tensor that the operator takes, with the norm behind that folded in: more than a name can tell. Errors:
/// `cancelled`.
Result<bool> isFolded(const StoredWeight& weight, const WeightOperator& op, const std::string& method, const RecordedByName& rows,
                      OperatorNamer& namer, const JobContext& job) {
    const auto recorded = rows.find({method, op.name});
    const bool may = op.norm.node.valid() && op.argument == "weight" && recorded != rows.end() && !weight.record &&
                     !weight.unread && !weight.uniform && !weight.quantised && isFloating(weight.tensor.type);
    if (!may) return false;
    tensor::Tensor plain = recorded->second.front()->tensor, stored = weight.tensor;
    if (plain.shape.empty() || plain.shape.front() <= 0) return false;
    const auto factors = namer.factors(method, op.norm, rows, static_cast<std::uint64_t>(plain.shape.front()));
    if (!factors) return factors.failure();
    if (!*factors) return false;
    if (plain.shape.size() != stored.shape.size()) plain = squeezed(plain), stored = squeezed(stored);  // of one dimension
    const auto mismatch = leastMismatch(plain, **factors, stored, job);
    if (mismatch.cancelled()) return mismatch.failure();
    return mismatch && *mismatch && (*mismatch)->count == 0;
}

/// The tensor of that method and name, where the weight holds others: equal bytes of another tensor, or of none.
const inventory::TensorRow* otherThan(const StoredWeight& weight, const RecordedRows& rows) {
    const auto sizes = [](const tensor::Tensor& tensor) {
        std::vector<std::int64_t> sorted = squeezed(tensor).shape;
        std::ranges::sort(sorted);
        return std::pair(plainType(tensor.type), std::move(sorted));
    };
    const bool contents = weight.record != nullptr && weight.record->by < SameBy::Key;
    for (const inventory::TensorRow* row : rows) {
        if (row->tensor.state != tensor::DataState::Dense) return nullptr;
        if (contents ? weight.record->holds(row->tensor)
                     : weight.quantised || !isFloating(weight.tensor.type) || sizes(row->tensor) != sizes(weight.tensor))
            return nullptr;
    }
    return rows.front();
}

}  // namespace

Result<void> addOperators(const session::Session& session, std::vector<StoredWeight>& weights, const JobContext& job) {
    const auto recorded = recordedTensors(session, job);
    if (!recorded) return recorded.failure();
    RecordedByName rows;
    for (const inventory::TensorRow* row : *recorded) rows[{row->method, row->name}].push_back(row);
    OperatorNamer namer(session, job);
    for (StoredWeight& weight : weights) {
        if (job.cancelled()) return cancelledFailure();
        std::vector<WeightOperator> operators;
        const auto names = weight.record ? weight.record->names : std::vector<std::string>();
        const bool unsaid =
            names.size() == 1 && names.front().find('.') == std::string::npos && !weight.usedAs(WeightHolder::Delegate);
        for (const WeightUse& use : weight.uses) {
            if (operators.size() == kMostOperators) break;
            auto op = unsaid ? namer.of(use, names.front()) : namer.of(use);
            if (!op || std::ranges::find(operators, *op) != operators.end()) continue;
            const auto folded = isFolded(weight, *op, use.method, rows, namer, job);
            if (!folded) return folded.failure();
            weight.folded = weight.folded || *folded;
            if (op->alone && !weight.uniform && weight.wanted == nullptr)
                if (const auto of = rows.find({use.method, op->name}); of != rows.end())
                    weight.wanted = otherThan(weight, of->second);
            operators.push_back(*std::move(op));
        }
        if (operators.size() != 1) weight.wanted = nullptr;
        if (weight.record && !weight.quantised && !unsaid) continue;
        if (!weight.record) weight.record = named(operators);
        weight.operators = std::move(operators);
    }
    return {};
}

}  // namespace etscope::join
