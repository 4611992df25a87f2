#include "replay/delegate_weights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "evaluate/operator_table.h"
#include "graph/data_flow.h"
#include "join/recorded_tensors.h"
#include "join/weight_mismatch.h"
#include "join/weights.h"
#include "replay/record_surroundings.h"
#include "tensor/format.h"

namespace etscope::replay {
namespace {

using graph::ArgumentKind;
using graph::NodeId;
using graph::ValueId;
using Numbers = std::vector<double>;

/// y = (x − mean) / √(variance + ε) · weight + bias, channel by channel.
struct Normalisation {
    NodeId node;
    Numbers scale;         ///< weight / √(variance + ε)
    Numbers mean, offset;  ///< `offset`: its own bias
    std::string name;      ///< of its own bias, in the record; empty: it has none
    bool otherAxis = false;
};

/// Of the largest bias: what folding in f32 may change.
constexpr double kFoldedBias = 1e-5;

/// Of what cannot be read nothing is said; only a cancelled job ends the work.
template <class T>
Result<std::optional<T>> readable(Result<T> read) {
    if (read) return std::optional<T>(*std::move(read));
    if (read.cancelled()) return read.failure();
    return std::optional<T>();
}

/// Integers of a weight that can be read one by one: of 8 bits, and of 4 where their packing is known.
bool isReadableCodes(ScalarType type) { return type == ScalarType::QUInt4x2 || join::plainType(type) == ScalarType::I8; }

class Checker {
public:
    Checker(const graph::GraphModel& edge, const RecordConstants& record, const std::vector<join::StoredWeight>& weights,
            const JobContext& job)
        : m_edge(edge), m_record(record), m_job(job), m_flow(edge) {
        for (const graph::GraphInput& input : edge.top().inputs)
            if (input.target.valid() && input.value.valid()) m_inputs.emplace_back(edge.text(input.target), input.value);
        for (const join::StoredWeight& weight : weights)
            for (const join::WeightOperator& made : weight.operators)
                if (made.argument == "weight" && !made.name.empty()) addWeight(made, weight.tensor);
    }

    /// Errors: `cancelled`.
    Result<std::optional<DelegateWeight>> check(const join::StoredWeight& weight) const {
        if (isReadableCodes(weight.tensor.type)) return compareCodes(weight);
        if (!isFloating(weight.tensor.type)) return std::optional<DelegateWeight>();
        for (const join::WeightOperator& made : weight.operators) {
            const auto use = made.name.empty() ? std::nullopt : useOf(made.name);
            const auto recorded = made.name.empty() ? std::nullopt : recordedTensor(made.name);
            if (made.argument == "bias") {
                const auto node = use ? use : besideWeight(made);
                if (node && (recorded || made.name.empty())) return compareBias(made.name, *node, recorded, weight.tensor);
            } else if (use && recorded) {
                return compareUses(made.name, *recorded, weight.tensor);
            }
        }
        return std::optional<DelegateWeight>();
    }

private:
    void addWeight(const join::WeightOperator& made, const tensor::Tensor& stored) {
        m_weightOf.emplace(std::pair(made.stage, made.node), made.name);
        ++m_countOf[made.name];
        const auto recorded = recordedTensor(made.name);
        if (recorded && recorded->shape.size() == 2 && !isSquare(*recorded) && stored.shape != recorded->shape)
            m_keepsMatrices = false;
    }
    /// Integers of a quantised weight, which a backend takes as they are.
    Result<std::optional<DelegateWeight>> compareCodes(const join::StoredWeight& weight) const {
        const std::optional<DelegateWeight> kNone;
        const tensor::Tensor stored = join::asIntegers(weight.tensor);
        for (const join::WeightOperator& made : weight.operators) {
            const auto recorded = made.name.empty() ? std::nullopt : recordedTensor(made.name, ScalarType::I8);
            if (made.argument != "weight" || !recorded || countOf(made.name) > 1) continue;
            const auto mismatch = mismatchOf(*recorded, {}, stored);
            if (!mismatch) return mismatch.failure();
            if (!*mismatch || (*mismatch)->count == 0) return kNone;
            DelegateWeight found;
            found.integers = true;
            found.name = made.name;
            if (const auto use = useOf(made.name)) found.nodes = {m_edge.nodePath(*use)};
            found.text = differenceText(**mismatch, stored, {});
            found.stored = inOrderOf(*recorded, stored);
            return std::optional(std::move(found));
        }
        return kNone;
    }
    std::size_t countOf(std::string_view name) const {
        const auto found = m_countOf.find(name);
        return found == m_countOf.end() ? 0 : found->second;
    }
    static bool isSquare(const tensor::Tensor& tensor) { return tensor.shape.size() == 2 && tensor.shape[0] == tensor.shape[1]; }

    /// Square matrices tell their order by no shape: where a delegate keeps the others as they are, it keeps these, too.
    Result<std::optional<join::WeightMismatch>> mismatchOf(const tensor::Tensor& recorded, const Numbers& factors,
                                                           const tensor::Tensor& stored) const {
        const join::AxisOrders orders = m_keepsMatrices && isSquare(recorded) ? join::AxisOrders::Own : join::AxisOrders::Any;
        // A convolution along one axis is one of two for a backend.
        const bool alike = recorded.shape.size() == stored.shape.size();
        auto least = readable(join::leastMismatch(alike ? recorded : join::squeezed(recorded), factors,
                                                  alike ? stored : join::squeezed(stored), m_job, orders));
        if (!least) return least.failure();
        return least->value_or(std::nullopt);
    }

    /// What it is for one of the nodes that take the tensor; of several with different normalisations one cannot be folded for all.
    Result<std::optional<DelegateWeight>> compareUses(const std::string& name, const tensor::Tensor& recorded,
                                                      const tensor::Tensor& stored) const {
        std::optional<DelegateWeight> first;
        const std::vector<NodeId> uses = usesOf(name);
        for (const NodeId use : uses) {
            auto found = compare(name, use, recorded, stored);
            if (!found) return found;
            if (!*found || (*found)->kind == DelegateWeight::Kind::Folded)
                return *found || countOf(name) > 1 ? found : foldedForOthers(name, use, uses, recorded, stored);
            if (!first) first = **std::move(found);
        }
        return first;
    }

    /// Of a weight that is right for `use`, and the only one that the delegate holds of that name.
    Result<std::optional<DelegateWeight>> foldedForOthers(const std::string& name, NodeId use, const std::vector<NodeId>& uses,
                                                          const tensor::Tensor& recorded, const tensor::Tensor& stored) const {
        const std::optional<DelegateWeight> kNone;
        const auto plain = mismatchOf(recorded, {}, stored);
        const auto own = normalisationOf(use);
        if (!plain || !own) return plain ? own.failure() : plain.failure();
        if (!*own || !*plain || (*plain)->count == 0) return kNone;
        for (const NodeId other : uses) {
            const auto theirs = normalisationOf(other);
            if (!theirs) return theirs.failure();
            if (*theirs && (*theirs)->scale == (*own)->scale) continue;
            DelegateWeight found;
            found.kind = DelegateWeight::Kind::Folded;
            found.name = name;
            found.nodes = {m_edge.nodePath(other), m_edge.nodePath((*own)->node)};
            found.text = Sentence::of("'%1' is folded into it for '%2', while '%3', which takes the same weight, %4",
                                      found.nodes.back(), m_edge.nodePath(use), found.nodes.front(),
                                      *theirs ? Sentence::of("has '%1' behind it", m_edge.nodePath((*theirs)->node))
                                              : Sentence::of("has no such normalisation"));
            return std::optional(std::move(found));
        }
        return kNone;
    }

    Result<std::optional<DelegateWeight>> compare(const std::string& name, NodeId use, const tensor::Tensor& recorded,
                                                  const tensor::Tensor& stored) const {
        const auto raw = mismatchOf(recorded, {}, stored);
        if (!raw) return raw.failure();
        if (!*raw || (*raw)->count == 0) return std::optional<DelegateWeight>();
        const auto normalised = normalisationOf(use);
        if (!normalised) return normalised.failure();
        const std::optional<Normalisation>& normalisation = *normalised;
        DelegateWeight found;
        found.name = name;
        found.nodes = {m_edge.nodePath(use)};
        Numbers factors;
        if (normalisation) {
            found.nodes.push_back(m_edge.nodePath(normalisation->node));
            if (!recorded.shape.empty() && static_cast<std::size_t>(recorded.shape.front()) == normalisation->scale.size())
                factors = normalisation->scale;
        }
        const auto folded = factors.empty() ? raw : mismatchOf(recorded, factors, stored);
        if (!folded) return folded.failure();
        const std::optional<join::WeightMismatch>& mismatch = *folded;
        if (!mismatch) return std::optional<DelegateWeight>();
        if (mismatch->count == 0) {
            if (!normalisation->otherAxis) return std::optional<DelegateWeight>();
            found.kind = DelegateWeight::Kind::Folded;
            found.text = Sentence::of("'%1' normalises axis 1 and is folded into the features of '%2', which are the last axis",
                                      found.nodes.back(), found.nodes.front());
            return std::optional(std::move(found));
        }
        found.text = differenceText(*mismatch, stored, normalisation ? found.nodes.back() : std::string());
        if (!normalisation) found.stored = inOrderOf(recorded, stored);
        return std::optional(std::move(found));
    }

    /// The stored weight with the record's type; nothing: its elements stand in another order, or are other ones.
    std::optional<tensor::Tensor> inOrderOf(const tensor::Tensor& recorded, tensor::Tensor stored) const {
        const bool sameOrder = stored.shape == recorded.shape && (!isSquare(recorded) || m_keepsMatrices);
        if (!sameOrder || join::plainType(stored.type) != recorded.type) return std::nullopt;
        stored.type = recorded.type;
        return stored;
    }

    /// Of a bias, into which the mean and the bias of a normalisation are folded, too: b → (b − mean) · scale + offset.
    Result<std::optional<DelegateWeight>> compareBias(const std::string& name, NodeId use,
                                                      const std::optional<tensor::Tensor>& recorded,
                                                      const tensor::Tensor& stored) const {
        const std::optional<DelegateWeight> kNone;
        const auto given = readable(join::weightElements(stored, m_job));
        const auto own = recorded ? readable(join::weightElements(*recorded, m_job)) : Result<std::optional<Numbers>>(Numbers());
        const auto normalised = normalisationOf(use);
        if (!given || !own || !normalised) return !given ? given.failure() : !own ? own.failure() : normalised.failure();
        if (!*given || !*own || (!recorded && !*normalised)) return kNone;
        Numbers plain = **own;
        plain.resize((*given)->size(), 0);
        if (recorded && plain.size() != (*own)->size()) return kNone;
        auto mismatch = mismatchOfBias(plain, **given);
        DelegateWeight found;
        found.nodes = {m_edge.nodePath(use)};
        found.name = name;
        if (*normalised && mismatch.count > 0) {
            const Normalisation& normalisation = **normalised;
            if (normalisation.scale.size() != plain.size()) return kNone;
            for (std::size_t i = 0; i < plain.size(); ++i)
                plain[i] = (plain[i] - normalisation.mean[i]) * normalisation.scale[i] + normalisation.offset[i];
            mismatch = mismatchOfBias(plain, **given);
            found.nodes.push_back(m_edge.nodePath(normalisation.node));
            if (name.empty()) found.name = normalisation.name;
        }
        if (mismatch.count == 0 || found.name.empty()) return kNone;
        found.text = differenceText(mismatch, stored, *normalised ? found.nodes.back() : std::string());
        return std::optional(std::move(found));
    }

    static join::WeightMismatch mismatchOfBias(const Numbers& expected, const Numbers& stored) {
        double most = 0;
        for (const double value : expected) most = std::max(most, std::abs(value));
        join::WeightMismatch found;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            if (std::abs(expected[i] - stored[i]) <= kFoldedBias * most) continue;
            if (found.count++ == 0) found.expected = expected[i], found.stored = stored[i];
        }
        return found;
    }

    static Sentence differenceText(const join::WeightMismatch& mismatch, const tensor::Tensor& stored, const std::string& folded) {
        return Sentence::of(
            folded.empty()
                ? Sentence::phrase("%1 of %2 {2:element|elements}, first %3 in the delegate where the record has %4")
                : Sentence::phrase(
                      "%1 of %2 {2:element|elements}, first %3 in the delegate where the record (with '%5' folded in) has %4"),
            mismatch.count, stored.elementCount().value_or(0),
            tensor::elementText(tensor::Element{mismatch.stored}, ScalarType::F32),
            tensor::elementText(tensor::Element{mismatch.expected}, ScalarType::F32), folded);
    }

    /// The node that takes the weight which the same operator of the delegate takes.
    std::optional<NodeId> besideWeight(const join::WeightOperator& made) const {
        const auto weight = m_weightOf.find({made.stage, made.node});
        return weight == m_weightOf.end() ? std::nullopt : useOf(weight->second);
    }

    /// The nodes that take the tensor.
    std::vector<NodeId> usesOf(std::string_view name) const {
        std::vector<NodeId> uses;
        for (const auto& [target, value] : m_inputs)
            if (target == name)
                for (const NodeId user : m_flow.consumers(value)) uses.push_back(user);
        return uses;
    }
    std::optional<NodeId> useOf(std::string_view name) const {
        const std::vector<NodeId> uses = usesOf(name);
        return uses.empty() ? std::nullopt : std::optional(uses.front());
    }

    const graph::Argument* argument(NodeId node, std::string_view name) const {
        const graph::Node& made = m_edge.node(node);
        const evaluate::Operator* op = evaluate::findOperator(m_edge.text(made.target));
        const auto arguments = m_edge.arguments(made);
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            std::string_view own = m_edge.text(arguments[i].name);
            if (own.empty() && op != nullptr && i < op->signature.parameters().size()) own = op->signature.parameters()[i].name;
            if (own == name) return &arguments[i];
        }
        return nullptr;
    }

    /// Of a tensor of the record that the node takes; empty: it takes none there.
    std::string_view nameOf(NodeId node, std::string_view argumentName) const {
        const graph::Argument* found = argument(node, argumentName);
        if (found == nullptr || found->kind != ArgumentKind::Value) return {};
        for (const auto& [target, value] : m_inputs)
            if (value == found->value()) return target;
        return {};
    }

    Result<std::optional<Numbers>> tensorArgument(NodeId node, std::string_view name) const {
        const std::string_view target = nameOf(node, name);
        const auto tensor = target.empty() ? std::nullopt : recordedTensor(target);
        return tensor ? readable(join::weightElements(*tensor, m_job)) : Result<std::optional<Numbers>>(std::optional<Numbers>());
    }

    /// The batch normalisation that alone takes the node's result.
    Result<std::optional<Normalisation>> normalisationOf(NodeId node) const {
        constexpr std::optional<Normalisation> kNone;
        const auto results = m_flow.results(node);
        if (results.empty()) return kNone;
        const auto users = m_flow.consumers(results.front());
        if (users.size() != 1) return kNone;
        const std::string_view target = evaluate::shortTarget(m_edge.text(m_edge.node(users.front()).target));
        if (target.find("batch_norm") == std::string_view::npos) return kNone;
        const auto given = tensorArgument(users.front(), "running_var"), weights = tensorArgument(users.front(), "weight");
        if (!given || !weights) return given ? weights.failure() : given.failure();
        const std::optional<Numbers>&variance = *given, &weight = *weights;
        const graph::Argument* eps = argument(users.front(), "eps");
        if (!variance || eps == nullptr || eps->kind != ArgumentKind::Float) return kNone;
        Normalisation made{users.front(), Numbers(variance->size(), 1), {}, {}, {}, false};
        for (std::size_t i = 0; i < variance->size(); ++i)
            made.scale[i] = (weight && i < weight->size() ? (*weight)[i] : 1) / std::sqrt((*variance)[i] + eps->number);
        const auto mean = tensorArgument(users.front(), "running_mean"), bias = tensorArgument(users.front(), "bias");
        if (!mean || !bias) return mean ? bias.failure() : mean.failure();
        made.mean = mean->value_or(Numbers());
        made.offset = bias->value_or(Numbers());
        made.mean.resize(made.scale.size(), 0);
        made.offset.resize(made.scale.size(), 0);
        made.name = std::string(nameOf(users.front(), "bias"));
        made.otherAxis =
            evaluate::shortTarget(m_edge.text(m_edge.node(node).target)).starts_with("aten.linear") && rankOf(results.front()) > 2;
        return std::optional(std::move(made));
    }

    std::size_t rankOf(ValueId id) const {
        const graph::Value& value = m_edge.value(id);
        return value.meta.valid() ? m_edge.dims(m_edge.meta(value.meta).sizes).size() : 0;
    }

    /// Of that type; nothing: of floating values.
    std::optional<tensor::Tensor> recordedTensor(std::string_view name, std::optional<ScalarType> type = {}) const {
        const auto value = m_record.find(name);
        const auto* tensor = value ? std::get_if<tensor::Tensor>(&*value) : nullptr;
        if (tensor == nullptr || (type ? tensor->type != *type : !isFloating(tensor->type))) return std::nullopt;
        return *tensor;
    }

    const graph::GraphModel& m_edge;
    const RecordConstants& m_record;
    const JobContext& m_job;
    graph::DataFlow m_flow;
    std::vector<std::pair<std::string_view, ValueId>> m_inputs;
    std::map<std::pair<std::string, std::string>, std::string> m_weightOf;  ///< by stage and node
    std::map<std::string, std::size_t, std::less<>> m_countOf;              ///< stored weights of a name
    bool m_keepsMatrices = true;
};

bool isOf(const join::StoredWeight& weight, const std::string& method, std::size_t delegate) {
    return std::ranges::any_of(weight.uses, [&](const join::WeightUse& use) {
        return use.holder == join::WeightHolder::Delegate && use.method == method &&
               use.delegate == static_cast<std::int64_t>(delegate);
    });
}

/// Weights of a delegate, asked for their operators, and what each is by its contents (null: no tensor of the record).
struct OwnWeights {
    std::vector<join::StoredWeight> asked;
    std::vector<std::shared_ptr<const join::RecordName>> contents;
};

OwnWeights weightsOf(const join::WeightMap& map, const std::string& method, std::size_t delegate) {
    OwnWeights own;
    for (const join::StoredWeight& weight : map.weights()) {
        const bool packed = weight.quantised && !isReadableCodes(weight.tensor.type);  // in an order of its own
        if (weight.unread || packed || !isOf(weight, method, delegate)) continue;
        const bool known =
            weight.record != nullptr && weight.record->by != join::SameBy::Key && weight.record->by != join::SameBy::Operator;
        own.contents.push_back(known ? weight.record : nullptr);
        own.asked.push_back(weight);
        own.asked.back().record = nullptr;
        own.asked.back().operators.clear();
    }
    return own;
}

/// Whether its contents are those of the tensor that its operators take: equal bytes of another tensor are a weight in a wrong
/// place.
bool isInPlace(const join::StoredWeight& weight, const join::RecordName* contents, const RecordConstants& record) {
    if (contents == nullptr) return false;
    const bool turned = contents->by == join::SameBy::Moved && weight.tensor.shape.size() == 2;
    return !turned && std::ranges::all_of(weight.operators, [&](const join::WeightOperator& made) {
        return made.name.empty() || record.holds(made.name, *contents);
    });
}

}  // namespace

Result<std::vector<DelegateWeight>> delegateWeights(const session::MethodView& method, std::size_t delegate,
                                                    const JobContext& job) {
    const auto edge = method.program(graph::StageId::edge(), job);
    if (!edge) return edge.failure();
    const auto record = recordConstants(method, graph::StageId::edge(), job);
    if (!record) return record.failure();
    const auto weights = join::weights(method.session, job);
    if (!weights) return weights.failure();
    const JobContext quiet{job.stop, {}, job.waiting};
    auto own = weightsOf(**weights, method.name, delegate);
    if (const auto named = join::addOperators(method.session, own.asked, quiet); !named) return named.failure();
    const Checker checker(*(*edge)->graph, *record, own.asked, quiet);
    std::vector<DelegateWeight> found;
    for (std::size_t i = 0; i < own.asked.size(); ++i) {
        if (job.cancelled()) return cancelledFailure();
        if (isInPlace(own.asked[i], own.contents[i].get(), *record)) continue;
        auto checked = checker.check(own.asked[i]);
        if (!checked) return checked.failure();
        if (*checked) found.push_back(**std::move(checked));
    }
    return found;
}

}  // namespace etscope::replay
