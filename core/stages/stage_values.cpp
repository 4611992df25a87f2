#include "stages/stage_values.h"

#include <algorithm>
#include <set>

#include "base/limits.h"
#include "evaluate/operator_table.h"
#include "evaluate/reading.h"
#include "gap/closeness.h"
#include "graph/data_flow.h"
#include "replay/computable_graph.h"
#include "stages/kept_values.h"

namespace etscope::stages {

namespace {

tensor::Value plainValue(const evaluate::Value& value) {
    if (const evaluate::Array* array = value.array()) {
        auto tensor = evaluate::readTensor(*array);
        return tensor ? tensor::Value(*std::move(tensor)) : tensor::Value(tensor::None{});
    }
    if (const auto* flag = std::get_if<bool>(&value.base())) return *flag;
    if (const auto* integer = std::get_if<std::int64_t>(&value.base())) return *integer;
    if (const auto* number = std::get_if<double>(&value.base())) return *number;
    if (const auto* text = std::get_if<std::string>(&value.base())) return *text;
    return tensor::None{};
}

std::uint64_t bytesOf(const evaluate::Value& value) {
    const evaluate::Array* array = value.array();
    return array == nullptr ? 0 : static_cast<std::uint64_t>(array->count()) * array->item();
}

/// Which values of the top graph follow from floating ones.
class Derivation {
public:
    explicit Derivation(const graph::GraphModel& model) : m_model(model), m_floats(model.valueCount(), true) {
        const graph::DataFlow flow(model);
        for (const graph::GraphInput& input : model.top().inputs)
            if (input.value.valid()) m_floats[input.value.index()] = isFloat(input.value);
        for (const graph::NodeId node : model.top().nodes) {
            const auto inputs = flow.inputs(node);
            const bool any = !flow.graphs(node).empty() || model.node(node).delegate >= 0 ||
                             std::ranges::any_of(inputs, [&](graph::ValueId id) { return m_floats[id.index()]; });
            for (const graph::ValueId result : flow.results(node)) m_floats[result.index()] = any || isFloat(result);
        }
    }

    /// Of each user output.
    std::vector<bool> ofOutputs() const {
        std::vector<bool> derived;
        for (const graph::GraphOutput* output : m_model.userOutputs()) {
            const bool named = output->argument.kind == graph::ArgumentKind::Value;
            derived.push_back(!named || m_floats[output->argument.value().index()]);
        }
        return derived;
    }
    /// Paths of values that do not.
    std::set<std::string> exactPaths() const {
        std::set<std::string> paths;
        for (std::uint32_t i = 0; i < m_model.valueCount(); ++i)
            if (!m_floats[i]) paths.insert(m_model.valuePath(graph::ValueId(i)));
        return paths;
    }

private:
    bool isFloat(graph::ValueId id) const {
        const graph::Value& value = m_model.value(id);
        if (value.kind != graph::ValueKind::Tensor || !value.meta.valid()) return value.kind != graph::ValueKind::Tensor;
        const auto type = m_model.meta(value.meta).type;
        return !type || isFloating(*type);
    }

    const graph::GraphModel& m_model;
    std::vector<bool> m_floats;
};

/// ‖wide − declared‖ where both are numbers.
double noiseOf(const tensor::Value& declared, const evaluate::Value& wide, const JobContext& job) {
    const auto close = gap::closeness(declared, plainValue(wide), job);
    return close && close->fits && close->finite ? close->distance : 0;
}

}  // namespace

Result<StageValues> stageValues(const session::MethodView& method, const graph::StageId& stage, const replay::GraphInputs& inputs,
                                const StageOptions& how, const JobContext& job) {
    StageValues values;
    const auto computable = replay::computableGraph(method, stage, job);
    if (!computable) return computable.failure();
    values.model = (*computable)->graph;
    const Derivation derivation(*values.model);
    const auto exact = derivation.exactPaths();
    const auto derived = derivation.ofOutputs();
    ComputeOptions options;
    options.buffers = how.buffers;
    options.operations = how.operations;
    std::uint64_t kept = 0;
    KeptValues tensors = KeptValues::allowed();
    options.keep = [](const std::string&) { return false; };
    options.look = [&](const std::string& path, const evaluate::Value& value) {
        kept += bytesOf(value);
        if (!how.nodes || kept > kMostStageBytes || path.find('[') != std::string::npos) return;
        if (value.array() != nullptr)
            tensors.take(path, value);
        else
            values.nodes.insert_or_assign(path, MeasuredValue{plainValue(value), 0, !exact.contains(path)});
    };
    auto declared = computeGraph(method, stage, inputs, options, job);
    if (!declared) return declared.failure();
    auto all = std::move(tensors).all();
    if (!all) return all.failure();
    for (auto& [path, tensor] : *all)
        values.nodes.insert_or_assign(path, MeasuredValue{std::move(tensor), 0, !exact.contains(path)});
    {
        const evaluate::Context reading{std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes), job};
        const evaluate::Computing counted(reading);  // copies of outputs, which repeat what lies in memory once
        for (const auto& output : declared->userOutputs) {
            values.outputs.emplace_back();
            const std::size_t i = values.outputs.size() - 1;
            if (output) values.outputs.back() = MeasuredValue{plainValue(*output), 0, i >= derived.size() || derived[i]};
        }
    }
    values.notComputed = std::move(declared->notComputed);
    values.operations = declared->operations;
    options.wide = true;
    options.look = [&](const std::string& path, const evaluate::Value& value) {
        const auto mine = values.nodes.find(path);
        if (mine != values.nodes.end()) mine->second.noise = noiseOf(mine->second.value, value, job);
    };
    const auto wide = computeGraph(method, stage, inputs, options, job);
    if (!wide) return wide.failure();
    for (std::size_t i = 0; i < values.outputs.size(); ++i)
        if (values.outputs[i] && wide->userOutputs[i])
            values.outputs[i]->noise = noiseOf(values.outputs[i]->value, *wide->userOutputs[i], job);
    return values;
}

bool quantises(std::string_view target) {
    const std::string_view name = evaluate::shortTarget(target);
    return name.starts_with("quantized_decomposed.") || name.starts_with("torchao.") || name.starts_with("quantized.") ||
           name.starts_with("xnnpack.");
}

std::string quantisingNode(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    const auto first = [](const graph::GraphModel& model) -> std::string {
        for (std::uint32_t n = 0; n < model.nodeCount(); ++n)
            if (quantises(model.text(model.node(graph::NodeId(n)).target))) return model.nodePath(graph::NodeId(n));
        return {};
    };
    const auto program = method.program(stage, job);
    if (!program) return {};
    const graph::GraphModel& model = *(*program)->graph;
    std::string node = first(model);
    for (std::uint32_t i = 0; node.empty() && stage.is(graph::StageId::Kind::Edge) && i < model.delegates().size(); ++i) {
        const auto body = method.program(graph::StageId::lowered(i), job);
        const std::string inside = body ? first(*(*body)->graph) : std::string();
        const graph::DelegateCall& call = model.delegates()[i];
        if (!inside.empty()) node = model.nodePath(call.node) + "/" + std::string(model.text(call.name)) + "/" + inside;
    }
    return node;
}

}  // namespace etscope::stages
