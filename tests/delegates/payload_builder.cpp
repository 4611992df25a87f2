#include "delegates/payload_builder.h"

#include <algorithm>
#include <stdexcept>

#include "schema/mlx_generated.h"
#include "schema/mps_generated.h"
#include "schema/native_graph_generated.h"
#include "schema/qnn_options_generated.h"
#include "schema/tosa_generated.h"
#include "schema/vulkan_generated.h"
#include "schema/xnnpack_generated.h"
#include "support/bytes.h"

namespace etscope::test {
namespace {

using flatbuffers::FlatBufferBuilder;

std::string bytesOf(const FlatBufferBuilder& builder) {
    return {reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize()};
}

std::string padded(std::string text, std::size_t unit) {
    text.resize((text.size() + unit - 1) / unit * unit, '\0');
    return text;
}

/// Header of XNNPACK and Vulkan: word, sizes, the graph at 32, data behind it.
std::string wrapped(std::string_view word, const std::string& graph, std::string_view data) {
    const std::string aligned = padded(graph, 16);
    std::string out = std::string(4, '\0') + std::string(word) + little<std::uint16_t>(30) + little<std::uint32_t>(32) +
                      little<std::uint32_t>(static_cast<std::uint32_t>(graph.size())) +
                      little<std::uint32_t>(static_cast<std::uint32_t>(32 + aligned.size())) + little<std::uint64_t>(data.size());
    return padded(out, 16) + aligned + std::string(data);
}

namespace xnn = schema::xnnpack;

std::string xnnpackGraph(bool inside, std::string_view key) {
    FlatBufferBuilder fbb;
    const auto value = [&](std::uint32_t id, std::uint32_t constant, std::uint32_t flags) {
        const std::vector<std::uint32_t> dims{2, 2};
        return xnn::CreateXNNTensorValueDirect(fbb, xnn::XNNDatatype::xnn_datatype_fp32, 2, &dims, constant, 0, flags, id);
    };
    std::vector<flatbuffers::Offset<xnn::XValue>> values;
    values.push_back(xnn::CreateXValue(fbb, xnn::XValueUnion::XNNTensorValue, value(0, 0, 1).Union()));
    const std::vector<float> scales{0.5F, 0.25F};
    const auto scale = xnn::CreatePerChannelQuantDirect(fbb, &scales, 1);
    const auto quantized =
        xnn::CreateXNNQuantizedTensorValue(fbb, value(1, 1, 0), xnn::XNNQuantParams::PerChannelQuant, scale.Union());
    values.push_back(xnn::CreateXValue(fbb, xnn::XValueUnion::XNNQuantizedTensorValue, quantized.Union()));
    values.push_back(xnn::CreateXValue(fbb, xnn::XValueUnion::XNNTensorValue, value(2, 0, 0).Union()));
    values.push_back(xnn::CreateXValue(fbb, xnn::XValueUnion::XNNTensorValue, value(3, 0, 2).Union()));
    std::vector<flatbuffers::Offset<xnn::XNode>> nodes;
    const auto add = xnn::Create_XNNNode2x1(fbb, 0, 1, 2, 0);
    nodes.push_back(xnn::CreateXNode(fbb, xnn::XNodeUnion::XNNAdd, add.Union(), 7));
    const auto clamp = xnn::Create_XNNNode1x1(fbb, 2, 3, 0);
    nodes.push_back(
        xnn::CreateXNode(fbb, xnn::XNodeUnion::XNNClamp, clamp.Union(), 65535, xnn::CreateOutputMinMax(fbb, 0.0F, 6.0F)));
    const std::vector<std::uint8_t> storage(16, 1);
    std::vector<flatbuffers::Offset<xnn::Buffer>> buffers{xnn::CreateBuffer(fbb), xnn::CreateBufferDirect(fbb, &storage)};
    std::vector<flatbuffers::Offset<xnn::ConstantDataOffset>> data;
    if (!inside) {
        data.push_back(xnn::CreateConstantDataOffset(fbb, 0, 0));
        data.push_back(xnn::CreateConstantDataOffsetDirect(fbb, key.empty() ? 0 : ~0ULL, 16,
                                                           key.empty() ? nullptr : std::string(key).c_str()));
        buffers.clear();
    }
    const std::vector<std::uint32_t> inputs{0}, outputs{3};
    fbb.Finish(xnn::CreateXNNGraphDirect(fbb, "1", &nodes, &values, 2, &inputs, &outputs, &buffers, nullptr, &data),
               inside ? "XN00" : "XN01");
    return bytesOf(fbb);
}

}  // namespace

std::string xnnpackPayload(bool header) {
    if (!header) return xnnpackGraph(true, {});
    return wrapped("XH00", xnnpackGraph(false, {}), std::string(16, '\x01'));
}

std::string xnnpackNamedPayload(std::string_view key) { return wrapped("XH00", xnnpackGraph(false, key), {}); }

std::string vulkanPayload() {
    namespace vk = schema::vulkan;
    FlatBufferBuilder fbb;
    const std::vector<std::uint32_t> dims{2, 3};
    std::vector<flatbuffers::Offset<vk::VkValue>> values;
    for (const int constant : {-1, 0, -1}) {
        const auto tensor = vk::CreateVkTensorDirect(fbb, vk::VkDataType::FLOAT16, &dims, constant, -1);
        values.push_back(vk::CreateVkValue(fbb, vk::GraphTypes::VkTensor, tensor.Union()));
    }
    const std::vector<std::int64_t> numbers{4, 5};
    values.push_back(vk::CreateVkValue(fbb, vk::GraphTypes::IntList, vk::CreateIntListDirect(fbb, &numbers).Union()));
    values.push_back(vk::CreateVkValue(fbb, vk::GraphTypes::Null, vk::CreateNull(fbb).Union()));
    values.push_back(vk::CreateVkValue(fbb, vk::GraphTypes::SymInt, vk::CreateSymInt(fbb, 3).Union()));
    const std::vector<std::int32_t> listed{2};
    values.push_back(vk::CreateVkValue(fbb, vk::GraphTypes::ValueList, vk::CreateValueListDirect(fbb, &listed).Union()));
    const std::vector<std::int32_t> first{0, 1, 3, 4, 2}, second{2, 5, 6};
    std::vector<flatbuffers::Offset<vk::OperatorCall>> chain{vk::CreateOperatorCallDirect(fbb, 0, "aten.add.Tensor", &first),
                                                             vk::CreateOperatorCallDirect(fbb, 0, "aten.relu_.default", &second)};
    std::vector<flatbuffers::Offset<vk::VkBytes>> constants{vk::CreateVkBytesDirect(fbb, 0, 12)};
    const std::vector<std::uint32_t> inputs{0}, outputs{2};
    fbb.Finish(vk::CreateVkGraphDirect(fbb, "0", &chain, &values, &inputs, &outputs, &constants), "VK00");
    return wrapped("VH00", bytesOf(fbb), std::string(12, '\0'));
}

std::string sharedListPayload(std::size_t arguments, std::size_t operators) {
    namespace vk = schema::vulkan;
    FlatBufferBuilder fbb;
    const auto list = fbb.CreateVector(std::vector<std::int32_t>(arguments, 0));
    const auto name = fbb.CreateString("aten.cat.default");
    std::vector<flatbuffers::Offset<vk::OperatorCall>> chain;
    for (std::size_t i = 0; i < operators; ++i)
        chain.push_back(vk::CreateOperatorCall(fbb, static_cast<std::uint32_t>(i), name, list));
    std::vector<flatbuffers::Offset<vk::VkValue>> values{
        vk::CreateVkValue(fbb, vk::GraphTypes::Int, vk::CreateInt(fbb, 1).Union())};
    fbb.Finish(vk::CreateVkGraphDirect(fbb, "0", &chain, &values), "VK00");
    return wrapped("VH00", bytesOf(fbb), {});
}

std::string mlxPayload() {
    namespace mlx = schema::mlx;
    FlatBufferBuilder fbb;
    const mlx::Tid x(0), w(1), y(2);
    const mlx::Vid n(0);
    const auto product = mlx::CreateAddmmNode(fbb, &x, &w, &y, nullptr);
    const auto size = mlx::CreateSymSizeNode(fbb, &y, 0, &n);
    const std::vector<flatbuffers::Offset<mlx::IntOrVid>> shape{mlx::CreateIntOrVid(fbb, 0, &n, true),
                                                                mlx::CreateIntOrVid(fbb, -1)};
    const auto reshape = mlx::CreateReshapeNodeDirect(fbb, &y, &y, &shape);
    const auto branch = mlx::CreateIfNode(fbb, mlx::CreateIntOrVid(fbb, 1), 1, 1);
    std::vector<flatbuffers::Offset<mlx::Instruction>> main{mlx::CreateInstruction(fbb, mlx::OpNode::AddmmNode, product.Union()),
                                                            mlx::CreateInstruction(fbb, mlx::OpNode::SymSizeNode, size.Union()),
                                                            mlx::CreateInstruction(fbb, mlx::OpNode::ReshapeNode, reshape.Union()),
                                                            mlx::CreateInstruction(fbb, mlx::OpNode::IfNode, branch.Union())};
    std::vector<flatbuffers::Offset<mlx::Instruction>> inner{
        mlx::CreateInstruction(fbb, mlx::OpNode::SiluNode, mlx::CreateSiluNode(fbb, &y, &y).Union())};
    std::vector<flatbuffers::Offset<mlx::InstructionChain>> chains{mlx::CreateInstructionChainDirect(fbb, &main),
                                                                   mlx::CreateInstructionChainDirect(fbb, &inner)};
    std::vector<flatbuffers::Offset<mlx::SlotVariant>> inputs{mlx::CreateSlotVariant(fbb, 1)},
        outputs{mlx::CreateSlotVariant(fbb, 2)};
    std::vector<flatbuffers::Offset<mlx::NamedSlot>> names{
        mlx::CreateNamedSlotDirect(fbb, "ab12/weight", mlx::CreateSlotVariant(fbb, 0)),
        mlx::CreateNamedSlotDirect(fbb, "ab12/x", mlx::CreateSlotVariant(fbb, 1))};
    std::vector<flatbuffers::Offset<mlx::ShapeDim>> dims{mlx::CreateShapeDim(fbb, 4), mlx::CreateShapeDim(fbb, -1, 1, 8)};
    std::vector<flatbuffers::Offset<mlx::TensorMeta>> metas{mlx::CreateTensorMetaDirect(fbb, &dims, 6)};
    fbb.Finish(mlx::CreateMLXGraphDirect(fbb, "1", 1, 1, 1, 0, 0, 1, &chains, 0, -1, &inputs, &outputs, nullptr, &names, &metas));
    const std::string graph = padded(bytesOf(fbb), 8);
    return std::string(4, '\0') + "MLX0" + little<std::uint64_t>(24 + graph.size()) + little<std::uint64_t>(0) + graph;
}

std::string mpsPayload() {
    namespace mps = schema::mps;
    FlatBufferBuilder fbb;
    const std::vector<std::int32_t> dims{2, 2};
    std::vector<flatbuffers::Offset<mps::MPSTensor>> values;
    for (const std::uint64_t size : {0U, 8U, 0U})
        values.push_back(mps::CreateMPSTensorDirect(fbb, mps::MPSDataType::mps_data_type_float16, 2, &dims, size));
    const auto op = mps::CreateOpNode(fbb);
    std::vector<flatbuffers::Offset<mps::MPSNode>> nodes{mps::CreateMPSNode(fbb, mps::MPSNodeUnion::MPSAdd, op.Union())};
    const std::vector<std::int32_t> inputs{0}, outputs{2}, constants{1};
    fbb.Finish(mps::CreateMPSGraphDirect(fbb, "0", &nodes, &values, &inputs, &outputs, &constants), "MP00");
    const std::string graph = padded(bytesOf(fbb), 16);
    return std::string(4, '\0') + "MP00" + little<std::uint64_t>(24 + graph.size()) + little<std::uint64_t>(8) + graph +
           std::string(8, '\x3C');
}

std::string tosaPayload() {
    namespace tosa = schema::tosa;
    FlatBufferBuilder fbb;
    const std::vector<std::int32_t> shape{1, 2};
    const std::vector<std::uint8_t> data(8, 1);
    std::vector<flatbuffers::Offset<tosa::TosaTensor>> tensors{
        tosa::CreateTosaTensorDirect(fbb, "x", &shape, tosa::DType::FP32),
        tosa::CreateTosaTensorDirect(fbb, "w", &shape, tosa::DType::FP32, &data),
        tosa::CreateTosaTensorDirect(fbb, "y", &shape, tosa::DType::FP32),
        tosa::CreateTosaTensorDirect(fbb, "z", &shape, tosa::DType::FP32)};
    const std::vector<std::uint8_t> zero{0, 0, 0, 0}, six{0, 0, 0xC0, 0x40};  // floats
    const auto names = [&](std::initializer_list<const char*> texts) {
        std::vector<flatbuffers::Offset<flatbuffers::String>> out;
        for (const char* text : texts) out.push_back(fbb.CreateString(text));
        return fbb.CreateVector(out);
    };
    const auto none = names({}), w = names({"w"}), both = names({"x", "w"}), x = names({"x"}), y = names({"y"}), z = names({"z"});
    std::vector<flatbuffers::Offset<tosa::TosaOperator>> operators{
        tosa::CreateTosaOperator(fbb, tosa::Op::CONST, tosa::Attribute::ConstAttribute, tosa::CreateConstAttribute(fbb).Union(),
                                 none, w),
        tosa::CreateTosaOperator(fbb, tosa::Op::REDUCE_MAX, tosa::Attribute::ReduceMaxAttribute,
                                 tosa::CreateReduceMaxAttribute(fbb, 1, tosa::NanPropagationMode::PROPAGATE).Union(), both, y),
        tosa::CreateTosaOperator(fbb, tosa::Op::CLAMP, tosa::Attribute::ClampAttribute,
                                 tosa::CreateClampAttributeDirect(fbb, &zero, &six, tosa::NanPropagationMode::PROPAGATE).Union(), y,
                                 z)};
    std::vector<flatbuffers::Offset<tosa::TosaBasicBlock>> blocks{
        tosa::CreateTosaBasicBlock(fbb, fbb.CreateString("main"), fbb.CreateVector(operators), fbb.CreateVector(tensors), x, z)};
    std::vector<flatbuffers::Offset<tosa::TosaRegion>> regions{tosa::CreateTosaRegionDirect(fbb, "main", &blocks)};
    fbb.Finish(tosa::CreateTosaGraphDirect(fbb, tosa::CreateVersion(fbb, 1, 0, 0, false), &regions), "TOSA");
    return bytesOf(fbb);
}

std::string nptgPayload() {
    namespace native = schema::native_graph;
    FlatBufferBuilder fbb;
    const auto meta = [&] {
        std::vector<flatbuffers::Offset<native::Dim>> sizes{native::CreateDim(fbb, 2, 2), native::CreateDim(fbb, 1, 8)};
        return native::CreateTensorMetaDirect(fbb, native::ScalarType::FLOAT, &sizes);
    };
    const auto outputs = [&](const char* name) {
        return std::vector<flatbuffers::Offset<native::Output>>{native::CreateOutputDirect(fbb, name)};
    };
    const auto placeholder = [&](const char* name) {
        const auto out = outputs(name);
        return native::CreateNodeDirect(fbb, name, native::OpKind::PLACEHOLDER, nullptr, nullptr, &out);
    };
    const auto tensor = [&](const char* argument, const char* name) {
        const auto value = native::CreateTensorArgDirect(fbb, name);
        return native::CreateNamedArgumentDirect(fbb, argument,
                                                 native::CreateArgument(fbb, native::ArgumentValue::TensorArg, value.Union()));
    };
    std::vector<flatbuffers::Offset<native::NamedArgument>> arguments{tensor("self", "x"), tensor("other", "p_w")};
    const auto out = outputs("add");
    std::vector<flatbuffers::Offset<native::Node>> nodes{
        placeholder("p_w"), placeholder("x"),
        native::CreateNodeDirect(fbb, "add", native::OpKind::CALL_FUNCTION, "torch.ops.aten.add.Tensor", &arguments, &out)};
    const std::vector<flatbuffers::Offset<flatbuffers::String>> inputs{fbb.CreateString("x")}, results{fbb.CreateString("add")};
    std::vector<flatbuffers::Offset<native::TensorValue>> values{native::CreateTensorValueDirect(fbb, "x", meta()),
                                                                 native::CreateTensorValueDirect(fbb, "add", meta())};
    const auto graph = native::CreateGraphDirect(fbb, &nodes, &inputs, &results, &values);
    std::vector<flatbuffers::Offset<native::NamedTensorRef>> constants{
        native::CreateNamedTensorRefDirect(fbb, "p_w", "layer.w", meta(), native::InputKind::PARAMETER)};
    std::vector<flatbuffers::Offset<native::Method>> methods{native::CreateMethodDirect(fbb, "forward", graph, &constants)};
    fbb.Finish(native::CreateProgramDirect(fbb, "1", &methods), "NPTG");
    return bytesOf(fbb);
}

std::string richNptgPayload() {
    namespace native = schema::native_graph;
    FlatBufferBuilder fbb;
    std::vector<flatbuffers::Offset<native::Dim>> sizes{native::CreateDim(fbb, 4, 4)};
    const auto scheme = native::CreateAffineGroupDirect(fbb, "w_scale", native::ScalarType::HALF, -8, 7, 32, "w_zero");
    const auto quant = native::CreateQuantSpec(fbb, native::QuantScheme::AffineGroup, scheme.Union());
    const auto quantized = native::CreateTensorMetaDirect(fbb, native::ScalarType::BYTE, &sizes, nullptr, quant);
    const auto plain = native::CreateTensorMetaDirect(fbb, native::ScalarType::UINT32, &sizes);
    const std::vector<flatbuffers::Offset<flatbuffers::String>> inner{fbb.CreateString("y")};
    const std::vector<flatbuffers::Offset<native::Node>> noNodes;
    const auto nested = native::CreateGraphDirect(fbb, &noNodes, &inner, &inner);
    const auto argument = [&](const char* name, native::ArgumentValue kind, flatbuffers::Offset<void> value) {
        return native::CreateNamedArgumentDirect(fbb, name, native::CreateArgument(fbb, kind, value));
    };
    const std::vector<flatbuffers::Offset<flatbuffers::String>> listed{fbb.CreateString("x"), fbb.CreateString("")};
    const std::vector<std::uint8_t> has{1, 0};
    const std::vector<std::int64_t> numbers{1, 2};
    std::vector<flatbuffers::Offset<native::NamedArgument>> arguments{
        argument("branch", native::ArgumentValue::GraphArg, native::CreateGraphArgDirect(fbb, "true_graph", nested).Union()),
        argument("tensors", native::ArgumentValue::OptionalTensorListArg,
                 native::CreateOptionalTensorListArgDirect(fbb, &listed, &has).Union()),
        argument("sizes", native::ArgumentValue::IntListArg, native::CreateIntListArgDirect(fbb, &numbers).Union()),
        argument("dtype", native::ArgumentValue::ScalarTypeArg,
                 native::CreateScalarTypeArg(fbb, native::ScalarType::UINT16).Union()),
        argument("missing", native::ArgumentValue::TensorArg, native::CreateTensorArgDirect(fbb, "nowhere").Union())};
    const std::vector<flatbuffers::Offset<flatbuffers::String>> parts{fbb.CreateString("part_0"), fbb.CreateString("part_1")};
    std::vector<flatbuffers::Offset<native::Output>> outputs{
        native::CreateOutputDirect(fbb, "parts", nullptr, native::OutputValueKind::TENSOR_LIST, &parts)};
    std::vector<flatbuffers::Offset<native::KeyValue>> metadata{native::CreateKeyValueDirect(fbb, "debug_handle", "12")};
    std::vector<flatbuffers::Offset<native::Node>> nodes{
        native::CreateNodeDirect(fbb, "cond", native::OpKind::CALL_FUNCTION, "cond", &arguments, &outputs, &metadata)};
    const std::vector<flatbuffers::Offset<flatbuffers::String>> inputs{fbb.CreateString("x")}, results{fbb.CreateString("part_1")};
    std::vector<flatbuffers::Offset<native::TensorValue>> values{native::CreateTensorValueDirect(fbb, "x", plain)};
    const auto graph = native::CreateGraphDirect(fbb, &nodes, &inputs, &results, &values);
    std::vector<flatbuffers::Offset<native::NamedTensorRef>> constants{
        native::CreateNamedTensorRefDirect(fbb, "w", "w", quantized)};
    std::vector<flatbuffers::Offset<native::OutputSpec>> specs{
        native::CreateOutputSpecDirect(fbb, "part_1", native::OutputKind::BUFFER_MUTATION, "cache")};
    std::vector<flatbuffers::Offset<native::MutableBufferSpec>> buffers{native::CreateMutableBufferSpecDirect(fbb, "b", "cache")};
    std::vector<flatbuffers::Offset<native::Method>> methods{
        native::CreateMethodDirect(fbb, "forward", graph, &constants, &specs, &buffers),
        native::CreateMethodDirect(fbb, "second", graph)};
    fbb.Finish(native::CreateProgramDirect(fbb, "1", &methods), "NPTG");
    return bytesOf(fbb);
}

std::string qnnOptions() {
    namespace qnn = schema::qnn;
    FlatBufferBuilder fbb;
    const auto soc = qnn::CreateSocInfo(fbb, qnn::QcomChipset::SM8650, qnn::CreateHtpInfo(fbb, qnn::HtpArch::V75, 8));
    const auto htp = qnn::CreateQnnExecuTorchHtpBackendOptions(fbb, 0, qnn::QnnExecuTorchHtpPerformanceMode::kHtpBurst);
    const auto backend = qnn::CreateQnnExecuTorchBackendOptions(fbb, qnn::QnnExecuTorchBackendType::kHtpBackend, htp);
    fbb.Finish(qnn::CreateQnnExecuTorchOptionsDirect(fbb, soc, backend, "libQnnHtp.so"));
    return bytesOf(fbb);
}

std::string ennOptions() {
    FlatBufferBuilder fbb;
    const auto start = fbb.StartTable();
    fbb.AddElement<std::int32_t>(4, 9955, 0);
    fbb.Finish(flatbuffers::Offset<flatbuffers::Table>(fbb.EndTable(start)), "EETO");
    return bytesOf(fbb);
}

std::string PayloadRead::fact(std::string_view name) const {
    const auto hit = std::ranges::find(decoded.facts, name, &delegates::Fact::name);
    return hit == decoded.facts.end() ? "(none)" : hit->text;
}

std::string PayloadRead::message(std::string_view code) const {
    const auto hit = std::ranges::find(diagnostics.items(), code, &Diagnostic::code);
    return hit == diagnostics.items().end() ? "(none)" : hit->message;
}

PayloadRead readPayload(const delegates::Payload& payload) {
    PayloadRead read;
    auto decoded = delegates::decode(payload, read.diagnostics, {});
    if (!decoded) throw std::runtime_error(decoded.error().message);
    read.decoded = *std::move(decoded);
    return read;
}

}  // namespace etscope::test
