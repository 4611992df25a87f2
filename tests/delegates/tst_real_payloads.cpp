// Payloads of real exports: nodes, links and shapes as the schemas of the original package say (data/payloads.json).
#include <QtTest>

#include <algorithm>
#include <map>

#include "delegates/delegates.h"
#include "io/json.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::delegates;
using nlohmann::json;

namespace {

json listOfPayloads() {
    auto file = Source::open(std::string(ETSCOPE_SOURCE_DIR) + "/tests/delegates/data/payloads.json");
    Diagnostics diagnostics;
    if (!file) return json::array();
    auto list = readJson(ByteRange::whole(*file), diagnostics);
    return list ? *list : json::array();
}

std::optional<ByteRange> bytesOf(const json& row) {
    auto file = Source::open(std::string(ETSCOPE_SHARED_DIR) + "/" + row["file"].get<std::string>());
    if (!file) return std::nullopt;
    auto part = ByteRange::whole(*file).part(row["offset"].get<std::uint64_t>(), row["size"].get<std::uint64_t>());
    return part ? std::optional(*part) : std::nullopt;
}

std::string name(const graph::GraphModel& model, graph::ValueId id) { return std::string(model.text(model.value(id).id)); }

/// Ids of the values among the arguments, those in lists included.
json reads(const graph::GraphModel& model, const graph::Node& node) {
    json out = json::array();
    for (const graph::Argument& argument : model.arguments(node)) {
        if (argument.kind == graph::ArgumentKind::Value) out.push_back(name(model, argument.value()));
        if (argument.kind == graph::ArgumentKind::List)
            for (const graph::Argument& item : model.listItems(argument))
                if (item.kind == graph::ArgumentKind::Value) out.push_back(name(model, item.value()));
    }
    return out;
}

json writes(const graph::GraphModel& model, const graph::Node& node) {
    json out = json::array();
    for (const graph::OutputSlot& slot : model.outputs(node))
        for (const graph::ValueId value : model.values(slot)) out.push_back(name(model, value));
    return out;
}

json shape(const graph::GraphModel& model, graph::ValueId id) {
    json out = json::array();
    for (const graph::Dim& dim : model.dims(model.meta(model.value(id).meta).sizes)) out.push_back(dim.value);
    return out;
}

void compareGraph(const graph::GraphModel& model, const json& row) {
    const json& nodes = row["nodes"];
    QCOMPARE(model.nodeCount(), nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const graph::Node& node = model.node(graph::NodeId(i));
        QCOMPARE(std::string(model.text(node.target)), nodes[i][0].get<std::string>());
        if (!nodes[i][1].is_null()) QCOMPARE(reads(model, node).dump(), nodes[i][1].dump());
        if (!nodes[i][2].is_null()) QCOMPARE(writes(model, node).dump(), nodes[i][2].dump());
    }
    json inputs = json::array(), outputs = json::array();
    for (const graph::GraphInput* input : model.userInputs()) inputs.push_back(shape(model, input->value));
    for (const graph::GraphOutput& output : model.top().outputs) outputs.push_back(shape(model, output.argument.value()));
    QCOMPARE(inputs.dump(), row["inputs"].dump());
    QCOMPARE(outputs.dump(), row["outputs"].dump());
}

/// The number by which the list tells a scheme: zero point, group size, axis or token dims, as the scheme has.
json quantizationRow(const std::string& value, const Quantization& how) {
    if (how.scheme == "per_tensor") return {value, "PerTensorQuant", how.zeroPoint.value_or(-1)};
    if (how.scheme == "per_channel_group") return {value, "PerChannelGroupQuant", how.groupSize};
    if (how.scheme == "per_channel") return {value, "PerChannelQuant", how.axis.value_or(-1)};
    return {value, "PerTokenDynamicQuant", how.tokenDims.value_or(-1)};
}

void compareValues(const Decoded& decoded, const json& row) {
    json weights = json::array(), quantized = json::array();
    for (const Weight& weight : decoded.weights) {
        weights.push_back({weight.name, weight.key.substr(0, 8), weight.size});
        if (weight.quantization) quantized.push_back(quantizationRow(weight.name, *weight.quantization));
    }
    for (const ValueQuantization& value : decoded.quantization)
        quantized.push_back(quantizationRow(value.value, value.quantization));
    json expected = row["quantized"];
    std::sort(expected.begin(), expected.end());
    std::sort(quantized.begin(), quantized.end());
    QCOMPARE(weights.dump(), row["weights"].dump());
    QCOMPARE(quantized.dump(), expected.dump());
}

void checkRegions(const Decoded& decoded, std::uint64_t size) {
    std::uint64_t at = 0;
    for (const Region& region : decoded.regions) {
        QCOMPARE(region.offset, at);
        at += region.size;
    }
    QCOMPARE(at, size);
}

}  // namespace

class RealPayloads : public QObject {
    Q_OBJECT
private slots:
    void sharedFixtures_data() {
        QTest::addColumn<QString>("text");
        for (const json& row : listOfPayloads()) {
            const std::string label =
                row["file"].get<std::string>() + " " + row["method"].get<std::string>() + " " + row["index"].dump();
            QTest::newRow(label.c_str()) << QString::fromStdString(row.dump());
        }
    }

    void sharedFixtures() {
        QFETCH(QString, text);
        const json row = json::parse(text.toStdString());
        const auto bytes = bytesOf(row);
        if (!bytes) QSKIP("the shared fixtures are not here");
        Diagnostics diagnostics;
        const auto decoded = decode({row["backend"].get<std::string>(), *bytes, {}, {}, 0}, diagnostics, {});
        QVERIFY(decoded);
        checkRegions(*decoded, bytes->size);
        const bool damaged = row["file"].get<std::string>().starts_with("fixtures/nfat/");
        if (!damaged) QVERIFY2(diagnostics.empty(), diagnostics.empty() ? "" : diagnostics.items().front().message.c_str());
        if (!damaged) QVERIFY(!decoded->opaque());
        if (!row.contains("nodes")) return;
        QVERIFY(decoded->graph != nullptr);
        compareGraph(*decoded->graph, row);
        if (row.contains("weights")) compareValues(*decoded, row);
    }

    void ownXnnpackPayload() {
        const auto bytes = test::readFile(std::string(ETSCOPE_SOURCE_DIR) + "/tests/delegates/data/vlm_vision_encoder_0.xnnpack");
        QVERIFY(bytes);
        Diagnostics diagnostics;
        std::vector<std::string> asked;
        const auto find = [&](std::string_view key) -> std::optional<ByteRange> {
            asked.emplace_back(key);
            return test::inMemory("0123456789abcdef");
        };
        const auto decoded = decode({"XnnpackBackend", test::inMemory(*bytes), {}, find, 0}, diagnostics, {});
        QVERIFY(decoded);
        QCOMPARE(decoded->format, std::string("XNNPACK"));
        QVERIFY(decoded->graph != nullptr && decoded->graph->nodeCount() > 0);
        QVERIFY(!decoded->weights.empty());
        QCOMPARE(asked.size(), decoded->weights.size());
        for (const Weight& weight : decoded->weights) {
            QCOMPARE(weight.key.size(), 64U);
            QCOMPARE(weight.bytes.size, 16U);
        }
    }

    void corpus() {
        auto file = Source::open(std::string(ETSCOPE_SHARED_DIR) +
                                 "/corpus/pte/pytorch__executorch__79bfb9b6__stories260k_hybrid_llama_qnn.pte");
        if (!file) QSKIP("the shared corpus is not here");
        // The QNN context is segment 1 of this program, the last one of the file.
        const std::uint64_t size = 1'331'456;
        auto bytes = ByteRange::whole(*file).part((*file)->size() - size, size);
        QVERIFY(bytes);
        Diagnostics diagnostics;
        const auto decoded = decode({"QnnBackend", *bytes, {}, {}, 0}, diagnostics, {});
        QVERIFY(decoded);
        QCOMPARE(decoded->format, std::string("QNN"));
        std::map<std::string, std::string> facts;
        for (const Fact& fact : decoded->facts) facts[fact.name] = fact.text;
        QCOMPARE(facts["context bytes"], std::string("1331200"));
        QCOMPARE(facts["SDK build"], std::string("v2.37.0.250724175447_124859"));
        QCOMPARE(facts["graphs"], std::string("kv_forward, prefill_forward"));
        // The program's own metadata say the same of the logits: scale 0.000679875…, zero point 31143.
        QCOMPARE(facts["prefill_forward output 10"],
                 std::string("output_aten_squeeze_copy_dims_15@0 ufixed16[1,32,512], scale 0.000679875, offset -31143"));
        QCOMPARE(facts["kv_forward input 12"],
                 std::string("input_4_atten_mask@0 ufixed16[1,1,1,128], scale 0.0038910506, offset -65535"));
        checkRegions(*decoded, size);
    }
};

ETSCOPE_TEST(RealPayloads)
#include "tst_real_payloads.moc"
