#include "consistency/performance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/limits.h"
#include "consistency/made_inputs.h"
#include "consistency/uses.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/reading.h"
#include "replay/evaluated_values.h"

namespace etscope::consistency {

using evaluate::Array;
using evaluate::Values;

namespace {

/// Numbers of nodes that are held at once, of both ways: 256 MB.
constexpr std::size_t kMostHeld = std::size_t{1} << 25U;

Result<Held> heldOf(const Array& array) {
    auto data = evaluate::readDoubles(array);
    if (!data) return data.failure();
    return Held{array.shape, array.type, *std::move(data)};
}

Result<Array> arrayOf(const evaluate::Context& context, const Held& held) {
    return evaluate::unlessRefused<Array>([&] {
        Array array = context.make(held.type, held.shape);
        if (isFloating(held.type)) {
            evaluate::storeDoubles(array.stored, held.data.data(), held.data.size(), array.storage->data());
        } else {
            std::vector<std::int64_t> integers(held.data.begin(), held.data.end());
            evaluate::storeInts(array.stored, integers.data(), integers.size(), array.storage->data());
        }
        return array;
    });
}

/// Quantising and back is left out: values stay what they stand for (docs/FORMATS.md "Consistency").
bool isQuantise(std::string_view stem) { return stem.starts_with("quantize_"); }
bool isDequantise(std::string_view stem) { return stem.starts_with("dequantize_"); }

class Player : public evaluate::Probe {
public:
    Player(const Step& step, const PlayOptions& options, Seen& into, std::size_t& held)
        : m_step(step), m_options(options), m_into(into), m_held(held) {
        const Subject& subject = *step.subject;
        for (const std::uint32_t node : subject.random)
            for (const graph::ValueId value : subject.prepared->flow.inputs(graph::NodeId(node))) m_wanted.insert(value.index());
    }

    Result<Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                           const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override {
        const std::string_view name = op.row.target.substr(op.row.target.find('.') + 1);
        const Array* first = arguments.empty() ? nullptr : arguments.front().value.array();
        const bool skips = !m_options.quantised || context.wide;
        if (skips && first != nullptr && first->floating() && (isQuantise(name) || isDequantise(name))) return Values{*first};
        return Probe::compute(scope, node, op, context, std::move(arguments));
    }
    void take(const evaluate::Scope& scope, graph::NodeId, graph::ValueId id, const evaluate::Value& value) override {
        const Array* array = value.array();
        if (!scope.prefix.empty()) return;
        if (array != nullptr && m_wanted.contains(id.index())) m_live[id.index()] = *array;
        if (!m_options.nodes) return;
        std::string name(scope.model.text(scope.model.value(id).id));
        if (array == nullptr) {
            if (const auto* number = std::get_if<std::int64_t>(&value.base()))
                m_into.values[name] = {{}, ScalarType::I64, {static_cast<double>(*number)}};
            return;
        }
        const auto* input = inputOf(scope.model, id);
        if (input != nullptr && input->kind == graph::InputKind::Parameter) return;
        const auto count = static_cast<std::size_t>(array->count());
        if (m_held + count > kMostHeld) return;
        if (auto held = heldOf(*array)) {
            m_held += count;
            m_into.values.insert_or_assign(std::move(name), *std::move(held));
        }
    }
    void refused(const evaluate::Scope& scope, graph::NodeId node, const Error& why) override {
        if (why.code == "depends-on-unknown" || !m_into.refused.empty()) return;
        if (scope.prefix.empty() && node.valid() && m_step.subject->random.contains(node.index())) return;
        m_into.refused =
            scope.prefix + (node.valid() ? std::string(scope.model.text(scope.model.node(node).id)) : std::string("an input"));
        m_into.why = why;
    }
    std::optional<Values> instead(const evaluate::Scope& scope, graph::NodeId node) override;

private:
    std::optional<evaluate::Dims> drawnShape(const evaluate::Scope& scope, graph::NodeId node) const;
    double one(std::string_view stem, std::size_t i, double chance) const;

    const Step& m_step;
    const PlayOptions& m_options;
    Seen& m_into;
    std::size_t& m_held;
    std::set<std::uint32_t> m_wanted;
    std::map<std::uint32_t, Array> m_live;

public:
    const evaluate::Context* maker = nullptr;  ///< of what is drawn
};

std::optional<evaluate::Dims> Player::drawnShape(const evaluate::Scope& scope, graph::NodeId node) const {
    const graph::ValueId first = valueArgument(scope.model, node, 0);
    if (first.valid())
        if (const auto live = m_live.find(first.index()); live != m_live.end()) return live->second.shape;
    const auto results = m_step.subject->prepared->flow.results(node);
    if (results.empty()) return std::nullopt;
    evaluate::Dims shape;
    for (const graph::Dim& dim : sizesOf(scope.model, results.front())) {
        const std::string_view symbol = scope.model.text(dim.expression);
        if (symbol.empty())
            shape.push_back(dim.value);
        else if (symbol == m_step.subject->sequence.symbol)
            shape.push_back(m_step.size);
        else if (symbol == m_step.subject->batch.symbol)
            shape.push_back(m_step.rows);
        else
            return std::nullopt;
    }
    return shape;
}

/// One random number: that which it is in the mean, or one of two draws.
double Player::one(std::string_view stem, std::size_t i, double chance) const {
    const bool normal = stem.starts_with("randn") || stem.starts_with("normal");
    const bool coin = stem == "bernoulli" || stem.find("dropout") != std::string_view::npos;
    if (m_options.draws == Draws::Mean) return coin ? chance : normal ? 0 : 0.5;
    const double draw = drawn(m_options.draws == Draws::First ? 11 : 13, i, 0, 0, 0);
    return coin ? (draw < chance ? 1 : 0) : normal ? 3.46 * (draw - 0.5) : draw;
}

std::optional<Values> Player::instead(const evaluate::Scope& scope, graph::NodeId node) {
    if (!scope.prefix.empty() || !node.valid() || maker == nullptr || !m_step.subject->random.contains(node.index()))
        return std::nullopt;
    const std::string stem = operatorStem(scope.model, node);
    const auto shape = drawnShape(scope, node);
    const auto results = m_step.subject->prepared->flow.results(node);
    if (!shape || results.empty() || stem == "multinomial" || stem == "randperm") return std::nullopt;
    double share = 0.5;
    for (const graph::Argument& argument : scope.model.arguments(scope.model.node(node)))
        if (argument.kind == graph::ArgumentKind::Float) share = argument.number;
    const bool dropout = stem.find("dropout") != std::string::npos;
    Held held{*shape, typeOf(scope.model, results.front()).value_or(ScalarType::F32), {}};
    std::size_t count = 1;
    for (const std::int64_t size : *shape) count *= static_cast<std::size_t>(size);
    std::vector<double> given;
    const graph::ValueId first = valueArgument(scope.model, node, 0);
    if (first.valid() && m_live.contains(first.index()) && (dropout || stem == "bernoulli"))
        if (auto data = evaluate::readDoubles(m_live.at(first.index()))) given = *std::move(data);
    if (dropout && given.size() != count) return std::nullopt;
    const bool ofTensor = stem == "bernoulli" && given.size() == count && scope.model.arguments(scope.model.node(node)).size() < 2;
    std::vector<double> kept(count, 1);
    for (std::size_t i = 0; i < count; ++i) {
        const double draw = one(stem, i, dropout ? 1 - share : ofTensor ? given[i] : share);
        kept[i] = draw;
        held.data.push_back(dropout ? (share < 1 ? given[i] * draw / (1 - share) : 0) : draw);
    }
    auto array = arrayOf(*maker, held);
    if (!array) return std::nullopt;
    Values values{*std::move(array)};
    if (results.size() > 1) {
        auto mask = arrayOf(*maker, {*shape, ScalarType::Bool, kept});
        if (!mask) return std::nullopt;
        values.push_back(*std::move(mask));
    }
    return values;
}

/// A conversation in one precision.
class Lane {
public:
    Lane(bool wide, const PlayOptions& options, Budget& budget, const JobContext& job, std::size_t& held)
        : m_options(options),
          m_budget(budget),
          m_held(held),
          m_memory(std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes,
                                                      std::min(budget.left(), limits::settable().operations))),
          m_context{m_memory, job, wide} {}
    ~Lane() { m_budget.spend(m_memory->operations()); }
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    Result<Seen> call(const Step& step, const std::vector<Seen>& before) {
        const Subject& subject = *step.subject;
        if (step.fresh) m_buffers.clear();
        if (step.fresh) m_carried.clear();
        auto inputs = inputsOf(step, before);
        if (!inputs) return inputs.failure();
        Seen seen;
        Player player(step, m_options, seen, m_held);
        player.maker = &m_context;
        auto result =
            evaluate::run(*subject.prepared, *std::move(inputs), m_buffers, *subject.computable->surroundings, m_context, player);
        if (!result) return result.failure();
        for (auto& [name, buffer] : result->buffers) m_buffers.insert_or_assign(name, buffer);
        const auto& outputs = subject.model().top().outputs;
        std::vector<const evaluate::Value*> user;
        for (std::size_t i = 0; i < result->outputs.size(); ++i) {
            if (!graph::isUser(outputs[i].kind)) continue;
            user.push_back(result->outputs[i] ? &*result->outputs[i] : nullptr);
            seen.outputs.push_back(heldValue(user.back()));
        }
        std::size_t nth = 0;
        for (const KeptState& state : subject.states) {
            if (!state.input) continue;
            if (*state.output < user.size() && user[*state.output] != nullptr) m_carried[nth] = *user[*state.output];
            ++nth;
        }
        return seen;
    }

private:
    static std::optional<Held> heldValue(const evaluate::Value* value) {
        if (value == nullptr) return std::nullopt;
        if (const Array* array = value->array()) {
            auto held = heldOf(*array);
            return held ? std::optional(*std::move(held)) : std::nullopt;
        }
        if (const auto* number = std::get_if<std::int64_t>(&value->base()))
            return Held{{}, ScalarType::I64, {static_cast<double>(*number)}};
        if (const auto* number = std::get_if<double>(&value->base())) return Held{{}, ScalarType::F64, {*number}};
        if (const auto* flag = std::get_if<bool>(&value->base())) return Held{{}, ScalarType::Bool, {*flag ? 1.0 : 0.0}};
        return std::nullopt;
    }

    static Result<Held> earlierOutput(const Earlier& place, const std::vector<Seen>& before) {
        if (place.step >= before.size() || place.output >= before[place.step].outputs.size() ||
            !before[place.step].outputs[place.output])
            return fail("role-unknown", "what an earlier call gave cannot be computed");
        return *before[place.step].outputs[place.output];
    }

    Result<Values> inputsOf(const Step& step, const std::vector<Seen>& before) {
        const Subject& subject = *step.subject;
        Values values;
        std::size_t nth = 0;
        for (std::size_t i = 0; i < subject.inputs.size(); ++i) {
            const InputRole& input = subject.inputs[i];
            const bool tensor = input.value.valid() && (subject.model().value(input.value).kind == graph::ValueKind::Tensor ||
                                                        subject.model().value(input.value).kind == graph::ValueKind::SymInt);
            if (input.leaves) {
                const auto carried = m_carried.find(nth++);
                if (carried != m_carried.end()) {
                    values.push_back(carried->second);
                    continue;
                }
            }
            if (!tensor) {
                if (i >= subject.example.size()) return fail("role-unknown", "input '" + input.name + "' is no tensor");
                auto value = replay::evaluatedValue(subject.example[i], m_memory);
                if (!value) return value.failure();
                values.push_back(*std::move(value));
                continue;
            }
            auto held = step.fed.contains(i) ? earlierOutput(step.fed.at(i), before) : madeInput(step, i);
            if (!held) return held.failure();
            if (subject.model().value(input.value).kind == graph::ValueKind::SymInt) {
                values.emplace_back(static_cast<std::int64_t>(held->data.empty() ? 0 : held->data.front()));
                continue;
            }
            auto array = arrayOf(m_context, *held);
            if (!array) return array.failure();
            values.emplace_back(*std::move(array));
        }
        return values;
    }

    const PlayOptions& m_options;
    Budget& m_budget;
    std::size_t& m_held;
    std::shared_ptr<evaluate::Memory> m_memory;
    evaluate::Context m_context;
    std::map<std::string, Array> m_buffers;
    std::map<std::size_t, evaluate::Value> m_carried;
};

}  // namespace

std::optional<Held> exampleOf(const Subject& subject, std::size_t input) {
    if (input >= subject.example.size()) return std::nullopt;
    if (const auto* number = std::get_if<std::int64_t>(&subject.example[input]))
        return Held{{}, ScalarType::I64, {static_cast<double>(*number)}};
    const auto* tensor = std::get_if<tensor::Tensor>(&subject.example[input]);
    if (tensor == nullptr) return std::nullopt;
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const auto array = evaluate::borrowed(*tensor, memory);
    if (!array) return std::nullopt;
    auto held = heldOf(*array);
    return held ? std::optional(*std::move(held)) : std::nullopt;
}

Result<Way> play(const Script& script, const PlayOptions& options, Budget& budget, const JobContext& job) {
    Way way{script, {}, {}};
    std::size_t held = 0;
    Lane declared(false, options, budget, job, held), wide(true, options, budget, job, held);
    for (const Step& step : script) {
        if (job.cancelled()) return cancelledFailure();
        for (Lane* lane : {&declared, &wide}) {
            auto& all = lane == &declared ? way.declared : way.wide;
            auto seen = lane->call(step, all);
            if (!seen) return seen.failure();
            all.push_back(*std::move(seen));
        }
    }
    return way;
}

}  // namespace etscope::consistency
