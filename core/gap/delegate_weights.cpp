#include "gap/delegate_weights.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "evaluate/operator_table.h"
#include "gap/record_surroundings.h"
#include "gap/weight_mismatch.h"
#include "graph/data_flow.h"
#include "join/weights.h"
#include "tensor/format.h"

namespace etscope::gap {
namespace {

using graph::ArgumentKind;
using graph::NodeId;
using graph::ValueId;
using Numbers = std::vector<double>;

/// y = (x − mean) / √(variance + ε) · weight + bias, channel by channel.
struct Normalisation {
    NodeId node;
    Numbers scale;  ///< weight / √(variance + ε)
    bool otherAxis = false;
};

/// Of what cannot be read nothing is said; only a cancelled job ends the work.
template <class T>
Result<std::optional<T>> readable(Result<T> read) {
    if (read) return std::optional<T>(*std::move(read));
    if (read.error().code == "cancelled") return read.failure();
    return std::optional<T>();
}

class Checker {
public:
    Checker(const graph::GraphModel& edge, const RecordConstants& record, const JobContext& job)
        : m_edge(edge), m_record(record), m_job(job), m_flow(edge) {
        for (const graph::GraphInput& input : edge.top().inputs)
            if (input.target.valid()) m_inputs.emplace_back(edge.text(input.target), input.value);
    }

    /// Errors: `cancelled`.
    Result<std::optional<DelegateWeight>> check(const join::StoredWeight& weight) const {
        for (const join::WeightOperator& made : weight.operators) {
            if (made.name.empty() || made.argument != "weight") continue;
            const auto use = useOf(made.name);
            const auto recorded = recordedTensor(made.name);
            if (!use || !recorded || !isFloating(weight.tensor.type)) continue;
            return compare(made.name, *use, *recorded, weight.tensor);
        }
        return std::optional<DelegateWeight>();
    }

private:
    Result<std::optional<WeightMismatch>> mismatchOf(const tensor::Tensor& recorded, const Numbers& factors,
                                                     const tensor::Tensor& stored) const {
        auto least = readable(leastMismatch(recorded, factors, stored, m_job));
        if (!least) return least.failure();
        return least->value_or(std::nullopt);
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
        const std::optional<WeightMismatch>& mismatch = *folded;
        if (!mismatch) return std::optional<DelegateWeight>();
        if (mismatch->count == 0) {
            if (!normalisation->otherAxis) return std::optional<DelegateWeight>();
            found.kind = DelegateWeight::Kind::Folded;
            found.text = "'" + found.nodes.back() + "' normalises axis 1 and is folded into the features of '" +
                         found.nodes.front() + "', which are the last axis";
            return std::optional(std::move(found));
        }
        found.text = std::to_string(mismatch->count) + " of " + std::to_string(stored.elementCount().value_or(0)) +
                     " elements, first " + tensor::elementText(tensor::Element{mismatch->stored}, ScalarType::F32) +
                     " in the delegate where the record" + (normalisation ? " (with '" + found.nodes.back() + "' folded in)" : "") +
                     " has " + tensor::elementText(tensor::Element{mismatch->expected}, ScalarType::F32);
        return std::optional(std::move(found));
    }

    /// The node that takes the tensor as its weight.
    std::optional<NodeId> useOf(std::string_view name) const {
        for (const auto& [target, value] : m_inputs)
            if (target == name)
                for (const NodeId user : m_flow.consumers(value)) return user;
        return std::nullopt;
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

    Result<std::optional<Numbers>> tensorArgument(NodeId node, std::string_view name) const {
        const graph::Argument* found = argument(node, name);
        if (found == nullptr || found->kind != ArgumentKind::Value) return std::optional<Numbers>();
        for (const auto& [target, value] : m_inputs)
            if (value == found->value())
                if (const auto tensor = recordedTensor(target)) return readable(weightElements(*tensor, m_job));
        return std::optional<Numbers>();
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
        Normalisation made{users.front(), Numbers(variance->size(), 1), false};
        for (std::size_t i = 0; i < variance->size(); ++i)
            made.scale[i] = (weight && i < weight->size() ? (*weight)[i] : 1) / std::sqrt((*variance)[i] + eps->number);
        made.otherAxis =
            evaluate::shortTarget(m_edge.text(m_edge.node(node).target)).starts_with("aten.linear") && rankOf(results.front()) > 2;
        return std::optional(std::move(made));
    }

    std::size_t rankOf(ValueId id) const {
        const graph::Value& value = m_edge.value(id);
        return value.meta.valid() ? m_edge.dims(m_edge.meta(value.meta).sizes).size() : 0;
    }

    /// Of floating values.
    std::optional<tensor::Tensor> recordedTensor(std::string_view name) const {
        const auto value = m_record.find(name);
        const auto* tensor = value ? std::get_if<tensor::Tensor>(&*value) : nullptr;
        if (tensor == nullptr || !isFloating(tensor->type)) return std::nullopt;
        return *tensor;
    }

    const graph::GraphModel& m_edge;
    const RecordConstants& m_record;
    const JobContext& m_job;
    graph::DataFlow m_flow;
    std::vector<std::pair<std::string_view, ValueId>> m_inputs;
};

bool isOf(const join::StoredWeight& weight, const std::string& method, std::size_t delegate) {
    return std::ranges::any_of(weight.uses, [&](const join::WeightUse& use) {
        return use.holder == join::WeightHolder::Delegate && use.method == method &&
               use.delegate == static_cast<std::int64_t>(delegate);
    });
}

bool isSame(const join::StoredWeight& weight) {
    return weight.record != nullptr && weight.record->by != join::SameBy::Key && weight.record->by != join::SameBy::Operator;
}

}  // namespace

Result<std::vector<DelegateWeight>> delegateWeights(const session::Session& session, const std::string& method,
                                                    std::size_t delegate, const JobContext& job) {
    const auto edge = session.program(method, graph::StageId::edge(), job);
    if (!edge) return edge.failure();
    const auto record = recordConstants(session, method, graph::StageId::edge(), job);
    if (!record) return record.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    const JobContext quiet{job.stop, {}};
    const Checker checker(*(*edge)->graph, *record, quiet);
    std::vector<DelegateWeight> found;
    for (const join::StoredWeight& weight : (*weights)->weights()) {
        if (job.cancelled()) return cancelledFailure();
        if (weight.unread || weight.quantised || isSame(weight) || !isOf(weight, method, delegate)) continue;
        auto checked = checker.check(weight);
        if (!checked) return checked.failure();
        if (*checked) found.push_back(**std::move(checked));
    }
    return found;
}

}  // namespace etscope::gap
