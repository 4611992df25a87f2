#include "delegates/border.h"

#include <algorithm>

#include "base/lists.h"
#include "base/number_text.h"
#include "delegates/ethos_u_ends.h"
#include "delegates/qnn_context.h"

namespace etscope::delegates {
namespace {

using TypePair = std::pair<ScalarType, ScalarType>;
using enum ScalarType;

/// Vulkan copies through a staging buffer, whose shaders narrow doubles, 64-bit integers and, with force_fp16, floats.
constexpr TypePair kVulkanConverts[] = {{F64, F32}, {I64, I32}, {F32, F16}, {F64, F16}, {Bool, U8}, {Bool, I8}};
/// The graph casts 64-bit integers at its own border.
constexpr TypePair kQnnConverts[] = {{I64, I32}};

constexpr BorderRule kRules[] = {
    {"XNNPACK", SizeOrder::Memory, true, false, {}},  {"Vulkan", SizeOrder::Logical, true, false, kVulkanConverts},
    {"MLX", SizeOrder::Logical, true, false, {}},     {"MPS", SizeOrder::Logical, false, true, {}},
    {"TOSA", SizeOrder::Either, false, false, {}},    {"VGF", SizeOrder::Either, false, false, {}},
    {"Ethos-U", SizeOrder::Padded, false, false, {}}, {"Core ML", SizeOrder::Logical, false, true, {}},
    {"Core AI", SizeOrder::Logical, false, true, {}}, {"QNN", SizeOrder::Either, false, false, kQnnConverts},
    {"NPTG", SizeOrder::Logical, true, false, {}},    {"NFAT", SizeOrder::Logical, true, false, {}},
    {"pte", SizeOrder::Logical, true, false, {}},
};

std::optional<BorderSize> rangeOf(std::string_view text) {
    const auto dots = text.find("..");
    if (dots == std::string_view::npos) return std::nullopt;
    const auto least = parseInt(text.substr(0, dots)), most = parseInt(text.substr(dots + 2));
    if (!least || (!most && dots + 2 != text.size())) return std::nullopt;
    return BorderSize{*least, most.value_or(BorderSize::kNoLimit)};
}

BorderPort portOf(const graph::GraphModel& model, graph::ValueId id) {
    BorderPort port;
    const graph::Value& value = model.value(id);
    port.name = model.text(value.id);
    port.tensor = value.kind == graph::ValueKind::Tensor;
    if (!port.tensor || !value.meta.valid()) return port;
    const graph::TensorMeta& meta = model.meta(value.meta);
    port.type = meta.type;
    std::vector<BorderSize>& sizes = port.sizes.emplace();
    for (const graph::Dim& dim : model.dims(meta.sizes))
        sizes.push_back(dim.expression.valid() ? rangeOf(model.text(dim.expression)).value_or(BorderSize{})
                                               : BorderSize{dim.value, dim.value});
    return port;
}

Border borderOfGraph(const graph::GraphModel& model) {
    Border border;
    for (const graph::GraphInput* input : model.userInputs())
        border.inputs.push_back(input->value.valid() ? portOf(model, input->value) : BorderPort{{}, false, {}, {}, {}});
    for (const graph::GraphOutput* output : model.userOutputs())
        border.outputs.push_back(output->argument.kind == graph::ArgumentKind::Value ? portOf(model, output->argument.value())
                                                                                     : BorderPort{{}, false, {}, {}, {}});
    return border;
}

std::vector<BorderPort> ethosUPorts(const std::vector<EthosUTensor>& tensors) {
    std::vector<BorderPort> ports;
    for (const EthosUTensor& one : tensors) {
        BorderPort& port = ports.emplace_back();
        if (one.elementBytes > 0) port.elementBytes = static_cast<std::uint64_t>(one.elementBytes);
        std::vector<BorderSize>& sizes = port.sizes.emplace();
        for (const std::int32_t size : one.shape) sizes.push_back({size, size});
    }
    return ports;
}

std::optional<Border> ethosUBorder(const ByteRange& payload) {
    const EthosUEnds ends = ethosUEnds(payload);
    if (!ends.inputs || !ends.outputs) return std::nullopt;
    return Border{ethosUPorts(*ends.inputs), ethosUPorts(*ends.outputs)};
}

/// Qnn_DataType_t: the kind in the upper byte, the bits in the lower one, as digits.
std::optional<ScalarType> qnnType(std::uint32_t code) noexcept {
    static constexpr std::pair<std::uint32_t, ScalarType> kTypes[] = {
        {0x0008, I8},  {0x0016, I16}, {0x0032, I32}, {0x0064, I64}, {0x0108, U8},  {0x0116, U16},
        {0x0132, U32}, {0x0164, U64}, {0x0216, F16}, {0x0232, F32}, {0x0264, F64}, {0x0308, I8},
        {0x0316, I16}, {0x0332, I32}, {0x0408, U8},  {0x0416, U16}, {0x0508, Bool}};
    const auto found = std::ranges::find(kTypes, code, &std::pair<std::uint32_t, ScalarType>::first);
    return found == std::end(kTypes) ? std::nullopt : std::optional(found->second);
}

/// "input_3_args_5@0" is the call's argument 3; nothing for other names.
std::optional<std::int64_t> qnnArgument(std::string_view name) noexcept {
    constexpr std::string_view kInput = "input_";
    if (!name.starts_with(kInput)) return std::nullopt;
    name.remove_prefix(kInput.size());
    return parseInt(name.substr(0, name.find('_')));
}

/// By the arguments that their names tell; false where these are not all of them.
bool sortByArgument(std::vector<BorderPort>& inputs) {
    std::vector<std::pair<std::int64_t, BorderPort>> numbered;
    for (BorderPort& port : inputs) {
        const auto argument = qnnArgument(port.name);
        if (!argument) return false;
        numbered.emplace_back(*argument, std::move(port));
    }
    std::stable_sort(numbered.begin(), numbered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < numbered.size(); ++i) {
        if (numbered[i].first != static_cast<std::int64_t>(i)) return false;
        inputs[i] = std::move(numbered[i].second);
    }
    return true;
}

std::vector<BorderPort> qnnPorts(const std::vector<QnnTensor>& tensors) {
    std::vector<BorderPort> ports;
    for (const QnnTensor& one : tensors) {
        BorderPort& port = ports.emplace_back();
        port.name = one.name;
        port.type = qnnType(one.typeCode);
        std::vector<BorderSize>& sizes = port.sizes.emplace();
        for (const std::uint32_t size : one.dims) sizes.push_back({size, size});
    }
    return ports;
}

/// Of several graphs that of the method's name.
std::optional<Border> qnnBorder(const ByteRange& payload, std::string_view method) {
    const auto context = qnnContextOf(payload);
    if (!context || context->graphs.empty()) return std::nullopt;
    const auto named = std::ranges::find(context->graphs, method, &QnnGraph::name);
    if (named == context->graphs.end() && context->graphs.size() > 1) return std::nullopt;
    const QnnGraph& graph = named == context->graphs.end() ? context->graphs.front() : *named;
    Border border{qnnPorts(graph.inputs), qnnPorts(graph.outputs)};
    return sortByArgument(border.inputs) ? std::optional(std::move(border)) : std::nullopt;
}

}  // namespace

std::string BorderSize::text() const {
    if (fixed()) return std::to_string(least);
    if (most != kNoLimit) return std::to_string(least) + ".." + std::to_string(most);
    return least == 0 ? "?" : std::to_string(least) + "..";
}

std::string BorderPort::text() const {
    if (!tensor) return "no tensor";
    const std::string shape = sizes ? "[" + joined(*sizes, ",", &BorderSize::text) + "]" : std::string();
    if (type) return scalarTypeName(*type) + shape;
    if (elementBytes) return "integers of " + counted(*elementBytes, "byte", "bytes") + (shape.empty() ? "" : " ") + shape;
    return shape.empty() ? "not stated" : "a type that is not stated " + shape;
}

const BorderRule* borderRule(const Decoded& decoded) noexcept {
    const auto found = std::ranges::find(kRules, decoded.format, &BorderRule::format);
    return found == std::end(kRules) ? nullptr : &*found;
}

std::optional<Border> borderOf(const Decoded& decoded, const ByteRange& payload, std::string_view method) {
    if (borderRule(decoded) == nullptr) return std::nullopt;
    if (decoded.format == "Ethos-U") return ethosUBorder(payload);
    if (decoded.format == "QNN") return qnnBorder(payload, method);
    if (decoded.graph == nullptr) return std::nullopt;
    Border border = borderOfGraph(*decoded.graph);
    if (decoded.format == "MPS") border.outputs.clear(), border.outputsStated = false;
    return border;
}

}  // namespace etscope::delegates
