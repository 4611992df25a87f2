#include <algorithm>

#include "base/checked_math.h"
#include "base/number_text.h"
#include "delegates/native_graph.h"
#include "delegates/slot_graph.h"

namespace etscope::delegates {
namespace {

namespace native_graph_fb = schema::native_graph;
using graph::Dim;
using graph::ValueId;
using graph::ValueKind;

graph::InputKind inputKind(native_graph_fb::InputKind kind) noexcept {
    switch (kind) {
        case native_graph_fb::InputKind::PARAMETER: return graph::InputKind::Parameter;
        case native_graph_fb::InputKind::BUFFER: return graph::InputKind::Buffer;
        case native_graph_fb::InputKind::CONSTANT_TENSOR: return graph::InputKind::TensorConstant;
        default: return graph::InputKind::User;
    }
}

graph::OutputKind outputKind(native_graph_fb::OutputKind kind) noexcept {
    switch (kind) {
        case native_graph_fb::OutputKind::BUFFER_MUTATION: return graph::OutputKind::BufferMutation;
        case native_graph_fb::OutputKind::USER_INPUT_MUTATION: return graph::OutputKind::UserInputMutation;
        default: return graph::OutputKind::User;
    }
}

ValueKind valueKind(native_graph_fb::OutputValueKind kind) noexcept {
    switch (kind) {
        case native_graph_fb::OutputValueKind::INT: return ValueKind::SymInt;
        case native_graph_fb::OutputValueKind::BOOL: return ValueKind::SymBool;
        case native_graph_fb::OutputValueKind::FLOAT: return ValueKind::SymFloat;
        case native_graph_fb::OutputValueKind::TENSOR_LIST: return ValueKind::List;
        default: return ValueKind::Tensor;
    }
}

/// Dense strides of fixed sizes in this order of axes; empty when a size is not fixed or the order is none.
std::vector<Dim> denseStrides(std::span<const Dim> sizes, const flatbuffers::Vector<std::int32_t>* order) {
    std::vector<Dim> strides(sizes.size());
    std::vector<bool> seen(sizes.size(), false);
    if (order != nullptr && order->size() != 0 && order->size() != sizes.size()) return {};
    const bool plain = order == nullptr || order->size() == 0;
    std::int64_t stride = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        const std::int64_t wanted = plain ? static_cast<std::int64_t>(i) : order->Get(static_cast<std::uint32_t>(i));
        if (wanted < 0 || static_cast<std::size_t>(wanted) >= sizes.size()) return {};
        const auto axis = static_cast<std::size_t>(wanted);
        if (seen[axis] || sizes[axis].expression.valid()) return {};
        seen[axis] = true;
        strides[axis].value = stride;
        const auto next = checkedMul(stride, std::max<std::int64_t>(sizes[axis].value, 1));
        if (!next) return {};
        stride = *next;
    }
    return strides;
}

}  // namespace

ScalarType nativeScalarType(native_graph_fb::ScalarType type) noexcept {
    switch (type) {
        case native_graph_fb::ScalarType::UINT16: return ScalarType::U16;
        case native_graph_fb::ScalarType::UINT32: return ScalarType::U32;
        case native_graph_fb::ScalarType::UINT64: return ScalarType::U64;
        default: return static_cast<ScalarType>(type);
    }
}

NativeMethodReader::NativeMethodReader(const Context& context, const native_graph_fb::Method& method, ElementBudget& budget,
                                       Decoded& decoded)
    : m_context(context), m_method(method), m_budget(budget), m_decoded(decoded) {}

Result<std::shared_ptr<const graph::GraphModel>> NativeMethodReader::read() {
    bindInputs();
    Scope scope;
    scope.graph = m_builder.addGraph({});
    if (const native_graph_fb::Graph* file = m_method.graph(); file != nullptr && !readGraph(*file, scope, 0))
        return cancelledFailure();
    if (m_budget.spent()) return tooManyElements(m_context);
    return m_builder.finish();
}

void NativeMethodReader::bindInputs() {
    for (const native_graph_fb::MutableBufferSpec* buffer : Elements(m_method.mutable_buffers(), m_budget))
        m_bindings[textOf(buffer->name())] = {graph::InputKind::Buffer, textOf(buffer->fqn())};
    for (const native_graph_fb::NamedTensorRef* constant : Elements(m_method.constants(), m_budget)) {
        const std::string_view name = textOf(constant->name());
        m_bindings[name] = {inputKind(constant->kind()), textOf(constant->data_key())};
        m_constantMetas[name] = constant->meta();
        addWeight(*constant);
    }
}

bool NativeMethodReader::readGraph(const native_graph_fb::Graph& file, Scope& scope, int depth) {
    for (const native_graph_fb::TensorValue* value : Elements(file.tensor_values(), m_budget))
        scope.metas[textOf(value->name())] = value->meta();
    const std::size_t count = countOf(file.nodes());
    if (!m_budget.take(count)) return true;
    // Placeholders keep the order of the exported graph, constants among the inputs; inputs without one follow.
    for (const native_graph_fb::Node* node : *file.nodes())
        if (node->op_kind() == native_graph_fb::OpKind::PLACEHOLDER) addInput(textOf(node->name()), scope);
    for (const flatbuffers::String* name : Elements(file.inputs(), m_budget)) addInput(textOf(name), scope);
    for (const native_graph_fb::Node* node : *file.nodes()) {
        if (m_context.job.cancelled()) return false;
        if (node->op_kind() != native_graph_fb::OpKind::PLACEHOLDER && node->op_kind() != native_graph_fb::OpKind::OUTPUT)
            addNode(*node, scope, depth);
    }
    addOutputs(file, scope);
    return true;
}

void NativeMethodReader::addInput(std::string_view name, Scope& scope) {
    if (scope.values.contains(name)) return;
    graph::GraphInput input;
    input.value = addValue(name, ValueKind::Tensor, scope);
    const bool top = scope.graph.index() == 0;
    const auto bound = m_bindings.find(name);
    const bool isBound = top && bound != m_bindings.end();
    if (isBound) input.kind = bound->second.kind, input.target = m_builder.intern(bound->second.target);
    input.id = m_builder.intern(name);
    auto& inputs = m_builder.graph(scope.graph).inputs;
    m_builder.value(input.value).output = static_cast<std::uint32_t>(inputs.size());
    inputs.push_back(input);
}

ValueId NativeMethodReader::addValue(std::string_view name, ValueKind kind, Scope& scope) {
    graph::Value value;
    value.id = m_builder.intern(name);
    value.kind = kind;
    value.graph = scope.graph;
    const native_graph_fb::TensorMeta* found = nullptr;
    if (const auto known = scope.metas.find(name); known != scope.metas.end()) found = known->second;
    if (const auto known = m_constantMetas.find(name);
        found == nullptr && scope.graph.index() == 0 && known != m_constantMetas.end())
        found = known->second;
    if (found != nullptr) {
        value.meta = meta(*found);
        if (auto how = quantization(*found); how && !m_constantMetas.contains(name))
            m_decoded.quantization.push_back({std::string(name), *std::move(how)});
    }
    const ValueId id = m_builder.addValue(value);
    if (!scope.values.insert_or_assign(name, id).second)
        m_context.diagnostics.warning("delegate-duplicate-value", m_context.where(), "two values have the same name");
    return id;
}

graph::MetaId NativeMethodReader::meta(const native_graph_fb::TensorMeta& file) {
    graph::TensorMeta out;
    out.type = nativeScalarType(file.dtype());
    out.typeCode = static_cast<std::int64_t>(file.dtype());
    std::vector<Dim> sizes;
    for (const native_graph_fb::Dim* dim : Elements(file.sizes(), m_budget)) {
        Dim& size = sizes.emplace_back();
        size.value = dim->max() < 0 ? dim->min() : dim->max();
        if (dim->min() == dim->max()) continue;
        const std::string high = dim->max() < 0 ? std::string() : std::to_string(dim->max());
        size.expression = m_builder.intern(std::to_string(dim->min()) + ".." + high);
    }
    return m_builder.internMeta(out, sizes, denseStrides(sizes, file.dim_order()));
}

void NativeMethodReader::addNode(const native_graph_fb::Node& file, Scope& scope, int depth) {
    graph::Node node;
    node.id = m_builder.intern(textOf(file.name()));
    node.target = m_builder.intern(textOf(file.target()));
    node.graph = scope.graph;
    m_operators.count(textOf(file.target()));
    for (const native_graph_fb::KeyValue* entry : Elements(file.metadata(), m_budget))
        if (textOf(entry->key()) == "debug_handle") node.debugHandle = parseInt(textOf(entry->value()));
    const graph::NodeId id = m_builder.addNode(node);
    std::vector<graph::Argument> arguments;
    for (const native_graph_fb::NamedArgument* input : Elements(file.inputs(), m_budget)) {
        const std::string_view name = textOf(input->name());
        graph::Argument made = argument(input->arg(), scope, id, depth, name);
        made.name = m_builder.intern(name);
        arguments.push_back(made);
    }
    m_builder.node(id).arguments = m_builder.addArguments(arguments);
    std::vector<graph::OutputSlot> slots;
    for (const native_graph_fb::Output* output : Elements(file.outputs(), m_budget))
        slots.push_back(outputSlot(*output, scope, id, static_cast<std::uint32_t>(slots.size())));
    m_builder.node(id).outputs = m_builder.addOutputs(slots);
}

graph::OutputSlot NativeMethodReader::outputSlot(const native_graph_fb::Output& output, Scope& scope, graph::NodeId node,
                                                 std::uint32_t index) {
    std::vector<ValueId> made;
    const ValueKind kind = valueKind(output.kind());
    const auto add = [&](std::string_view name, std::int32_t element) {
        const ValueId id = addValue(name, kind == ValueKind::List ? ValueKind::Tensor : kind, scope);
        graph::Value& value = m_builder.value(id);
        value.producer = node;
        value.output = index;
        value.element = element;
        made.push_back(id);
    };
    if (kind != ValueKind::List) {
        add(textOf(output.name()), -1);
    } else if (output.names() != nullptr && m_budget.take(output.names()->size())) {
        for (const flatbuffers::String* name : *output.names()) add(textOf(name), static_cast<std::int32_t>(made.size()));
        scope.lists[textOf(output.name())] = made;
    }
    return {kind, m_builder.addOutputValues(made)};
}

void NativeMethodReader::addOutputs(const native_graph_fb::Graph& file, Scope& scope) {
    const bool top = scope.graph.index() == 0;
    const std::size_t specs = top ? countOf(m_method.output_specs()) : 0;
    const std::size_t count = countOf(file.outputs());
    if (!m_budget.take(count)) return;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::uint32_t>(i);
        graph::GraphOutput output;
        output.argument = reference(textOf(file.outputs()->Get(at)), scope);
        const native_graph_fb::OutputSpec* spec = i < specs ? m_method.output_specs()->Get(at) : nullptr;
        if (spec != nullptr) output.kind = outputKind(spec->kind());
        if (spec != nullptr && !textOf(spec->target()).empty()) output.target = m_builder.intern(textOf(spec->target()));
        m_builder.graph(scope.graph).outputs.push_back(output);
    }
}

void NativeMethodReader::addWeight(const native_graph_fb::NamedTensorRef& file) {
    Weight weight = m_context.namedWeight(std::string(textOf(file.name())), std::string(textOf(file.data_key())));
    if (const native_graph_fb::TensorMeta* found = file.meta()) {
        weight.type = nativeScalarType(found->dtype());
        weight.quantization = quantization(*found);
        for (const native_graph_fb::Dim* dim : Elements(found->sizes(), m_budget))
            weight.shape.push_back(dim->max() < 0 ? dim->min() : dim->max());
    }
    m_decoded.weights.push_back(std::move(weight));
}

std::optional<Quantization> NativeMethodReader::quantization(const native_graph_fb::TensorMeta& file) const {
    if (file.quant() == nullptr) return std::nullopt;
    Quantization out;
    if (const auto* affine = file.quant()->scheme_as_AffineGroup()) {
        out.scheme = "affine_group";
        out.format = std::to_string(affine->quant_min()) + ".." + std::to_string(affine->quant_max());
        out.groupSize = affine->group_size();
        out.scaleKey = textOf(affine->scale_data_key());
        out.scaleType = nativeScalarType(affine->scale_dtype());
        out.scales = m_context.named(out.scaleKey);
        out.zeroPointKey = textOf(affine->zero_point_data_key());
        if (!out.zeroPointKey.empty()) out.zeroPoints = m_context.named(out.zeroPointKey);
        return out;
    }
    const auto* packed = file.quant()->scheme_as_PackedQuant();
    if (packed == nullptr) return std::nullopt;
    out.scheme = "packed";
    out.format = textOf(packed->codec());
    return out;
}

graph::Argument NativeMethodReader::reference(std::string_view name, Scope& scope) {
    if (const auto found = scope.values.find(name); found != scope.values.end()) return graph::Argument(found->second);
    if (const auto found = scope.lists.find(name); found != scope.lists.end() && m_budget.take(found->second.size()))
        return listOf({found->second.begin(), found->second.end()});
    m_context.diagnostics.warning("delegate-unknown-value", m_context.where(), "a node names a value that nothing produces");
    return {graph::ArgumentKind::UnresolvedName, m_builder.intern(name).index()};
}

}  // namespace etscope::delegates
