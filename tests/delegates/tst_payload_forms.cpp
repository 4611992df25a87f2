// Every form of payload on small whole examples: what is read of it, weights, quantization, named data, versions of slots.
#include <QtTest>

#include <algorithm>
#include <map>

#include "delegates/delegates.h"
#include "delegates/payload_builder.h"
#include "io/zip_index.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::delegates;

namespace {

Decoded decoded(const Payload& payload) {
    Diagnostics diagnostics;
    auto result = decode(payload, diagnostics, {});
    if (!result || !diagnostics.empty())
        qWarning() << "not decoded" << (diagnostics.empty() ? "" : diagnostics.items().front().message.c_str());
    return result ? *std::move(result) : Decoded{};
}

std::string fact(const Decoded& decoded, std::string_view name) {
    for (const Fact& fact : decoded.facts)
        if (fact.name == name) return fact.text;
    return "(none)";
}

/// "0 XNNAdd(v0, v1) -> v2; …"
std::string linesOf(const graph::GraphModel& model) {
    std::string text;
    for (const graph::NodeId id : model.top().nodes) {
        const graph::Node& node = model.node(id);
        text += std::string(model.text(node.id)) + " " + std::string(model.text(node.target)) + "(";
        for (const graph::Argument& argument : model.arguments(node))
            if (argument.kind == graph::ArgumentKind::Value)
                text += std::string(model.text(model.value(argument.value()).id)) + " ";
        text += ") ->";
        for (const graph::OutputSlot& slot : model.outputs(node))
            for (const graph::ValueId value : model.values(slot)) text += " " + std::string(model.text(model.value(value).id));
        text += "; ";
    }
    return text;
}

/// The files of a zip as a directory image.
std::string imageOfZip(const ByteRange& bytes) {
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(bytes, diagnostics);
    std::vector<std::pair<std::string, std::string>> files;
    for (const ZipEntry& entry : zip->entries()) files.emplace_back(entry.name, test::toText(*zip->content(entry)->readAll()));
    return test::coreMlImage(files);
}

CompileSpec spec(std::string key, std::string_view value) { return {std::move(key), test::toBytes(value)}; }

}  // namespace

class PayloadForms : public QObject {
    Q_OBJECT
private slots:
    void xnnpack() {
        for (const bool header : {true, false}) {
            const Decoded result = decoded(test::payloadOf("XnnpackBackend", test::xnnpackPayload(header)));
            QCOMPARE(result.format, std::string("XNNPACK"));
            QVERIFY(result.graph != nullptr);
            QCOMPARE(linesOf(*result.graph), std::string("0 XNNAdd(v0 v1 ) -> v2; 1 XNNClamp(v2 ) -> v3; "));
            QCOMPARE(result.graph->node(graph::NodeId(0U)).debugHandle, std::optional<std::int64_t>(7));
            QVERIFY(!result.graph->node(graph::NodeId(1U)).debugHandle);
            QCOMPARE(result.weights.size(), 1U);
            const Weight& weight = result.weights.front();
            QCOMPARE(test::toText(*weight.bytes.readAll()), std::string(16, '\x01'));
            QCOMPARE(weight.shape, (std::vector<std::int64_t>{2, 2}));
            QVERIFY(weight.quantization);
            QCOMPARE(weight.quantization->scheme, std::string("per_channel"));
            QCOMPARE(weight.quantization->scaleValues, (std::vector<float>{0.5F, 0.25F}));
            QCOMPARE(weight.quantization->axis, std::optional<std::int64_t>(1));
        }
    }

    void xnnpackNamedData() {
        Payload payload = test::payloadOf("XnnpackBackend", test::xnnpackNamedPayload("key"));
        payload.namedData = [](std::string_view key) {
            return key == "key" ? std::optional(test::inMemory("0123456789abcdef")) : std::nullopt;
        };
        const Decoded found = decoded(payload);
        QCOMPARE(found.weights.front().key, std::string("key"));
        QCOMPARE(found.weights.front().bytes.size, 16U);
        payload.namedData = [](std::string_view) { return std::optional<ByteRange>(); };
        Diagnostics diagnostics;
        const auto missing = decode(payload, diagnostics, {});
        QVERIFY(missing);
        QVERIFY(!missing->weights.front().bytes.hasData());
        QVERIFY(diagnostics.has("delegate-data-missing"));
    }

    void vulkanWritesTwice() {
        const Decoded result = decoded(test::payloadOf("VulkanBackend", test::vulkanPayload()));
        QVERIFY(result.graph != nullptr);
        QCOMPARE(linesOf(*result.graph), std::string("0 aten.add.Tensor(v0 v1 ) -> v2; 0_1 aten.relu_.default(v2 v5 ) -> v2_1; "));
        QCOMPARE(result.weights.size(), 1U);
        QCOMPARE(result.weights.front().size, 12U);
        QVERIFY(result.weights.front().type == ScalarType::F16);
    }

    void mlxChains() {
        const Decoded result = decoded(test::payloadOf("MLXBackend", test::mlxPayload()));
        QVERIFY(result.graph != nullptr);
        QCOMPARE(
            linesOf(*result.graph),
            std::string("0 AddmmNode(weight x ) -> t2; 1 SymSizeNode(t2 ) -> s0; 2 ReshapeNode(t2 ) -> t2_1; 3 IfNode() ->; "));
        QCOMPARE(result.otherGraphs.size(), 1U);
        QCOMPARE(result.otherGraphs.front().name, std::string("chain 1"));
        QCOMPARE(linesOf(*result.otherGraphs.front().graph), std::string("0 SiluNode(t2 ) -> t2_1; "));
        // A field that the payload leaves out has the default of the schema.
        const auto arguments = result.graph->arguments(result.graph->node(graph::NodeId(0U)));
        const auto alpha =
            std::ranges::find_if(arguments, [&](const graph::Argument& a) { return result.graph->text(a.name) == "alpha"; });
        QVERIFY(alpha != arguments.end());
        QCOMPARE(alpha->number, 1.0);
        const auto dims =
            result.graph->dims(result.graph->meta(result.graph->value(result.graph->top().inputs[1].value).meta).sizes);
        QCOMPARE(std::string(result.graph->text(dims[1].expression)), std::string("1..8"));
    }

    void mps() {
        const Decoded result = decoded(test::payloadOf("MPSBackend", test::mpsPayload()));
        QVERIFY(result.graph != nullptr);
        QCOMPARE(fact(result, "operators"), std::string("MPSAdd 1"));
        QCOMPARE(result.weights.front().bytes.size, 8U);
    }

    void tosa() {
        const Decoded result = decoded(test::payloadOf("TOSABackend", test::tosaPayload()));
        QVERIFY(result.graph != nullptr);
        QCOMPARE(result.version, std::string("1.0.0"));
        QCOMPARE(linesOf(*result.graph), std::string("0 CONST() -> w; 1 REDUCE_MAX(x w ) -> y; 2 CLAMP(y ) -> z; "));
        const auto clamp = result.graph->arguments(result.graph->node(graph::NodeId(2U)));
        QVERIFY(clamp[1].kind == graph::ArgumentKind::Float && clamp[2].kind == graph::ArgumentKind::Float);
        QCOMPARE(clamp[1].number, 0.0);
        QCOMPARE(clamp[2].number, 6.0);
        QCOMPARE(test::toText(*result.weights.front().bytes.readAll()), std::string(8, '\x01'));
    }

    void ethosU() {
        const Decoded result = decoded(test::payloadOf("EthosUBackend", test::ethosUPayload()));
        QCOMPARE(fact(result, "scratch bytes"), std::string("1648"));
        QCOMPARE(fact(result, "input 0"), std::string("[1, 1, 1, 3, 8, 8], 1 bytes an element, offset 0, region 1"));
        QCOMPARE(result.weights.front().size, 20U);
    }

    /// A model that the format's own library 0.11 wrote: a graph of two segments, a constant, names of inputs and outputs.
    void vgf() {
        const auto file = Source::open(ETSCOPE_SOURCE_DIR "/tests/delegates/data/two_segments.vgf");
        QVERIFY(file);
        const Decoded result = decoded({"VgfBackend", ByteRange::whole(*file), {}, {}, 0});
        QCOMPARE(result.version, std::string("0.5.0"));
        QVERIFY(result.graph != nullptr);
        QCOMPARE(linesOf(*result.graph), std::string("conv GRAPH(x r3 ) -> r1; scaling COMPUTE(r1 ) -> y; "));
        QCOMPARE(fact(result, "module 0"), std::string("GRAPH tosa_graph, entry point main, SPIR-V 16 bytes"));
        const graph::Value& input = result.graph->value(result.graph->top().inputs[0].value);
        QVERIFY(result.graph->meta(input.meta).type == ScalarType::I8);
        QCOMPARE(result.graph->dims(result.graph->meta(input.meta).sizes)[3].value, std::int64_t(4));
        QCOMPARE(result.weights.size(), 1U);
        QCOMPARE(result.weights[0].name, std::string("r3"));
        QCOMPARE(result.weights[0].shape, (std::vector<std::int64_t>{8, 4}));
        QCOMPARE(std::to_integer<int>(result.weights[0].bytes.readAll()->back()), 31);
    }

    /// What ExecuTorch 1.5.1 wrote of a small convolution.
    void vgfOfAnExport() {
        const auto file = Source::open(ETSCOPE_SOURCE_DIR "/tests/delegates/data/export.vgf");
        QVERIFY(file);
        const Decoded result = decoded({"VgfBackend", ByteRange::whole(*file), {}, {}, 0});
        QCOMPARE(linesOf(*result.graph), std::string("graph_segment_0 GRAPH(input_0 r0 ) -> output_0; "));
        QCOMPARE(result.weights.size(), 1U);
        QVERIFY(result.weights[0].type == ScalarType::F32);
        QCOMPARE(result.weights[0].shape, (std::vector<std::int64_t>{4, 3, 3, 2}));
        QCOMPARE(result.weights[0].size, 288U);
        QCOMPARE(fact(result, "module 0"),
                 std::string("GRAPH graph_partition_0, entry point graph_partition_0, SPIR-V 2668 bytes"));
    }

    /// Constants of older files lie in a table.
    void vgfOlderConstants() {
        const Decoded result = decoded(test::payloadOf("VgfBackend", test::vgfPayload()));
        QCOMPARE(result.version, std::string("0.4.0"));
        QCOMPARE(linesOf(*result.graph), std::string("0 GRAPH(r0 r1 ) -> r2; "));
        QCOMPARE(result.weights.size(), 1U);
        QCOMPARE(test::toText(*result.weights[0].bytes.readAll()), std::string("wxyz"));
    }

    void coreMl() {
        const Decoded result = decoded(test::payloadOf("CoreMLBackend", test::coreMlPayload()));
        QVERIFY(result.graph != nullptr);
        QCOMPARE(result.version, std::string("6"));
        QCOMPARE(linesOf(*result.graph), std::string("0 add(x w ) -> out; "));
        QCOMPARE(result.otherGraphs.size(), 1U);
        QCOMPARE(result.otherGraphs.front().name, std::string("other"));
        QCOMPARE(test::toText(*result.weights.front().bytes.readAll()), std::string("wxyz"));
        QCOMPARE(fact(result, "inputNames"), std::string("x"));
        const auto arguments = result.graph->arguments(result.graph->node(graph::NodeId(0U)));
        QCOMPARE(arguments[2].integer, std::int64_t(3));
        QVERIFY(arguments[3].kind == graph::ArgumentKind::Float);
        QCOMPARE(arguments[3].number, -1.5);
    }

    void coreMlReference() {
        Payload payload = test::payloadOf("CoreMLBackend", R"(CMJR{"version": 1, "key": "k", "functionName": "forward"})");
        payload.namedData = [](std::string_view key) {
            return key == "k" ? std::optional(test::inMemory(test::coreMlPayload())) : std::nullopt;
        };
        const Decoded result = decoded(payload);
        QCOMPARE(result.format, std::string("Core ML reference"));
        QVERIFY(result.graph != nullptr);
        QCOMPARE(result.nested.size(), 1U);
    }

    void qnn() {
        Payload payload = test::payloadOf("QnnBackend", test::qnnPayload(std::string(32, '\x55')));
        payload.compileSpecs.push_back(spec("qnn_compile_spec", test::qnnOptions()));
        const Decoded result = decoded(payload);
        QCOMPARE(fact(result, "soc_info.soc_model"), std::string("SM8650"));
        QCOMPARE(fact(result, "soc_info.htp_info.htp_arch"), std::string("V75"));
        QCOMPARE(fact(result, "backend_options.htp_options.performance_mode"), std::string("kHtpBurst"));
        QCOMPARE(fact(result, "library_path"), std::string("libQnnHtp.so"));
        QCOMPARE(fact(result, "context bytes"), std::string("32"));
        QVERIFY(fact(result, "context").starts_with("not decoded"));
    }

    void qnnContext_data() {
        QTest::addColumn<int>("header");
        QTest::newRow("padded") << 256;
        QTest::newRow("right behind the numbers") << 20;
    }

    void qnnContext() {
        QFETCH(int, header);
        const Decoded result =
            decoded(test::payloadOf("QnnBackend", test::qnnPayload(test::qnnContext(), static_cast<std::size_t>(header))));
        QCOMPARE(result.regions.front().size, static_cast<std::uint64_t>(header));
        QCOMPARE(fact(result, "SDK build"), std::string("v2.37.0.1"));
        QCOMPARE(fact(result, "backend"), std::string("6 (HTP)"));
        QCOMPARE(fact(result, "core API"), std::string("2.27"));
        QCOMPARE(fact(result, "SoC model"), std::string("57"));
        QCOMPARE(fact(result, "graphs"), std::string("decode, prefill"));
        QCOMPARE(fact(result, "prefill input 0"), std::string("tokens i32[1,32]"));
        QCOMPARE(fact(result, "prefill input 1"), std::string("cache ufixed8[1,4,8], scale 0.5, offset -128"));
        QCOMPARE(fact(result, "decode output 0"), std::string("logits ufixed16[1,1,16], scale 0.5, offset -128"));
        QCOMPARE(result.regions.back().name, std::string("compiled graphs"));
        QVERIFY(result.graph == nullptr && !result.reason.empty());
    }

    void coreMlFunctions_data() {
        QTest::addColumn<bool>("zipped");
        QTest::newRow("zip") << true;
        QTest::newRow("directory image") << false;
    }

    /// Two functions that coremltools 9.0 put into one package: they share a weight, each has a bias of its own.
    void coreMlFunctions() {
        QFETCH(bool, zipped);
        auto file = Source::open(ETSCOPE_SOURCE_DIR "/tests/delegates/data/multifunction.mlpackage.zip");
        QVERIFY(file);
        Payload payload{"CoreMLBackend", ByteRange::whole(*file), {}, {}, 0};
        if (!zipped) payload.bytes = test::inMemory(imageOfZip(payload.bytes));
        const Decoded result = decoded(payload);
        QCOMPARE(result.format, std::string("Core ML"));
        QCOMPARE(fact(result, "functions"), std::string("prefill, decode"));
        QCOMPARE(result.graphName, std::string("prefill"));
        QCOMPARE(linesOf(*result.graph), std::string("0 linear(x lin_weight_0 lin_bias_0 ) -> lin; 1 relu(lin ) -> out; "));
        QCOMPARE(result.otherGraphs.size(), 1U);
        QCOMPARE(result.otherGraphs.front().name, std::string("decode"));
        std::map<std::string, ByteRange> weights;
        for (const Weight& weight : result.weights) weights[weight.name] = weight.bytes;
        QCOMPARE(weights.size(), 4U);
        QCOMPARE(weights.at("lin_weight_0").offset, weights.at("decode/plus_weight_0").offset);
        QVERIFY(weights.at("lin_bias_0").offset != weights.at("decode/plus_bias_0").offset);
        QCOMPARE(weights.at("lin_weight_0").size, 2048U);
    }

    void coreMlReferenceToAFunction() {
        Payload payload = test::payloadOf("CoreMLBackend", R"(CMJR{"version": 1, "key": "k", "functionName": "other"})");
        payload.namedData = [](std::string_view) { return std::optional(test::inMemory(test::coreMlPayload())); };
        const Decoded result = decoded(payload);
        QCOMPARE(result.graphName, std::string("other"));
        QCOMPARE(result.otherGraphs.front().name, std::string("main"));
        QCOMPARE(result.weights.size(), 1U);
        QCOMPARE(result.weights.front().name, std::string("other/w"));
    }

    void compiled() {
        Payload payload = test::payloadOf("EnnBackend", "network");
        payload.compileSpecs.push_back(spec("enn_compile_options", test::ennOptions()));
        QCOMPARE(fact(decoded(payload), "chipset"), std::string("9955"));
        const Decoded openVino = decoded(test::payloadOf("OpenvinoBackend", test::openVinoPayload()));
        QCOMPARE(fact(openVino, "model bytes"), std::string("24"));
        const Decoded neutron = decoded(test::payloadOf("NeutronBackend", test::neutronPayload()));
        QCOMPARE(neutron.version, std::string("1"));
        QCOMPARE(fact(neutron, "profile bytes"), std::string("32"));
        QCOMPARE(neutron.weights.front().size, 16U);
        const Decoded neuropilot = decoded(test::payloadOf("NeuropilotBackend", test::neuropilotPayload()));
        QCOMPARE(fact(neuropilot, "inputs"), std::string("2"));
    }

    void aoti() {
        Payload payload = test::payloadOf("CudaBackend", "a_so_blob\na_weights_blob");
        payload.namedData = [](std::string_view key) {
            return std::optional(test::inMemory(key == "a_so_blob" ? "\x7F"
                                                                     "ELF and the rest of it"
                                                                   : "weights"));
        };
        const Decoded result = decoded(payload);
        QCOMPARE(result.nested.front().kind, std::string("elf"));
        QCOMPARE(result.weights.front().size, 7U);
        Payload old = test::payloadOf("MetalBackend", "");
        old.compileSpecs.push_back(spec("method_name", "forward"));
        QCOMPARE(fact(decoded(old), "library key"), std::string("forward_so_blob"));
    }

    void demo() {
        const Decoded result =
            decoded(test::payloadOf("BackendWithCompilerDemo", "1version:0#op:demo::aten.mm.default, numel:9<debug_handle>1#"));
        QVERIFY(result.graph != nullptr);
        QCOMPARE(result.graph->node(graph::NodeId(0U)).debugHandle, std::optional<std::int64_t>(1));
    }

    void opaque() {
        const Decoded result = decoded(test::payloadOf("UnknownBackend", std::string("\x01\x02readable text\x00more", 20)));
        QVERIFY(result.opaque());
        QCOMPARE(result.strings, (std::vector<std::string>{"readable text"}));
        QVERIFY(fact(result, "first bytes").starts_with("01 02 72"));
        QVERIFY(decoded(test::payloadOf("UnknownBackend", "")).opaque());
    }

    void compileSpecs() {
        QCOMPARE(compileSpecText(spec("device", "CPU")), std::string("CPU"));
        QCOMPARE(compileSpecText(spec("force_fp16", "\x01")), std::string("1"));
        QCOMPARE(compileSpecText(spec("texture_limits_x", test::little<std::int32_t>(2048))), std::string("2048"));
        QCOMPARE(compileSpecText(spec("limit", test::little<std::int64_t>(-5))), std::string("-5"));
        QCOMPARE(compileSpecText(spec("raw", "\x01\x02\x03")), std::string("01 02 03"));
        QCOMPARE(compileSpecText(spec("empty", "")), std::string());
    }
};

ETSCOPE_TEST(PayloadForms)
#include "tst_payload_forms.moc"
