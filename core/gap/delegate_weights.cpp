#include "gap/delegate_weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/limits.h"
#include "evaluate/operator_table.h"
#include "evaluate/reading.h"
#include "gap/record_surroundings.h"
#include "graph/data_flow.h"
#include "join/weights.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::gap {
namespace {

using graph::ArgumentKind;
using graph::NodeId;
using graph::ValueId;
using Numbers = std::vector<double>;

/// Of the largest magnitude: what folding in f32 may change.
constexpr double kRounding = 1e-5;

/// A tensor with its elements in row-major order.
struct Elements {
    std::vector<std::int64_t> shape;
    Numbers values;
};

/// y = (x − mean) / √(variance + ε) · weight + bias, channel by channel.
struct Normalisation {
    NodeId node;
    Numbers scale;  ///< weight / √(variance + ε)
    bool otherAxis = false;
};

Elements permuted(const Elements& from, const std::vector<std::size_t>& axes) {
    Elements to{{}, Numbers(from.values.size())};
    for (const std::size_t axis : axes) to.shape.push_back(from.shape[axis]);
    const std::vector<std::int64_t> strides = tensor::rowMajorStrides(from.shape);
    std::vector<std::int64_t> index(axes.size());
    std::int64_t at = 0;  // in `from`, of `index` in `to`
    for (double& value : to.values) {
        value = from.values[static_cast<std::size_t>(at)];
        for (std::size_t d = axes.size(); d-- > 0;) {
            at += strides[axes[d]];
            if (++index[d] < to.shape[d]) break;
            at -= strides[axes[d]] * to.shape[d];
            index[d] = 0;
        }
    }
    return to;
}

struct Mismatch {
    std::size_t count = 0, first = 0;
    double expected = 0, stored = 0;
};

Mismatch mismatchOf(const Numbers& expected, const Numbers& stored) {
    double most = 0;
    for (const double value : expected) most = std::max(most, std::abs(value));
    Mismatch found;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::abs(stored[i] - expected[i]) <= kRounding * most) continue;
        if (found.count++ == 0) found.first = i, found.expected = expected[i], found.stored = stored[i];
    }
    return found;
}

/// The least over all orders of axes that give the stored shape: backends put channels last.
std::optional<Mismatch> leastMismatch(const Elements& expected, const Elements& stored) {
    std::vector<std::size_t> axes(expected.shape.size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::optional<Mismatch> least;
    do {
        bool fits = axes.size() == stored.shape.size();
        for (std::size_t d = 0; fits && d < axes.size(); ++d) fits = expected.shape[axes[d]] == stored.shape[d];
        if (!fits) continue;
        const Mismatch mismatch = mismatchOf(permuted(expected, axes).values, stored.values);
        if (!least || mismatch.count < least->count) least = mismatch;
    } while ((!least || least->count > 0) && axes.size() <= 5 && std::next_permutation(axes.begin(), axes.end()));
    return least;
}

class Checker {
public:
    Checker(const graph::GraphModel& edge, const evaluate::Surroundings& record) : m_edge(edge), m_record(record), m_flow(edge) {
        for (const graph::GraphInput& input : edge.top().inputs)
            if (input.target.valid()) m_inputs.emplace_back(edge.text(input.target), input.value);
    }

    std::optional<DelegateWeight> check(const join::StoredWeight& weight) const {
        for (const join::WeightOperator& made : weight.operators) {
            if (made.name.empty() || made.argument != "weight") continue;
            const auto use = useOf(made.name);
            const auto recorded = recordedElements(made.name), stored = elementsOf(weight.tensor);
            if (!use || !recorded || !stored) continue;
            return compare(made.name, *use, *recorded, *stored);
        }
        return std::nullopt;
    }

private:
    std::optional<DelegateWeight> compare(const std::string& name, NodeId use, Elements recorded, const Elements& stored) const {
        if (const auto raw = leastMismatch(recorded, stored); raw && raw->count == 0) return std::nullopt;
        const auto normalisation = normalisationOf(use);
        DelegateWeight found;
        found.name = name;
        found.nodes = {m_edge.nodePath(use)};
        if (normalisation) {
            found.nodes.push_back(m_edge.nodePath(normalisation->node));
            fold(*normalisation, recorded);
        }
        const auto mismatch = leastMismatch(recorded, stored);
        if (!mismatch) return std::nullopt;
        if (mismatch->count == 0) {
            if (!normalisation->otherAxis) return std::nullopt;
            found.kind = DelegateWeight::Kind::Folded;
            found.text = "'" + found.nodes.back() + "' normalises axis 1 and is folded into the features of '" +
                         found.nodes.front() + "', which are the last axis";
            return found;
        }
        found.text = std::to_string(mismatch->count) + " of " + std::to_string(stored.values.size()) + " elements, first " +
                     tensor::elementText(tensor::Element{mismatch->stored}, ScalarType::F32) + " in the delegate where the record" +
                     (normalisation ? " (with '" + found.nodes.back() + "' folded in)" : "") + " has " +
                     tensor::elementText(tensor::Element{mismatch->expected}, ScalarType::F32);
        return found;
    }

    static void fold(const Normalisation& normalisation, Elements& weight) {
        const std::size_t channels = normalisation.scale.size();
        if (weight.shape.empty() || static_cast<std::size_t>(weight.shape.front()) != channels || channels == 0) return;
        const std::size_t each = weight.values.size() / channels;
        for (std::size_t i = 0; i < weight.values.size(); ++i) weight.values[i] *= normalisation.scale[i / each];
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

    std::optional<Numbers> tensorArgument(NodeId node, std::string_view name) const {
        const graph::Argument* found = argument(node, name);
        if (found == nullptr || found->kind != ArgumentKind::Value) return std::nullopt;
        for (const auto& [target, value] : m_inputs)
            if (value == found->value())
                if (auto elements = recordedElements(target)) return std::move(elements->values);
        return std::nullopt;
    }

    /// The batch normalisation that alone takes the node's result.
    std::optional<Normalisation> normalisationOf(NodeId node) const {
        const auto results = m_flow.results(node);
        if (results.empty()) return std::nullopt;
        const auto users = m_flow.consumers(results.front());
        if (users.size() != 1) return std::nullopt;
        const std::string_view target = evaluate::shortTarget(m_edge.text(m_edge.node(users.front()).target));
        if (target.find("batch_norm") == std::string_view::npos) return std::nullopt;
        const auto variance = tensorArgument(users.front(), "running_var");
        const auto weight = tensorArgument(users.front(), "weight");
        const graph::Argument* eps = argument(users.front(), "eps");
        if (!variance || eps == nullptr || eps->kind != ArgumentKind::Float) return std::nullopt;
        Normalisation made{users.front(), Numbers(variance->size(), 1), false};
        for (std::size_t i = 0; i < variance->size(); ++i)
            made.scale[i] = (weight && i < weight->size() ? (*weight)[i] : 1) / std::sqrt((*variance)[i] + eps->number);
        made.otherAxis =
            evaluate::shortTarget(m_edge.text(m_edge.node(node).target)).starts_with("aten.linear") && rankOf(results.front()) > 2;
        return made;
    }

    std::size_t rankOf(ValueId id) const {
        const graph::Value& value = m_edge.value(id);
        return value.meta.valid() ? m_edge.dims(m_edge.meta(value.meta).sizes).size() : 0;
    }

    std::optional<Elements> recordedElements(std::string_view name) const {
        const auto value = m_record.constant(name, m_memory);
        const evaluate::Array* array = value ? value->array() : nullptr;
        return array != nullptr ? elementsOf(*array) : std::nullopt;
    }
    std::optional<Elements> elementsOf(const tensor::Tensor& tensor) const {
        const auto array = evaluate::borrowed(tensor, m_memory);
        return array ? elementsOf(*array) : std::nullopt;
    }
    static std::optional<Elements> elementsOf(const evaluate::Array& array) {
        auto numbers = array.floating() ? evaluate::readDoubles(array) : Result<Numbers>(Numbers{});
        return numbers && array.floating() ? std::optional(Elements{array.shape, *std::move(numbers)}) : std::nullopt;
    }

    const graph::GraphModel& m_edge;
    const evaluate::Surroundings& m_record;
    graph::DataFlow m_flow;
    std::shared_ptr<evaluate::Memory> m_memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
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
    const auto record = recordSurroundings(session, method, graph::StageId::edge(), job);
    if (!record) return record.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    const Checker checker(*(*edge)->graph, **record);
    std::vector<DelegateWeight> found;
    for (const join::StoredWeight& weight : (*weights)->weights()) {
        if (job.cancelled()) return cancelledFailure();
        if (weight.unread || weight.quantised || isSame(weight) || !isOf(weight, method, delegate)) continue;
        if (auto one = checker.check(weight)) found.push_back(*std::move(one));
    }
    return found;
}

}  // namespace etscope::gap
