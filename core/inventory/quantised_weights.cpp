#include "inventory/quantised_weights.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "base/checked_math.h"
#include "base/number_text.h"
#include "inventory/delegate_tensors.h"
#include "inventory/tensor_rows.h"

namespace etscope::inventory {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;
using graph::Node;

/// Words of the schemas: quantized_decomposed, torchao, and the quantised embeddings.
constexpr std::array<std::string_view, 2> kValues{"input", "weight"};
constexpr std::array<std::string_view, 3> kScales{"scale", "scales", "weight_scales"};
constexpr std::array<std::string_view, 3> kZeroPoints{"zero_point", "zero_points", "weight_zero_points"};
constexpr std::array<std::string_view, 2> kOperators{"dequantize_", "embedding_byte"};

template <std::size_t N>
const Argument* argument(const GraphModel& model, const Node& node, const std::array<std::string_view, N>& names) {
    for (const Argument& one : model.arguments(node))
        if (std::ranges::find(names, model.text(one.name)) != names.end()) return &one;
    return nullptr;
}

std::optional<double> numberOf(const Argument* argument) {
    if (argument == nullptr) return std::nullopt;
    if (argument->kind == ArgumentKind::Int) return static_cast<double>(argument->integer);
    if (argument->kind == ArgumentKind::Float) return argument->number;
    return std::nullopt;
}

std::optional<std::int64_t> integerOf(const Argument* argument) {
    return argument != nullptr && argument->kind == ArgumentKind::Int ? std::optional(argument->integer) : std::nullopt;
}

/// Groups of the last axis, each row for itself.
void setGroups(std::vector<std::int64_t>& block, std::int64_t size) {
    if (block.empty()) return;
    std::fill(block.begin(), block.end() - 1, 1);
    block.back() = size;
}

/// One scale for each slice along the axis, where there is such an axis.
void setAxis(std::vector<std::int64_t>& block, std::optional<std::int64_t> axis) {
    if (axis && *axis >= 0 && static_cast<std::size_t>(*axis) < block.size()) block[static_cast<std::size_t>(*axis)] = 1;
}

/// Blocks of one stage's weights: of an affine quantisation as stated, else from axis or group size, else the whole tensor.
std::vector<std::int64_t> blockOf(const GraphModel& model, const Node& node, const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> block = shape;
    if (const Argument* list = argument(model, node, std::array<std::string_view, 1>{"block_size"});
        list != nullptr && list->kind == ArgumentKind::List && list->items.count == shape.size()) {
        const auto items = model.listItems(*list);
        for (std::size_t i = 0; i < shape.size(); ++i)
            if (items[i].kind == ArgumentKind::Int && items[i].integer > 0) block[i] = items[i].integer;
        return block;
    }
    const auto rank = static_cast<std::int64_t>(shape.size());
    if (const auto axis = integerOf(argument(model, node, std::array<std::string_view, 1>{"axis"})); axis && *axis >= -rank)
        setAxis(block, *axis < 0 ? *axis + rank : *axis);
    if (const auto group = integerOf(argument(model, node, std::array<std::string_view, 1>{"group_size"})); group && *group > 0)
        setGroups(block, *group);
    return block;
}

/// Where no argument tells the blocks (embeddings), the number of scales does: rows, or groups of a row.
std::vector<std::int64_t> blockByScales(const std::vector<std::int64_t>& shape, const tensor::Tensor& scales) {
    const auto count = scales.elementCount().value_or(0);
    std::vector<std::int64_t> block = shape;
    if (shape.empty() || count <= 1) return block;
    std::uint64_t rows = 1;
    for (std::size_t i = 0; i + 1 < shape.size(); ++i) {
        const auto product = shape[i] > 0 ? checkedMul(rows, static_cast<std::uint64_t>(shape[i])) : std::nullopt;
        if (!product) return block;
        rows = *product;
    }
    const auto row = static_cast<std::uint64_t>(std::max<std::int64_t>(shape.back(), 0)), groups = count / rows;
    if (groups == 0 || count % rows != 0 || row % groups != 0) return block;
    setGroups(block, static_cast<std::int64_t>(row / groups));
    return block;
}

class WeightCollector {
public:
    WeightCollector(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    Result<std::vector<QuantisedWeight>> collect() {
        const auto rows = tensors(m_session, m_job);
        if (!rows) return rows.failure();
        for (const TensorRow& row : **rows) {
            if (row.stage == "program")
                m_programRows.try_emplace({row.tensor.storage.source.get(), row.tensor.storage.offset}, &row);
            if (row.stage == "program") continue;
            m_rows.try_emplace({row.method, row.stage, row.name}, &row);
            if (row.tensor.quantization) addQuantized(row);
        }
        for (const session::Method& method : m_session.methods())
            for (const graph::StageId& stage : method.stages)
                if (!stage.is(graph::StageId::Kind::Program)) addStage(method.name, stage);
        for (const session::Method& method : m_session.methods()) addProgram(method.name);
        for (const session::Method& method : m_session.methods()) addDelegates(method.name);
        if (m_job.cancelled()) return cancelledFailure();
        return std::move(m_weights);
    }

private:
    using Inputs = std::map<std::uint32_t, const TensorRow*>;  ///< value → what it is

    void addStage(const std::string& method, const graph::StageId& stageId) {
        const auto graph = m_job.cancelled() ? Result<std::shared_ptr<const GraphModel>>(cancelledFailure())
                                             : m_session.graph(method, stageId, m_job);
        if (!graph) return;
        const std::string stage = stageId.text();
        const GraphModel& model = **graph;
        Inputs inputs;
        for (const graph::GraphInput& input : model.top().inputs) {
            if (!input.value.valid() || !input.target.valid()) continue;
            const auto row = m_rows.find({method, stage, std::string(model.text(input.target))});
            if (row != m_rows.end()) inputs.emplace(static_cast<std::uint32_t>(input.value.index()), row->second);
        }
        addNodes(model, inputs, method, stage);
    }

    /// Constants of a plan have no names, they go by their places; the weight is called as the graph calls the value.
    void addProgram(const std::string& method) {
        const program::ExecutionPlan* plan = m_session.plan(method);
        const session::SessionFile* file = m_session.programFile();
        const auto graph = plan == nullptr || file == nullptr || m_job.cancelled()
                               ? Result<std::shared_ptr<const GraphModel>>(cancelledFailure())
                               : m_session.graph(method, graph::StageId::program(), m_job);
        if (!graph) return;
        const GraphModel& model = **graph;
        Inputs inputs;
        for (const graph::GraphInput& input : model.top().inputs) {
            const std::string_view id = input.value.valid() ? model.text(model.value(input.value).id) : std::string_view();
            const auto index = id.starts_with('v') ? parseInt(id.substr(1)) : std::nullopt;
            const program::TensorInfo* info = index ? plan->tensor(*index) : nullptr;
            const auto bytes =
                info != nullptr ? file->program->tensorBytes(*info) : Result<ByteRange>(fail("tensor-has-no-data", ""));
            const auto row = bytes ? m_programRows.find({bytes->source.get(), bytes->offset}) : m_programRows.end();
            if (row != m_programRows.end()) inputs.emplace(static_cast<std::uint32_t>(input.value.index()), row->second);
        }
        addNodes(model, inputs, method, graph::StageId::program().text());
    }

    void addNodes(const GraphModel& model, const Inputs& inputs, const std::string& method, const std::string& stage) {
        for (const graph::NodeId id : model.top().nodes) {
            const Node& node = model.node(id);
            const std::string_view target = model.text(node.target);
            const auto isOne = [target](std::string_view word) { return target.find(word) != std::string_view::npos; };
            if (std::ranges::any_of(kOperators, isOne)) addNode(model, node, inputs, method, stage);
        }
    }

    static const TensorRow* rowOf(const Argument* argument, const Inputs& inputs) {
        if (argument == nullptr || argument->kind != ArgumentKind::Value) return nullptr;
        const auto input = inputs.find(static_cast<std::uint32_t>(argument->value().index()));
        return input == inputs.end() ? nullptr : input->second;
    }

    Parameters parametersOf(const Argument* argument, const TensorRow* row) const {
        Parameters found;
        if (row != nullptr) found.tensor = row->tensor;
        if (const auto number = numberOf(argument); number && row == nullptr) found.values = {*number};
        return found;
    }

    void addNode(const GraphModel& model, const Node& node, const Inputs& inputs, const std::string& method,
                 const std::string& stage) {
        const TensorRow* values = rowOf(argument(model, node, kValues), inputs);
        if (values == nullptr) return;
        const Argument *scale = argument(model, node, kScales), *zero = argument(model, node, kZeroPoints);
        QuantisedWeight weight;
        weight.name =
            values->name.empty() ? std::string(model.text(model.value(argument(model, node, kValues)->value()).id)) : values->name;
        weight.method = method;
        weight.stage = stage;
        weight.file = values->file;
        weight.values = values->tensor;
        weight.block = blockOf(model, node, values->tensor.shape);
        weight.scales = parametersOf(scale, rowOf(scale, inputs));
        weight.zeroPoints = parametersOf(zero, rowOf(zero, inputs));
        if (weight.block == values->tensor.shape && weight.scales.tensor)
            weight.block = blockByScales(weight.block, *weight.scales.tensor);
        weight.least = numberOf(argument(model, node, std::array<std::string_view, 2>{"quant_min", "weight_quant_min"}));
        weight.greatest = numberOf(argument(model, node, std::array<std::string_view, 2>{"quant_max", "weight_quant_max"}));
        weight.format = model.text(node.target);
        if (weight.scales.known()) add(std::move(weight));
    }

    void addQuantized(const TensorRow& row) {
        const tensor::Quantization& how = *row.tensor.quantization;
        QuantisedWeight weight;
        weight.name = row.name;
        weight.method = row.method;
        weight.stage = row.stage;
        weight.file = row.file;
        weight.values = row.tensor;
        weight.block = row.tensor.shape;
        setAxis(weight.block, how.axis);
        weight.scales.values = how.scales;
        weight.zeroPoints.values = how.zeroPoints;
        weight.format = how.scheme;
        if (weight.scales.known()) add(std::move(weight));
    }

    void addDelegates(const std::string& method) {
        const program::ExecutionPlan* plan = m_session.plan(method);
        for (std::size_t d = 0; plan != nullptr && d < plan->delegates.size() && !m_job.cancelled(); ++d) {
            const auto decoded = m_session.delegate(method, d, m_job);
            for (std::size_t w = 0; decoded && w < (*decoded)->weights.size(); ++w)
                if (const delegates::Weight& one = (*decoded)->weights[w]; one.quantization && one.type && one.bytes.hasData())
                    addInside(one, *one.quantization, method, static_cast<std::int64_t>(d));
        }
    }

    void addInside(const delegates::Weight& one, const delegates::Quantization& how, const std::string& method,
                   std::int64_t delegate) {
        QuantisedWeight weight;
        weight.name = one.key.empty() ? one.name : one.key;
        weight.method = method;
        weight.stage = graph::StageId::payload(static_cast<std::uint32_t>(delegate)).text();
        weight.delegate = delegate;
        weight.values = tensorOf(one);
        weight.file = fileOf(m_session, weight.values.storage).value_or(0);
        weight.block = one.shape;
        setAxis(weight.block, how.axis);
        if (how.groupSize > 0) setGroups(weight.block, how.groupSize);
        if (how.scale) weight.scales.values = {*how.scale};
        if (!how.scaleValues.empty()) weight.scales.values.assign(how.scaleValues.begin(), how.scaleValues.end());
        if (how.scales.hasData()) weight.scales.tensor = inOrder(how.scales, how.scaleType.value_or(ScalarType::F32));
        if (how.zeroPoint) weight.zeroPoints.values = {static_cast<double>(*how.zeroPoint)};
        weight.format = how.format.empty() ? how.scheme : how.format;
        if (weight.values.type == ScalarType::QUInt4x2) {  // of XNNPACK: 8 is zero
            weight.zeroPoints.values = {8};
            weight.least = 0;
            weight.greatest = 15;
        }
        if (weight.scales.known()) add(std::move(weight));
    }

    static tensor::Tensor inOrder(const ByteRange& bytes, ScalarType type) {
        tensor::Tensor tensor;
        tensor.type = type;
        const std::size_t size = itemSize(type);
        tensor.shape = {size == 0 ? 0 : static_cast<std::int64_t>(bytes.size / size)};
        tensor.storage = bytes;
        return tensor;
    }

    /// Where nothing else is stated, integers of 8 bits have the range of their type.
    static void setRange(QuantisedWeight& weight) {
        const ScalarType type = weight.values.type;
        const bool isSigned = type == ScalarType::QInt8 || type == ScalarType::I8;
        if (weight.least || weight.greatest || (!isSigned && type != ScalarType::QUInt8 && type != ScalarType::U8)) return;
        weight.least = isSigned ? -128 : 0;
        weight.greatest = isSigned ? 127 : 255;
    }

    /// The stages of a method have the same weights, mostly as copies of their own.
    void add(QuantisedWeight weight) {
        setRange(weight);
        if (weight.values.storage.hasData() && m_seen.insert({weight.method, weight.delegate, weight.name}).second)
            m_weights.push_back(std::move(weight));
    }

    const session::Session& m_session;
    const JobContext& m_job;
    std::map<std::tuple<std::string, std::string, std::string>, const TensorRow*> m_rows;  ///< method, stage, name
    std::map<std::pair<const Source*, std::uint64_t>, const TensorRow*> m_programRows;     ///< by place in the program
    std::set<std::tuple<std::string, std::optional<std::int64_t>, std::string>> m_seen;
    std::vector<QuantisedWeight> m_weights;
};

}  // namespace

std::string_view QuantisedWeight::scheme() const noexcept {
    if (block == values.shape) return "per_tensor";
    return axis() ? "per_channel" : "per_group";
}

std::optional<std::size_t> QuantisedWeight::axis() const noexcept {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < block.size(); ++i) {
        if (block[i] == values.shape[i]) continue;
        if (found || block[i] != 1) return std::nullopt;
        found = i;
    }
    return found;
}

std::int64_t QuantisedWeight::groupSize() const noexcept { return scheme() == "per_group" && !block.empty() ? block.back() : 0; }

Result<std::vector<QuantisedWeight>> quantisedWeights(const session::Session& session, const JobContext& job) {
    return WeightCollector(session, job).collect();
}

}  // namespace etscope::inventory
