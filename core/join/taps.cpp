#include "join/taps.h"

#include <algorithm>
#include <span>

#include "base/number_text.h"
#include "modules/operator_family.h"

namespace etscope::join {
namespace {

using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

constexpr std::string_view kTapTarget = "executorch_devtools.tap.Tensor", kWhole = "FULL_TENSOR", kStatistics = "STATS";

/// The argument of that name or, without names, at that place; nullptr: there is none.
const graph::Argument* argumentOf(const GraphModel& model, NodeId node, std::string_view name, std::size_t place) {
    const auto arguments = model.arguments(model.node(node));
    for (const graph::Argument& one : arguments)
        if (model.text(one.name) == name) return &one;
    const bool unnamed = place < arguments.size() && model.text(arguments[place].name).empty();
    return unnamed ? &arguments[place] : nullptr;
}

ValueId valueOf(const graph::Argument* argument) {
    return argument != nullptr && argument->kind == graph::ArgumentKind::Value ? argument->value() : ValueId();
}

/// The operators that make each statistic, from the last one back to the value as f32, through first operands. Views stand between
/// them as it comes: emitters leave them out.
constexpr std::array<std::string_view, kTapStatistics.size()> kStatisticChains{
    "amin",    "amax",         "mean",         "amax abs",     "mean abs",  "sqrt abs sub mean pow", "sqrt mean pow",
    "sum abs", "sqrt sum pow", "sum to isnan", "sum to isinf", "sum to eq", "select topk abs"};

/// A graph in which the reducer stands in place of the tap, as the exporter leaves it for the runtime.
class ReducerPattern {
public:
    explicit ReducerPattern(const GraphModel& model) : m_model(model) {}

    /// The value that the statistics are of; invalid: that is no such list of statistics.
    ValueId tapped(ValueId output) const {
        const NodeId stack = producerOf(output, "stack");
        if (!stack.valid()) return {};
        const auto arguments = m_model.arguments(m_model.node(stack));
        if (arguments.empty() || arguments[0].kind != graph::ArgumentKind::List) return {};
        const auto items = m_model.listItems(arguments[0]);
        if (items.size() != kStatisticChains.size()) return {};
        ValueId of;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const ValueId base = follow(valueOf(&items[i]), kStatisticChains[i]);
            if (!base.valid() || (of.valid() && base != of)) return {};
            of = base;
        }
        return operand(of, "to");
    }

private:
    NodeId producerOf(ValueId value, std::string_view word) const {
        const NodeId node = value.valid() ? m_model.value(value).producer : NodeId();
        if (!node.valid()) return {};
        const std::string own = wordOf(node);
        return own == word ? node : NodeId();
    }
    std::string wordOf(NodeId node) const {
        std::string word = modules::operatorWord(m_model.text(m_model.node(node).target));
        return word == "to_dim_order" ? "to" : word;
    }
    ValueId firstOperand(NodeId node) const {
        const auto arguments = m_model.arguments(m_model.node(node));
        return arguments.empty() ? ValueId() : valueOf(&arguments[0]);
    }
    /// What the operator of that word was given that made the value.
    ValueId operand(ValueId value, std::string_view word) const {
        constexpr int kViews = 4;
        for (int i = 0; i < kViews; ++i) {
            if (const NodeId node = producerOf(value, word); node.valid()) return firstOperand(node);
            NodeId view = producerOf(value, "view");
            if (!view.valid()) view = producerOf(value, "et_view");
            if (!view.valid()) view = producerOf(value, "getitem");
            if (!view.valid()) return {};
            value = firstOperand(view);
        }
        return {};
    }
    ValueId follow(ValueId value, std::string_view chain) const {
        while (value.valid() && !chain.empty()) {
            const std::size_t end = std::min(chain.find(' '), chain.size());
            value = operand(value, chain.substr(0, end));
            chain.remove_prefix(std::min(end + 1, chain.size()));
        }
        return value;
    }

    const GraphModel& m_model;
};

std::optional<ScalarType> typeOf(const GraphModel& model, ValueId value) {
    const graph::MetaId meta = model.value(value).meta;
    return meta.valid() ? model.meta(meta).type : std::nullopt;
}

bool isDynamic(const GraphModel& model, ValueId value) {
    const graph::MetaId meta = model.value(value).meta;
    return meta.valid() &&
           std::ranges::any_of(model.dims(model.meta(meta).sizes), [](const graph::Dim& dim) { return dim.expression.valid(); });
}

TapReducer reducerOf(std::string_view name) {
    if (name == kWhole) return TapReducer::Whole;
    return name == kStatistics ? TapReducer::Statistics : TapReducer::Other;
}

/// The node whose result it is: its own number among the results of that node.
std::size_t resultOf(const GraphModel& model, ValueId value) {
    const graph::Node& node = model.node(model.value(value).producer);
    std::size_t number = 0;
    for (const graph::OutputSlot& slot : model.outputs(node))
        for (const ValueId each : model.values(slot)) {
            if (each == value) return number;
            ++number;
        }
    return number;
}

/// The value of each output that the method's caller gets; invalid: it is none of the graph.
std::vector<ValueId> outputValues(const GraphModel& model) {
    std::vector<ValueId> values;
    for (const graph::GraphOutput* output : model.userOutputs()) values.push_back(valueOf(&output->argument));
    return values;
}

void addRecorded(const GraphModel& model, const graph::StageId& stage, ValueId of, Tap& tap) {
    tap.stage = stage;
    tap.value = model.valuePath(of);
    tap.type = typeOf(model, of);
    tap.dynamic = isDynamic(model, of);
    const NodeId producer = model.value(of).producer;
    tap.node = producer.valid() ? model.nodePath(producer) : tap.value;
    if (producer.valid() && stage == graph::StageId::edge()) tap.debugHandle = model.node(producer).debugHandle;
}

/// "v8", and "v8_2" of a value that was written again → 8.
std::int64_t plannedIndex(std::string_view id) {
    const auto number = id.starts_with('v') ? parseInt(id.substr(1, id.find('_') - 1)) : std::nullopt;
    return number.value_or(-1);
}

void addPlanned(const GraphModel& plan, ValueId of, Tap& tap) {
    tap.planned = plannedIndex(plan.valuePath(of));
    if (!tap.type) tap.type = typeOf(plan, of);
    const NodeId producer = plan.value(of).producer;
    if (!producer.valid()) return;
    const std::string path = plan.nodePath(producer);  // "0/5"
    const std::size_t slash = path.find('/');
    if (path.substr(0, slash) != "0") return;
    tap.instruction = parseInt(path.substr(slash + 1)).value_or(-1);
    tap.result = resultOf(plan, of);
}

/// Taps append their outputs behind the model's own. So where the recorded graph gives fewer than the program and one of those
/// behind them is a list of statistics, all of them are taps; of the others nothing says what was made of the value.
void addUnnamed(const std::vector<ValueId>& outputs, std::size_t recorded, std::vector<Tap>& taps) {
    const auto first = static_cast<std::int64_t>(recorded);
    if (taps.empty() || taps.front().output < first) return;
    std::vector<Tap> all;
    for (auto at = first; at < std::ssize(outputs); ++at) {
        const auto known = std::ranges::find(taps, at, &Tap::output);
        Tap tap;
        tap.output = at;
        all.push_back(known != taps.end() ? *known : std::move(tap));
    }
    taps = std::move(all);
}

/// Paths of the same taps in the exported graph.
void addExported(const session::MethodView& method, std::vector<Tap>& taps, const JobContext& job) {
    if (taps.empty() || !method.known()->has(graph::StageId::exported())) return;
    const auto graph = method.graph(graph::StageId::exported(), job);
    if (!graph) return;
    for (const Tap& one : tapsOf(**graph, graph::StageId::exported()))
        for (Tap& tap : taps)
            if (tap.output == one.output && tap.reducerName == one.reducerName)
                tap.exportedNode = one.node, tap.exportedValue = one.value;
}

MethodTaps find(const session::MethodView& method, const JobContext& job) {
    MethodTaps found;
    std::optional<std::size_t> recorded;  ///< how many outputs the recorded graph has: the one with the taps, else the first
    for (const graph::StageId& stage : {graph::StageId::edge(), graph::StageId::exported()}) {
        if (!found.taps.empty() || !method.known()->has(stage)) continue;
        const auto graph = method.graph(stage, job);
        if (!graph) continue;
        found.taps = tapsOf(**graph, stage);
        if (!recorded || !found.taps.empty()) recorded = (*graph)->userOutputs().size();
    }
    addExported(method, found.taps, job);
    const program::ExecutionPlan* plan = method.plan();
    if (plan == nullptr || plan->damaged) return found;
    const auto planned = method.graph(graph::StageId::program(), job);
    if (!planned) return found;
    const GraphModel& model = **planned;
    const ReducerPattern pattern(model);
    const std::vector<ValueId> outputs = outputValues(model);
    if (!found.taps.empty() && recorded != outputs.size()) found.taps.clear();  // they are of another export
    const bool named = !found.taps.empty();
    for (std::size_t i = 0; !named && i < outputs.size(); ++i) {
        if (!outputs[i].valid() || !pattern.tapped(outputs[i]).valid()) continue;
        Tap& tap = found.taps.emplace_back();
        tap.output = static_cast<std::int64_t>(i);
        tap.reducer = TapReducer::Statistics;
        tap.reducerName = kStatistics;
    }
    if (!named && recorded && *recorded < outputs.size()) addUnnamed(outputs, *recorded, found.taps);
    for (Tap& tap : found.taps) {
        const ValueId output = outputs[static_cast<std::size_t>(tap.output)];
        if (!output.valid() || tap.reducer == TapReducer::Other) continue;
        const ValueId of = tap.reducer == TapReducer::Statistics ? pattern.tapped(output) : output;
        if (of.valid()) addPlanned(model, of, tap);
        const program::TensorInfo* tensor = tap.planned >= 0 ? plan->tensor(tap.planned) : nullptr;
        tap.dynamic = tap.dynamic || (tensor != nullptr && tensor->dynamism != program::Dynamism::Static);
    }
    return found;
}

}  // namespace

std::string Tap::name() const {
    if (!value.empty()) return value;
    return planned >= 0 ? "v" + std::to_string(planned) : std::string();
}

const Tap* MethodTaps::ofOutput(std::int64_t output) const noexcept {
    const auto found = std::ranges::lower_bound(taps, output, {}, &Tap::output);
    return found != taps.end() && found->output == output ? &*found : nullptr;
}

std::vector<Tap> tapsOf(const GraphModel& model, const graph::StageId& stage) {
    std::vector<Tap> taps;
    const ReducerPattern pattern(model);
    const std::vector<ValueId> outputs = outputValues(model);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!outputs[i].valid()) continue;
        Tap tap;
        tap.output = static_cast<std::int64_t>(i);
        const NodeId node = model.value(outputs[i]).producer;
        if (node.valid() && isTap(model.text(model.node(node).target))) {
            const graph::Argument* reducer = argumentOf(model, node, "reducer_name", 1);
            const ValueId of = valueOf(argumentOf(model, node, "x", 0));
            if (!of.valid() || reducer == nullptr || reducer->kind != graph::ArgumentKind::String) continue;
            tap.reducerName = model.text(reducer->text());
            tap.reducer = reducerOf(tap.reducerName);
            tap.tapNode = model.nodePath(node);
            addRecorded(model, stage, of, tap);
        } else if (const ValueId of = pattern.tapped(outputs[i]); of.valid()) {
            tap.reducer = TapReducer::Statistics;
            tap.reducerName = kStatistics;
            tap.tapNode = model.nodePath(node);
            addRecorded(model, stage, of, tap);
        } else {
            continue;
        }
        taps.push_back(std::move(tap));
    }
    return taps;
}

bool isTap(std::string_view target) noexcept { return target.ends_with(kTapTarget); }

Result<std::shared_ptr<const MethodTaps>> taps(const session::MethodView& method, const JobContext& job) {
    return method.store().get<MethodTaps>(method.key("join::taps"), job, [&]() -> Result<std::shared_ptr<const MethodTaps>> {
        return std::make_shared<const MethodTaps>(method.known() == nullptr ? MethodTaps() : find(method, job));
    });
}

}  // namespace etscope::join
